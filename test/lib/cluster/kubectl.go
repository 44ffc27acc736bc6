package cluster

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
)

// Kubectl runs kubectl as the administrator and returns its standard output.
func (c *Cluster) Kubectl(ctx context.Context, args ...string) ([]byte, error) {
	return c.KubectlInput(ctx, nil, args...)
}

// KubectlInput is Kubectl with a standard input, for `apply -f -`.
func (c *Cluster) KubectlInput(ctx context.Context, input []byte, args ...string) ([]byte, error) {
	command := exec.CommandContext(ctx, c.kubectlPath(), append([]string{"--kubeconfig=" + c.kubeconfigPath()}, args...)...)
	command.Stdin = bytes.NewReader(input)
	var stdout, stderr bytes.Buffer
	command.Stdout, command.Stderr = &stdout, &stderr
	if err := command.Run(); err != nil {
		return stdout.Bytes(), fmt.Errorf("kubectl %s: %w: %s", strings.Join(args, " "), err, strings.TrimSpace(stderr.String()))
	}
	return stdout.Bytes(), nil
}

func (c *Cluster) kubectlPath() string {
	if c.assets == "" {
		return "kubectl"
	}
	return filepath.Join(c.assets, "kubectl")
}
