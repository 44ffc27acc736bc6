package network

import (
	"fmt"
	"io"
	"os/exec"
	"syscall"
)

// script waits for the end of its input, and removes the namespaces with a prefix, and their files.
const script = `cat >/dev/null
for path in /run/netns/"$1"*; do
  [ -e "$path" ] || continue
  umount -l "$path"
  rm -f "$path"
done
rm -rf /etc/netns/"$1"*`

// janitor is a child process that outlives this one, and removes its namespaces and files.
// Its input is a pipe that the kernel closes when this process ends, even if it is killed.
type janitor struct {
	command *exec.Cmd
	input   io.Closer
}

func startJanitor(prefix string) (*janitor, error) {
	command := exec.Command("/bin/sh", "-c", script, "meshwork-janitor", prefix)
	// In a session of its own, it misses the signals of the terminal.
	command.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	input, err := command.StdinPipe()
	if err == nil {
		err = command.Start()
	}
	if err != nil {
		return nil, fmt.Errorf("starting the janitor: %w", err)
	}
	return &janitor{command: command, input: input}, nil
}

// stop makes the janitor remove the remaining namespaces, and waits for it.
func (j *janitor) stop() error {
	_ = j.input.Close()
	if err := j.command.Wait(); err != nil {
		return fmt.Errorf("removing the network namespaces that were left: %w", err)
	}
	return nil
}
