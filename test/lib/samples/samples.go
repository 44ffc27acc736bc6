// Package samples has the expected results of config/samples, so that `make run` and the
// end-to-end tests check for the same.
package samples

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/yaml"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
)

//go:embed expected.yaml
var expectedYAML []byte

// Expected describes the expected results of the samples.
type Expected struct {
	// MeshServices that should exist. Each holds the fields that matter.
	MeshServices []map[string]any `json:"meshServices"`
	// Absent MeshServices, as namespace/name.
	Absent []string `json:"absent"`
	// Events that Services should have.
	Events []Event `json:"events"`
	// Endpoints that Services should have.
	Endpoints []Endpoints `json:"endpoints"`
	// LoadBalancers are addresses that Services should show.
	LoadBalancers []LoadBalancer `json:"loadBalancers"`
}

// Event is an event on a Service.
type Event struct {
	Namespace string `json:"namespace"`
	Service   string `json:"service"`
	Reason    string `json:"reason"`
}

// Endpoints describes the endpoints in all EndpointSlices of a Service.
type Endpoints struct {
	Namespace string `json:"namespace"`
	Service   string `json:"service"`
	// ManagedBy is the controller that writes them.
	ManagedBy string `json:"managedBy"`
	Count     int    `json:"count"`
	// Addresses are left out if they are not predictable.
	Addresses []string `json:"addresses"`
}

// LoadBalancer has the addresses that a Service of type LoadBalancer shows.
type LoadBalancer struct {
	Namespace string   `json:"namespace"`
	Service   string   `json:"service"`
	Addresses []string `json:"addresses"`
}

// Namespaces returns the namespaces of the samples.
func Namespaces() []string { return []string{"redis-system", "orders", "core-network", "shop"} }

// Check returns an error with all differences from the expected results.
func Check(ctx context.Context, api client.Client) error {
	var expected Expected
	if err := yaml.UnmarshalStrict(expectedYAML, &expected); err != nil {
		return fmt.Errorf("expected.yaml: %w", err)
	}
	var errs []error
	for _, want := range expected.MeshServices {
		errs = append(errs, checkMeshService(ctx, api, &unstructured.Unstructured{Object: want}))
	}
	for _, name := range expected.Absent {
		errs = append(errs, checkAbsent(ctx, api, name))
	}
	for _, event := range expected.Events {
		errs = append(errs, checkEvent(ctx, api, event))
	}
	for _, endpoints := range expected.Endpoints {
		errs = append(errs, checkEndpoints(ctx, api, endpoints))
	}
	for _, loadBalancer := range expected.LoadBalancers {
		errs = append(errs, checkLoadBalancer(ctx, api, loadBalancer))
	}
	return errors.Join(errs...)
}

func checkMeshService(ctx context.Context, api client.Client, want *unstructured.Unstructured) error {
	got := &unstructured.Unstructured{}
	got.SetGroupVersionKind(v1alpha1.GroupVersion.WithKind("MeshService"))
	key := client.ObjectKeyFromObject(want)
	if err := api.Get(ctx, key, got); err != nil {
		return fmt.Errorf("MeshService %s: %w", key, err)
	}
	if difference := missing("", want.Object, got.Object); difference != "" {
		return fmt.Errorf("MeshService %s: %s", key, difference)
	}
	return checkVIPs(ctx, api, got)
}

// checkVIPs compares the VIPs with the addresses that Kubernetes and Meshwork
// allocated, which no file can know.
func checkVIPs(ctx context.Context, api client.Client, got *unstructured.Unstructured) error {
	want, err := allocatedAddresses(ctx, api, got)
	if err != nil {
		return err
	}
	var have []string
	vips, _, _ := unstructured.NestedSlice(got.Object, "status", "vips")
	for _, vip := range vips {
		ip, _, _ := unstructured.NestedString(vip.(map[string]any), "ip")
		have = append(have, ip)
	}
	if !slices.Equal(have, want) {
		return fmt.Errorf("MeshService %s: its VIPs are %v, the allocated addresses are %v",
			client.ObjectKeyFromObject(got), have, want)
	}
	return nil
}

func allocatedAddresses(ctx context.Context, api client.Client, meshService *unstructured.Unstructured) ([]string, error) {
	labels, namespace := meshService.GetLabels(), meshService.GetNamespace()
	if labels[v1alpha1.ManagedByLabel] == "" {
		return nil, nil
	}
	service := &corev1.Service{}
	key := client.ObjectKey{Namespace: namespace, Name: labels[v1alpha1.ServiceNameLabel]}
	if err := api.Get(ctx, key, service); err != nil {
		return nil, fmt.Errorf("reading Service %s: %w", key, err)
	}
	name, isPod := labels[v1alpha1.PodNameLabel]
	if !isPod {
		return append(service.Spec.ClusterIPs, addressesShownBy(service)...), nil
	}
	pod := &corev1.Pod{}
	if err := api.Get(ctx, client.ObjectKey{Namespace: namespace, Name: name}, pod); err != nil {
		return nil, fmt.Errorf("reading Pod %s/%s: %w", namespace, name, err)
	}
	var addresses []string
	for _, ip := range pod.Status.PodIPs {
		if slices.Contains(service.Spec.IPFamilies, familyOf(ip.IP)) {
			addresses = append(addresses, ip.IP)
		}
	}
	return addresses, nil
}

func familyOf(ip string) corev1.IPFamily {
	if strings.Contains(ip, ":") {
		return corev1.IPv6Protocol
	}
	return corev1.IPv4Protocol
}

// missing names the first part of want that got does not have.
func missing(path string, want, got any) string {
	switch want := want.(type) {
	case map[string]any:
		object, _ := got.(map[string]any)
		for _, key := range slices.Sorted(maps.Keys(want)) {
			if difference := missing(path+"."+key, want[key], object[key]); difference != "" {
				return difference
			}
		}
		return ""
	case []any:
		list, _ := got.([]any)
		if len(list) != len(want) {
			return fmt.Sprintf("%s is %v, not %v", path, got, want)
		}
		for i := range want {
			if difference := missing(fmt.Sprintf("%s[%d]", path, i), want[i], list[i]); difference != "" {
				return difference
			}
		}
		return ""
	}
	if fmt.Sprint(want) != fmt.Sprint(got) {
		return fmt.Sprintf("%s is %v, not %v", path, got, want)
	}
	return ""
}

func checkAbsent(ctx context.Context, api client.Client, name string) error {
	namespace, name, _ := strings.Cut(name, "/")
	err := api.Get(ctx, client.ObjectKey{Namespace: namespace, Name: name}, &v1alpha1.MeshService{})
	if apierrors.IsNotFound(err) {
		return nil
	}
	if err == nil {
		err = errors.New("it should not exist")
	}
	return fmt.Errorf("MeshService %s/%s: %w", namespace, name, err)
}

func checkEvent(ctx context.Context, api client.Client, want Event) error {
	var events corev1.EventList
	if err := api.List(ctx, &events, client.InNamespace(want.Namespace)); err != nil {
		return err
	}
	for _, event := range events.Items {
		if event.Reason == want.Reason && event.InvolvedObject.Kind == "Service" && event.InvolvedObject.Name == want.Service {
			return nil
		}
	}
	return fmt.Errorf("no event %s on Service %s/%s", want.Reason, want.Namespace, want.Service)
}
