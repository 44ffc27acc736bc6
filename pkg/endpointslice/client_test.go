package endpointslice_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
	"github.com/meshwork-dev/meshwork/pkg/finding"
)

// apiServer is a Client that stores slices and, like an API server, rejects invalid writes.
type apiServer struct {
	slices map[string]*discoveryv1.EndpointSlice
	// calls are all calls, in the format of show.
	calls []string
	// fail returns the error of a call, given its verb and the name of the slice. The name is
	// "" for a slice to be created.
	fail func(verb, name string) error
	// written is called after each write.
	written func()
	serial  int
}

func newAPIServer(existing ...*discoveryv1.EndpointSlice) *apiServer {
	s := &apiServer{slices: map[string]*discoveryv1.EndpointSlice{}, fail: accept, written: func() {}}
	for _, one := range existing {
		s.slices[one.Name] = one.DeepCopy()
	}
	return s
}

func accept(string, string) error { return nil }

// failOnly fails the named calls, such as "update a" or "create".
func failOnly(err error, calls ...string) func(verb, name string) error {
	return func(verb, name string) error {
		if slices.Contains(calls, strings.TrimSpace(verb+" "+name)) {
			return err
		}
		return nil
	}
}

// list returns the slices as in an up-to-date cache.
func (s *apiServer) list() []*discoveryv1.EndpointSlice {
	var list []*discoveryv1.EndpointSlice
	for _, name := range slices.Sorted(maps.Keys(s.slices)) {
		list = append(list, s.slices[name].DeepCopy())
	}
	return list
}

func (s *apiServer) Create(_ context.Context, slice *discoveryv1.EndpointSlice) (*discoveryv1.EndpointSlice, error) {
	s.calls = append(s.calls, "create"+showSlice(slice))
	if err := s.fail("create", ""); err != nil {
		return nil, err
	}
	created := slice.DeepCopy()
	for created.Name == "" || s.slices[created.Name] != nil {
		s.serial++
		created.Name = fmt.Sprintf("%snew-%d", slice.GenerateName, s.serial)
	}
	created.UID, created.Generation, created.ResourceVersion = types.UID("uid-of-"+created.Name), 1, "1"
	s.slices[created.Name] = created
	s.written()
	return created.DeepCopy(), nil
}

func (s *apiServer) Update(_ context.Context, slice *discoveryv1.EndpointSlice) (*discoveryv1.EndpointSlice, error) {
	s.calls = append(s.calls, "update "+slice.Name+showSlice(slice))
	if err := s.fail("update", slice.Name); err != nil {
		return nil, err
	}
	live, found := s.slices[slice.Name]
	if !found {
		return nil, notFound(slice.Name)
	}
	if slice.ResourceVersion != live.ResourceVersion {
		return nil, conflict(slice.Name)
	}
	updated := slice.DeepCopy()
	updated.Generation++
	version, _ := strconv.Atoi(live.ResourceVersion)
	updated.ResourceVersion = strconv.Itoa(version + 1)
	s.slices[slice.Name] = updated
	s.written()
	return updated.DeepCopy(), nil
}

func (s *apiServer) Delete(_ context.Context, slice *discoveryv1.EndpointSlice, preconditions metav1.Preconditions) error {
	s.calls = append(s.calls, "delete "+slice.Name)
	if err := s.fail("delete", slice.Name); err != nil {
		return err
	}
	live, found := s.slices[slice.Name]
	switch {
	case !found:
		return notFound(slice.Name)
	case preconditions.UID == nil:
		return errors.New("missing precondition for the UID")
	case *preconditions.UID != live.UID:
		return conflict(slice.Name)
	}
	delete(s.slices, slice.Name)
	s.written()
	return nil
}

func notFound(name string) error {
	return apierrors.NewNotFound(discoveryv1.Resource("endpointslices"), name)
}

func conflict(name string) error {
	return apierrors.NewConflict(discoveryv1.Resource("endpointslices"), name, errors.New("it has changed"))
}

// denied is the answer when a webhook denies a request with a code and no reason.
func denied(code int32) error {
	return &apierrors.StatusError{ErrStatus: metav1.Status{
		Status: metav1.StatusFailure, Code: code, Message: `admission webhook "team.example.com" denied the request: not today`,
	}}
}

func namespaceTerminating() error {
	err := apierrors.NewForbidden(discoveryv1.Resource("endpointslices"), "", errors.New("the namespace is being terminated"))
	err.ErrStatus.Details.Causes = append(err.ErrStatus.Details.Causes, metav1.StatusCause{Type: corev1.NamespaceTerminatingCause})
	return err
}

// reconcile runs a sync of web with the request.
func reconcile(reconciler *endpointslice.Reconciler, request endpointslice.Request) error {
	_, err := reconcileAndFind(reconciler, request)
	return err
}

// reconcileAndFind is reconcile with the findings, as "Warning Reason: message".
func reconcileAndFind(reconciler *endpointslice.Reconciler, request endpointslice.Request) ([]string, error) {
	findings, err := reconciler.Reconcile(context.Background(), request.Owner.(endpointslice.Object), request.Desired, request.Existing,
		request.SupportedAddressTypes, request.TrafficDistribution, request.SetLabelsAnnotations, request.TriggerTime)
	return showFindings(findings), err
}

func showFindings(findings []finding.Finding) []string {
	var texts []string
	for _, found := range findings {
		texts = append(texts, fmt.Sprintf("%s %s: %s", found.Type, found.Reason, found.Message))
	}
	return texts
}

func newReconciler(client endpointslice.Client, options ...endpointslice.Option) *endpointslice.Reconciler {
	return endpointslice.NewReconciler(client, controllerName, options...)
}

// limit sets the maximum number of endpoints per slice.
func limit(maximum int32) endpointslice.Option {
	return endpointslice.WithMaxEndpointsPerSlice(maximum)
}
