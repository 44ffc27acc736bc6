// Package e2e_test runs the plugin's binary through kubectl, with the permissions of
// a plain user, in a real cluster in which the manager runs.
package e2e_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/meshwork-dev/meshwork/test/lib/cluster"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

const timeout = time.Minute

const objects = `
apiVersion: v1
kind: Namespace
metadata: {name: shop}
---
apiVersion: meshwork.dev/v1alpha1
kind: Mesh
metadata: {name: default}
---
apiVersion: v1
kind: Service
metadata: {name: web, namespace: shop}
spec:
  selector: {app: web}
  ports: [{port: 80}]
---
apiVersion: v1
kind: ServiceAccount
metadata: {name: user, namespace: shop}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: user, namespace: shop}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view}
subjects: [{kind: ServiceAccount, name: user, namespace: shop}]
`

func TestPlugin(t *testing.T) {
	if os.Getenv("KUBEBUILDER_ASSETS") == "" {
		t.Skip("KUBEBUILDER_ASSETS is not set: build a control plane with make controlplane")
	}
	e := start(t)
	e.checkDefaults()

	output, code := e.plugin(e.user, "explain", "service", "web", "-n", "shop")
	if code != 3 || !strings.Contains(output, "Service shop/web is not in a mesh") {
		t.Fatalf("exit code %d:\n%s", code, output)
	}
	e.runRemedy(output)
	e.eventually("it is in the mesh", 0, "is in Mesh default", func() (string, int) {
		return e.plugin(e.user, "explain", "svc/web", "-n", "shop")
	})
	output, _ = e.plugin(e.user, "explain", "svc/web", "-n", "shop")
	if !strings.Contains(strings.Join(strings.Fields(output), " "), "which you are not allowed to read") { // wherever the line breaks
		t.Errorf("a plain user can read Meshes:\n%s", output)
	}
	t.Log(output)

	e.eventually("the status", 0, "No problems in the cluster", func() (string, int) {
		return e.plugin(e.admin, "status")
	})
	e.eventually("the user's status", 0, "No problems in namespace shop", func() (string, int) {
		return e.plugin(e.user, "status", "-n", "shop")
	})
	e.eventually("the changes", 0, "joined Mesh default", func() (string, int) {
		return e.plugin(e.admin, "changes", "-n", "shop")
	})
	e.checkXDS()
	e.checkWatch()
	e.checkSamples()
	e.eventually("the handover among the changes", 0, "EndpointSlicesTakenOver", func() (string, int) {
		return e.plugin(e.admin, "changes")
	})
}

// environment is a cluster in which the manager runs.
type environment struct {
	*testing.T
	cluster *cluster.Cluster
	path    string
	// admin and user are paths of kubeconfigs.
	admin, user string
}

func start(t *testing.T) *environment {
	t.Helper()
	directory := t.TempDir()
	e := &environment{T: t, path: directory, admin: filepath.Join(directory, "admin"), user: filepath.Join(directory, "user")}
	e.must(exec.CommandContext(t.Context(), "go", "build", "-C", "../..", "-o", filepath.Join(directory, "kubectl-meshwork"), ".").Run())

	var err error
	e.cluster, err = cluster.Start(t.Context(), cluster.Options{
		ControllerManager: true, Scheduler: true, Kwok: true, Nodes: 2,
		CRDDirectories: kit.CRDs(),
	})
	e.must(err)
	t.Cleanup(func() { e.must(e.cluster.Stop()) })
	e.kubectl("apply", "-k", kit.Path("config", "local"))
	_, err = kit.StartManager(t.Context(), e.cluster, kit.ManagerOptions{LeaderElection: true})
	e.must(err)

	_, err = e.cluster.KubectlInput(t.Context(), []byte(objects), "apply", "-f", "-")
	e.must(err)
	e.must(e.cluster.WriteKubeconfig(e.admin))
	e.must(e.cluster.ServiceAccountKubeconfig(t.Context(), "shop", "user", e.user))
	return e
}

// checkDefaults checks that the flags shared with the manager have its defaults.
func (e *environment) checkDefaults() {
	e.Helper()
	ofManager, err := exec.CommandContext(e.Context(), kit.Path("bin", "meshwork"), "--help").CombinedOutput()
	e.must(err)
	ofPlugin, _ := e.plugin(e.user, "--help")
	for _, flag := range []string{"zone", "cluster-domain", "endpoint-controller-name", "load-balancer-class"} {
		expression := regexp.MustCompile(`--` + flag + ` string .*\(default ("[^"]+")\)`)
		want, got := expression.FindSubmatch(ofManager), expression.FindStringSubmatch(ofPlugin)
		if want == nil || got == nil || string(want[1]) != got[1] {
			e.Errorf("--%s defaults to %s, but to %s in the manager", flag, got, want)
		}
	}
}

func (e *environment) must(err error) {
	e.Helper()
	if err != nil {
		e.Fatal(err)
	}
}

