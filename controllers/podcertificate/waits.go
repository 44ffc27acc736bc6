package podcertificate

import (
	"sync"
	"time"

	certificatesv1 "k8s.io/api/certificates/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// waits remembers the requests that wait. It starts anew with each process.
type waits struct {
	mutex sync.Mutex
	known map[types.NamespacedName]*wait
}

// wait is the wait of one request. Only the sync of the request uses it.
type wait struct {
	request types.UID
	reason  string
	// since is when the reason was first seen.
	since time.Time
	// isReported is whether the Services have an event about it.
	isReported bool
}

// of returns the wait of a request, which begins now unless it has waited for the same
// reason before.
func (w *waits) of(request *certificatesv1.PodCertificateRequest, reason string, now time.Time) *wait {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	key := client.ObjectKeyFromObject(request)
	if known := w.known[key]; known != nil && known.request == request.UID && known.reason == reason {
		return known
	}
	if w.known == nil {
		w.known = map[types.NamespacedName]*wait{}
	}
	w.known[key] = &wait{request: request.UID, reason: reason, since: now}
	return w.known[key]
}

// end forgets a request that waits no longer, or no longer exists.
func (w *waits) end(request types.NamespacedName) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	delete(w.known, request)
}
