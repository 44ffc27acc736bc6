package cluster

import "syscall"

// processAttributes keep Ctrl-C in a terminal from the children, which are
// stopped in order instead, and end them with a test that is killed.
func processAttributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
