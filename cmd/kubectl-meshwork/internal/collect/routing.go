package collect

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/pkg/routes"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

// Backends reads the backends of the routes that are attached to the Services of a cluster.
func Backends(ctx context.Context, reader client.Reader, cluster *snapshot.Cluster, all []*routes.Route) error {
	c := &collector{ctx: ctx, reader: reader, gaps: cluster.Unread}
	cluster.Routing = c.routing(all, cluster.Services, cluster.Namespaces, cluster.Slices)
	cluster.Unread = c.gaps
	return c.err
}

// routes reads the routes of all namespaces, or of one if the user is not allowed to list more.
func (c *collector) routes(namespace string) []*routes.Route {
	var all []*routes.Route
	for _, kind := range routes.Kinds {
		list := routes.NewList(kind.Kind)
		c.listWidely(snapshot.RoutesOf(kind.Kind), list, namespace)
		all = append(all, routes.In(list)...)
	}
	return all
}

func (c *collector) routing(all []*routes.Route, services []*corev1.Service, namespaces []*corev1.Namespace, slices []*discoveryv1.EndpointSlice) *snapshot.Routing {
	routing := snapshot.NewRouting(all, services, namespaces, slices)
	for _, backend := range routing.MissingBackends() {
		c.addBackend(routing, backend)
	}
	return routing
}

func (c *collector) listWidely(kind snapshot.Kind, list client.ObjectList, namespace string) {
	if c.err != nil {
		return
	}
	err := c.reader.List(c.ctx, list)
	if apierrors.IsForbidden(err) && namespace != "" {
		if err = c.reader.List(c.ctx, list, client.InNamespace(namespace)); err == nil {
			c.gaps = append(c.gaps, snapshot.Unread{Kind: kind, Message: "you are only allowed to read those in namespace " + namespace})
		}
	}
	c.record(kind, err)
}

// addBackend adds a Service with its EndpointSlices, and the namespace that may opt it in.
func (c *collector) addBackend(routing *snapshot.Routing, key types.NamespacedName) {
	service, namespace := &corev1.Service{}, &corev1.Namespace{}
	found, isForbidden := c.find(snapshot.Backends, service, key)
	if isForbidden {
		routing.AddUnread(key)
	}
	if !found {
		return
	}
	var endpointSlices discoveryv1.EndpointSliceList
	if c.listSlicesOf(&endpointSlices, key) {
		routing.AddUnread(key)
	}
	routing.AddBackend(service, pointers(endpointSlices.Items))
	if routing.HasNamespace(key.Namespace) {
		return
	}
	if found, _ = c.find(snapshot.Backends, namespace, client.ObjectKey{Name: key.Namespace}); found {
		routing.AddNamespace(namespace)
	}
}

// listSlicesOf lists the EndpointSlices of a backend, and reports whether the user is not allowed to.
func (c *collector) listSlicesOf(list *discoveryv1.EndpointSliceList, key types.NamespacedName) (isForbidden bool) {
	if c.err != nil {
		return false
	}
	err := c.reader.List(c.ctx, list, client.InNamespace(key.Namespace), client.MatchingLabels{discoveryv1.LabelServiceName: key.Name})
	c.record(snapshot.Backends, err)
	return apierrors.IsForbidden(err)
}
