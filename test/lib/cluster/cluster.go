// Package cluster starts a real Kubernetes control plane on the loopback
// interface, and the programs that are tested against it. No other package of this
// project starts and stops a control plane.
package cluster

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
)

// Options describes a cluster. Its zero value is etcd and kube-apiserver: enough for a
// test that plays the controllers and kubelets itself.
type Options struct {
	// ControllerManager starts kube-controller-manager.
	ControllerManager bool
	// Controllers are the controllers that kube-controller-manager runs, as in its argument
	// --controllers. By default, it runs all controllers that work without kubelets.
	Controllers string
	// Scheduler starts kube-scheduler.
	Scheduler bool
	// Kwok starts kwok, which plays the kubelets of all Nodes.
	Kwok bool
	// Nodes is the number of Nodes to create. It needs Kwok.
	Nodes int
	// Heartbeats is set if the caller's kubelets send heartbeats for their Nodes. The
	// node lifecycle controller then treats a Node without them as failed.
	Heartbeats bool

	// CRDDirectories hold the CustomResourceDefinitions to install before any
	// controller starts.
	CRDDirectories []string

	// APIServerArgs, ControllerManagerArgs, SchedulerArgs and KwokArgs are added to
	// the program's arguments; of an argument given twice, the added one counts. The
	// exception are lists, such as --controllers, which are joined.
	APIServerArgs         []string
	ControllerManagerArgs []string
	SchedulerArgs         []string
	KwokArgs              []string

	// LogDir receives one file per process, <name>.log. When it is empty, the
	// logs lie in a temporary directory that Stop removes.
	LogDir string
	// Progress receives a line for each part that is ready, with the time it took. It may be
	// nil.
	Progress io.Writer
}

// Cluster is a Kubernetes cluster: one that Start started, or an existing one
// that Connect found.
type Cluster struct {
	options    Options
	assets     string
	directory  string
	config     *rest.Config
	kubeconfig clientcmdapi.Config
	// clients is nil for a cluster that Connect found.
	clients *clientAuthority

	mutex sync.Mutex
	// recipes are the parts of the control plane by their names, and components the running
	// ones.
	recipes    map[string]component
	components []*Process

	processes []*Process
	stopped   bool
}

// Start starts a cluster and returns when everything in it answers. After a failure, it stops
// all processes, and the error shows the last lines of the log of the process at fault. The
// context bounds the start alone: the cluster lives until Stop.
func Start(ctx context.Context, options Options) (*Cluster, error) {
	if options.Nodes > 0 && !options.Kwok {
		return nil, errors.New("a cluster without kwok has no Nodes: set Options.Kwok, or Options.Nodes to 0")
	}
	assets, err := Assets()
	if err != nil {
		return nil, err
	}
	c := &Cluster{options: options, assets: assets, recipes: map[string]component{}}
	if err := c.makeDirectories(); err != nil {
		return nil, errors.Join(err, c.Stop())
	}
	if err := c.start(ctx); err != nil {
		return nil, errors.Join(err, c.Stop())
	}
	return c, nil
}

// Connect uses an existing cluster. Nothing of it is started or stopped; Stop ends only the
// processes of StartProcess. LogDir is as in Options.
func Connect(kubeconfig, logDir string) (*Cluster, error) {
	loaded, err := clientcmd.LoadFromFile(kubeconfig)
	if err != nil {
		return nil, fmt.Errorf("reading the kubeconfig %s: %w", kubeconfig, err)
	}
	if err := clientcmdapi.MinifyConfig(loaded); err != nil {
		return nil, fmt.Errorf("reading the kubeconfig %s: %w", kubeconfig, err)
	}
	if err := clientcmdapi.FlattenConfig(loaded); err != nil {
		return nil, fmt.Errorf("reading the files that the kubeconfig %s names: %w", kubeconfig, err)
	}
	config, err := restConfig(*loaded)
	if err != nil {
		return nil, fmt.Errorf("using the kubeconfig %s: %w", kubeconfig, err)
	}

	// Without assets, kubectl is looked up in the PATH.
	assets, _ := Assets()
	c := &Cluster{options: Options{LogDir: logDir}, assets: assets, kubeconfig: *loaded, config: config}
	if err := errors.Join(c.makeDirectories(), c.WriteKubeconfig(c.kubeconfigPath())); err != nil {
		return nil, errors.Join(err, c.Stop())
	}
	return c, nil
}

// Config returns a copy of the administrator's access to the cluster.
func (c *Cluster) Config() *rest.Config {
	return rest.CopyConfig(c.config)
}

// LogDir returns the directory with one log file per process.
func (c *Cluster) LogDir() string {
	return c.options.LogDir
}

// StartProcess starts a program that Stop ends before the control plane. Its output
// goes to <LogDir>/<name>.log. A program that is started again under the same name
// appends to the file.
func (c *Cluster) StartProcess(name, path string, args ...string) (*Process, error) {
	return c.StartProgram(Program{Name: name, Path: path, Args: args})
}

// StartProgram is StartProcess for a program that needs more than arguments.
func (c *Cluster) StartProgram(program Program) (*Process, error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.stopped {
		return nil, fmt.Errorf("%s cannot be started: the cluster is stopped", program.Name)
	}
	p, err := startProcess(program, filepath.Join(c.LogDir(), program.Name+".log"))
	if err != nil {
		return nil, err
	}
	c.processes = append(c.processes, p)
	return p, nil
}

// Processes returns all processes that were started, in that order.
func (c *Cluster) Processes() []*Process {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return slices.Clone(c.processes)
}

// Stop ends every process that was started for this cluster, the last one
// first, and removes the temporary files. It returns an error for a part of the
// control plane that had exited on its own. Calling it again does nothing.
func (c *Cluster) Stop() error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.stopped {
		return nil
	}
	c.stopped = true

	var errs []error
	for _, p := range slices.Backward(inOrderOfFirstStart(c.processes)) {
		if slices.Contains(c.components, p) && p.exited() {
			errs = append(errs, p.UnexpectedEnd())
		}
		errs = append(errs, p.Stop())
	}
	if c.directory != "" {
		errs = append(errs, os.RemoveAll(c.directory))
	}
	return errors.Join(errs...)
}

// inOrderOfFirstStart returns the processes in the order in which their names were
// first started, so that the users of the API server are stopped before it even if
// the API server was restarted.
func inOrderOfFirstStart(processes []*Process) []*Process {
	position := map[string]int{}
	for i, p := range slices.Backward(processes) {
		position[p.Name()] = i
	}
	return slices.SortedStableFunc(slices.Values(processes), func(a, b *Process) int {
		return cmp.Compare(position[a.Name()], position[b.Name()])
	})
}

func (c *Cluster) makeDirectories() error {
	directory, err := os.MkdirTemp("", "meshwork-cluster-")
	if err != nil {
		return err
	}
	c.directory = directory
	if c.options.LogDir == "" {
		c.options.LogDir = filepath.Join(directory, "logs")
	}
	return os.MkdirAll(c.options.LogDir, 0o755)
}
