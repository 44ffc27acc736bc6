//go:build unix

package command

import (
	"os/exec"
	"syscall"
)

// detach keeps Ctrl-C, which the terminal sends to a whole process group, from the command.
func detach(command *exec.Cmd) { command.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }
