package collect

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

// Changes reads the objects that show changes, in one namespace or in all: Meshes, MeshServices, and the
// events of Meshwork.
func Changes(ctx context.Context, reader client.Reader, scope string, now time.Time) (*snapshot.Cluster, error) {
	c := &collector{ctx: ctx, reader: reader}
	cluster := &snapshot.Cluster{Scope: scope, Now: now}
	c.readMeshes(cluster)
	var events corev1.EventList
	c.list(snapshot.Events, &events, client.InNamespace(scope), client.MatchingFields{"reportingComponent": "meshwork"})
	cluster.Events, cluster.Unread = pointers(events.Items), c.gaps
	return cluster, c.err
}
