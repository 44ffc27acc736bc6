package endpointslice_test

import (
	"testing"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
)

func TestPlanKeepsAPlaceholder(t *testing.T) {
	placeholder := func(name string, addressType discoveryv1.AddressType) *discoveryv1.EndpointSlice {
		return sliceOn(name, addressType, "", "")
	}
	none := func(addressType discoveryv1.AddressType) endpointslice.Group {
		return wantOn(addressType, "", "")
	}

	enabled := func(config *endpointslice.Config, _ *endpointslice.Sync) { config.Placeholder = true }
	runPlans(t, []planCase{
		{"one for each address type", 3, nil, all(none(ipv4), none(ipv6)), "create no ports: | create IPv6 no ports:"},
		{"an existing one is kept", 3, all(placeholder("a", ipv4)), all(none(ipv4)), ""},
		{"an existing one is kept if nothing is desired", 3, all(placeholder("a", ipv4)), nil, ""},
		{"only one is kept", 3, all(placeholder("a", ipv4), placeholder("b", ipv4)), nil, "delete b"},
		{"for the address types that have no endpoints", 3, nil, all(want("1"), none(ipv6)), "create: 1 | create IPv6 no ports:"},
		{"the last slice becomes the placeholder", 3, all(slice("a", "1"), slice("b", "2")), nil, "update a no ports: | delete b"},
		{"a slice without remaining endpoints becomes the placeholder", 3, all(slice("a", "1")), all(want("")), "update a no ports:"},
		{"the placeholder is reused for endpoints", 3, all(placeholder("a", ipv4)), all(want("1 2 3 4")), "create: 4 | update a: 1 2 3"},
		{"an unneeded placeholder is deleted", 3, all(placeholder("a", ipv4), slice("b", "1")), all(want("1")), "delete a"},
		{"a wrong label is corrected", 3, all(with(placeholder("a", ipv4), mislabel)), nil, "update a no ports:"},
		{"an empty slice with ports becomes the placeholder", 3, all(slice("a", "")), nil, "update a no ports:"},
		{"a slice with endpoints without ports becomes the placeholder", 3, all(sliceOn("a", ipv4, "", "1")), nil, "update a no ports:"},
	}, enabled)

	runPlans(t, []planCase{
		{"no placeholder when disabled", 3, nil, all(none(ipv4)), ""},
		{"an existing one is deleted when disabled", 3, all(placeholder("a", ipv4)), nil, "delete a"},
	}, noChange)

	deleted := func(config *endpointslice.Config, sync *endpointslice.Sync) {
		config.Placeholder = true
		ownerDeleted(config, sync)
	}
	runPlans(t, []planCase{
		{"none is created for an owner being deleted", 3, nil, all(none(ipv4)), ""},
		{"no slice is reused for an owner being deleted", 3, all(slice("a", "1")), nil, "delete a"},
		{"an existing one is kept for an owner being deleted", 3, all(placeholder("a", ipv4)), nil, ""},
	}, deleted)
}

func mislabel(made *discoveryv1.EndpointSlice) { delete(made.Labels, discoveryv1.LabelManagedBy) }

// The garbage collector may already be deleting the slices.
func TestPlanForAnOwnerBeingDeleted(t *testing.T) {
	runPlans(t, []planCase{
		{"no slice is created", 3, nil, all(want("1")), ""},
		{"no slice is reused", 3, all(slice("a", "1")), all(wantOn(ipv4, "https:443", "1")), "delete a"},
		{"existing slices are updated", 3, all(slice("a", "1 2")), all(want("1!")), "update a: 1!"},
		{"existing slices are filled", 3, all(slice("a", "1")), all(want("1 2 3")), "update a: 1 2 3"},
		{"existing slices are filled up to the maximum", 3, all(slice("a", "1!")), all(want("1 2 3 4")), "update a: 1 2 3"},
		{"a slice that the garbage collector has orphaned is left alone", 3, all(ownedBy(slice("a", "1"))), all(want("1")), ""},
	}, ownerDeleted)
	runPlans(t, []planCase{
		{"an orphaned slice is left alone even if orphans are replaced", 3, all(ownedBy(slice("a", "1"))), nil, ""},
	}, func(config *endpointslice.Config, sync *endpointslice.Sync) {
		replaceOrphans(config, sync)
		ownerDeleted(config, sync)
	})
}

