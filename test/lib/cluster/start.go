package cluster

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"golang.org/x/sync/errgroup"
	"sigs.k8s.io/controller-runtime/pkg/envtest"
)

// start starts the parts in the order of their dependencies. The CRDs exist before
// kube-controller-manager starts, whose garbage collector would otherwise notice them
// half a minute later.
func (c *Cluster) start(ctx context.Context) error {
	credentials, err := c.makeCredentials()
	if err != nil {
		return err
	}
	etcd, err := c.etcd()
	if err != nil {
		return err
	}
	if err := c.run(ctx, etcd); err != nil {
		return err
	}
	apiServer, err := c.apiServer(etcd.address, credentials)
	if err != nil {
		return err
	}
	if err := c.run(ctx, apiServer); err != nil {
		return err
	}
	if err := c.useAdministrator(apiServer.address, credentials); err != nil {
		return err
	}
	if err := c.installCRDs(); err != nil {
		return err
	}
	return c.startControllers(ctx, credentials)
}

func (c *Cluster) startControllers(ctx context.Context, credentials credentials) error {
	controllers, err := c.controllers(credentials)
	if err != nil {
		return err
	}
	group, ctx := errgroup.WithContext(ctx)
	for _, controller := range controllers {
		group.Go(func() error { return c.run(ctx, controller) })
	}
	if c.options.Nodes > 0 {
		group.Go(func() error { return c.createNodes(ctx) })
	}
	return group.Wait()
}

// run starts a part of the control plane and returns when it answers.
func (c *Cluster) run(ctx context.Context, component component) error {
	begin := time.Now()
	process, err := c.StartProcess(component.name, filepath.Join(c.assets, component.name), component.args...)
	if err != nil {
		return err
	}
	c.mutex.Lock()
	c.components = append(c.components, process)
	c.recipes[component.name] = component
	c.mutex.Unlock()

	if err := waitUntilHealthy(ctx, process, component.healthURL); err != nil {
		return err
	}
	c.progress("%s is ready after %.1fs", component.name, time.Since(begin).Seconds())
	return nil
}

func (c *Cluster) installCRDs() error {
	if len(c.options.CRDDirectories) == 0 {
		return nil
	}
	_, err := envtest.InstallCRDs(c.Config(), envtest.CRDInstallOptions{
		Paths:              c.options.CRDDirectories,
		ErrorIfPathMissing: true,
		MaxTime:            startTimeout,
	})
	if err != nil {
		return fmt.Errorf("installing the CustomResourceDefinitions of %v: %w", c.options.CRDDirectories, err)
	}
	return nil
}

func (c *Cluster) progress(format string, args ...any) {
	if c.options.Progress == nil {
		return
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	// Progress is a courtesy: a writer that fails must not fail the start.
	_, _ = fmt.Fprintf(c.options.Progress, format+"\n", args...)
}
