package install

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/intstr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/meshwork-dev/meshwork/test/cluster"
	"github.com/meshwork-dev/meshwork/test/kit"
)

// kubelet runs the Pods of Meshwork as processes of the manager's binary, with exactly
// the arguments, the environment and the ServiceAccount of their one container. kwok
// plays the other Pods.
type kubelet struct {
	api     client.Client
	cluster *cluster.Cluster
	binary  string

	mutex sync.Mutex
	pods  map[types.UID]*runningPod
	// begun is how many Pods were started: each has its own address.
	begun int
}

type runningPod struct {
	*cluster.Process
	address string
}

// pollInterval is how often the kubelet checks its processes.
const pollInterval = 200 * time.Millisecond

// Reconcile starts or stops the process of a Pod, and reports its state in the status
// of the Pod.
func (k *kubelet) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	pod := &corev1.Pod{}
	if err := k.api.Get(ctx, request.NamespacedName, pod); err != nil {
		return reconcile.Result{}, client.IgnoreNotFound(err)
	}
	if pod.Labels["app.kubernetes.io/name"] != "meshwork" || pod.Spec.NodeName == "" {
		return reconcile.Result{}, nil
	}
	running := k.running(pod.UID)
	if pod.DeletionTimestamp != nil {
		return reconcile.Result{}, k.end(ctx, pod, running)
	}
	if ended(pod) {
		return reconcile.Result{}, nil
	}
	if running == nil {
		var err error
		if running, err = k.begin(ctx, pod); err != nil {
			return reconcile.Result{}, err
		}
	}
	return reconcile.Result{RequeueAfter: pollInterval}, k.report(ctx, pod, running)
}

func ended(pod *corev1.Pod) bool {
	return pod.Status.Phase == corev1.PodSucceeded || pod.Status.Phase == corev1.PodFailed
}

func (k *kubelet) running(uid types.UID) *runningPod {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	return k.pods[uid]
}

// begin starts the process. Each Pod has its own loopback address, so that it can
// serve the ports in its arguments.
func (k *kubelet) begin(ctx context.Context, pod *corev1.Pod) (*runningPod, error) {
	kubeconfig := filepath.Join(k.cluster.LogDir(), pod.Name+".kubeconfig")
	if err := k.cluster.ServiceAccountKubeconfig(ctx, pod.Namespace, pod.Spec.ServiceAccountName, kubeconfig); err != nil {
		return nil, err
	}
	k.mutex.Lock()
	defer k.mutex.Unlock()
	k.begun++
	running := &runningPod{address: fmt.Sprintf("127.77.0.%d", k.begun)}
	container := pod.Spec.Containers[0]
	environment, err := environmentOf(pod, container, running.address)
	if err != nil {
		return nil, err
	}
	args := []string{"-i", "KUBECONFIG=" + kubeconfig}
	for name, value := range environment {
		args = append(args, name+"="+value)
	}
	args = append(args, k.binary)
	for _, arg := range container.Args {
		args = append(args, expand(arg, environment))
	}
	if running.Process, err = k.cluster.StartProcess(pod.Name, "/usr/bin/env", args...); err != nil {
		return nil, err
	}
	k.pods[pod.UID] = running
	return running, nil
}

// environmentOf returns the environment of a container. It supports the sources of
// variables that a manager may have.
func environmentOf(pod *corev1.Pod, container corev1.Container, address string) (map[string]string, error) {
	fields := map[string]string{"metadata.name": pod.Name, "metadata.namespace": pod.Namespace, "status.podIP": address}
	environment := map[string]string{}
	for _, variable := range container.Env {
		environment[variable.Name] = variable.Value
		if variable.ValueFrom == nil {
			continue
		}
		value, found := "", false
		if variable.ValueFrom.FieldRef != nil {
			value, found = fields[variable.ValueFrom.FieldRef.FieldPath]
		}
		if !found {
			return nil, fmt.Errorf("variable %s of Pod %s comes from where this kubelet does not look", variable.Name, pod.Name)
		}
		environment[variable.Name] = value
	}
	return environment, nil
}

// expand replaces $(NAME), as a kubelet does.
func expand(arg string, environment map[string]string) string {
	for name, value := range environment {
		arg = strings.ReplaceAll(arg, "$("+name+")", value)
	}
	return arg
}

// end stops the process, and then deletes the Pod.
func (k *kubelet) end(ctx context.Context, pod *corev1.Pod, running *runningPod) error {
	var stopErr error
	if running != nil {
		stopErr = running.Stop()
	}
	err := k.api.Delete(ctx, pod, client.GracePeriodSeconds(0), client.Preconditions{UID: &pod.UID})
	return errors.Join(stopErr, client.IgnoreNotFound(err))
}

func (k *kubelet) report(ctx context.Context, pod *corev1.Pod, running *runningPod) error {
	before := pod.DeepCopy()
	kit.RunningAt(running.address)(pod)
	select {
	case <-running.Done():
		pod.Status.Phase = corev1.PodSucceeded
		if running.Err() != nil {
			pod.Status.Phase, pod.Status.Message = corev1.PodFailed, running.Err().Error()
		}
		kit.Readiness(false)(pod)
	default:
		kit.Readiness(isReady(ctx, pod, running.address))(pod)
	}
	if equality.Semantic.DeepEqual(before.Status, pod.Status) {
		return nil
	}
	return client.IgnoreNotFound(k.api.Status().Patch(ctx, pod, client.MergeFrom(before)))
}

// isReady runs the readiness probe.
func isReady(ctx context.Context, pod *corev1.Pod, address string) bool {
	container := pod.Spec.Containers[0]
	if container.ReadinessProbe == nil {
		return true
	}
	probe := container.ReadinessProbe.HTTPGet
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, fmt.Sprintf("http://%s:%d%s", address, portOf(container, probe.Port), probe.Path), http.NoBody)
	if err != nil {
		return false
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return false
	}
	_ = response.Body.Close()
	return response.StatusCode == http.StatusOK
}

func portOf(container corev1.Container, port intstr.IntOrString) int32 {
	for _, named := range container.Ports {
		if named.Name == port.StrVal {
			return named.ContainerPort
		}
	}
	return port.IntVal
}

func kubeletOptions() controller.Options {
	return controller.Options{MaxConcurrentReconciles: 4}
}
