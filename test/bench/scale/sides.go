package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/lib/cluster"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// Names of the sides, and of the controllers' users.
const (
	kcmName      = "kcm"
	meshworkName = "meshwork"
	allName      = "all"
	maxTurns     = 3

	userNamespace = "scale-users"
)

// side is a controller that is measured.
type side struct {
	name   string
	title  string
	user   string
	binary string
	args   []string
	// labels and selector are added to Services so that this side serves them.
	labels   map[string]string
	selector map[string]string
	// mesh is set if the work of this side is observed on MeshServices.
	mesh bool
}

// sides returns the sides that the settings select.
func (b *bench) sides() []side {
	kcm := side{
		name: kcmName, title: "kube-controller-manager", user: kcmName, binary: b.kcm,
		args: append([]string{
			"--controllers=endpointslice-controller",
			"--concurrent-service-endpoint-syncs=5",
			// Meshwork's client has no limits, so these are never reached.
			"--kube-api-qps=10000",
			"--kube-api-burst=20000",
			"--leader-elect=false",
			"--secure-port=0",
		}, strings.Fields(b.kcmFlags)...),
	}
	meshwork := side{
		name: meshworkName, title: "Meshwork", user: meshworkName, binary: b.meshwork,
		args: append([]string{
			"--controllers=endpointslice",
			"--leader-elect=false",
			"--metrics-bind-address=0",
			"--health-probe-bind-address=0",
		}, strings.Fields(b.meshworkFlags)...),
		labels: map[string]string{v1alpha1.EndpointControllerNameLabel: kit.EndpointController},
		// As the admission policy sets it, so that the takeover needs no write.
		selector: map[string]string{v1alpha1.DelegatedKey: kit.EndpointController},
	}
	all := meshwork
	all.name, all.title, all.mesh = allName, "Meshwork with all controllers", true
	all.args = append([]string{"--controllers=*"}, meshwork.args[1:]...)
	all.labels = map[string]string{
		v1alpha1.EndpointControllerNameLabel: kit.EndpointController,
		v1alpha1.MeshLabel:                   v1alpha1.DefaultMesh,
	}

	var sides []side
	for _, side := range []side{kcm, meshwork, all} {
		if b.only == side.name || b.only == "" && (b.all || side.name != allName) {
			sides = append(sides, side)
		}
	}
	return sides
}

// username returns the name of a controller's user in the API server.
func username(user string) string { return "system:serviceaccount:" + userNamespace + ":" + user }

// createUsers creates one user for each program, with equal rights.
func createUsers(ctx context.Context, clients kubernetes.Interface) error {
	namespace := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: userNamespace}}
	if _, err := clients.CoreV1().Namespaces().Create(ctx, namespace, metav1.CreateOptions{}); err != nil {
		return fmt.Errorf("creating the namespace %s: %w", userNamespace, err)
	}
	for _, name := range []string{kcmName, meshworkName} {
		account := &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Name: name}}
		if _, err := clients.CoreV1().ServiceAccounts(userNamespace).Create(ctx, account, metav1.CreateOptions{}); err != nil {
			return fmt.Errorf("creating the ServiceAccount %s: %w", name, err)
		}
		binding := &rbacv1.ClusterRoleBinding{
			ObjectMeta: metav1.ObjectMeta{Name: userNamespace + "-" + name},
			Subjects:   []rbacv1.Subject{{Kind: rbacv1.ServiceAccountKind, Namespace: userNamespace, Name: name}},
			RoleRef:    rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "ClusterRole", Name: "cluster-admin"},
		}
		if _, err := clients.RbacV1().ClusterRoleBindings().Create(ctx, binding, metav1.CreateOptions{}); err != nil {
			return fmt.Errorf("creating the ClusterRoleBinding %s: %w", binding.Name, err)
		}
	}
	return nil
}

// kubeconfigOf writes a kubeconfig for a side's user, and returns its path.
func (b *bench) kubeconfigOf(ctx context.Context, side side) (string, error) {
	path := filepath.Join(b.directory, side.name+".kubeconfig")
	return path, b.cluster.ServiceAccountKubeconfig(ctx, userNamespace, side.user, path)
}

func (b *bench) startController(side side, kubeconfig string) (*cluster.Process, error) {
	return b.cluster.StartProcess(side.name, side.binary, append([]string{"--kubeconfig=" + kubeconfig}, side.args...)...)
}
