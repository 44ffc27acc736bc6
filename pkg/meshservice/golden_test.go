package meshservice_test

import (
	"bufio"
	"bytes"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/yaml"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/finding"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
)

var update = flag.Bool("update", false, "rewrite the golden files")

var settings = meshservice.Settings{Zone: "east-1", ClusterDomain: "cluster.local"}

// golden is the content of an .out.yaml file.
type golden struct {
	MeshServices []*v1alpha1.MeshService `json:"meshServices,omitempty"`
	Findings     []finding.Finding       `json:"findings,omitempty"`
}

// TestGolden translates the objects of each .in.yaml file (a Service and the objects
// around it) and compares the outcome with the corresponding .out.yaml file. To
// update the .out.yaml files, run go test ./pkg/meshservice -run TestGolden -update
func TestGolden(t *testing.T) {
	inputs, err := filepath.Glob("testdata/*.in.yaml")
	if err != nil || len(inputs) == 0 {
		t.Fatalf("no inputs: %v", err)
	}
	for _, input := range inputs {
		t.Run(strings.TrimSuffix(filepath.Base(input), ".in.yaml"), func(t *testing.T) {
			g := NewWithT(t)
			outcome := settings.Derive(readView(t, input))
			got, err := yaml.Marshal(golden{outcome.MeshServices, outcome.Findings})
			g.Expect(err).NotTo(HaveOccurred())

			output := strings.TrimSuffix(input, ".in.yaml") + ".out.yaml"
			if *update {
				g.Expect(os.WriteFile(output, got, 0o644)).To(Succeed())
			}
			want, err := os.ReadFile(output)
			g.Expect(err).NotTo(HaveOccurred())
			g.Expect(string(got)).To(Equal(string(want)))
		})
	}
}

// readView reads the objects of a file, in any order.
func readView(t *testing.T, file string) meshservice.View {
	t.Helper()
	view := meshservice.View{}
	meshes, pods := map[string]*v1alpha1.Mesh{}, map[string]*corev1.Pod{}
	statefulSets, certificates := map[string]*appsv1.StatefulSet{}, map[string]*v1alpha1.MeshCertificate{}
	for _, object := range readObjects(t, file) {
		switch object := object.(type) {
		case *corev1.Service:
			view.Service = object
		case *corev1.Namespace:
			view.Namespace = object
		case *v1alpha1.Mesh:
			meshes[object.Name] = object
		case *corev1.Pod:
			pods[object.Name] = object
		case *discoveryv1.EndpointSlice:
			view.Slices = append(view.Slices, object)
		case *appsv1.StatefulSet:
			statefulSets[object.Name] = object
		case *v1alpha1.MeshCertificate:
			certificates[object.Name] = object
		case *v1alpha1.MeshService:
			view.Existing = append(view.Existing, object)
		default:
			t.Fatalf("%s: unexpected %T", file, object)
		}
	}
	if view.Service == nil {
		t.Fatalf("%s has no Service", file)
	}
	view.Mesh = func(name string) *v1alpha1.Mesh { return meshes[name] }
	view.Pod = func(name string) *corev1.Pod { return pods[name] }
	view.StatefulSet = func(name string) *appsv1.StatefulSet { return statefulSets[name] }
	view.Certificate = func(pod string) *v1alpha1.MeshCertificate { return certificates[pod] }
	view.Now = time.Date(2026, time.November, 1, 12, 0, 0, 0, time.UTC)
	return view
}

func readObjects(t *testing.T, file string) []runtime.Object {
	t.Helper()
	g := NewWithT(t)
	scheme := runtime.NewScheme()
	g.Expect(clientgoscheme.AddToScheme(scheme)).To(Succeed())
	g.Expect(v1alpha1.AddToScheme(scheme)).To(Succeed())
	decoder := serializer.NewCodecFactory(scheme, serializer.EnableStrict).UniversalDeserializer()

	content, err := os.ReadFile(file)
	g.Expect(err).NotTo(HaveOccurred())
	documents := utilyaml.NewYAMLReader(bufio.NewReader(bytes.NewReader(content)))
	var objects []runtime.Object
	for {
		document, err := documents.Read()
		if errors.Is(err, io.EOF) {
			return objects
		}
		g.Expect(err).NotTo(HaveOccurred())
		object, _, err := decoder.Decode(bytes.TrimSpace(document), nil, nil)
		g.Expect(err).NotTo(HaveOccurred(), file)
		objects = append(objects, object)
	}
}
