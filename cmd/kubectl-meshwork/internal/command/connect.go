package command

import (
	"fmt"
	"net/http"

	"github.com/go-logr/logr"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/collect"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/podtransport"
)

// requestsPerSecond is the limit that kubectl uses.
const requestsPerSecond = 50

func (o *options) connectToCluster() (client.WithWatch, error) {
	config, err := o.restConfig()
	if err != nil {
		return nil, err
	}
	config.WarningHandler = rest.NoWarnings{} // they are about kinds that the user did not ask for
	log.SetLogger(logr.Discard())
	config.QPS, config.Burst = requestsPerSecond, 6*requestsPerSecond
	scheme, err := newScheme()
	if err != nil {
		return nil, err
	}
	connected, err := client.NewWithWatch(config, client.Options{Scheme: scheme, Mapper: newMapper()})
	if err != nil {
		return nil, fmt.Errorf("reaching the cluster %s: %w", config.Host, err)
	}
	return connected, nil
}

func (o *options) restConfig() (*rest.Config, error) {
	config, err := o.kubeconfig.restConfig()
	if err != nil {
		return nil, fmt.Errorf("loading the kubeconfig: %w", err)
	}
	return config, nil
}

func (o *options) forwardToXDS(pod types.NamespacedName) (http.RoundTripper, error) {
	config, err := o.restConfig()
	if err != nil {
		return nil, err
	}
	return podtransport.New(config, pod, collect.XDSPort)
}

func newScheme() (*runtime.Scheme, error) {
	scheme := runtime.NewScheme()
	if err := clientgoscheme.AddToScheme(scheme); err != nil {
		return nil, err
	}
	if err := gatewayv1.Install(scheme); err != nil {
		return nil, err
	}
	return scheme, v1alpha1.AddToScheme(scheme)
}

// namespace returns the namespace of the flags or, without one, of the current
// context.
func (o *options) namespace() (string, error) {
	namespace, _, err := o.kubeconfig.loader().Namespace()
	if err != nil {
		return "", fmt.Errorf("determining the namespace: %w", err)
	}
	return namespace, nil
}
