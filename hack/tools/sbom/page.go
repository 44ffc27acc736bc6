package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	cyclonedx "github.com/CycloneDX/cyclonedx-go"
)

// addPackages adds the npm packages that the page contains, and returns their license texts,
// which the build of the page has collected.
func addPackages(bom *cyclonedx.BOM, page string) (string, error) {
	content, err := os.ReadFile(filepath.Join(page, "package-lock.json"))
	if err != nil {
		return "", err
	}
	var lock struct {
		Packages map[string]struct {
			Version, License string
			Dev              bool
		}
	}
	if err := json.Unmarshal(content, &lock); err != nil {
		return "", err
	}

	var added []cyclonedx.Component
	for path, locked := range lock.Packages {
		name, isPackage := strings.CutPrefix(path, "node_modules/")
		if !isPackage || locked.Dev {
			continue
		}
		if !slices.Contains(accepted, locked.License) {
			return "", fmt.Errorf("license %q of the npm package %s is not accepted", locked.License, name)
		}
		reference := "pkg:npm/" + strings.ReplaceAll(name, "@", "%40") + "@" + locked.Version
		added = append(added, cyclonedx.Component{
			BOMRef: reference, Type: cyclonedx.ComponentTypeLibrary, Name: name, Version: locked.Version,
			Scope: cyclonedx.ScopeRequired, Licenses: choices([]string{locked.License}), PackageURL: reference,
		})
	}
	slices.SortFunc(added, func(a, b cyclonedx.Component) int { return strings.Compare(a.Name, b.Name) })
	for _, component := range added {
		*bom.Components = append(*bom.Components, component)
		*bom.Dependencies = append(*bom.Dependencies, cyclonedx.Dependency{Ref: component.BOMRef})
	}

	texts, err := os.ReadFile(filepath.Join(page, "dist", "LICENSES.txt"))
	return string(texts), err
}
