package shadow

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/watch"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// recorder records all events of EndpointSlices, Services and Pods, from one watch
// of each kind.
type recorder struct {
	mutex  sync.Mutex
	events []event
	// live is approximate: the watches are not synchronized with each other.
	live *ledger
}

// startRecorder returns a recorder that knows the existing objects. It records
// until the context ends.
func startRecorder(ctx context.Context) *recorder {
	GinkgoHelper()
	r := &recorder{live: newLedger(kit.EndpointController)}
	for _, list := range []client.ObjectList{&corev1.PodList{}, &corev1.ServiceList{}, &discoveryv1.EndpointSliceList{}} {
		Expect(kit.Follow(ctx, api, list, func(e watch.Event) {
			defer GinkgoRecover()
			Expect(r.record(e)).To(Succeed())
		})).To(Succeed())
	}
	return r
}

// record adds an event. It returns an error if the watch has failed.
func (r *recorder) record(e watch.Event) error {
	now := time.Now()
	if e.Type == watch.Error {
		return apierrors.FromObject(e.Object)
	}
	object := e.Object.(client.Object)
	version, err := strconv.ParseUint(object.GetResourceVersion(), 10, 64)
	if err != nil {
		return err
	}
	happened := event{moment: moment{version: version, at: now}, object: object, deleted: e.Type == watch.Deleted}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.events = append(r.events, happened)
	r.live.apply(happened)
	return nil
}

// is returns a function that reports whether a condition holds at that moment.
func (r *recorder) is(so func(*ledger) bool) func() bool {
	return func() bool {
		r.mutex.Lock()
		defer r.mutex.Unlock()
		return so(r.live)
	}
}

// write writes all events to a file, in the order in which they happened, to be
// read after a failure.
func (r *recorder) write(path string) {
	GinkgoHelper()
	r.mutex.Lock()
	defer r.mutex.Unlock()
	var text strings.Builder
	for _, e := range ordered(r.events) {
		fmt.Fprintln(&text, e)
	}
	Expect(os.WriteFile(path, []byte(text.String()), 0o600)).To(Succeed())
}

// ledger returns the exact ledger of all events so far.
func (r *recorder) ledger() *ledger {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return replay(kit.EndpointController, r.events)
}