func (e *environment) kubectl(args ...string) {
	e.Helper()
	_, err := e.cluster.Kubectl(e.Context(), args...)
	e.must(err)
}

// command returns kubectl meshwork, as a user types it.
func (e *environment) command(ctx context.Context, kubeconfig string, args ...string) *exec.Cmd {
	kubectl := filepath.Join(os.Getenv("KUBEBUILDER_ASSETS"), "kubectl")
	command := exec.CommandContext(ctx, kubectl, append([]string{"meshwork"}, args...)...)
	command.Env = append(os.Environ(), "KUBECONFIG="+kubeconfig, "PATH="+e.path+string(os.PathListSeparator)+os.Getenv("PATH"))
	return command
}

func (e *environment) plugin(kubeconfig string, args ...string) (output string, code int) {
	e.Helper()
	written, err := e.command(e.Context(), kubeconfig, args...).CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		e.Fatal(err)
	}
	if exit != nil {
		code = exit.ExitCode()
	}
	return string(written), code
}

// runRemedy runs the command at the end of an explanation, with enough permissions.
func (e *environment) runRemedy(explanation string) {
	e.Helper()
	for _, line := range strings.Split(explanation, "\n") {
		if command, found := strings.CutPrefix(strings.TrimSpace(line), "kubectl "); found {
			e.kubectl(strings.Fields(command)...)
			return
		}
	}
	e.Fatalf("no command in:\n%s", explanation)
}

func (e *environment) eventually(what string, code int, text string, run func() (string, int)) {
	e.Helper()
	deadline := time.Now().Add(timeout)
	for {
		output, got := run()
		if got == code && strings.Contains(output, text) {
			return
		}
		if time.Now().After(deadline) {
			e.Fatalf("%s: exit code %d, not %d with %q:\n%s", what, got, code, text, output)
		}
		time.Sleep(200 * time.Millisecond)
	}
}

const xdsPod = `
apiVersion: v1
kind: Pod
metadata:
  name: xds
  namespace: shop
  labels: {app.kubernetes.io/name: meshwork-xds}
spec: {containers: [{name: meshwork-xds, image: meshwork-xds}]}
`

// checkXDS queries an xDS server without the permissions, without a kubelet that forwards
// its port, and with one.
func (e *environment) checkXDS() {
	e.Helper()
	_, err := e.cluster.KubectlInput(e.Context(), []byte(xdsPod), "apply", "-f", "-")
	e.must(err)
	e.kubectl("wait", "--for=jsonpath={.status.phase}=Running", "pod/xds", "-n", "shop", "--timeout=1m")
	explain := func(kubeconfig string, flags ...string) func() (string, int) {
		return func() (string, int) {
			output, code := e.plugin(kubeconfig, append([]string{"explain", "svc/web", "-n", "shop"}, flags...)...)
			return strings.Join(strings.Fields(output), " "), code
		}
	}
	if output, _ := explain(e.admin)(); strings.Contains(output, "shop/xds") {
		e.Errorf("a Pod outside of Meshwork's namespace is asked:\n%s", output)
	}
	const inShop = "--xds-namespace=shop"
	e.eventually("a user without rights", 0, "you are not allowed to list the Pods of the xDS server in namespace meshwork-system", explain(e.user))
	e.eventually("a user who may list Pods", 0, `asking shop/xds: unable to upgrade connection: pods "xds" is forbidden`, explain(e.user, inShop))
	e.eventually("an administrator", 0, "asking shop/xds: ", explain(e.admin, inShop))
	e.startKubelet("xds")
	e.eventually("the clients", 0, `system:serviceaccount:shop:cart, agent "gRPC Go 1.85.0", asks for "web.shop:80"`, explain(e.admin, inShop))
	e.kubectl("delete", "pod", "xds", "-n", "shop")
}

// checkWatch checks that the tree shows when the Service leaves the mesh.
func (e *environment) checkWatch() {
	e.Helper()
	ctx, stop := context.WithTimeout(e.Context(), 2*timeout)
	defer stop()
	var output lockedBuffer
	command := e.command(ctx, e.user, "tree", "svc/web", "-n", "shop", "--watch")
	command.Stdout, command.Stderr = &output, &output
	e.must(command.Start())
	running := func() (string, int) { return output.String(), 0 }
	e.eventually("the first tree", 0, "MeshService web", running)
	e.kubectl("label", "service", "web", "-n", "shop", "meshwork.dev/mesh-")
	e.eventually("the next tree", 0, "not in a mesh", running)
	e.must(command.Process.Signal(os.Interrupt))
	if err := command.Wait(); err != nil {
		e.Errorf("after Ctrl-C: %v\n%s", err, output.String())
	}
}

// lockedBuffer can be read while a program writes to it.
type lockedBuffer struct {
	mutex  sync.Mutex
	buffer bytes.Buffer
}

func (b *lockedBuffer) Write(text []byte) (int, error) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.buffer.Write(text)
}

func (b *lockedBuffer) String() string {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.buffer.String()
}
