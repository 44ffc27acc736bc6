package kit

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
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
	return scheme
}

// Path returns a path in the repository, which it looks for above the working
// directory: for `go test`, the directory of the package. It panics outside the
// repository.
func Path(elements ...string) string {
	directory, err := os.Getwd()
	utilruntime.Must(err)
	for !isRepository(directory) {
		parent := filepath.Dir(directory)
		if parent == directory {
			panic(fmt.Sprintf("the working directory is not in the repository: no directory above it has the go.mod of %s", module))
		}
		directory = parent
	}
	return filepath.Join(append([]string{directory}, elements...)...)
}

// CRDs returns the directories with the CustomResourceDefinitions, for cluster.Options.
func CRDs() []string { return []string{Path("config", "crd", "bases")} }

const module = "github.com/meshwork-dev/meshwork"

// isRepository reports whether the main module is in a directory. The modules
// in sub-directories have names of their own.
func isRepository(directory string) bool {
	content, err := os.ReadFile(filepath.Join(directory, "go.mod"))
	first, _, _ := strings.Cut(string(content), "\n")
	return err == nil && strings.TrimSpace(first) == "module "+module
}
