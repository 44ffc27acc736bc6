package chart

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/meshwork-dev/meshwork/test/lib/cluster"
)

func TestCluster(t *testing.T) {
	t.Parallel()
	kubernetes, err := cluster.Start(t.Context(), cluster.Options{CRDDirectories: []string{filepath.Join("testdata", "crd")}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := kubernetes.Stop(); err != nil {
			t.Error(err)
		}
	})
	kubeconfig := filepath.Join(t.TempDir(), "kubeconfig")
	if err := kubernetes.WriteKubeconfig(kubeconfig); err != nil {
		t.Fatal(err)
	}
	c := &inCluster{kubernetes, kubeconfig}
	t.Run("accepts the chart", func(t *testing.T) { acceptsTheChart(t, c) })
	t.Run("takes over from kustomize", func(t *testing.T) { takesOverFromKustomize(t, c) })
	t.Run("installs, upgrades and uninstalls releases", func(t *testing.T) { managesReleases(t, c) })
}

type inCluster struct {
	*cluster.Cluster
	kubeconfig string
}

func (c *inCluster) kubectl(t *testing.T, input string, args ...string) string {
	t.Helper()
	output, err := c.KubectlInput(t.Context(), []byte(input), args...)
	if err != nil {
		t.Fatal(err)
	}
	return string(output)
}

func (c *inCluster) helm(t *testing.T, args ...string) string {
	t.Helper()
	output, err := run(t, "", "helm", append(slices.Clone(args), "--kubeconfig", c.kubeconfig)...)
	if err != nil {
		t.Fatal(err)
	}
	return string(output)
}

// acceptsTheChart fails if the API server warns. It warns of deprecated fields, and of
// violations of the restricted Pod Security Standard.
func acceptsTheChart(t *testing.T, c *inCluster) {
	c.kubectl(t, "", "create", "namespace", "meshwork-system")
	c.kubectl(t, "", "label", "namespace", "meshwork-system", "pod-security.kubernetes.io/warn=restricted")
	for _, values := range []string{"", everything} {
		manifest, err := named(values).template(t)
		if err != nil {
			t.Fatal(err)
		}
		c.kubectl(t, string(manifest), "apply", "--server-side", "--dry-run=server", "--validate=strict", "--warnings-as-errors", "-f", "-")
	}
}

func takesOverFromKustomize(t *testing.T, c *inCluster) {
	c.kubectl(t, "", "apply", "-k", filepath.Join(root(t), "config", "default"))
	c.helm(t, "install", "meshwork", chartDirectory(t), "--namespace", "meshwork-system", "--take-ownership", "--set", "zone=east-1")
	if args := c.kubectl(t, "", "get", "-n", "meshwork-system", "deployment/meshwork-controller-manager",
		"-o=jsonpath={.spec.template.spec.containers[0].args}"); !strings.Contains(args, "--zone=east-1") {
		t.Errorf("the Deployment should be the chart's, but has the arguments %s", args)
	}
	c.helm(t, "uninstall", "meshwork", "--namespace", "meshwork-system", "--no-hooks")
	c.kubectl(t, "", "delete", "crd", "-l=app.kubernetes.io/managed-by=Helm")
}

// managesReleases runs no hooks, because there is no kubelet to run their Job.
func managesReleases(t *testing.T, c *inCluster) {
	const definition = "customresourcedefinition/meshes.meshwork.dev"
	chart := chartDirectory(t)

	notes := c.helm(t, "install", "east-meshwork", chart, "--namespace", "mesh", "--create-namespace")
	for _, command := range []string{
		"kubectl rollout status -n mesh deployment/east-meshwork-controller-manager",
		"kind: Mesh",
		"kubectl label namespace NAMESPACE meshwork.dev/sidecar-injection=true",
	} {
		if !strings.Contains(notes, command) {
			t.Errorf("the notes should say %q:\n%s", command, notes)
		}
	}
	c.kubectl(t, "", "get", "-n", "mesh", "deployment/east-meshwork-controller-manager")
	c.kubectl(t, "apiVersion: meshwork.dev/v1alpha1\nkind: Mesh\nmetadata: {name: default}", "apply", "-f", "-")

	notes = c.helm(t, "install", "west", chart, "--namespace", "mesh", "--set", "crds.install=false,clusterDomain=east.example,xds.enabled=true,xds.insecure.enabled=true,signer.enabled=true")
	for _, fact := range []string{
		"west-meshwork-xds-tls", "DNS name  west-meshwork-xds.mesh.svc.east.example\n",
		"west-meshwork-xds.mesh.svc.east.example:18000, or without TLS to port 18080.", "kubectl patch mesh default",
	} {
		if !strings.Contains(notes, fact) {
			t.Errorf("the notes should say %q:\n%s", fact, notes)
		}
	}
	if left := c.kubectl(t, "", "get", "-n", "mesh", "services", "west-meshwork-xds", "west-meshwork-xds-metrics", "-o=name"); strings.Count(left, "\n") != 2 {
		t.Errorf("the release should have the Services of the xDS server, not %s", left)
	}
	c.kubectl(t, "", "get", "-n", "mesh", "deployments", "west-meshwork-signer", "-o=name")
	c.helm(t, "uninstall", "west", "--namespace", "mesh", "--no-hooks")

	c.helm(t, "upgrade", "east-meshwork", nextVersion(t), "--namespace", "mesh")
	if columns := c.kubectl(t, "", "get", definition, "-o=jsonpath={.spec.versions[0].additionalPrinterColumns[*].name}"); !strings.Contains(columns, "Renamed") {
		t.Errorf("an upgrade should upgrade the definitions, but they have the columns %s", columns)
	}

	c.helm(t, "uninstall", "east-meshwork", "--namespace", "mesh", "--no-hooks")
	if deleted := c.kubectl(t, "", "get", definition, "-o=jsonpath={.metadata.deletionTimestamp}"); deleted != "" {
		t.Error("the definitions, and with them all Meshes, should outlive the release")
	}
	c.kubectl(t, "", "get", "meshes", "default")
	if left := c.kubectl(t, "", "get", "clusterroles,clusterrolebindings", "-o=name", "-l=app.kubernetes.io/name in (meshwork, meshwork-signer, meshwork-xds)"); left != "" {
		t.Errorf("an uninstalled release should leave only the definitions: %s", left)
	}
	c.helm(t, "install", "east-meshwork", chart, "--namespace", "mesh")
}

// nextVersion copies the chart, renames a column of a definition, and returns the
// directory of the copy.
func nextVersion(t *testing.T) string {
	t.Helper()
	directory := filepath.Join(t.TempDir(), "meshwork")
	if err := os.CopyFS(directory, os.DirFS(chartDirectory(t))); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(directory, "files", "crd", "meshwork.dev_meshes.yaml")
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	renamed := strings.Replace(string(content), "name: MeshServices", "name: Renamed", 1)
	if renamed == string(content) {
		t.Fatalf("%s has no column MeshServices", path)
	}
	if err := os.WriteFile(path, []byte(renamed), 0o600); err != nil {
		t.Fatal(err)
	}
	return directory
}
