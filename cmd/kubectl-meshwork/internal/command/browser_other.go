//go:build !unix

package command

import "os/exec"

// detach does nothing: the browser is not in the process group of the terminal.
func detach(*exec.Cmd) {}