func TestPlanIgnoresForeignSlices(t *testing.T) {
	managedBy := func(manager string, made *discoveryv1.EndpointSlice) *discoveryv1.EndpointSlice {
		made.Labels[discoveryv1.LabelManagedBy] = manager
		return made
	}
	inBank := func(made *discoveryv1.EndpointSlice) *discoveryv1.EndpointSlice {
		made.Namespace = "bank"
		return made
	}
	terminating := func(made *discoveryv1.EndpointSlice) *discoveryv1.EndpointSlice {
		made.DeletionTimestamp = &metav1.Time{}
		return made
	}
	for name, change := range map[string]func(*endpointslice.Config, *endpointslice.Sync){
		"orphans are replaced": replaceOrphans,
		"orphans are adopted":  noChange,
	} {
		t.Run(name, func(t *testing.T) {
			runPlans(t, []planCase{
				{"another manager's slice is not changed", 3, all(managedBy("someone.example.com", slice("a", "1"))), nil, ""},
				{"another manager's slice does not count", 3, all(managedBy("someone.example.com", slice("a", "1"))), all(want("1")), "create: 1"},
				{"another manager's slice is not filled", 3, all(managedBy("someone.example.com", slice("a", "1"))), all(want("2")), "create: 2"},
				{"another manager's slice of an unsupported type is not deleted", 3, all(managedBy("someone.example.com", sliceOn("a", fqdn, "http:80", "1"))), nil, ""},
				{"a slice in another namespace is not deleted", 3, all(inBank(slice("a", "1"))), nil, ""},
				{"nor is one of an owner of the same name", 3, all(inBank(ownedBy(slice("a", "1"), earlierWeb))), all(want("1")), "create: 1"},
				{"nor an orphan", 3, all(inBank(ownedBy(slice("a", "1")))), all(want("1")), "create: 1"},
				{"the label is added", 3, all(managedBy("", slice("a", "1"))), all(want("1")), "update a: 1"},
				{"a slice being deleted does not count", 3, all(terminating(slice("a", "1"))), all(want("1")), "create: 1"},
				{"a slice being deleted is not deleted again", 3, all(terminating(slice("a", "1"))), nil, ""},
			}, change)
		})
	}
}

// replaceOrphans is like Kubernetes' EndpointSlice controller.
func replaceOrphans(config *endpointslice.Config, _ *endpointslice.Sync) { config.AdoptOrphans = false }

func TestPlanOwnership(t *testing.T) {
	unowned := func(name, text string) *discoveryv1.EndpointSlice { return ownedBy(slice(name, text)) }
	earlier := func(name, text string) *discoveryv1.EndpointSlice { return ownedBy(slice(name, text), earlierWeb) }
	otherKind := func(name, text string) *discoveryv1.EndpointSlice {
		reference := *metav1.NewControllerRef(web(), kindOf("Service"))
		reference.Controller = nil
		return ownedBy(slice(name, text), reference)
	}
	olderVersion := func(name, text string) *discoveryv1.EndpointSlice {
		reference := *metav1.NewControllerRef(web(), corev1.SchemeGroupVersion.WithKind("Service"))
		reference.APIVersion = "v1beta1"
		return ownedBy(slice(name, text), reference)
	}

	runPlans(t, []planCase{
		{"a slice without an owner is deleted", 3, all(unowned("a", "1")), all(want("1")), "create: 1 | delete a"},
		{"a slice of an earlier owner is deleted", 3, all(earlier("a", "1")), all(want("1")), "create: 1 | delete a"},
		{"a slice of another kind with the same UID is deleted", 3, all(otherKind("a", "1")), all(want("1")), "create: 1 | delete a"},
		{"foreign slices are deleted last", 3, all(unowned("a", "1"), slice("b", "2"), slice("c", "3 4 5")), all(want("3 4 5")), "delete b | delete a"},
		{"a second owner is allowed", 3, all(ownedBy(slice("a", "1"), configMap, slice("", "").OwnerReferences[0])), all(want("1")), ""},
		{"another version of the owner's API is allowed", 3, all(olderVersion("a", "1")), all(want("1")), ""},
	}, replaceOrphans)

	runPlans(t, []planCase{
		{"if orphans are adopted, a slice without an owner is used", 3, all(unowned("a", "1")), all(want("1!")), "update a: 1!"},
		{"a slice of an earlier owner is taken over immediately", 3, all(earlier("a", "1")), all(want("1")), "update a: 1"},
		{"both are deleted without remaining endpoints", 3, all(unowned("a", "1"), earlier("b", "2")), nil, "delete a | delete b"},
	}, noChange)
}

