package podcertificate

import (
	"context"
	"fmt"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	certificatesv1 "k8s.io/api/certificates/v1"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/internal/controller/metrics"
	"github.com/meshwork-dev/meshwork/pkg/identity"
)

var (
	issuedTotal = metrics.Metric{
		Name: "meshwork_certificates_issued_total", Type: metrics.Counter, Labels: []string{"mesh", "backend"},
		Help: "Certificates that were issued to Pods.",
		Use:  "See how many certificates a Mesh needs.",
	}
	deniedTotal = metrics.Metric{
		Name: "meshwork_certificate_requests_denied_total", Type: metrics.Counter, Labels: []string{"reason"},
		Help: "Requests for certificates that were denied, by the reason in their status.",
		Use:  "Alert on Pods that cannot start because they get no certificate.",
	}
	longestPending = metrics.Metric{
		Name: "meshwork_certificate_requests_longest_pending_seconds", Type: metrics.Gauge,
		Help: "Age of the oldest request for a certificate that is neither issued nor denied; 0 if there is none.",
		Use:  "Alert on Pods that wait because no CA of their Mesh signs.",
	}
	earliestExpiry = metrics.Metric{
		Name: "meshwork_certificates_earliest_expiration_timestamp_seconds", Type: metrics.Gauge, Labels: []string{"mesh"},
		Help: "When the first of the newest certificates of all Pods expires, in seconds since 1970. It is in the past if one has expired.",
		Use:  "Alert on certificates that are not renewed.",
	}
)

// Metrics are the metrics that the controller exposes.
var Metrics = []metrics.Metric{issuedTotal, deniedTotal, longestPending, earliestExpiry}

type counters struct {
	issued, denied *prometheus.CounterVec
}

func newCounters() counters {
	c := counters{issued: issuedTotal.CounterVec(nil), denied: deniedTotal.CounterVec(nil)}
	// Without a zero, rate() misses the first increment of a series.
	for _, reason := range identity.DenialReasons {
		c.denied.WithLabelValues(reason)
	}
	return c
}

// recordCollector reads the cache at each scrape.
type recordCollector struct {
	reader client.Reader
	clock  clock.PassiveClock
}

var (
	longestPendingDesc = longestPending.Desc(nil)
	earliestExpiryDesc = earliestExpiry.Desc(nil)
)

// Describe implements prometheus.Collector.
func (recordCollector) Describe(descriptions chan<- *prometheus.Desc) {
	descriptions <- longestPendingDesc
	descriptions <- earliestExpiryDesc
}

// Collect implements prometheus.Collector.
func (c recordCollector) Collect(samples chan<- prometheus.Metric) {
	ctx := context.Background()
	samples <- prometheus.MustNewConstMetric(longestPendingDesc, prometheus.GaugeValue, c.longestPending(ctx).Seconds())
	for mesh, expiry := range c.earliestExpiries(ctx) {
		samples <- prometheus.MustNewConstMetric(earliestExpiryDesc, prometheus.GaugeValue, float64(expiry.Unix()), mesh)
	}
}

func (c recordCollector) longestPending(ctx context.Context) time.Duration {
	var requests certificatesv1.PodCertificateRequestList
	c.list(ctx, &requests, client.MatchingFields{pendingIndex: pending})
	longest := time.Duration(0)
	for i := range requests.Items {
		longest = max(longest, c.clock.Since(requests.Items[i].CreationTimestamp.Time))
	}
	return longest
}

func (c recordCollector) earliestExpiries(ctx context.Context) map[string]time.Time {
	var records v1alpha1.MeshCertificateList
	c.list(ctx, &records)
	earliest := map[string]time.Time{}
	for i := range records.Items {
		for mesh, expiry := range newestExpiries(&records.Items[i]) {
			if known, found := earliest[mesh]; !found || expiry.Before(known) {
				earliest[mesh] = expiry
			}
		}
	}
	return earliest
}

// newestExpiries returns when the newest certificate of a Pod expires, for each Mesh that it
// has certificates of. Those that have expired count: they were not renewed.
func newestExpiries(record *v1alpha1.MeshCertificate) map[string]time.Time {
	newest := map[string]time.Time{}
	for i := range record.Spec.Certificates { // the newest first
		certificate := &record.Spec.Certificates[i]
		if mesh := record.MeshOf(certificate); newest[mesh].IsZero() {
			newest[mesh] = certificate.NotAfter.Time
		}
	}
	return newest
}

// list lists the cache's own objects. A scrape cannot fail for one metric, so an error is
// logged.
func (c recordCollector) list(ctx context.Context, list client.ObjectList, options ...client.ListOption) {
	if err := c.reader.List(ctx, list, append(options, client.UnsafeDisableDeepCopy)...); err != nil {
		log.FromContext(ctx).Error(err, "could not read the cache; metrics of certificates are incomplete", "list", fmt.Sprintf("%T", list))
	}
}
