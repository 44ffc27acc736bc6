// Command sbom lists the contents of a Go program for those who install it: a software bill of
// materials, as CycloneDX JSON, and the license texts of all modules. It fails if a module has a
// license that is not in the list of accepted ones, or none that it recognizes.
//
//	sbom -version v1.2.3 -bom FILE -licenses FILE [-page DIRECTORY] PROGRAM
//
// The output depends only on the program and the page.
package main

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"

	cyclonedx "github.com/CycloneDX/cyclonedx-go"
	"github.com/CycloneDX/cyclonedx-gomod/pkg/generate/bin"
	"github.com/rs/zerolog"
)

func main() {
	version := flag.String("version", "", "Version of the program.")
	bomFile := flag.String("bom", "", "File to write the bill of materials to.")
	licensesFile := flag.String("licenses", "", "File to write the license texts to.")
	page := flag.String("page", "", "Directory of the sources of a web page in the program, with package-lock.json and dist/LICENSES.txt.")
	flag.Parse()
	if flag.NArg() != 1 || *version == "" || *bomFile == "" || *licensesFile == "" {
		flag.Usage()
		os.Exit(2)
	}

	if err := run(flag.Arg(0), *version, *page, *bomFile, *licensesFile); err != nil {
		fmt.Fprintf(os.Stderr, "sbom: %s: %v\n", flag.Arg(0), err)
		os.Exit(1)
	}
}

func run(program, version, page, bomFile, licensesFile string) error {
	bom, err := goModules(program, version)
	if err != nil {
		return err
	}
	texts, err := addLicenses(*bom.Components)
	if err != nil {
		return err
	}
	if page != "" {
		text, err := addPackages(bom, page)
		if err != nil {
			return err
		}
		texts = append(texts, text)
	}

	if err := os.WriteFile(licensesFile, []byte(strings.Join(texts, separator)), 0o644); err != nil {
		return err
	}
	return write(bom, bomFile)
}

// goModules returns the modules that the program itself lists, and the standard library.
func goModules(program, version string) (*cyclonedx.BOM, error) {
	generator, err := bin.NewGenerator(program,
		bin.WithLogger(zerolog.New(os.Stderr).Level(zerolog.WarnLevel)),
		bin.WithIncludeStdlib(true),
		bin.WithVersionOverride(version))
	if err != nil {
		return nil, err
	}
	bom, err := generator.Generate()
	if err != nil {
		return nil, err
	}
	dropOwnModules(bom)
	bom.Metadata.Component.Licenses = choices([]string{"Apache-2.0"})
	return bom, nil
}

// dropOwnModules removes the modules of this repository, which have a relative path in place of
// a version: they are part of the program.
func dropOwnModules(bom *cyclonedx.BOM) {
	own := func(reference string) bool { return strings.HasPrefix(reference, "pkg:golang/.") }

	*bom.Components = slices.DeleteFunc(*bom.Components, func(c cyclonedx.Component) bool { return own(c.BOMRef) })
	*bom.Dependencies = slices.DeleteFunc(*bom.Dependencies, func(d cyclonedx.Dependency) bool { return own(d.Ref) })
	for _, dependency := range *bom.Dependencies {
		if dependency.Dependencies != nil {
			*dependency.Dependencies = slices.DeleteFunc(*dependency.Dependencies, own)
		}
	}
	for _, composition := range *bom.Compositions {
		if composition.Dependencies != nil {
			*composition.Dependencies = slices.DeleteFunc(*composition.Dependencies, func(r cyclonedx.BOMReference) bool { return own(string(r)) })
		}
	}
}

func write(bom *cyclonedx.BOM, name string) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	defer file.Close()
	encoder := cyclonedx.NewBOMEncoder(file, cyclonedx.BOMFileFormatJSON).SetPretty(true)
	if err := encoder.EncodeVersion(bom, cyclonedx.SpecVersion1_6); err != nil {
		return err
	}
	return file.Close()
}
