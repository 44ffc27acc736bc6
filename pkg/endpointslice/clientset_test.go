package endpointslice_test

import (
	"context"
	"fmt"
	"testing"

	. "github.com/onsi/gomega"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	discoveryclient "k8s.io/client-go/kubernetes/typed/discovery/v1"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
)

// clientset is a stub of client-go's clientset.
type clientset struct {
	discoveryclient.EndpointSliceInterface
	namespace string
	calls     []string
}

func (c *clientset) EndpointSlices(namespace string) discoveryclient.EndpointSliceInterface {
	c.namespace = namespace
	return c
}

func (c *clientset) call(verb, name string) {
	c.calls = append(c.calls, fmt.Sprintf("%s %s/%s", verb, c.namespace, name))
}

func (c *clientset) Create(_ context.Context, slice *discoveryv1.EndpointSlice, _ metav1.CreateOptions) (*discoveryv1.EndpointSlice, error) {
	c.call("create", slice.GenerateName)
	return slice, errFailed
}

func (c *clientset) Update(_ context.Context, slice *discoveryv1.EndpointSlice, _ metav1.UpdateOptions) (*discoveryv1.EndpointSlice, error) {
	c.call("update", slice.Name)
	return slice, errFailed
}

func (c *clientset) Delete(_ context.Context, name string, options metav1.DeleteOptions) error {
	c.call("delete", name+" of UID "+string(*options.Preconditions.UID))
	return errFailed
}

func TestFromClientset(t *testing.T) {
	g := NewWithT(t)
	stub := &clientset{}
	client := endpointslice.FromClientset(stub)
	created := with(slice("", "1"), func(made *discoveryv1.EndpointSlice) { made.Namespace = "other" })

	answer, err := client.Create(context.Background(), created)
	g.Expect(err).To(MatchError(errFailed))
	g.Expect(answer).To(BeIdenticalTo(created))

	updated := slice("a", "1")
	answer, err = client.Update(context.Background(), updated)
	g.Expect(err).To(MatchError(errFailed))
	g.Expect(answer).To(BeIdenticalTo(updated))

	err = client.Delete(context.Background(), slice("b", "1"), metav1.Preconditions{UID: ptr.To(types.UID("uid-of-b"))})
	g.Expect(err).To(MatchError(errFailed))
	g.Expect(stub.calls).To(Equal([]string{"create other/web-", "update shop/a", "delete shop/b of UID uid-of-b"}))
}
