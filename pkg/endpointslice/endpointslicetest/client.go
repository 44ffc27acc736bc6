// Package endpointslicetest helps to test controllers that use package endpointslice, without an
// API server.
package endpointslicetest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// Verb is the verb of a write.
type Verb string

// The verbs of all writes.
const (
	Create Verb = "create"
	Update Verb = "update"
	Delete Verb = "delete"
)

// Client is an endpointslice.Client that keeps slices in memory. It answers like an API server:
// it generates names and UIDs, counts resource versions, and rejects outdated writes. It is safe
// for concurrent use.
type Client struct {
	// Fail returns the error of a write, or nil to execute it. It may be nil. It must not be
	// changed during a write.
	Fail func(verb Verb, slice *discoveryv1.EndpointSlice) error

	mutex  sync.Mutex
	slices map[types.NamespacedName]*discoveryv1.EndpointSlice
	serial int
	writes []string
}

// NewClient returns a Client with copies of existing slices.
func NewClient(existing ...*discoveryv1.EndpointSlice) *Client {
	c := &Client{slices: map[types.NamespacedName]*discoveryv1.EndpointSlice{}}
	for _, slice := range existing {
		c.slices[nameOf(slice)] = slice.DeepCopy()
	}
	return c
}

// List returns copies of all slices, ordered by namespace and name, like an up-to-date cache.
func (c *Client) List() []*discoveryv1.EndpointSlice {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	list := slices.Collect(maps.Values(c.slices))
	slices.SortFunc(list, func(a, b *discoveryv1.EndpointSlice) int {
		return cmp.Or(cmp.Compare(a.Namespace, b.Namespace), cmp.Compare(a.Name, b.Name))
	})
	for i := range list {
		list[i] = list[i].DeepCopy()
	}
	return list
}

// Writes returns the writes that have been executed since the last call, such as "update web-1".
func (c *Client) Writes() []string {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	writes := c.writes
	c.writes = nil
	return writes
}

// Create implements endpointslice.Client.
func (c *Client) Create(_ context.Context, slice *discoveryv1.EndpointSlice) (*discoveryv1.EndpointSlice, error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if err := c.fail(Create, slice); err != nil {
		return nil, err
	}
	created := slice.DeepCopy()
	c.serial++
	for i := c.serial; created.Name == "" || c.slices[nameOf(created)] != nil; i++ {
		created.Name = slice.GenerateName + strconv.Itoa(i)
	}
	created.UID, created.Generation, created.ResourceVersion = types.UID(fmt.Sprintf("uid-%d", c.serial)), 1, "1"
	return c.store(Create, created), nil
}

// Update implements endpointslice.Client.
func (c *Client) Update(_ context.Context, slice *discoveryv1.EndpointSlice) (*discoveryv1.EndpointSlice, error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if err := c.fail(Update, slice); err != nil {
		return nil, err
	}
	live, found := c.slices[nameOf(slice)]
	switch {
	case !found:
		return nil, notFound(slice)
	case slice.ResourceVersion != live.ResourceVersion:
		return nil, conflict(slice)
	}
	updated := slice.DeepCopy()
	updated.Generation++
	version, _ := strconv.Atoi(live.ResourceVersion) // 0 for a slice that a test made without one
	updated.ResourceVersion = strconv.Itoa(version + 1)
	return c.store(Update, updated), nil
}

// Delete implements endpointslice.Client.
func (c *Client) Delete(_ context.Context, slice *discoveryv1.EndpointSlice, preconditions metav1.Preconditions) error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if err := c.fail(Delete, slice); err != nil {
		return err
	}
	live, found := c.slices[nameOf(slice)]
	switch {
	case !found:
		return notFound(slice)
	case preconditions.UID != nil && *preconditions.UID != live.UID:
		return conflict(slice)
	}
	delete(c.slices, nameOf(slice))
	c.writes = append(c.writes, string(Delete)+" "+slice.Name)
	return nil
}

func (c *Client) fail(verb Verb, slice *discoveryv1.EndpointSlice) error {
	if c.Fail == nil {
		return nil
	}
	return c.Fail(verb, slice)
}

func (c *Client) store(verb Verb, slice *discoveryv1.EndpointSlice) *discoveryv1.EndpointSlice {
	c.slices[nameOf(slice)] = slice
	c.writes = append(c.writes, string(verb)+" "+slice.Name)
	return slice.DeepCopy()
}

func nameOf(slice *discoveryv1.EndpointSlice) types.NamespacedName {
	return types.NamespacedName{Namespace: slice.Namespace, Name: slice.Name}
}

func notFound(slice *discoveryv1.EndpointSlice) error {
	return apierrors.NewNotFound(discoveryv1.Resource("endpointslices"), slice.Name)
}

func conflict(slice *discoveryv1.EndpointSlice) error {
	return apierrors.NewConflict(discoveryv1.Resource("endpointslices"), slice.Name, errors.New("it has changed"))
}

// Describe returns the name, address type, ports and endpoints of a slice in one line, such as
// "web-1 IPv4 http:80: 10.0.0.1 10.0.0.2 (not ready)".
func Describe(slice *discoveryv1.EndpointSlice) string {
	words := []string{slice.Name, string(slice.AddressType)}
	for _, port := range slice.Ports {
		words = append(words, portText(port))
	}
	text := strings.Join(words, " ") + ":"
	for _, endpoint := range slice.Endpoints {
		text += " " + strings.Join(endpoint.Addresses, ",")
		if ready := endpoint.Conditions.Ready; ready != nil && !*ready {
			text += " (not ready)"
		}
	}
	return text
}

func portText(port discoveryv1.EndpointPort) string {
	name, number, protocol := "", "*", corev1.ProtocolTCP
	if port.Name != nil {
		name = *port.Name
	}
	if port.Port != nil {
		number = fmt.Sprint(*port.Port)
	}
	if port.Protocol != nil {
		protocol = *port.Protocol
	}
	if protocol != corev1.ProtocolTCP {
		number += "/" + string(protocol)
	}
	return name + ":" + number
}
