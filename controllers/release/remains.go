package release

import (
	"context"
	"fmt"
	"strings"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers"
	"github.com/meshwork-dev/meshwork/pkg/delegation"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
	"github.com/meshwork-dev/meshwork/pkg/vip"
)

// Remains counts what bears the traces of a manager.
type Remains struct {
	MeshServices int
	// Meshes are those that still count MeshServices.
	Meshes         int
	EndpointSlices int
	// Services have the manager's key in their selector, or its condition in their status.
	Services int
	// Endpoints have the label that keeps Kubernetes' own controller from mirroring them.
	Endpoints  int
	VirtualIPs int
}

func (r Remains) none() bool { return r == Remains{} }

func (r Remains) keysAndValues() []any {
	return []any{
		"meshServices", r.MeshServices, "meshes", r.Meshes, "endpointSlices", r.EndpointSlices,
		"services", r.Services, "endpoints", r.Endpoints, "virtualIPs", r.VirtualIPs,
	}
}

// String lists what is left, by kind.
func (r Remains) String() string {
	var parts []string
	for i, pairs := 0, r.keysAndValues(); i < len(pairs); i += 2 {
		if pairs[i+1] != 0 {
			parts = append(parts, fmt.Sprintf("%d %s", pairs[i+1], pairs[i]))
		}
	}
	return strings.Join(parts, ", ")
}

// countRemains counts for the controllers that are enabled: nobody takes back
// what was written by the others.
func countRemains(ctx context.Context, reader client.Reader, options controllers.Options) (Remains, error) {
	c := counting{ctx: ctx, reader: reader, options: options}
	if options.Runs(controllers.MeshService) {
		c.meshServices()
	}
	if options.Runs(controllers.Mesh) {
		c.meshes()
	}
	if options.Runs(controllers.EndpointSlice) {
		c.slicesBy(options.EndpointControllerName)
	}
	if options.Runs(controllers.EndpointSliceMirroring) {
		c.slicesBy(delegation.MirroringManager(options.EndpointControllerName))
		c.endpoints()
	}
	if options.Runs(controllers.LoadBalancer) {
		c.virtualIPs()
	}
	c.services()
	return c.Remains, c.err
}

// counting keeps the first error.
type counting struct {
	ctx     context.Context
	reader  client.Reader
	options controllers.Options
	Remains
	err error
}

func (c *counting) list(list client.ObjectList, options ...client.ListOption) {
	if c.err == nil {
		c.err = c.reader.List(c.ctx, list, append(options, client.UnsafeDisableDeepCopy)...)
	}
}

func (c *counting) meshServices() {
	var list v1alpha1.MeshServiceList
	c.list(&list, client.MatchingLabels{v1alpha1.ManagedByLabel: v1alpha1.ManagedByMeshServiceController})
	for i := range list.Items {
		if meshservice.DerivedFrom(&list.Items[i]) != "" {
			c.MeshServices++
		}
	}
}

func (c *counting) meshes() {
	var list v1alpha1.MeshList
	c.list(&list)
	for i := range list.Items {
		if ptr.Deref(list.Items[i].Status.MeshServices, 0) > 0 {
			c.Meshes++
		}
	}
}

func (c *counting) slicesBy(manager string) {
	var list discoveryv1.EndpointSliceList
	c.list(&list, client.MatchingLabels{discoveryv1.LabelManagedBy: manager})
	c.EndpointSlices += len(list.Items)
}

func (c *counting) endpoints() {
	list := metav1.PartialObjectMetadataList{}
	list.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("EndpointsList"))
	c.list(&list)
	for i := range list.Items {
		if list.Items[i].Annotations[v1alpha1.SkipMirrorByAnnotation] == c.options.EndpointControllerName {
			c.Endpoints++
		}
	}
}

func (c *counting) virtualIPs() {
	var list v1alpha1.VirtualIPList
	c.list(&list)
	for i := range list.Items {
		if vip.IsClaim(&list.Items[i], c.options.Settings.LoadBalancerClass) {
			c.VirtualIPs++
		}
	}
}

func (c *counting) services() {
	var list corev1.ServiceList
	c.list(&list)
	for i := range list.Items {
		service := &list.Items[i]
		hasKey := c.options.Runs(controllers.EndpointSlice) && delegation.HasKeyOf(service, c.options.EndpointControllerName)
		hasCondition := c.options.Runs(controllers.LoadBalancer) && vip.HasCondition(service) && !vip.MayBeOthers(service, c.options.Settings.LoadBalancerClass)
		if hasKey || hasCondition {
			c.Services++
		}
	}
}
