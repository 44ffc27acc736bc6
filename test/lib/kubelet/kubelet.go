// Package kubelet is a small kubelet. It runs the one container of each Pod as a process,
// probes its readiness, and reports its status as a kubelet does. A Runtime implements
// containers and their network.
//
// A container that ends is not restarted: the Pod is then Succeeded or Failed, whatever
// its restartPolicy.
package kubelet

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"

	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/rest"
	toolscache "k8s.io/client-go/tools/cache"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/test/lib/cluster"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// Runtime runs Pods.
type Runtime interface {
	// CreateSandbox gives a Pod its network. After an error, it is called again later.
	CreateSandbox(ctx context.Context, pod *corev1.Pod) (Sandbox, error)
}

// Sandbox is the environment of a Pod's container.
type Sandbox interface {
	// PodIPs and HostIPs are the addresses of the Pod and of its Node.
	PodIPs() []string
	HostIPs() []string
	// Annotations are added to the Pod, such as the status of its networks.
	Annotations() map[string]string
	// StartContainer starts the program of the container.
	StartContainer(ctx context.Context, container Container) (*cluster.Process, error)
	// DialContext connects from the Node, for probes.
	DialContext(ctx context.Context, network, address string) (net.Conn, error)
	// Remove ends the sandbox. The container has ended.
	Remove() error
}

// Container is the part of a container's spec that a Runtime needs, with variables expanded.
type Container struct {
	Image string
	Args  []string
	// Env is the whole environment, each as NAME=value.
	Env []string
	// Mounts are the projected volumes of the container.
	Mounts []Mount
}

// Mount makes a directory visible to a container.
type Mount struct {
	// Source is the directory, and Target its read-only path in the container.
	Source, Target string
}

// ProbeGRPC asks a gRPC health service through a dialer.
type ProbeGRPC func(ctx context.Context, dial Dial, address, service string) error

// Dial connects to an address.
type Dial func(ctx context.Context, network, address string) (net.Conn, error)

// Options describes a kubelet.
type Options struct {
	// Config is the access to the cluster.
	Config  *rest.Config
	Runtime Runtime
	// Nodes are created, and get heartbeats. The kubelet runs the Pods of all Nodes,
	// including other Nodes.
	Nodes []*corev1.Node
	// Pods selects the Pods that it runs. Nil selects all.
	Pods labels.Selector
	// VolumeDir is a directory for the projected volumes of the Pods. Without it, Pods with
	// such a volume do not start.
	VolumeDir string
	// ProbeGRPC runs the gRPC probes. Without it, Pods with such a probe do not start.
	ProbeGRPC ProbeGRPC
	// Log receives errors after which the kubelet retries.
	Log logr.Logger
}

// Kubelet runs the Pods of several Nodes.
type Kubelet struct {
	options Options
	api     client.Client
	// running ends with Stop.
	running  context.Context
	stop     context.CancelFunc
	routines sync.WaitGroup
	// objects are watched by need.
	objects cache.Cache
	// watchTrustBundles watches the ClusterTrustBundles, once.
	watchTrustBundles func() error

	mutex   sync.Mutex
	workers map[types.UID]*worker
}

// Start registers the Nodes and runs Pods until Stop. The context bounds the start alone.
func Start(ctx context.Context, options Options) (*Kubelet, error) {
	api, err := client.New(options.Config, client.Options{Scheme: kit.Scheme()})
	if err != nil {
		return nil, err
	}
	k := &Kubelet{options: options, api: api, workers: map[types.UID]*worker{}}
	k.watchTrustBundles = sync.OnceValue(k.followTrustBundles)
	k.running, k.stop = context.WithCancel(context.WithoutCancel(ctx))
	if err := errors.Join(k.registerNodes(ctx), k.watchPods(ctx)); err != nil {
		k.Stop()
		return nil, err
	}
	return k, nil
}

// Stop kills all containers and removes their sandboxes. It writes nothing to the cluster.
func (k *Kubelet) Stop() {
	k.stop()
	k.routines.Wait()
}

// Sandbox returns the sandbox of a Pod that runs.
func (k *Kubelet) Sandbox(pod types.UID) (Sandbox, bool) {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	w, found := k.workers[pod]
	if !found || w.sandbox == nil {
		return nil, false
	}
	return w.sandbox, true
}

// goRun starts a function that Stop waits for.
func (k *Kubelet) goRun(function func()) { k.routines.Go(function) }

func (k *Kubelet) watchPods(ctx context.Context) error {
	var err error
	k.objects, err = cache.New(k.options.Config, cache.Options{
		Scheme: kit.Scheme(),
		ByObject: map[client.Object]cache.ByObject{&corev1.Pod{}: {
			Field: fields.OneTermNotEqualSelector("spec.nodeName", ""), Label: k.options.Pods,
		}},
	})
	if err != nil {
		return err
	}
	informer, err := k.objects.GetInformer(ctx, &corev1.Pod{}, cache.BlockUntilSynced(false))
	if err != nil {
		return err
	}
	_, err = informer.AddEventHandler(toolscache.ResourceEventHandlerFuncs{
		AddFunc:    func(object any) { k.observe(object.(*corev1.Pod)) },
		UpdateFunc: func(_, object any) { k.observe(object.(*corev1.Pod)) },
		DeleteFunc: k.observeGone,
	})
	if err != nil {
		return err
	}
	k.goRun(func() {
		if err := k.objects.Start(k.running); err != nil {
			k.options.Log.Error(err, "watching the cluster")
		}
	})
	if !k.objects.WaitForCacheSync(ctx) {
		return fmt.Errorf("listing the Pods: %w", ctx.Err())
	}
	return nil
}

// observe passes the state of a Pod to its worker.
func (k *Kubelet) observe(pod *corev1.Pod) {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	w, found := k.workers[pod.UID]
	if !found {
		if ended(pod) && pod.DeletionTimestamp == nil {
			return
		}
		w = newWorker(k, pod)
		k.workers[pod.UID] = w
		k.goRun(w.run)
	}
	if pod.DeletionTimestamp != nil {
		w.delete(pod)
	}
}

// observeGone passes on that a Pod no longer exists.
func (k *Kubelet) observeGone(object any) {
	if unknown, isUnknown := object.(toolscache.DeletedFinalStateUnknown); isUnknown {
		object = unknown.Obj
	}
	pod, isPod := object.(*corev1.Pod)
	if !isPod {
		return
	}
	k.mutex.Lock()
	defer k.mutex.Unlock()
	if w, found := k.workers[pod.UID]; found {
		w.gone()
		delete(k.workers, pod.UID)
	}
}

func ended(pod *corev1.Pod) bool {
	return pod.Status.Phase == corev1.PodSucceeded || pod.Status.Phase == corev1.PodFailed
}
