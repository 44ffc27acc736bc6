package cluster

import (
	"context"
	"fmt"
	"slices"
	"syscall"
)

// KillComponent kills a part of the control plane, such as "kube-apiserver", as a
// crash would. Until StartComponent, the cluster is without it.
func (c *Cluster) KillComponent(name string) error {
	c.mutex.Lock()
	at := slices.IndexFunc(c.components, func(p *Process) bool { return p.Name() == name })
	if at < 0 {
		c.mutex.Unlock()
		return fmt.Errorf("%s cannot be killed: no such part of the control plane runs", name)
	}
	process := c.components[at]
	// Stop reports an ended process that is still listed.
	c.components = slices.Delete(c.components, at, at+1)
	c.mutex.Unlock()
	return process.Kill()
}

// StartComponent restarts a part of the control plane that KillComponent has killed,
// at the same address, with the same data and with more arguments, and returns when it answers.
func (c *Cluster) StartComponent(ctx context.Context, name string, args ...string) error {
	c.mutex.Lock()
	recipe, known := c.recipes[name]
	running := slices.ContainsFunc(c.components, func(p *Process) bool { return p.Name() == name })
	c.mutex.Unlock()
	if !known || running {
		return fmt.Errorf("%s cannot be started: it is not a part of the control plane that was killed", name)
	}
	recipe.args = slices.Concat(recipe.args, args)
	return c.run(ctx, recipe)
}

// Component returns a part of the control plane, nil if it does not run.
func (c *Cluster) Component(name string) *Process {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for _, process := range c.components {
		if process.Name() == name {
			return process
		}
	}
	return nil
}

// Pause suspends the process: its connections stay open, and it notices nothing.
// Resume it before Stop.
func (p *Process) Pause() error {
	return p.signal(syscall.SIGSTOP)
}

// Resume continues a paused process.
func (p *Process) Resume() error {
	return p.signal(syscall.SIGCONT)
}
