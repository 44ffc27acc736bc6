package live

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

const (
	// probePeriod is the time between the end of a probe and the next one.
	probePeriod = 2 * time.Second
	// probeTimeout is the longest wait for an answer. With probePeriod, silence is noticed 8 s
	// after the last answer.
	probeTimeout = 6 * time.Second
)

// Probe asks the API server every few seconds for one Service, until the context ends. A
// watch cannot replace it: if nothing changes, a watch is as silent as a server that hangs.
// Every user of the page may list Services in the shown namespaces.
func (c *Cluster) Probe(ctx context.Context) {
	wait.UntilWithContext(ctx, func(ctx context.Context) {
		timeout, cancel := context.WithTimeout(ctx, probeTimeout)
		defer cancel()
		services := &metav1.PartialObjectMetadataList{}
		services.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("ServiceList"))
		err := c.client.List(timeout, services, client.InNamespace(c.options.Scope), client.Limit(1))
		if ctx.Err() == nil {
			c.probed(err)
		}
	}, probePeriod)
}

// probed records the result of a probe.
func (c *Cluster) probed(err error) {
	c.mutex.Lock()
	if c.unanswered = silenceOf(err); c.unanswered == nil {
		c.lastAnswer = time.Now()
	}
	isNews := c.updateConnection()
	c.mutex.Unlock()
	if isNews {
		c.options.Reported(false)
	}
}

// silenceOf returns nil if the API server has answered, even if it refused the request.
func silenceOf(err error) error {
	var status apierrors.APIStatus
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("no answer within %s", probeTimeout)
	case errors.As(err, &status) && status.Status().Code < http.StatusInternalServerError:
		return nil
	}
	return err
}
