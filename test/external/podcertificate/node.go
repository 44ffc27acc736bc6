// Package podcertificate requests certificates with the code of the kubelet, and with the
// identity of a Node.
package podcertificate

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/kubernetes/scheme"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/tools/record"
	"k8s.io/kubernetes/pkg/kubelet/clustertrustbundle"
	"k8s.io/kubernetes/pkg/kubelet/podcertificate"
	testclock "k8s.io/utils/clock/testing"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/lib/cluster"
)

// Node is the part of a kubelet that gets the certificates of a Node's Pods, with the rights
// of the Node. It runs no Pod.
type Node struct {
	Name string
	// Client has the rights of the Node.
	Client kubernetes.Interface
	// Clock decides when certificates are refreshed.
	Clock *testclock.FakeClock

	certificates *podcertificate.IssuingManager
	roots        clustertrustbundle.Manager
	pods         *podStore
	cancel       context.CancelFunc
	routines     sync.WaitGroup
}

// StartNode starts the kubelet of a Node that exists. It returns when it knows the Node's
// Pods. It knows nothing of the certificates of its predecessor.
func StartNode(ctx context.Context, in *cluster.Cluster, name string) (*Node, error) {
	n := &Node{Name: name, Clock: testclock.NewFakeClock(time.Now())}
	if err := n.connect(in); err != nil {
		return nil, err
	}
	running, cancel := context.WithCancel(context.WithoutCancel(ctx))
	n.cancel = cancel
	if err := n.start(ctx, running); err != nil {
		n.Stop()
		return nil, fmt.Errorf("starting the kubelet of the Node %s: %w", name, err)
	}
	return n, nil
}

func (n *Node) start(ctx, running context.Context) (err error) {
	// A Node may only watch its own objects.
	own := n.informersWith("spec.nodeName", n.Name)
	self := n.informersWith("metadata.name", n.Name)
	bundles := informers.NewSharedInformerFactory(n.Client, 0)
	if n.pods, err = newPodStore(own.Core().V1().Pods().Informer()); err != nil {
		return err
	}
	n.certificates = podcertificate.NewIssuingManager(n.Client, n.pods, n.recorder(running),
		own.Certificates().V1().PodCertificateRequests(), self.Core().V1().Nodes(), types.NodeName(n.Name), n.Clock)
	if n.roots, err = clustertrustbundle.NewGAInformerManager(running, bundles, 256, time.Minute); err != nil {
		return err
	}
	if err := n.pods.follow(running, n.certificates); err != nil {
		return err
	}
	for _, factory := range []informers.SharedInformerFactory{own, self, bundles} {
		factory.Start(running.Done())
		n.routines.Go(func() { <-running.Done(); factory.Shutdown() })
	}
	n.routines.Go(func() { n.certificates.Run(running) })
	if !cache.WaitForCacheSync(ctx.Done(), n.pods.informer.HasSynced, bundles.Certificates().V1().ClusterTrustBundles().Informer().HasSynced) {
		return fmt.Errorf("listing its Pods: %w", ctx.Err())
	}
	return nil
}

func (n *Node) recorder(running context.Context) record.EventRecorder {
	broadcaster := record.NewBroadcaster(record.WithContext(running))
	broadcaster.StartRecordingToSink(&typedcorev1.EventSinkImpl{Interface: n.Client.CoreV1().Events("")})
	return broadcaster.NewRecorder(scheme.Scheme, corev1.EventSource{Component: "kubelet", Host: n.Name})
}

func (n *Node) connect(in *cluster.Cluster) error {
	directory, err := os.MkdirTemp("", "meshwork-node-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(directory) }()
	path := filepath.Join(directory, "kubeconfig")
	if err := in.NodeKubeconfig(n.Name, path); err != nil {
		return err
	}
	config, err := clientcmd.BuildConfigFromFlags("", path)
	if err != nil {
		return err
	}
	// The defaults of a kubelet.
	config.QPS, config.Burst = 50, 100
	n.Client, err = kubernetes.NewForConfig(config)
	return err
}

func (n *Node) informersWith(field, value string) informers.SharedInformerFactory {
	return informers.NewSharedInformerFactoryWithOptions(n.Client, 0, informers.WithTweakListOptions(func(options *metav1.ListOptions) {
		options.FieldSelector = fields.OneTermEqualSelector(field, value).String()
	}))
}

// Stop ends the kubelet. It writes nothing.
func (n *Node) Stop() {
	n.cancel()
	n.routines.Wait()
}

// Credentials returns the key and the chain of the first source of a Pod's first volume.
func (n *Node) Credentials(ctx context.Context, pod *corev1.Pod) (key, chain []byte, err error) {
	return n.certificates.GetPodCertificateCredentialBundle(ctx, pod.Namespace, pod.Name, string(pod.UID), pod.Spec.Volumes[0].Name, 0)
}

// Roots returns the roots of a Mesh, as the kubelet writes them to a volume.
func (n *Node) Roots(ctx context.Context, mesh string) ([]byte, error) {
	selector := &metav1.LabelSelector{MatchLabels: map[string]string{v1alpha1.MeshLabel: mesh}}
	return n.roots.GetTrustAnchorsBySigner(ctx, v1alpha1.SignerName, selector, false)
}

// Refresh checks which certificates have to be refreshed. A kubelet does that every minute
// or two.
func (n *Node) Refresh(ctx context.Context) {
	for _, pod := range n.pods.GetPods() {
		n.certificates.TrackPod(ctx, pod)
	}
}

// podStore has the Pods of the Node.
type podStore struct{ informer cache.SharedIndexInformer }

const byUID = "uid"

func newPodStore(informer cache.SharedIndexInformer) (*podStore, error) {
	return &podStore{informer}, informer.AddIndexers(cache.Indexers{byUID: func(object any) ([]string, error) {
		return []string{string(object.(*corev1.Pod).UID)}, nil
	}})
}

// follow notifies the manager of certificates of Pods that come and go.
func (s *podStore) follow(ctx context.Context, certificates podcertificate.Manager) error {
	_, err := s.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(object any) { certificates.TrackPod(ctx, object.(*corev1.Pod)) },
		DeleteFunc: func(object any) {
			if unknown, isUnknown := object.(cache.DeletedFinalStateUnknown); isUnknown {
				object = unknown.Obj
			}
			certificates.ForgetPod(ctx, object.(*corev1.Pod))
		},
	})
	return err
}

// GetPodByUID implements podcertificate.PodManager.
func (s *podStore) GetPodByUID(uid types.UID) (*corev1.Pod, bool) {
	found, err := s.informer.GetIndexer().ByIndex(byUID, string(uid))
	if err != nil || len(found) == 0 {
		return nil, false
	}
	return found[0].(*corev1.Pod), true
}

// GetPods implements podcertificate.PodManager.
func (s *podStore) GetPods() []*corev1.Pod {
	var pods []*corev1.Pod
	for _, object := range s.informer.GetStore().List() {
		pods = append(pods, object.(*corev1.Pod))
	}
	return pods
}
