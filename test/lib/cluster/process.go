package cluster

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"time"
)

const (
	stopTimeout  = time.Minute
	logTailLines = 15
)

// Process is a program that runs beside the test.
type Process struct {
	name    string
	logPath string
	command *exec.Cmd
	done    chan struct{}
	err     error
}

// Program describes a process to start.
type Program struct {
	// Name is the name of the process and of its log, <name>.log. A program that is
	// started again under the same name appends to the log.
	Name string
	// Path is the path of the binary, and Args are its arguments.
	Path string
	Args []string
	// Env is the environment, each as NAME=value. Nil is the environment of this process.
	Env []string
	// Stdout receives the standard output in place of the log.
	Stdout io.Writer
	// Within calls start on the same OS thread, prepared as the process needs it: for
	// example, in the network namespace that the process inherits. Nil is no preparation.
	Within func(start func() error) error
}

func startProcess(program Program, logPath string) (*Process, error) {
	log, err := os.OpenFile(logPath, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return nil, fmt.Errorf("opening the log of %s: %w", program.Name, err)
	}
	command := exec.Command(program.Path, program.Args...)
	command.Env = program.Env
	command.Stdout, command.Stderr = log, log
	if program.Stdout != nil {
		command.Stdout = program.Stdout
	}
	command.SysProcAttr = processAttributes()

	p := &Process{name: program.Name, logPath: logPath, command: command, done: make(chan struct{})}
	start := command.Start
	if program.Within != nil {
		start = func() error { return program.Within(command.Start) }
	}
	started := make(chan error)
	go p.run(start, log, started)
	if err := <-started; err != nil {
		return nil, fmt.Errorf("starting %s: %w", program.Name, err)
	}
	return p, nil
}

// run starts the program and stays on the same OS thread until it has ended:
// the kernel ends a child with the thread that forked it, not with the process.
func (p *Process) run(start func() error, log *os.File, started chan<- error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()

	err := start()
	// The child has its own copy of the file.
	_ = log.Close()
	started <- err
	if err != nil {
		return
	}
	p.err = p.command.Wait()
	close(p.done)
}

// Terminate asks the process to end, with SIGTERM, and does not wait for it.
func (p *Process) Terminate() error {
	return p.signal(syscall.SIGTERM)
}

// Stop asks the process to end, kills it if it does not, and returns when it
// has exited. Stopping a process that has ended does nothing.
func (p *Process) Stop() error {
	if err := p.Terminate(); err != nil {
		return err
	}
	timeout := time.NewTimer(stopTimeout)
	defer timeout.Stop()
	select {
	case <-p.done:
		return nil
	case <-timeout.C:
	}
	if err := p.Kill(); err != nil {
		return err
	}
	return fmt.Errorf("%s did not end within %s of SIGTERM and was killed; its log: %s", p.name, stopTimeout, p.logPath)
}

// Kill kills the process, as a crash would, and returns when it has exited.
func (p *Process) Kill() error {
	if err := p.signal(syscall.SIGKILL); err != nil {
		return err
	}
	<-p.done
	return nil
}

// Done returns a channel that is closed when the process has ended.
func (p *Process) Done() <-chan struct{} {
	return p.done
}

// Err returns how the process ended: nil while it runs and after exit code 0.
func (p *Process) Err() error {
	if !p.exited() {
		return nil
	}
	return p.err
}

// PID returns the ID of the process.
func (p *Process) PID() int {
	return p.command.Process.Pid
}

// Name returns the name under which the process was started.
func (p *Process) Name() string {
	return p.name
}

// LogPath returns the path of the file with everything that the process printed.
func (p *Process) LogPath() string {
	return p.logPath
}

func (p *Process) exited() bool {
	select {
	case <-p.done:
		return true
	default:
		return false
	}
}

func (p *Process) signal(signal os.Signal) error {
	if p.exited() {
		return nil
	}
	// os.Process knows when its process has exited, so a number that the kernel
	// has since given to another process gets no signal.
	err := p.command.Process.Signal(signal)
	if err != nil && !errors.Is(err, os.ErrProcessDone) {
		return fmt.Errorf("sending %s to %s: %w", signal, p.name, err)
	}
	return nil
}

// UnexpectedEnd returns an error with the exit status of the process and the end of its log.
func (p *Process) UnexpectedEnd() error {
	ending := "exit status 0"
	if p.err != nil {
		ending = p.err.Error()
	}
	return fmt.Errorf("%s ended unexpectedly: %s\n%s", p.name, ending, p.logTail())
}

func (p *Process) logTail() string {
	content, err := os.ReadFile(p.logPath)
	if err != nil {
		return err.Error()
	}
	lines := strings.Split(strings.TrimSpace(string(content)), "\n")
	tail := lines[max(0, len(lines)-logTailLines):]
	return fmt.Sprintf("the end of %s:\n  %s", p.logPath, strings.Join(tail, "\n  "))
}

// Log returns the output of the process so far.
func (p *Process) Log() (string, error) {
	content, err := os.ReadFile(p.logPath)
	return string(content), err
}
