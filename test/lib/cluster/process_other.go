//go:build unix && !linux

package cluster

import "syscall"

// processAttributes keep Ctrl-C in a terminal from the children, which are
// stopped in order instead.
func processAttributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true}
}
