package controllerruntime_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	. "github.com/onsi/gomega"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice/controllerruntime"
)

var errFailed = errors.New("refused")

// writer is a client that decodes the response into the object that it receives, including
// its pointers, like controller-runtime's clients.
type writer struct {
	client.Writer
	calls []string
	err   error
}

func (w *writer) answer(verb string, object client.Object) error {
	w.calls = append(w.calls, verb+" "+object.GetNamespace()+"/"+object.GetGenerateName()+object.GetName())
	slice := object.(*discoveryv1.EndpointSlice)
	slice.UID, slice.Generation = "uid-of-answer", 7
	slice.Labels["answer"] = "x"
	*slice.Ports[0].Port = 7
	*slice.Endpoints[0].Conditions.Ready = false
	slice.Endpoints[0].Addresses[0] = "answer"
	return w.err
}

func (w *writer) Create(_ context.Context, object client.Object, _ ...client.CreateOption) error {
	return w.answer("create", object)
}

func (w *writer) Update(_ context.Context, object client.Object, _ ...client.UpdateOption) error {
	return w.answer("update", object)
}

func (w *writer) Delete(_ context.Context, object client.Object, options ...client.DeleteOption) error {
	collected := client.DeleteOptions{}
	collected.ApplyOptions(options)
	w.calls = append(w.calls, fmt.Sprintf("delete %s/%s of UID %s, version %s",
		object.GetNamespace(), object.GetName(), *collected.Preconditions.UID, *collected.Preconditions.ResourceVersion))
	return w.err
}

func newSlice(name string) *discoveryv1.EndpointSlice {
	return &discoveryv1.EndpointSlice{
		ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: name, Labels: map[string]string{}},
		Ports:      []discoveryv1.EndpointPort{{Port: ptr.To(int32(80))}},
		Endpoints: []discoveryv1.Endpoint{{
			Addresses: []string{"10.0.0.1"}, Conditions: discoveryv1.EndpointConditions{Ready: ptr.To(true)},
		}},
	}
}

func TestWrites(t *testing.T) {
	for _, test := range []struct {
		verb  string
		write func(endpointslice.Client, *discoveryv1.EndpointSlice) (*discoveryv1.EndpointSlice, error)
	}{
		{"create", func(client endpointslice.Client, slice *discoveryv1.EndpointSlice) (*discoveryv1.EndpointSlice, error) {
			return client.Create(context.Background(), slice)
		}},
		{"update", func(client endpointslice.Client, slice *discoveryv1.EndpointSlice) (*discoveryv1.EndpointSlice, error) {
			return client.Update(context.Background(), slice)
		}},
	} {
		t.Run(test.verb, func(t *testing.T) {
			g := NewWithT(t)
			given := newSlice("a")
			before := given.DeepCopy()
			stub := &writer{}

			answer, err := test.write(controllerruntime.NewClient(stub), given)

			g.Expect(err).NotTo(HaveOccurred())
			g.Expect(stub.calls).To(Equal([]string{test.verb + " shop/a"}))
			g.Expect(answer.UID).To(Equal(types.UID("uid-of-answer")))
			g.Expect(answer.Generation).To(Equal(int64(7)))
			g.Expect(given).To(Equal(before), "shares memory with the cache")

			_, err = test.write(controllerruntime.NewClient(&writer{err: errFailed}), given)
			g.Expect(err).To(MatchError(errFailed))
			g.Expect(given).To(Equal(before))
		})
	}
}

func TestDelete(t *testing.T) {
	g := NewWithT(t)
	stub := &writer{}
	preconditions := metav1.Preconditions{UID: ptr.To(types.UID("uid-of-a")), ResourceVersion: ptr.To("3")}

	g.Expect(controllerruntime.NewClient(stub).Delete(context.Background(), newSlice("a"), preconditions)).To(Succeed())
	g.Expect(stub.calls).To(Equal([]string{"delete shop/a of UID uid-of-a, version 3"}))

	stub.err = errFailed
	g.Expect(controllerruntime.NewClient(stub).Delete(context.Background(), newSlice("a"), preconditions)).To(MatchError(errFailed))
}
