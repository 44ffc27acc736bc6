package picture_test

import (
	"encoding/json"
	"maps"
	"strings"
	"testing"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/picture"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/status"
)

// TestNoNulls draws objects whose lists are all empty. The types of the page have no null.
func TestNoNulls(t *testing.T) {
	meta := metav1.ObjectMeta{Namespace: "shop", Name: "web", UID: "1"}
	mesh := &v1alpha1.Mesh{ObjectMeta: metav1.ObjectMeta{Name: "default"}, Spec: v1alpha1.MeshSpec{VIPs: &v1alpha1.MeshVIPs{CIDRs: []v1alpha1.VIPRange{"malformed"}}}}
	snap := &snapshot.Service{
		Service: &corev1.Service{ObjectMeta: meta}, Meshes: []*v1alpha1.Mesh{mesh}, MeshServices: []*v1alpha1.MeshService{ofPod("web-1", "1")},
		Slices: []*discoveryv1.EndpointSlice{{ObjectMeta: meta}, {ObjectMeta: meta, Endpoints: []discoveryv1.Endpoint{{}}}},
		XDS:    &snapshot.XDS{Clients: []snapshot.XDSClient{{}}},
	}
	entries := picture.ServiceEntries(settings, snap, picture.DelegationsOf(settings, snap), nil)
	row, share := picture.RowOf(settings, snap)
	entries["row"] = row
	cluster := &snapshot.Cluster{Meshes: snap.Meshes, Managers: []*appsv1.Deployment{{ObjectMeta: meta}}, Now: time.Now()}
	maps.Copy(entries, picture.OverviewEntries(status.Sum(snapshot.Settings{}, cluster, []status.Share{share}), []*picture.Row{&row}))
	maps.Copy(entries, picture.AddressEntries(snap.Meshes, []*v1alpha1.VirtualIP{{ObjectMeta: meta}}))
	for key, entry := range entries {
		text, err := json.Marshal(entry)
		if err != nil || strings.Contains(string(text), "null") {
			t.Errorf("%s: %s, %v", key, text, err)
		}
	}
}
