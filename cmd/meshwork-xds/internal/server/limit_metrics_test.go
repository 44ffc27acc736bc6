package server

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-logr/logr"
	. "github.com/onsi/gomega"
	"github.com/prometheus/client_golang/prometheus"
	"k8s.io/client-go/util/cert"

	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// The greediest namespace is named, and nothing else that clients choose.
func TestUseOfLimits(t *testing.T) {
	g, registry := NewWithT(t), prometheus.NewRegistry()
	s := New(Options{MaxStreams: 100, MaxStreamsPerClient: 50, MaxSubscriptions: 1000, MaxSubscriptionsPerClient: 500}, nil, nil, registry)
	for i := range 100 {
		g.Expect(s.quotas.streams.take(pod(fmt.Sprint("n", i), "web", fmt.Sprint("10.0.0.", i)), 1)).To(Succeed())
	}
	g.Expect(s.quotas.names.take(pod("greedy", "a", "10.0.1.1"), 300)).To(Succeed())
	g.Expect(s.quotas.names.take(pod("greedy", "b", "10.0.1.2"), 100)).To(Succeed())
	g.Expect(gathered(g, registry, "meshwork_xds_limit_used_ratio")).To(Equal(map[string]float64{
		"connections address": 0, "connections all": 0,
		"request-bytes address": 0, "request-bytes all": 0, "request-bytes namespace": 0,
		"streams address": 0.01, "streams all": 1, "streams namespace": 0.01,
		"unknown-streams address": 0, "unknown-streams all": 0, "unknown-streams namespace": 0,
		"subscriptions address": 0.3, "subscriptions all": 0.4, "subscriptions greedy namespace": 0.4,
	}))
}

// gathered returns the values of a metric by the values of its labels.
func gathered(g Gomega, registry *prometheus.Registry, name string) map[string]float64 {
	families, err := registry.Gather()
	g.Expect(err).NotTo(HaveOccurred())
	values := map[string]float64{}
	for _, family := range families {
		for _, series := range family.GetMetric() {
			var labels []string
			for _, label := range series.GetLabel() {
				if label.GetValue() != "" {
					labels = append(labels, label.GetValue())
				}
			}
			if family.GetName() == name {
				values[strings.Join(labels, " ")] = series.GetGauge().GetValue()
			}
		}
	}
	return values
}

func TestExpiryOfTheCertificate(t *testing.T) {
	g, directory, registry := NewWithT(t), t.TempDir(), prometheus.NewRegistry()
	authority, err := kit.NewAuthority("ca")
	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(authority.Issue(directory, "server")).To(Succeed())
	files := Files{Certificate: filepath.Join(directory, "tls.crt"), Key: filepath.Join(directory, "tls.key")}
	credentials, err := Credentials(files, logr.Discard())
	g.Expect(err).NotTo(HaveOccurred())
	New(Options{Credentials: credentials}, nil, nil, registry)
	expires := gathered(g, registry, "meshwork_xds_certificate_expiration_timestamp_seconds")[""]
	content, err := os.ReadFile(files.Certificate)
	g.Expect(err).NotTo(HaveOccurred())
	certificates, err := cert.ParseCertsPEM(content)
	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(time.Unix(int64(expires), 0)).To(BeTemporally("==", certificates[0].NotAfter))
}
