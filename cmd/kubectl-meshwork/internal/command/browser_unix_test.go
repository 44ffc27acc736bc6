//go:build unix

package command

import "testing"

func TestCtrlCDoesNotEndTheBrowser(t *testing.T) {
	command := browserCommand("http://127.0.0.1/")
	if command.SysProcAttr == nil || !command.SysProcAttr.Setsid {
		t.Error("the browser is in the process group that Ctrl-C ends")
	}
	if command.Cancel != nil {
		t.Error("the browser ends with a context")
	}
}
