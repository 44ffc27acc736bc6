package cluster

import (
	"context"
	"fmt"
	"slices"
	"syscall"
)

// KillComponent ends a part of the control plane, such as "kube-apiserver", at
// once, as a crash would. Until StartComponent, the cluster is without it.
func (c *Cluster) KillComponent(name string) error {
	c.mutex.Lock()
	at := slices.IndexFunc(c.components, func(p *Process) bool { return p.Name() == name })
	if at < 0 {
		c.mutex.Unlock()
		return fmt.Errorf("%s cannot be killed: no such part of the control plane runs", name)
	}
	process := c.components[at]
	// Stop reports those that are still listed when they have ended.
	c.components = slices.Delete(c.components, at, at+1)
	c.mutex.Unlock()
	return process.Kill()
}

// StartComponent starts a part of the control plane again that KillComponent has
// ended, at the same address and with the same data, and returns when it answers.
func (c *Cluster) StartComponent(ctx context.Context, name string) error {
	c.mutex.Lock()
	recipe, known := c.recipes[name]
	running := slices.ContainsFunc(c.components, func(p *Process) bool { return p.Name() == name })
	c.mutex.Unlock()
	if !known || running {
		return fmt.Errorf("%s cannot be started: it is not a part of the control plane that was killed", name)
	}
	return c.run(ctx, recipe)
}

// Pause stops the process where it stands, without ending it: its connections
// stay, and it notices nothing. Resume it before Stop.
func (p *Process) Pause() error {
	return p.signal(syscall.SIGSTOP)
}

// Resume lets a paused process go on.
func (p *Process) Resume() error {
	return p.signal(syscall.SIGCONT)
}
