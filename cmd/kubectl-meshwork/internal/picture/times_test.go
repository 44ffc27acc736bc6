package picture_test

import (
	"encoding/json"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/meshwork-dev/meshwork/pkg/xdssubscriber"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/picture"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

// TestTimesThatJSONLacks has an Event and an xDS client of the year 10000 in UTC, and a
// Service of the year 0.
func TestTimesThatJSONLacks(t *testing.T) {
	g := NewWithT(t)
	late := time.Date(9999, time.December, 31, 23, 59, 59, 0, time.FixedZone("", -12*60*60))
	early := time.Date(1, time.January, 1, 0, 0, 0, 0, time.FixedZone("", 12*60*60))
	service := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "web", UID: "1", CreationTimestamp: metav1.NewTime(early)}}
	event := &corev1.Event{
		ObjectMeta:     metav1.ObjectMeta{Namespace: "shop", Name: "late", UID: "2"},
		InvolvedObject: corev1.ObjectReference{Kind: "Service", Namespace: "shop", Name: "web", UID: "1"},
		LastTimestamp:  metav1.NewTime(late),
	}
	clients := []snapshot.XDSClient{{Server: "xds", Subscriber: xdssubscriber.Subscriber{Client: "envoy", Since: late}}}
	entries := picture.ServiceEntries(settings, &snapshot.Service{Service: service, XDS: &snapshot.XDS{Clients: clients}}, nil, []*corev1.Event{event})
	g.Expect(entries).To(HaveKey("event/2"))
	for key, entry := range entries {
		_, err := json.Marshal(entry)
		g.Expect(err).NotTo(HaveOccurred(), key)
	}
}
