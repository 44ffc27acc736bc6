package faults

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	discoveryv1 "k8s.io/api/discovery/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// Fields that the manager may own on objects of others. To Kubernetes, a selector
// is one field.
const (
	ownedOfService  = "spec.selector"
	ownedLabel      = "metadata.labels." + discoveryv1.LabelSkipMirror
	ownedAnnotation = "metadata.annotations." + v1alpha1.SkipMirrorByAnnotation
)

// checkOrphans finds objects that the manager left behind for deleted Services.
func (s *seen) checkOrphans(p *problems) {
	for _, slice := range s.slices {
		manager := slice.Labels[discoveryv1.LabelManagedBy]
		ours := manager == kit.EndpointController || manager == mirroringManager
		if ours && find(s.services, slice.Namespace, slice.Labels[discoveryv1.LabelServiceName]) == nil {
			p.add("slice %s/%s of %s belongs to no Service", slice.Namespace, slice.Name, manager)
		}
	}
	for _, meshService := range s.meshServices {
		service := meshservice.DerivedFrom(meshService)
		if service != "" && find(s.services, meshService.Namespace, service) == nil {
			p.add("MeshService %s/%s belongs to no Service", meshService.Namespace, meshService.Name)
		}
	}
}

// checkOthers finds fields that the manager must not own, and user fields that were
// lost.
func (s *seen) checkOthers(p *problems) {
	for _, service := range s.services {
		p.owns(service, append(vipFields(service), ownedOfService)...)
		if service.Annotations[keptKey] != keptValue || service.Labels["example.com/team"] != "a" {
			p.add("Service %s/%s has the labels %v and annotations %v", service.Namespace, service.Name, service.Labels, service.Annotations)
		}
	}
	for _, endpoints := range s.endpoints {
		p.owns(endpoints, ownedLabel, ownedAnnotation)
	}
	for _, slice := range s.slices {
		if manager := slice.Labels[discoveryv1.LabelManagedBy]; manager != kit.EndpointController && manager != mirroringManager {
			p.owns(slice)
		}
	}
	for _, meshService := range s.meshServices {
		if meshservice.DerivedFrom(meshService) == "" {
			p.owns(meshService)
		}
	}
	for _, pod := range s.pods {
		p.owns(pod)
	}
	for _, node := range s.nodes {
		p.owns(node)
	}
	for _, namespace := range s.namespaces {
		p.owns(namespace)
	}
}

// owns finds fields that the manager owns and that are not allowed.
func (p *problems) owns(object client.Object, allowed ...string) {
	for _, entry := range object.GetManagedFields() {
		if entry.Manager != v1alpha1.FieldManager {
			continue
		}
		var owned kit.JSON
		if err := json.Unmarshal(entry.FieldsV1.GetRawBytes(), &owned); err != nil {
			panic(err) // never: the API server made it
		}
		for _, path := range leaves("", owned) {
			if !slices.Contains(allowed, path) {
				p.add("%T %s has a field of the manager: %s", object, client.ObjectKeyFromObject(object), path)
			}
		}
	}
}

// leaves returns the paths of the fields in an entry of managed fields.
func leaves(path string, entry kit.JSON) []string {
	var all []string
	for key, value := range entry {
		name, isField := strings.CutPrefix(key, "f:")
		if below, _ := value.(kit.JSON); isField {
			all = append(all, leaves(path+"."+name, below)...)
		}
	}
	if len(all) == 0 {
		return []string{strings.TrimPrefix(path, ".")}
	}
	return all
}

// checkUntouched finds objects that were written without a reason.
func (w *workload) checkUntouched(ctx context.Context, p *problems) error {
	for _, before := range w.untouched {
		now := before.DeepCopyObject().(client.Object)
		if err := api.Get(ctx, client.ObjectKeyFromObject(before), now); err != nil {
			return err
		}
		if now.GetResourceVersion() != before.GetResourceVersion() {
			p.add("%T %s was changed: %s", now, client.ObjectKeyFromObject(now), text(now.GetManagedFields()))
		}
	}
	return nil
}
