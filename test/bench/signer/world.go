package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	certificatesv1 "k8s.io/api/certificates/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

const (
	namespaces = 20
	workers    = 32
	meshName   = "default"
)

// world is a Mesh with Pods that mount a certificate.
type world struct {
	api      client.WithWatch
	accounts []*corev1.ServiceAccount
	pods     []*corev1.Pod
}

func (w *world) create(ctx context.Context, pods int) error {
	if err := w.api.Create(ctx, kit.Mesh(meshName, kit.WithBackends("ca-1"))); err != nil {
		return err
	}
	if err := w.api.Create(ctx, kit.Node(kit.NodeName)); err != nil {
		return err
	}
	for i := range namespaces {
		name := fmt.Sprintf("bench-%d", i)
		account := &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Namespace: name, Name: "web"}}
		for _, object := range []client.Object{
			&corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: name}}, account, kit.Service(name, "web", kit.InMesh(meshName)),
		} {
			if err := w.api.Create(ctx, object); err != nil {
				return err
			}
		}
		w.accounts = append(w.accounts, account)
	}
	w.pods = make([]*corev1.Pod, pods)
	return parallel(ctx, pods, func(i int) error {
		w.pods[i] = kit.Pod(w.accounts[i%namespaces].Namespace, fmt.Sprintf("web-%d", i), "web", kit.MountingCertificate("web"))
		return w.api.Create(ctx, w.pods[i])
	})
}

// request creates the requests of some Pods.
func (w *world) request(ctx context.Context, from, count int) error {
	key := kit.NewKey() // one for all: key generation is not measured
	return parallel(ctx, count, func(i int) error {
		return w.api.Create(ctx, kit.CertificateRequest(w.pods[from+i], w.accounts[(from+i)%namespaces], key))
	})
}

// untilIssued returns when the number of certificates has been issued.
func (w *world) untilIssued(ctx context.Context, count int) error {
	issued, err := w.api.Watch(ctx, &certificatesv1.PodCertificateRequestList{}, &client.ListOptions{})
	if err != nil {
		return err
	}
	defer issued.Stop()
	for done := map[string]bool{}; len(done) < count; {
		event, open := <-issued.ResultChan()
		if !open || event.Type == watch.Error {
			return fmt.Errorf("the watch ended: %v", event.Object)
		}
		if request, is := event.Object.(*certificatesv1.PodCertificateRequest); is && request.Status.CertificateChain != "" {
			done[request.Namespace+"/"+request.Name] = true
		}
	}
	return nil
}

// oneByOne returns the durations of requests that are sent one by one, in increasing order.
func (w *world) oneByOne(ctx context.Context, from, count int) ([]time.Duration, error) {
	var waits []time.Duration
	for i := range count {
		var before certificatesv1.PodCertificateRequestList
		if err := w.api.List(ctx, &before, client.Limit(1)); err != nil {
			return nil, err
		}
		// Watch only from here on: there are many earlier requests.
		issued, err := w.api.Watch(ctx, &certificatesv1.PodCertificateRequestList{}, &client.ListOptions{Raw: &metav1.ListOptions{ResourceVersion: before.ResourceVersion}})
		if err != nil {
			return nil, err
		}
		begin := time.Now()
		if err := w.request(ctx, from+i, 1); err != nil {
			return nil, err
		}
		pod := w.pods[from+i].Name
		for event := range issued.ResultChan() {
			request, is := event.Object.(*certificatesv1.PodCertificateRequest)
			if is && request.Spec.PodName == pod && request.Status.CertificateChain != "" {
				break
			}
		}
		waits = append(waits, time.Since(begin))
		issued.Stop()
	}
	slices.Sort(waits)
	return waits, nil
}

func milliseconds(sorted []time.Duration, percentile int) float64 {
	return float64(sorted[(len(sorted)-1)*percentile/100].Microseconds()) / 1000
}

func parallel(ctx context.Context, count int, do func(int) error) error {
	errs := make([]error, count)
	workqueue.ParallelizeUntil(ctx, workers, count, func(i int) { errs[i] = do(i) })
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}
