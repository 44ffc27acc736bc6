package command

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/yaml"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/collect"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/explain"
)

// explainFile explains the Services in a manifest as if they were applied.
func (o *options) explainFile(args []string, flags explainFlags) (view, error) {
	if len(args) > 0 || flags.all || flags.selector != "" || flags.watching {
		return view{}, usagef("--filename goes with no names, and without --all-namespaces, --selector and --watch")
	}
	if err := o.validateOutput(); err != nil {
		return view{}, err
	}
	namespace, err := o.namespace()
	if err != nil {
		return view{}, err
	}
	manifest, err := o.open(flags.filename)
	if err != nil {
		return view{}, err
	}
	services, err := readServices(manifest)
	if err = errors.Join(err, manifest.Close()); err != nil {
		return view{}, fmt.Errorf("reading %s: %w", flags.filename, err)
	}
	if len(services) == 0 {
		return view{}, fmt.Errorf("%s has no Services", flags.filename)
	}
	return view{scope: namespace, build: func(ctx context.Context, reader client.Reader) (result, error) {
		var found results
		for _, service := range services {
			if service.Namespace == "" {
				service.Namespace = namespace
			}
			explained, err := o.explainPlanned(ctx, reader, service)
			if err != nil {
				return nil, err
			}
			found = append(found, explained)
		}
		return found.orOne(), nil
	}}, nil
}

func (o *options) open(filename string) (io.ReadCloser, error) {
	if filename == "-" {
		return io.NopCloser(o.streams.In), nil
	}
	return os.Open(filename)
}

// readServices ignores objects of other kinds.
func readServices(manifest io.Reader) ([]*corev1.Service, error) {
	documents := utilyaml.NewYAMLReader(bufio.NewReader(manifest))
	var services []*corev1.Service
	for {
		document, err := documents.Read()
		if errors.Is(err, io.EOF) {
			return services, nil
		}
		if err != nil {
			return nil, err
		}
		service := &corev1.Service{}
		if err := yaml.Unmarshal(document, service); err != nil {
			return nil, err
		}
		if service.Kind == "Service" && service.APIVersion == "v1" {
			services = append(services, service)
		}
	}
}

// explainPlanned keeps the fields that the API server and the manager have set in an existing
// Service.
func (o *options) explainPlanned(ctx context.Context, reader client.Reader, service *corev1.Service) (result, error) {
	live := &corev1.Service{}
	err := reader.Get(ctx, client.ObjectKeyFromObject(service), live)
	switch {
	case apierrors.IsNotFound(err):
	case err != nil:
		return nil, fmt.Errorf("reading Service %s/%s: %w", service.Namespace, service.Name, err)
	default:
		service.UID, service.ResourceVersion, service.CreationTimestamp = live.UID, live.ResourceVersion, live.CreationTimestamp
		service.Status = live.Status
		if service.Spec.ClusterIP == "" {
			service.Spec.ClusterIP, service.Spec.ClusterIPs = live.Spec.ClusterIP, live.Spec.ClusterIPs
		}
		if len(service.Spec.IPFamilies) == 0 {
			service.Spec.IPFamilies = live.Spec.IPFamilies
		}
	}
	snap, err := collect.Around(ctx, reader, service, o.now())
	if err != nil {
		return nil, err
	}
	snap.IsPlanned = true
	return explain.Explain(o.settings, snap), nil
}
