package clientset_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	. "github.com/onsi/gomega"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	discoveryclient "k8s.io/client-go/kubernetes/typed/discovery/v1"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice/clientset"
)

// stubClientset is a stub of client-go's clientset.
type stubClientset struct {
	discoveryclient.EndpointSliceInterface
	namespace string
	calls     []string
}

func (c *stubClientset) EndpointSlices(namespace string) discoveryclient.EndpointSliceInterface {
	c.namespace = namespace
	return c
}

func (c *stubClientset) call(verb, name string) {
	c.calls = append(c.calls, fmt.Sprintf("%s %s/%s", verb, c.namespace, name))
}

func (c *stubClientset) Create(_ context.Context, slice *discoveryv1.EndpointSlice, _ metav1.CreateOptions) (*discoveryv1.EndpointSlice, error) {
	c.call("create", slice.GenerateName)
	return slice, errFailed
}

func (c *stubClientset) Update(_ context.Context, slice *discoveryv1.EndpointSlice, _ metav1.UpdateOptions) (*discoveryv1.EndpointSlice, error) {
	c.call("update", slice.Name)
	return slice, errFailed
}

func (c *stubClientset) Delete(_ context.Context, name string, options metav1.DeleteOptions) error {
	c.call("delete", name+" of UID "+string(*options.Preconditions.UID))
	return errFailed
}

var errFailed = errors.New("refused")

func slice(name string) *discoveryv1.EndpointSlice {
	return &discoveryv1.EndpointSlice{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: name}}
}

func TestFrom(t *testing.T) {
	g := NewWithT(t)
	stub := &stubClientset{}
	client := clientset.From(stub)
	created := &discoveryv1.EndpointSlice{ObjectMeta: metav1.ObjectMeta{Namespace: "other", GenerateName: "web-"}}

	answer, err := client.Create(context.Background(), created)
	g.Expect(err).To(MatchError(errFailed))
	g.Expect(answer).To(BeIdenticalTo(created))

	updated := slice("a")
	answer, err = client.Update(context.Background(), updated)
	g.Expect(err).To(MatchError(errFailed))
	g.Expect(answer).To(BeIdenticalTo(updated))

	err = client.Delete(context.Background(), slice("b"), metav1.Preconditions{UID: ptr.To(types.UID("uid-of-b"))})
	g.Expect(err).To(MatchError(errFailed))
	g.Expect(stub.calls).To(Equal([]string{"create other/web-", "update shop/a", "delete shop/b of UID uid-of-b"}))
}
