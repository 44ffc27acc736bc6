// Command reference writes the reference of flags, environment variables and ports to standard
// output. It reads the flags from the programs' own --help, and the ports from their manifests:
//
//	reference MESHWORK MESHWORK-XDS KUBECTL-MESHWORK
package main

import (
	"bytes"
	"embed"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"text/template"

	appsv1 "k8s.io/api/apps/v1"
	"sigs.k8s.io/yaml"
)

//go:embed reference.md.tmpl
var files embed.FS

// manifests have the Deployments of the programs, relative to the root of the repository.
var manifests = []string{"config/manager/manager.yaml", "config/signer/signer.yaml", "config/xds/server.yaml"}

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: reference MESHWORK MESHWORK-XDS KUBECTL-MESHWORK")
		os.Exit(2)
	}
	if err := write(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintf(os.Stderr, "reference: %v\n", err)
		os.Exit(1)
	}
}

// reference is the content of the page.
type reference struct {
	Manager, XDS, Plugin []flag
	// Release are the flags that the manager does not have, or has with another default.
	Release  []flag
	Commands []command
	Ports    []port
}

type command struct {
	Name  string
	Flags []flag
}

// port is a port of a container.
type port struct {
	Deployment, Name string
	Number           int32
}

func write(manager, xds, plugin string) error {
	var page reference
	help, err := helpOf(manager)
	if err != nil {
		return err
	}
	page.Manager = flagsIn(help)
	if help, err = helpOf(manager, "release"); err != nil {
		return err
	}
	page.Release = slices.DeleteFunc(flagsIn(help), func(of flag) bool { return slices.Contains(page.Manager, of) })
	if help, err = helpOf(xds); err != nil {
		return err
	}
	page.XDS = flagsIn(help)
	if help, err = helpOf(plugin); err != nil {
		return err
	}
	page.Plugin = flagsIn(help)
	for _, name := range commandsIn(help) {
		if help, err = helpOf(plugin, name); err != nil {
			return err
		}
		page.Commands = append(page.Commands, command{name, flagsIn(help)})
	}
	for _, path := range manifests {
		ports, err := portsIn(path)
		if err != nil {
			return err
		}
		page.Ports = append(page.Ports, ports...)
	}
	return template.Must(template.ParseFS(files, "reference.md.tmpl")).Execute(os.Stdout, page)
}

func helpOf(program string, arguments ...string) (string, error) {
	output, err := exec.Command(program, append(arguments, "--help")...).Output()
	if err != nil {
		return "", fmt.Errorf("%s --help: %w", program, err)
	}
	return string(output), nil
}

// portsIn returns the ports of the Deployments in a manifest.
func portsIn(path string) ([]port, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var ports []port
	for document := range bytes.SplitSeq(content, []byte("\n---\n")) {
		var deployment appsv1.Deployment
		if err := yaml.Unmarshal(document, &deployment); err != nil || deployment.Kind != "Deployment" {
			continue // another kind may not have the fields of a Deployment
		}
		for _, container := range deployment.Spec.Template.Spec.Containers {
			for _, of := range container.Ports {
				ports = append(ports, port{strings.TrimPrefix(deployment.Name, "meshwork-"), of.Name, of.ContainerPort})
			}
		}
	}
	if len(ports) == 0 {
		return nil, fmt.Errorf("%s has no Deployment with ports", path)
	}
	return ports, nil
}
