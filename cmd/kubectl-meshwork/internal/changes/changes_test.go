package changes_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/changes"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/terminal"
)

func TestEqualChangesAreFolded(t *testing.T) {
	g, now := NewWithT(t), time.Date(2026, 11, 22, 12, 0, 30, 0, time.UTC)
	cluster := &snapshot.Cluster{Now: now}
	for i := range 300 {
		cluster.MeshServices = append(cluster.MeshServices, meshService(fmt.Sprintf("web-%03d", i), now.Add(time.Duration(i)*time.Millisecond)))
	}
	cluster.MeshServices = append(cluster.MeshServices, meshService("earlier", now.Add(-time.Minute)))
	list := changes.Of(cluster, now.Add(-time.Hour))
	g.Expect(list.Changes).To(HaveLen(301))
	lines := func(wide bool) []string {
		var out bytes.Buffer
		list.Print(terminal.NewPrinter(&out, false, terminal.DefaultWidth), wide)
		return strings.Split(strings.TrimSpace(out.String()), "\n")
	}
	g.Expect(lines(true)).To(HaveLen(302))
	g.Expect(lines(false)).To(HaveLen(3))
	g.Expect(lines(false)[1]).To(ContainSubstring("Service shop/earlier"))
	g.Expect(lines(false)[2]).To(And(ContainSubstring("300 Services"), ContainSubstring("joined Mesh default: shop/web-000, shop/web-001"), ContainSubstring("…")))
}

func meshService(service string, created time.Time) *v1alpha1.MeshService {
	return &v1alpha1.MeshService{ObjectMeta: metav1.ObjectMeta{
		Namespace: "shop", Name: service, CreationTimestamp: metav1.NewTime(created),
		Labels:          map[string]string{v1alpha1.MeshLabel: "default", v1alpha1.ServiceNameLabel: service, v1alpha1.ManagedByLabel: v1alpha1.ManagedByMeshServiceController},
		OwnerReferences: []metav1.OwnerReference{{APIVersion: "v1", Kind: "Service", Name: service, UID: "uid", Controller: ptr.To(true)}},
	}}
}
