package command

import (
	"os/exec"
	"runtime"
)

// openBrowser opens the address if it can. The address has been printed before.
func openBrowser(url string) {
	command := browserCommand(url)
	if command.Start() == nil {
		go func() { _ = command.Wait() }()
	}
}

// browserCommand returns a command that survives this process: the browser may show other
// pages.
func browserCommand(url string) *exec.Cmd {
	name, args := "xdg-open", []string{url}
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", url}
	}
	command := exec.Command(name, args...)
	detach(command)
	return command
}
