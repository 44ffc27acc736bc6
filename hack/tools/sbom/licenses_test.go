package main

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const gpl = `This program is free software: you can redistribute it and/or modify it under the terms of the
GNU General Public License as published by the Free Software Foundation, either version 3 of the License, or
(at your option) any later version.`

func TestLicenses(t *testing.T) {
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
		"of copied code": {
			files: map[string]string{"LICENSE": string(own), "third_party/x/LICENSE": string(own) + "\n", "license.go": "package main", "testdata/LICENSE": gpl},
			ids:   []string{"Apache-2.0"}, texts: 1,
		},
		"of copied code, not accepted": {
			files: map[string]string{"LICENSE": string(own), "internal/x/LICENSE": gpl}, problem: "internal/x/LICENSE: license GPL",
		},
		"unknown": {files: map[string]string{"LICENSE.md": "You may use this on Tuesdays."}, problem: "LICENSE.md: only 0%"},
		"none":    {files: map[string]string{"README.md": "Free."}, problem: "no license"},
	} {
		t.Run(name, func(t *testing.T) {
			directory := t.TempDir()
			for file, content := range test.files {
				file = filepath.Join(directory, file)
				if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(content), 0o600)); err != nil {
					t.Fatal(err)
				}
			}
			ids, texts, err := licensesBelow(directory)
			if test.problem != "" {
				if err == nil || !strings.Contains(err.Error(), test.problem) {
					t.Fatalf("licensesBelow() = %v; want an error with %q", err, test.problem)
				}
				return
			}
			if err != nil || !slices.Equal(ids, test.ids) || len(texts) != test.texts {
				t.Errorf("licensesBelow() = %v, %d texts, %v; want %v, %d texts", ids, len(texts), err, test.ids, test.texts)
			}
		})
	}
}
