package meshservice

import (
	"fmt"
	"testing"

	. "github.com/onsi/gomega"
	toolscache "k8s.io/client-go/tools/cache"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/internal/controller/metrics/metricstest"
)

func TestMeshServicesAreCounted(t *testing.T) {
	g := NewWithT(t)
	counts := newAvailabilityCounts()
	of := func(availability v1alpha1.Availability) *v1alpha1.MeshService {
		return &v1alpha1.MeshService{Status: v1alpha1.MeshServiceStatus{Availability: availability}}
	}
	values := func(online, offline, unknown int) map[string]string {
		return map[string]string{
			"meshwork_meshservices availability=Online":  fmt.Sprint(online),
			"meshwork_meshservices availability=Offline": fmt.Sprint(offline),
			"meshwork_meshservices availability=Unknown": fmt.Sprint(unknown),
		}
	}
	g.Expect(metricstest.Values(g, counts)).To(Equal(values(0, 0, 0)))

	counts.OnAdd(of(""), true)
	counts.OnAdd(of(v1alpha1.Online), false)
	g.Expect(metricstest.Values(g, counts)).To(Equal(values(1, 0, 1)))
	counts.OnUpdate(of(""), of(v1alpha1.Offline))
	counts.OnUpdate(of(v1alpha1.Online), of(v1alpha1.Online))
	g.Expect(metricstest.Values(g, counts)).To(Equal(values(1, 1, 0)))
	counts.OnDelete(of(v1alpha1.Online))
	counts.OnDelete(toolscache.DeletedFinalStateUnknown{Obj: of(v1alpha1.Offline)})
	g.Expect(metricstest.Values(g, counts)).To(Equal(values(0, 0, 0)))
}
