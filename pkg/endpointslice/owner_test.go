package endpointslice_test

import (
	"testing"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
)

var (
	virtualMachineKind = schema.GroupVersionKind{Group: "example.com", Version: "v1", Kind: "VirtualMachine"}
	newerKind          = schema.GroupVersionKind{Group: "example.com", Version: "v2", Kind: "VirtualMachine"}
)

// virtualMachine is a type that is not in client-go's scheme.
type virtualMachine struct {
	metav1.TypeMeta
	metav1.ObjectMeta
}

func (m *virtualMachine) DeepCopyObject() runtime.Object {
	machine := *m
	m.DeepCopyInto(&machine.ObjectMeta)
	return &machine
}

func newMachine(kind schema.GroupVersionKind) *virtualMachine {
	machine := &virtualMachine{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "web", UID: "uid-of-web"}}
	machine.SetGroupVersionKind(kind)
	return machine
}

func unstructuredMachine(kind schema.GroupVersionKind) *unstructured.Unstructured {
	machine := &unstructured.Unstructured{}
	machine.SetGroupVersionKind(kind)
	machine.SetNamespace("shop")
	machine.SetName("web")
	machine.SetUID("uid-of-web")
	return machine
}

// schemeWith returns a scheme with the kinds for virtualMachine.
func schemeWith(kinds ...schema.GroupVersionKind) endpointslice.Option {
	scheme := runtime.NewScheme()
	for _, kind := range kinds {
		scheme.AddKnownTypeWithName(kind, &virtualMachine{})
	}
	return endpointslice.WithScheme(scheme)
}

func TestKindOfTheOwner(t *testing.T) {
	nothing := schema.GroupVersionKind{}
	for _, test := range []struct {
		name    string
		owner   endpointslice.Object
		options []endpointslice.Option
		want    schema.GroupVersionKind
	}{
		{"a built-in type without TypeMeta", web(), nil, serviceKind},
		{"a built-in type with a wrong TypeMeta", with(web(), func(service *corev1.Service) { service.Kind = "Claim" }), nil, serviceKind},
		{"an unstructured object", unstructuredMachine(virtualMachineKind), nil, virtualMachineKind},
		{"a type in the scheme", newMachine(nothing), all(schemeWith(virtualMachineKind)), virtualMachineKind},
		{"a type with TypeMeta that is not in the scheme", newMachine(virtualMachineKind), nil, virtualMachineKind},
		{"a type with TypeMeta and two kinds", newMachine(newerKind), all(schemeWith(virtualMachineKind, newerKind)), newerKind},
		{"a type that is not in the scheme", newMachine(nothing), nil, nothing},
		{"a type with two kinds", newMachine(nothing), all(schemeWith(virtualMachineKind, newerKind)), nothing},
		{"an unstructured object without kind", unstructuredMachine(nothing), nil, nothing},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := NewWithT(t)
			api := newAPIServer()
			request := requestFor(all(want("1")), nil)
			request.Owner = test.owner

			err := reconcile(newReconciler(api, test.options...), request)

			if test.want == nothing {
				g.Expect(err).To(MatchError(And(ContainSubstring("WithScheme"), ContainSubstring("shop/web"))))
				g.Expect(api.calls).To(BeEmpty())
				return
			}
			g.Expect(err).NotTo(HaveOccurred())
			apiVersion, kind := test.want.ToAPIVersionAndKind()
			g.Expect(api.list()).To(HaveExactElements(HaveField("OwnerReferences", all(metav1.OwnerReference{
				APIVersion: apiVersion, Kind: kind, Name: "web", UID: "uid-of-web", Controller: ptr.To(true), BlockOwnerDeletion: ptr.To(true),
			}))))
		})
	}
}

// An owner is recognized after its API version has changed.
func TestOwnerOfANewerVersion(t *testing.T) {
	g := NewWithT(t)
	api := newAPIServer()
	options := all(endpointslice.WithOwnershipEnforced(true))
	request := requestFor(all(want("1")), nil)
	request.Owner = unstructuredMachine(virtualMachineKind)
	g.Expect(reconcile(newReconciler(api, options...), request)).To(Succeed())

	request.Owner, request.Existing = unstructuredMachine(newerKind), api.list()
	g.Expect(reconcile(newReconciler(api, options...), request)).To(Succeed())

	g.Expect(api.calls).To(Equal([]string{"create: 1"}))
}
