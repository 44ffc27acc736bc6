package endpointslice

import (
	"errors"
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation"
)

const (
	// DefaultMaxEndpointsPerSlice is the default of Kubernetes' own controller
	// (kube-controller-manager --max-endpoints-per-slice).
	DefaultMaxEndpointsPerSlice = 100
	// MaxEndpointsPerSliceLimit is the maximum number of endpoints that the API accepts in
	// a slice (https://kubernetes.io/docs/concepts/services-networking/endpoint-slices/).
	MaxEndpointsPerSliceLimit = 1000
)

// Config configures a [Reconciler]. Only ControllerName and OwnerKind are required.
type Config struct {
	// ControllerName is the value of the label endpointslice.kubernetes.io/managed-by of the
	// slices, which distinguishes them from slices of other managers. It must be unique in the
	// cluster and a valid label value, such as endpointslice-controller.example.com.
	ControllerName string
	// OwnerKind is the kind of all owners. The version may change from one release of a
	// controller to the next.
	OwnerKind schema.GroupVersionKind

	// MaxEndpointsPerSlice is the maximum number of endpoints of a slice, from 1 to
	// [MaxEndpointsPerSliceLimit]. 0 means [DefaultMaxEndpointsPerSlice]. After the maximum was
	// lowered, larger slices are split in the next sync.
	MaxEndpointsPerSlice int32
	// Placeholder keeps one slice without endpoints and ports for each address type of an
	// owner that has no endpoints, like Kubernetes' EndpointSlice controller.
	Placeholder bool
	// AdoptOrphans keeps and updates slices without a controller, and slices of an earlier owner
	// of the same name, like Kubernetes' mirroring controller. Otherwise, they are deleted after
	// new slices have taken their place, like by Kubernetes' EndpointSlice controller.
	AdoptOrphans bool
	// DisableCompaction never moves endpoints to fewer slices, like Kubernetes' own
	// controllers. See the documentation of the package.
	DisableCompaction bool
	// OmitBlockOwnerDeletion leaves blockOwnerDeletion out of the owner reference of new slices.
	// With blockOwnerDeletion, an API server with the admission plugin
	// OwnerReferencesPermissionEnforcement, which OpenShift enables, requires the permission to
	// update the subresource finalizers of the owner.
	OmitBlockOwnerDeletion bool

	// Metrics receives figures about each sync. It may be nil.
	Metrics Metrics
}

// validate returns an error that names all invalid fields.
func (c *Config) validate() error {
	var errs []error
	if c.ControllerName == "" {
		errs = append(errs, errors.New("ControllerName is required"))
	} else if problems := validation.IsValidLabelValue(c.ControllerName); len(problems) > 0 {
		errs = append(errs, fmt.Errorf("ControllerName %q is not a valid label value: %s", c.ControllerName, strings.Join(problems, "; ")))
	}
	if c.OwnerKind.Version == "" || c.OwnerKind.Kind == "" {
		errs = append(errs, errors.New("OwnerKind is required, with version and kind"))
	}
	if c.MaxEndpointsPerSlice < 0 || c.MaxEndpointsPerSlice > MaxEndpointsPerSliceLimit {
		errs = append(errs, fmt.Errorf("MaxEndpointsPerSlice is %d; it must be from 1 to %d, or 0 for the default", c.MaxEndpointsPerSlice, MaxEndpointsPerSliceLimit))
	}
	if len(errs) > 0 {
		return fmt.Errorf("invalid endpointslice.Config: %w", errors.Join(errs...))
	}
	return nil
}
