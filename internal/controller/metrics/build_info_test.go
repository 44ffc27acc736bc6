package metrics

import (
	"testing"

	. "github.com/onsi/gomega"

	"github.com/meshwork-dev/meshwork/internal/controller/metrics/metricstest"
)

func TestBuildInfo(t *testing.T) {
	g := NewWithT(t)
	g.Expect(metricstest.Values(g, NewBuildInfo("v1.2.3", "go1.26"))).To(Equal(map[string]string{"meshwork_build_info go_version=go1.26 version=v1.2.3": "1"}))
}
