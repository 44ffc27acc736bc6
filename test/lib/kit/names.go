package kit

import (
	"os/exec"
	"path/filepath"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/lib/cluster"
)

// The manager as config/default installs it.
const (
	SystemNamespace = "meshwork-system"
	ServiceAccount  = "meshwork-controller-manager"
	// LeaseName is the Lease in SystemNamespace that the leader holds.
	LeaseName = "meshwork"
)

// The controllers that manage EndpointSlices, as the slices' managed-by label has
// them. The tests spell them out, so that a change of a default is noticed.
const (
	EndpointController         = "endpointslice-controller.meshwork.dev"
	MirroringController        = "mirroring." + EndpointController
	DefaultEndpointController  = "endpointslice-controller.k8s.io"
	DefaultMirroringController = "endpointslicemirroring-controller.k8s.io"
)

// Scheme returns a new scheme with the kinds of Kubernetes and Meshwork.
func Scheme() *runtime.Scheme {
	scheme := runtime.NewScheme()
	utilruntime.Must(clientgoscheme.AddToScheme(scheme))
	utilruntime.Must(v1alpha1.AddToScheme(scheme))
	utilruntime.Must(gatewayv1.Install(scheme))
	return scheme
}

// Path returns a path in the repository. It panics outside of it.
func Path(elements ...string) string {
	root, err := cluster.ModuleRoot()
	utilruntime.Must(err)
	return filepath.Join(append([]string{root}, elements...)...)
}

// CRDs returns the directories with the CustomResourceDefinitions, for cluster.Options.
func CRDs() []string { return []string{Path("config", "crd", "bases")} }

// GatewayAPI returns the files with the CustomResourceDefinitions of GRPCRoutes and HTTPRoutes, from
// the standard channel of the Gateway API in Go's module cache.
func GatewayAPI() []string {
	list := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "sigs.k8s.io/gateway-api")
	list.Dir = Path()
	module, err := list.Output()
	utilruntime.Must(err)
	standard := filepath.Join(strings.TrimSpace(string(module)), "config", "crd", "standard")
	return []string{
		filepath.Join(standard, "gateway.networking.k8s.io_grpcroutes.yaml"),
		filepath.Join(standard, "gateway.networking.k8s.io_httproutes.yaml"),
	}
}
