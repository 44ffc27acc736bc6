package endpointslice_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice/endpointslicetest"
)

// apiServer is the fake client with a record of all calls.
type apiServer struct {
	*endpointslicetest.Client
	// calls are all calls, in the format of show.
	calls []string
	// fail returns the error of a call, given its verb and the name of the slice. The name is
	// "" for a slice to be created.
	fail func(verb, name string) error
	// written is called after each write.
	written func()
}

func newAPIServer(existing ...*discoveryv1.EndpointSlice) *apiServer {
	s := &apiServer{Client: endpointslicetest.NewClient(existing...), fail: accept, written: func() {}}
	s.Fail = func(verb endpointslicetest.Verb, slice *discoveryv1.EndpointSlice) error {
		call := strings.TrimSpace(string(verb) + " " + slice.Name)
		if verb != endpointslicetest.Delete {
			call += showSlice(slice)
		}
		s.calls = append(s.calls, call)
		return s.fail(string(verb), slice.Name)
	}
	return s
}

// list returns the slices as in an up-to-date cache.
func (s *apiServer) list() []*discoveryv1.EndpointSlice { return s.List() }

// live returns a slice as in a watch event.
func (s *apiServer) live(name string) *discoveryv1.EndpointSlice {
	for _, one := range s.List() {
		if one.Name == name {
			return one
		}
	}
	return nil
}

// replace sets the slices, as other clients do.
func (s *apiServer) replace(with ...*discoveryv1.EndpointSlice) {
	fail := s.Fail
	s.Client = endpointslicetest.NewClient(with...)
	s.Fail = fail
}

func (s *apiServer) Create(ctx context.Context, slice *discoveryv1.EndpointSlice) (*discoveryv1.EndpointSlice, error) {
	created, err := s.Client.Create(ctx, slice)
	if err == nil {
		s.written()
	}
	return created, err
}

func (s *apiServer) Update(ctx context.Context, slice *discoveryv1.EndpointSlice) (*discoveryv1.EndpointSlice, error) {
	updated, err := s.Client.Update(ctx, slice)
	if err == nil {
		s.written()
	}
	return updated, err
}

func (s *apiServer) Delete(ctx context.Context, slice *discoveryv1.EndpointSlice, preconditions metav1.Preconditions) error {
	if preconditions.UID == nil {
		return errors.New("missing precondition for the UID")
	}
	err := s.Client.Delete(ctx, slice, preconditions)
	if err == nil {
		s.written()
	}
	return err
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

// errStale is the error of a sync with a stale result in the tests.
var errStale = errors.New("the cache is out of date")

// reconcile runs a sync.
func reconcile(reconciler *endpointslice.Reconciler, sync endpointslice.Sync) error {
	_, err := reconcileAndFind(reconciler, sync)
	return err
}

// reconcileAndFind is reconcile with the findings, as "Warning Reason: message".
func reconcileAndFind(reconciler *endpointslice.Reconciler, sync endpointslice.Sync) ([]string, error) {
	result, err := reconciler.Reconcile(context.Background(), sync)
	if result.Stale != (result.RequeueAfter > 0) && err == nil {
		return nil, fmt.Errorf("unexpected time until the next sync: %s", result.RequeueAfter)
	}
	if result.Stale && err == nil {
		err = errStale
	}
	return showFindings(result.Findings), err
}

func showFindings(findings []endpointslice.Finding) []string {
	var texts []string
	for _, found := range findings {
		texts = append(texts, fmt.Sprintf("%s %s: %s", found.Type, found.Reason, found.Message))
	}
	return texts
}

// option changes the settings of a controller.
type option = func(*endpointslice.Config)

func newReconciler(client endpointslice.Client, options ...option) *endpointslice.Reconciler {
	config := configOf(0)
	for _, change := range options {
		change(&config)
	}
	reconciler, err := endpointslice.New(client, config)
	if err != nil {
		panic(err)
	}
	return reconciler
}

// limit sets the maximum number of endpoints per slice.
func limit(maximum int32) option {
	return func(config *endpointslice.Config) { config.MaxEndpointsPerSlice = maximum }
}

// orphansReplaced is like Kubernetes' EndpointSlice controller.
func orphansReplaced(config *endpointslice.Config) { config.AdoptOrphans = false }

// placeholders is like Kubernetes' EndpointSlice controller.
func placeholders(config *endpointslice.Config) { config.Placeholder = true }
