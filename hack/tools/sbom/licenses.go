package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	cyclonedx "github.com/CycloneDX/cyclonedx-go"
	"github.com/google/licensecheck"
)

// accepted are the licenses, by SPDX identifier, that allow to distribute a program under
// Apache-2.0 with nothing but the license texts.
var accepted = []string{"Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT"}

// minCoverage is the share of a license file that must be known text, in percent, as for
// https://pkg.go.dev/license-policy.
const minCoverage = 75

var (
	separator = "\n" + strings.Repeat("-", 80) + "\n\n"

	licenseName = regexp.MustCompile(`(?i)^(licen[cs]e|copying)[^/]*$`)
	noticeName  = regexp.MustCompile(`(?i)^notice(\.(md|txt))?$`)
)

// addLicenses sets the licenses of the components, and returns their texts. A text that several
// modules have in common is returned once.
func addLicenses(components []cyclonedx.Component) ([]string, error) {
	directories, err := moduleDirectories(components)
	if err != nil {
		return nil, err
	}

	var problems []error
	var order []string
	modules := map[string][]string{} // by text
	for i := range components {
		component := &components[i]
		licenses := licensesBelow
		if component.Name == "std" { // what it has copied has its own license
			licenses = licensesIn
		}
		ids, texts, err := licenses(directories[component.Name])
		if err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", component.Name, err))
			continue
		}
		component.Licenses = choices(ids)
		for _, text := range texts {
			if modules[text] == nil {
				order = append(order, text)
			}
			modules[text] = append(modules[text], component.Name+" "+component.Version)
		}
	}

	all := make([]string, 0, len(order))
	for _, text := range order {
		all = append(all, strings.Join(modules[text], "\n")+"\n\n"+text+"\n")
	}
	return all, errors.Join(problems...)
}

// moduleDirectories downloads the modules that are missing.
func moduleDirectories(components []cyclonedx.Component) (map[string]string, error) {
	args := []string{"mod", "download", "-json"}
	for _, component := range components {
		if component.Name != "std" {
			args = append(args, component.Name+"@"+component.Version)
		}
	}
	output, err := goCommand(args...)
	if err != nil {
		return nil, err
	}
	root, err := goCommand("env", "GOROOT")
	if err != nil {
		return nil, err
	}

	directories := map[string]string{"std": strings.TrimSpace(string(root))}
	decoder := json.NewDecoder(bytes.NewReader(output))
	for {
		var module struct{ Path, Dir string }
		if err := decoder.Decode(&module); errors.Is(err, io.EOF) {
			return directories, nil
		} else if err != nil {
			return nil, fmt.Errorf("go mod download: %w", err)
		}
		directories[module.Path] = module.Dir
	}
}

func goCommand(args ...string) ([]byte, error) {
	command := exec.Command("go", args...)
	command.Stderr = os.Stderr
	command.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	command.Dir = os.TempDir() // outside of any module, whose replacements would count
	output, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("go %s %s: %w", args[0], args[1], err)
	}
	return output, nil
}

// licensesBelow returns the identifiers of the licenses of a module, and the texts of its licenses
// and notices. Code that the module has copied has its license in its own directory.
func licensesBelow(root string) (ids, texts []string, err error) {
	ids, texts, err = licensesIn(root)
	if err != nil {
		return nil, nil, err
	}
	err = filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
		if err != nil || !entry.IsDir() || path == root {
			return err
		}
		if slices.Contains([]string{"testdata", "vendor", "node_modules"}, entry.Name()) { // is not compiled
			return filepath.SkipDir
		}
		nestedIDs, nestedTexts, err := licensesIn(path)
		if errors.Is(err, errNoLicense) {
			return nil
		}
		ids, texts = append(ids, nestedIDs...), append(texts, nestedTexts...)
		return err
	})
	slices.Sort(ids)
	slices.Sort(texts)
	return slices.Compact(ids), slices.Compact(texts), err
}

var errNoLicense = errors.New("no license")

// licensesIn returns the same of one directory.
func licensesIn(directory string) (ids, texts []string, err error) {
	entries, err := os.ReadDir(directory)
	if err != nil {
		return nil, nil, err
	}
	for _, entry := range entries {
		license := licenseName.MatchString(entry.Name())
		if entry.IsDir() || filepath.Ext(entry.Name()) == ".go" || !license && !noticeName.MatchString(entry.Name()) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(directory, entry.Name()))
		if err != nil {
			return nil, nil, err
		}
		if license {
			found, err := identify(text)
			if err != nil {
				return nil, nil, fmt.Errorf("%s: %w", filepath.Join(directory, entry.Name()), err)
			}
			ids = append(ids, found...)
		}
		texts = append(texts, strings.TrimSpace(string(text)))
	}
	if len(ids) == 0 {
		return nil, nil, errNoLicense
	}
	slices.Sort(ids)
	return slices.Compact(ids), texts, nil
}

func identify(text []byte) ([]string, error) {
	coverage := licensecheck.Scan(text)
	if coverage.Percent < minCoverage {
		return nil, fmt.Errorf("only %.0f%% of the text is of a known license", coverage.Percent)
	}
	var ids []string
	for _, match := range coverage.Match {
		if !slices.Contains(accepted, match.ID) {
			return nil, fmt.Errorf("license %s is not accepted, which are %s", match.ID, strings.Join(accepted, ", "))
		}
		ids = append(ids, match.ID)
	}
	return ids, nil
}

func choices(ids []string) *cyclonedx.Licenses {
	var licenses cyclonedx.Licenses
	for _, id := range ids {
		licenses = append(licenses, cyclonedx.LicenseChoice{License: &cyclonedx.License{ID: id}})
	}
	return &licenses
}
