package events

import (
	"context"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/meshwork-dev/meshwork/controllers/cache"
	"github.com/meshwork-dev/meshwork/pkg/finding"
)

// ServiceRecorder is the endpointslice.EventRecorder of a controller. The owner of
// EndpointSlices is a Service or Endpoints; the events are written on the Service
// of that name.
type ServiceRecorder struct {
	reporter *Reporter
	cached   client.Reader
}

// NewServiceRecorder returns a ServiceRecorder that finds the Services in a cache.
func NewServiceRecorder(reporter *Reporter, cached client.Reader) ServiceRecorder {
	return ServiceRecorder{reporter, cached}
}

// writeTimeout bounds the writing of one event.
const writeTimeout = 10 * time.Second

// Eventf implements endpointslice.EventRecorder.
func (s ServiceRecorder) Eventf(regarding, _ runtime.Object, eventType, reason, _, note string, args ...any) {
	ctx, cancel := context.WithTimeout(context.Background(), writeTimeout)
	defer cancel()
	owner, err := meta.Accessor(regarding)
	if err != nil {
		return // cannot happen: every owner has metadata
	}
	name := types.NamespacedName{Namespace: owner.GetNamespace(), Name: owner.GetName()}
	service := cache.Find[corev1.Service](cache.NewLookup(ctx, s.cached), name)
	if service == nil {
		return
	}
	message := finding.Clip(fmt.Sprintf(note, args...), finding.RoomForAll)
	// After a restart the reconciler repeats events that exist.
	if err := s.reporter.write(ctx, service, finding.Finding{Type: eventType, Reason: reason, Message: message}, false); err != nil {
		log.Log.Error(err, "could not write an event", "service", name, "reason", reason, "message", message)
	}
}
