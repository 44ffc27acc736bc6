package cluster

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Assets returns the directory with the programs of the control plane:
// KUBEBUILDER_ASSETS, or else bin/k8s in the root of the module.
func Assets() (string, error) {
	directory := os.Getenv("KUBEBUILDER_ASSETS")
	if directory == "" {
		root, err := ModuleRoot()
		if err != nil {
			return "", err
		}
		directory = filepath.Join(root, "bin", "k8s")
	}
	if _, err := os.Stat(filepath.Join(directory, "kube-apiserver")); err != nil {
		return "", fmt.Errorf("there is no control plane in %s: run `make controlplane`", directory)
	}
	return directory, nil
}

// ModuleRoot returns the directory of the main module's go.mod above the working directory,
// which in a test is the directory of its package.
func ModuleRoot() (string, error) {
	start, err := os.Getwd()
	if err != nil {
		return "", err
	}
	directory := start
	for ; !isRepository(directory); directory = filepath.Dir(directory) {
		if directory == filepath.Dir(directory) {
			return "", fmt.Errorf("no directory above %s has the go.mod of %s", start, module)
		}
	}
	return directory, nil
}

const module = "github.com/meshwork-dev/meshwork"

// isRepository reports whether the main module is in a directory. The modules
// in sub-directories have names of their own.
func isRepository(directory string) bool {
	content, err := os.ReadFile(filepath.Join(directory, "go.mod"))
	first, _, _ := strings.Cut(string(content), "\n")
	return err == nil && strings.TrimSpace(first) == "module "+module
}
