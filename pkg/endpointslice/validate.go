package endpointslice

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/validation"
)

// ErrInvalid is wrapped by the error of [Reconciler.Reconcile] for an invalid [Sync]. Another
// attempt with the same Sync has the same result.
var ErrInvalid = errors.New("invalid endpointslice.Sync")

// newPlanner completes and checks a Sync. The error names all of its invalid parts.
func newPlanner(config Config, sync Sync) (*planner, error) {
	if isNil(sync.Owner) {
		return nil, fmt.Errorf("%w: Sync.Owner is nil", ErrInvalid)
	}
	p := &planner{
		Sync:   sync,
		config: config,
		limit:  int(cmp.Or(config.MaxEndpointsPerSlice, DefaultMaxEndpointsPerSlice)),
		hints:  sync.hints(),

		ownerDeleted: sync.Owner.GetDeletionTimestamp() != nil,
	}
	p.Namespace = cmp.Or(sync.Namespace, sync.Owner.GetNamespace())
	p.ServiceName = cmp.Or(sync.ServiceName, sync.Owner.GetName())
	p.AddressTypes = addressTypes(sync)
	p.ownerRef = p.newOwnerReference()
	if err := joinDifferent(append(p.validateOwner(), p.validateGroups()...)); err != nil {
		return nil, fmt.Errorf("%w: the EndpointSlices of %s %s were left as they are: %w", ErrInvalid, config.OwnerKind.Kind, p.name(), err)
	}
	return p, nil
}

// name returns the name of the owner, with the namespace of the slices.
func (s *Sync) name() types.NamespacedName {
	if isNil(s.Owner) {
		return types.NamespacedName{}
	}
	return types.NamespacedName{Namespace: cmp.Or(s.Namespace, s.Owner.GetNamespace()), Name: s.Owner.GetName()}
}

func isNil(owner metav1.Object) bool {
	value := reflect.ValueOf(owner)
	return !value.IsValid() || value.Kind() == reflect.Pointer && value.IsNil()
}

// addressTypes returns the address types of a Sync, ordered.
func addressTypes(sync Sync) []discoveryv1.AddressType {
	all := slices.Clone(sync.AddressTypes)
	if len(all) == 0 {
		for i := range sync.Groups {
			all = append(all, sync.Groups[i].AddressType)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func (p *planner) validateOwner() (errs []error) {
	if p.Owner.GetUID() == "" && len(p.Groups) > 0 {
		errs = append(errs, errors.New("the owner has no UID: it must exist"))
	}
	if p.Namespace == "" {
		errs = append(errs, errors.New("the owner has no namespace: set Sync.Namespace"))
	} else if own := p.Owner.GetNamespace(); own != "" && own != p.Namespace {
		errs = append(errs, fmt.Errorf("Sync.Namespace %q is not the namespace of the owner, which cannot own objects in another one", p.Namespace))
	}
	if problems := validation.IsValidLabelValue(p.ServiceName); len(problems) > 0 {
		errs = append(errs, fmt.Errorf("%q is not a valid value of the label %s (%s): set Sync.ServiceName", p.ServiceName, discoveryv1.LabelServiceName, strings.Join(problems, "; ")))
	} else if p.ServiceName == "" {
		errs = append(errs, errors.New("neither the owner nor Sync.ServiceName has a name"))
	}
	for _, addressType := range p.AddressTypes {
		switch addressType {
		case discoveryv1.AddressTypeIPv4, discoveryv1.AddressTypeIPv6, discoveryv1.AddressTypeFQDN:
		default:
			errs = append(errs, fmt.Errorf("address type %q is not IPv4, IPv6 or FQDN", addressType))
		}
	}
	return errs
}

func (p *planner) validateGroups() (errs []error) {
	single := map[string]int{}
	for i := range p.Groups {
		group := &p.Groups[i]
		if !slices.Contains(p.AddressTypes, group.AddressType) {
			errs = append(errs, fmt.Errorf("a group has the address type %q, which Sync.AddressTypes does not have", group.AddressType))
		}
		errs = append(errs, invalidPorts(group.Ports)...)
		errs = append(errs, p.invalidLabels(group.Labels)...)
		if group.SingleSlice {
			single[string(group.AddressType)+portsKey(group.Ports)+fmt.Sprint(group.Labels)] += len(group.Endpoints)
		}
	}
	for _, count := range single {
		if count > MaxEndpointsPerSliceLimit {
			errs = append(errs, fmt.Errorf("a single slice cannot have %d endpoints: the maximum is %d", count, MaxEndpointsPerSliceLimit))
		}
	}
	return errs
}

func invalidPorts(ports []discoveryv1.EndpointPort) (errs []error) {
	seen := map[string]bool{}
	for i := range ports {
		port, name := &ports[i], orEmpty(ports[i].Name)
		if seen[name] {
			errs = append(errs, fmt.Errorf("several ports have the name %q: give each another one", name))
		}
		seen[name] = true
		if name != "" && !isDNSLabel(name) {
			errs = append(errs, fmt.Errorf("%q is not a valid name of a port: %s", name, strings.Join(validation.IsDNS1123Label(name), "; ")))
		}
		if port.Protocol != nil && *port.Protocol != corev1.ProtocolTCP && *port.Protocol != corev1.ProtocolUDP && *port.Protocol != corev1.ProtocolSCTP {
			errs = append(errs, fmt.Errorf("the protocol of port %q is %q, not TCP, UDP or SCTP", name, *port.Protocol))
		}
		if port.AppProtocol != nil {
			if problems := validation.IsQualifiedName(*port.AppProtocol); len(problems) > 0 {
				errs = append(errs, fmt.Errorf("the application protocol of port %q is invalid: %s", name, strings.Join(problems, "; ")))
			}
		}
	}
	return errs
}

func (p *planner) invalidLabels(labels map[string]string) (errs []error) {
	for key, value := range labels {
		if key == discoveryv1.LabelManagedBy || key == discoveryv1.LabelServiceName {
			errs = append(errs, fmt.Errorf("a group has the label %s, which the reconciler sets", key))
		}
		if problems := slices.Concat(validation.IsQualifiedName(key), validation.IsValidLabelValue(value)); len(problems) > 0 {
			errs = append(errs, fmt.Errorf("label %s=%q is invalid: %s", key, value, strings.Join(problems, "; ")))
		}
		if _, found := p.Labels[key]; found {
			errs = append(errs, fmt.Errorf("a group has the label %s, which Sync.Labels has too", key))
		}
	}
	slices.SortFunc(errs, func(a, b error) int { return cmp.Compare(a.Error(), b.Error()) })
	return errs
}

// joinDifferent joins errors with different texts.
func joinDifferent(errs []error) error {
	var different []error
	for i, err := range errs {
		if !slices.ContainsFunc(errs[:i], func(other error) bool { return other.Error() == err.Error() }) {
			different = append(different, err)
		}
	}
	return errors.Join(different...)
}
