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

// serviceEvents lets the reconciler of EndpointSlices say something about an
// owner, a Service or Endpoints: it becomes an event on the Service of that name.
type ServiceEvents struct {
	Reporter *EventReporter
	Reader   client.Reader
}

// eventTimeout bounds the writing of one event.
const eventTimeout = 10 * time.Second

// Eventf implements endpointslice.EventRecorder.
func (e ServiceEvents) Eventf(regarding, _ runtime.Object, eventType, reason, _, note string, args ...any) {
	ctx, cancel := context.WithTimeout(context.Background(), eventTimeout)
	defer cancel()
	owner, err := meta.Accessor(regarding)
	if err != nil {
		return // never: an owner has a name
	}
	name := types.NamespacedName{Namespace: owner.GetNamespace(), Name: owner.GetName()}
	service := cache.Find[corev1.Service](&cache.CacheLookup{Ctx: ctx, Reader: e.Reader}, name)
	if service == nil {
		return
	}
	message := finding.Clip(fmt.Sprintf(note, args...), finding.RoomForAll)
	// After a restart the reconciler says again what stands already.
	if err := e.Reporter.say(ctx, service, finding.Finding{Type: eventType, Reason: reason, Message: message}, false); err != nil {
		log.Log.Error(err, "an event could not be written", "service", name, "reason", reason, "message", message)
	}
}
