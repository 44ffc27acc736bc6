package routes

import (
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"

	"github.com/meshwork-dev/meshwork/pkg/finding"
)

// Backend is a port of a Service to which a rule sends calls.
type Backend struct {
	Service types.NamespacedName
	Port    int32
}

// String returns the name that clients use for the backend, such as "cart.shop:80".
func (b Backend) String() string {
	return fmt.Sprintf("%s.%s:%d", b.Service.Name, b.Service.Namespace, b.Port)
}

// Resolve returns the reason why calls to a backend fail, such as that its Service does not exist,
// or "".
type Resolve func(Backend) string

// Share is a part of the calls that a rule matches.
type Share struct {
	// Backend receives the calls, unless there is a Reason.
	Backend Backend
	// Reason is the reason why the calls fail, or "".
	Reason string
	// Weight is positive. The share has this part of the sum of all weights.
	Weight uint32
}

// maxWeight is the greatest weight that the Gateway API allows.
const maxWeight = 1_000_000

// problem is a backend that cannot be used.
type problem struct {
	reason  gatewayv1.RouteConditionReason
	message string
}

// shares returns the shares of a rule, and the problems of its backends. Shares with the same result
// are merged, and those without weight are left out.
func (r *Route) shares(rule int, resolve Resolve) (shares []Share, problems []problem) {
	for _, ref := range r.rules()[rule].backends {
		share := Share{Weight: uint32(min(max(ptr.Deref(ref.Weight, 1), 0), maxWeight))} //nolint:gosec // it is in the range
		backend, invalid := r.resolve(ref, resolve)
		if invalid != nil {
			problems = append(problems, *invalid)
			share.Reason = fmt.Sprintf("%s: %s", r, invalid.message)
		} else {
			share.Backend = backend
		}
		shares = addShare(shares, share)
	}
	if len(shares) == 0 {
		reason := "rules[%d] of %s has no backendRefs"
		if len(r.rules()[rule].backends) > 0 {
			reason = "the weights of all backendRefs in rules[%d] of %s are 0"
		}
		shares = failing(fmt.Sprintf(reason, rule, r))
	}
	return shares, problems
}

func addShare(shares []Share, added Share) []Share {
	if added.Weight == 0 {
		return shares
	}
	for i := range shares {
		if shares[i].Backend == added.Backend && shares[i].Reason == added.Reason {
			shares[i].Weight += added.Weight
			return shares
		}
	}
	return append(shares, added)
}

func failing(reason string) []Share { return []Share{{Reason: reason, Weight: 1}} }

func isBackendService(ref gatewayv1.BackendRef) bool {
	return isServiceKind(ptr.Deref(ref.Group, ""), ptr.Deref(ref.Kind, "Service"))
}

func (r *Route) backendOf(ref gatewayv1.BackendRef) Backend {
	return Backend{
		Service: types.NamespacedName{
			Namespace: string(ptr.Deref(ref.Namespace, gatewayv1.Namespace(r.Object.GetNamespace()))), Name: string(ref.Name),
		},
		Port: ptr.Deref(ref.Port, 0),
	}
}

func (r *Route) resolve(ref gatewayv1.BackendRef, resolve Resolve) (Backend, *problem) {
	if !isBackendService(ref) {
		kind := strings.TrimPrefix(string(ptr.Deref(ref.Group, ""))+"/"+string(ptr.Deref(ref.Kind, "Service")), "/")
		return Backend{}, &problem{gatewayv1.RouteReasonInvalidKind,
			fmt.Sprintf("backendRef %s has the kind %s: use a Service", ref.Name, finding.Quote(kind))}
	}
	backend := r.backendOf(ref)
	if backend.Port == 0 {
		return Backend{}, &problem{gatewayv1.RouteReasonBackendNotFound, fmt.Sprintf("backendRef %s has no port", ref.Name)}
	}
	if reason := resolve(backend); reason != "" {
		return Backend{}, &problem{gatewayv1.RouteReasonBackendNotFound, reason}
	}
	return backend, nil
}
