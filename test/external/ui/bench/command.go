package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/meshwork-dev/meshwork/test/lib/cluster"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// command is a running kubectl meshwork ui.
type command struct {
	*cluster.Process
	started time.Time
	// listening is the time at which it had printed its address.
	listening time.Time
	// base and token are the parts of the address.
	base, token string
}

var (
	addressPattern = regexp.MustCompile(`(http://\S+)/#token=(\S+)`)
	// heapPattern matches the heap sizes in a line of gctrace; the last one is the live heap.
	heapPattern      = regexp.MustCompile(`(\d+)->(\d+)->(\d+) MB`)
	goroutinePattern = regexp.MustCompile(`(?m)^goroutine \d+`)
)

func startCommand(ctx context.Context, in *cluster.Cluster, name string) (*command, error) {
	kubeconfig := filepath.Join(in.LogDir(), "kubeconfig")
	if err := in.WriteKubeconfig(kubeconfig); err != nil {
		return nil, err
	}
	c := &command{started: time.Now()}
	var err error
	c.Process, err = in.StartProgram(cluster.Program{
		Name: name, Path: kit.Path("bin", "kubectl-meshwork"), Args: []string{"ui", "--no-open", "--kubeconfig=" + kubeconfig},
		Env: append(os.Environ(), "GODEBUG=gctrace=1", "GOTRACEBACK=all"),
	})
	if err != nil {
		return nil, err
	}
	for ctx.Err() == nil {
		log, err := c.Log()
		if err != nil {
			return nil, err
		}
		if found := addressPattern.FindStringSubmatch(log); found != nil {
			c.base, c.token, c.listening = found[1], found[2], time.Now()
			return c, nil
		}
		select {
		case <-c.Done():
			return nil, errors.New(log)
		case <-time.After(5 * time.Millisecond):
		}
	}
	return nil, ctx.Err()
}

func (c *command) address(route string) string { return c.base + route + "#token=" + c.token }

// heap returns the size of the live heap after the last garbage collection, in bytes.
func (c *command) heap() (float64, error) {
	log, err := c.Log()
	if err != nil {
		return 0, err
	}
	all := heapPattern.FindAllStringSubmatch(log, -1)
	if len(all) == 0 {
		return 0, nil
	}
	megabytes, err := strconv.Atoi(all[len(all)-1][3])
	return float64(megabytes) * (1 << 20), err
}

// end ends the command, and returns the number of its goroutines.
func (c *command) end() (int, error) {
	if err := syscall.Kill(c.PID(), syscall.SIGQUIT); err != nil {
		return 0, err
	}
	<-c.Done()
	log, err := c.Log()
	if err != nil {
		return 0, err
	}
	_, dump, _ := strings.Cut(log, "SIGQUIT")
	return len(goroutinePattern.FindAllString(dump, -1)), nil
}