// A slice whose controller is another object is that object's, whatever its labels.
func TestPlanLeavesSlicesOfOtherControllersAlone(t *testing.T) {
	stranger := metav1.OwnerReference{APIVersion: "v1", Kind: "Service", Name: "stranger", UID: "uid-of-stranger", Controller: ptr.To(true)}
	otherKind := *metav1.NewControllerRef(web(), kindOf("Service"))
	reference := *metav1.NewControllerRef(web(), serviceKind)
	reference.Controller = nil
	for name, change := range map[string]func(*endpointslice.Config, *endpointslice.Sync){"orphans are replaced": replaceOrphans, "orphans are adopted": noChange} {
		t.Run(name, func(t *testing.T) {
			runPlans(t, []planCase{
				{"it is not deleted", 3, all(ownedBy(slice("a", "1"), stranger)), nil, ""},
				{"it does not count", 3, all(ownedBy(slice("a", "1"), stranger)), all(want("1")), "create: 1"},
				{"it is not filled", 3, all(ownedBy(slice("a", "1"), stranger)), all(want("1 2")), "create: 1 2"},
				{"another kind with the same UID", 3, all(ownedBy(slice("a", "1"), otherKind)), nil, ""},
				{"even if the owner is a second owner", 3, all(ownedBy(slice("a", "1"), stranger, reference)), nil, ""},
				{"even with another address type", 3, all(ownedBy(sliceOn("a", ipv6, "http:80", "1"), stranger)), nil, ""},
				{"a slice without a manager and an owner is left alone", 3, all(with(ownedBy(slice("a", "1")), mislabel)), nil, ""},
			}, change)
		})
	}
}

func TestPlanOmitsBlockOwnerDeletion(t *testing.T) {
	config := configOf(0)
	config.OmitBlockOwnerDeletion = true
	planned := plan(config, syncOf(all(want("1")), nil))
	NewWithT(t).Expect(planned.Create[0].OwnerReferences).To(HaveExactElements(HaveField("BlockOwnerDeletion", BeNil())))
	NewWithT(t).Expect(show(plan(config, syncOf(all(want("1")), all(slice("a", "1")))))).To(BeEmpty(), "existing references stay")
}

func TestPlanSetsOwnerReferences(t *testing.T) {
	ours := *metav1.NewControllerRef(web(), serviceKind)
	otherService := metav1.OwnerReference{APIVersion: "v1", Kind: "Service", Name: "db", UID: "uid-of-db"}

	for _, test := range []struct {
		name          string
		existing      []metav1.OwnerReference
		wantReference []metav1.OwnerReference
	}{
		{"the owner's reference is kept", all(ours), all(ours)},
		{"a missing reference is added", nil, all(ours)},
		{"an earlier owner's reference is replaced", all(earlierWeb), all(ours)},
		{"a second owner is kept", all(configMap, earlierWeb), all(configMap, ours)},
		{"a second owner of the same kind is kept", all(otherService), all(otherService, ours)},
	} {
		t.Run(test.name, func(t *testing.T) {
			changes := plan(configOf(0),
				syncOf(all(want("1!")), all(ownedBy(slice("a", "1"), test.existing...))))
			NewWithT(t).Expect(changes.Update).To(HaveExactElements(HaveField("OwnerReferences", test.wantReference)))
		})
	}
}

// All kinds of updates preserve fields that other clients have set.
func TestPlanPreservesFieldsOfOtherClients(t *testing.T) {
	strange := func() *discoveryv1.EndpointSlice {
		return with(ownedBy(slice("a", "1 2"), *metav1.NewControllerRef(web(), serviceKind), configMap), func(made *discoveryv1.EndpointSlice) {
			made.Annotations = map[string]string{"example.com/note": "theirs"}
			made.Finalizers = []string{"example.com/keep"}
			made.ManagedFields = []metav1.ManagedFieldsEntry{{Manager: "theirs"}}
		})
	}
	for _, test := range []struct {
		name    string
		desired []endpointslice.Group
	}{
		{"updated", all(want("1"))},
		{"filled", all(want("1 2 3"))},
		{"recycled for other ports", all(wantOn(ipv4, "https:443", "1"))},
		{"reused as placeholder", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			config := configOf(0)
			config.Placeholder = true
			changes := plan(config, syncOf(test.desired, all(strange())))

			g := NewWithT(t)
			g.Expect(changes.Update).To(HaveLen(1))
			g.Expect(changes.Update[0].ObjectMeta).To(Equal(strange().ObjectMeta))
		})
	}
}

func TestPlanCreatesCompleteSlices(t *testing.T) {
	request := syncOf(all(want("1")), nil)
	changes := plan(configOf(0), request)

	NewWithT(t).Expect(changes.Create).To(HaveExactElements(&discoveryv1.EndpointSlice{
		ObjectMeta: metav1.ObjectMeta{
			Namespace: "shop", GenerateName: "web-",
			Labels: map[string]string{discoveryv1.LabelServiceName: "web", discoveryv1.LabelManagedBy: controllerName},
			OwnerReferences: []metav1.OwnerReference{{
				APIVersion: "v1", Kind: "Service", Name: "web", UID: types.UID("uid-of-web"), Controller: ptr.To(true), BlockOwnerDeletion: ptr.To(true),
			}},
		},
		AddressType: ipv4, Ports: portsOf("http:80"), Endpoints: endpointsOf(ipv4, "1"),
	}))
}
