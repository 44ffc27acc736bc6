package cluster

import (
	"fmt"
	"os"
	"path/filepath"
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

// ModuleRoot returns the directory of the go.mod above the working directory, which
// in a test is the directory of its package.
func ModuleRoot() (string, error) {
	start, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for directory := start; ; directory = filepath.Dir(directory) {
		if _, err := os.Stat(filepath.Join(directory, "go.mod")); err == nil {
			return directory, nil
		}
		if directory == filepath.Dir(directory) {
			return "", fmt.Errorf("there is no go.mod in %s or above: run this inside the module", start)
		}
	}
}
