package kubelet

import (
	"fmt"
	"strings"

	corev1 "k8s.io/api/core/v1"
)

// expanded returns the container with the values of its variables, without mounts.
func expanded(pod *corev1.Pod, sandbox Sandbox) (Container, error) {
	spec := pod.Spec.Containers[0]
	environment, err := environmentOf(pod, spec, sandbox)
	if err != nil {
		return Container{}, err
	}
	container := Container{Image: spec.Image}
	for _, arg := range spec.Args {
		container.Args = append(container.Args, expand(arg, environment))
	}
	for _, variable := range spec.Env {
		container.Env = append(container.Env, variable.Name+"="+environment[variable.Name])
	}
	return container, nil
}

// environmentOf returns the environment of a container. It supports the sources of variables
// that the tests use.
func environmentOf(pod *corev1.Pod, container corev1.Container, sandbox Sandbox) (map[string]string, error) {
	fields := map[string]string{
		"metadata.name": pod.Name, "metadata.namespace": pod.Namespace, "metadata.uid": string(pod.UID), "spec.nodeName": pod.Spec.NodeName,
		"status.podIPs": strings.Join(sandbox.PodIPs(), ","), "status.podIP": first(sandbox.PodIPs()), "status.hostIP": first(sandbox.HostIPs()),
	}
	environment := map[string]string{}
	for _, variable := range container.Env {
		environment[variable.Name] = expand(variable.Value, environment)
		if variable.ValueFrom == nil {
			continue
		}
		value, found := "", false
		if variable.ValueFrom.FieldRef != nil {
			value, found = fields[variable.ValueFrom.FieldRef.FieldPath]
		}
		if !found {
			return nil, fmt.Errorf("variable %s of Pod %s comes from where this kubelet does not look", variable.Name, pod.Name)
		}
		environment[variable.Name] = value
	}
	return environment, nil
}

func first(addresses []string) string {
	if len(addresses) == 0 {
		return ""
	}
	return addresses[0]
}

// expand replaces $(NAME), as a kubelet does.
func expand(text string, environment map[string]string) string {
	for name, value := range environment {
		text = strings.ReplaceAll(text, "$("+name+")", value)
	}
	return text
}
