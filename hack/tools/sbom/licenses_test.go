package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const gpl = `This program is free software: you can redistribute it and/or modify it under the terms of the
GNU General Public License as published by the Free Software Foundation, either version 3 of the License, or
(at your option) any later version.`

func TestLicensesOf(t *testing.T) {
	own, err := os.ReadFile("../../../LICENSE")
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		files   map[string]string
		ids     []string
		texts   int
		problem string
	}{
		"accepted": {
			files: map[string]string{"LICENSE": string(own), "NOTICE": "Copyright of many", "main.go": "package main"},
			ids:   []string{"Apache-2.0"}, texts: 2,
		},
		"not accepted": {files: map[string]string{"COPYING": gpl}, problem: "COPYING: license GPL"},
		"two licenses, one not accepted": {
			files:   map[string]string{"LICENSE": string(own), "LICENSE.gpl": gpl},
			problem: "LICENSE.gpl: license GPL",
		},
		"unknown": {files: map[string]string{"LICENSE.md": "You may use this on Tuesdays."}, problem: "LICENSE.md: only 0%"},
		"none":    {files: map[string]string{"README.md": "Free."}, problem: "no license"},
	} {
		t.Run(name, func(t *testing.T) {
			directory := t.TempDir()
			for file, content := range test.files {
				if err := os.WriteFile(filepath.Join(directory, file), []byte(content), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			ids, texts, err := licensesOf(directory)
			if test.problem != "" {
				if err == nil || !strings.Contains(err.Error(), test.problem) {
					t.Fatalf("licensesOf() = %v; want an error with %q", err, test.problem)
				}
				return
			}
			if err != nil || !slices.Equal(ids, test.ids) || len(texts) != test.texts {
				t.Errorf("licensesOf() = %v, %d texts, %v; want %v, %d texts", ids, len(texts), err, test.ids, test.texts)
			}
		})
	}
}
