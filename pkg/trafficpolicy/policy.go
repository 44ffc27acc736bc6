// Package trafficpolicy reads from the annotations of a Service how its clients call it:
// how they balance the load, and when they give up or retry a call.
package trafficpolicy

import (
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/finding"
)

// Balancing is the algorithm by which a client chooses an endpoint for a call.
type Balancing string

const (
	// RoundRobin uses the endpoints in turn.
	RoundRobin Balancing = "round_robin"
	// LeastRequest prefers endpoints with few calls in progress. Clients that do not
	// know it use RoundRobin.
	LeastRequest Balancing = "least_request"
	// RingHash sends calls with the same value of a header to the same endpoint.
	RingHash Balancing = "ring_hash"
)

// Limits of the annotations' values.
const (
	// MaxTimeout is the longest timeout of a call.
	MaxTimeout = 24 * time.Hour
	// MaxRetries is the most retries of a call. gRPC makes at most five attempts
	// (https://github.com/grpc/proposal/blob/master/A6-client-retries.md).
	MaxRetries = 4
	// MinOutlierInterval and MaxOutlierInterval limit the time between two checks.
	MinOutlierInterval = time.Second
	MaxOutlierInterval = time.Hour
)

// RetryableCodes are the status codes that gRPC clients can retry, as xDS spells them
// (https://github.com/grpc/proposal/blob/master/A44-xds-retry.md).
func RetryableCodes() []string {
	return []string{"cancelled", "deadline-exceeded", "internal", "resource-exhausted", "unavailable"} //nolint:misspell // so does xDS
}

// Policy governs the calls of a Service's clients.
type Policy struct {
	Balancing Balancing
	// HashHeader is the header that RingHash uses, in lower case, or "".
	HashHeader string
	// Timeout is the maximum duration of a call, or 0 if there is none.
	Timeout time.Duration
	// Retries is the maximum number of retries of a call.
	Retries int
	// RetryOn has the status codes that are retried, in alphabetical order. It is empty
	// if Retries is 0.
	RetryOn []string
	// MaxRequests is the maximum number of calls in progress of each client, or 0 if there is none.
	MaxRequests uint32
	// OutlierInterval is the time between two checks for Pods that fail calls, or 0 if there are none.
	OutlierInterval time.Duration
}

// Read returns the policy that the annotations of a Service set. For an invalid value, it
// returns a finding, and the policy has the default.
func Read(annotations map[string]string) (Policy, []finding.Finding) {
	r := reader{annotations: annotations}
	policy := Policy{
		Balancing: r.balancing(), Timeout: r.timeout(), Retries: r.retries(),
		MaxRequests: r.maxRequests(), OutlierInterval: r.outlierInterval(),
	}
	if policy.Balancing == RingHash {
		policy.HashHeader = r.hashHeader()
	}
	if policy.Balancing == RingHash && policy.HashHeader == "" {
		policy.Balancing = RoundRobin
	}
	retryOn := r.retryOn()
	if policy.Retries > 0 {
		policy.RetryOn = retryOn
	}
	return policy, r.findings
}

// OverrideCalls returns the annotations of a Service, with the timeouts and retries of a route. All
// other settings are about connections, which the routes of a Service share.
func OverrideCalls(service, route map[string]string) map[string]string {
	overridden := map[string]string{}
	maps.Copy(overridden, service)
	for _, key := range []string{v1alpha1.RequestTimeoutAnnotation, v1alpha1.RetriesAnnotation, v1alpha1.RetryOnAnnotation} {
		if value, set := route[key]; set {
			overridden[key] = value
		}
	}
	return overridden
}

// Changed reports whether Read returns another policy, or other findings, for the annotations after a
// change.
func Changed(before, after map[string]string) bool {
	policyBefore, findingsBefore := Read(before)
	policyAfter, findingsAfter := Read(after)
	return !reflect.DeepEqual(policyBefore, policyAfter) || !slices.Equal(findingsBefore, findingsAfter)
}

type reader struct {
	annotations map[string]string
	findings    []finding.Finding
}

func (r *reader) balancing() Balancing {
	switch value := r.annotations[v1alpha1.LBPolicyAnnotation]; Balancing(value) {
	case "", RoundRobin:
	case LeastRequest, RingHash:
		return Balancing(value)
	default:
		r.reject(v1alpha1.LBPolicyAnnotation, "use round_robin, least_request or ring_hash")
	}
	return RoundRobin
}

// hashHeader returns "" if the annotation is missing or invalid. gRPC does not hash
// binary headers.
func (r *reader) hashHeader() string {
	value, set := r.annotations[v1alpha1.LBHashHeaderAnnotation]
	if !set {
		r.findings = append(r.findings, finding.Warning(v1alpha1.ReasonInvalidTrafficPolicy,
			"the annotation %s is ring_hash, which hashes a header: add the annotation %s; until then, the load is balanced by round_robin",
			v1alpha1.LBPolicyAnnotation, v1alpha1.LBHashHeaderAnnotation))
		return ""
	}
	header := strings.ToLower(value)
	if len(validation.IsHTTPHeaderName(header)) > 0 || len(header) > 64 || strings.HasSuffix(header, "-bin") {
		r.reject(v1alpha1.LBHashHeaderAnnotation, "use the name of a header of at most 64 characters that does not end in -bin")
		return ""
	}
	return header
}

func (r *reader) timeout() time.Duration {
	return r.duration(v1alpha1.RequestTimeoutAnnotation, time.Millisecond, MaxTimeout, "use a duration from 1ms to 24h, such as 1.5s")
}

func (r *reader) outlierInterval() time.Duration {
	return r.duration(v1alpha1.OutlierDetectionAnnotation, MinOutlierInterval, MaxOutlierInterval, "use a duration from 1s to 1h, such as 10s")
}

// duration returns 0 if the annotation is missing or invalid.
func (r *reader) duration(annotation string, shortest, longest time.Duration, remedy string) time.Duration {
	value, set := r.annotations[annotation]
	if !set {
		return 0
	}
	duration, err := time.ParseDuration(value)
	if err != nil || duration < shortest || duration > longest {
		r.reject(annotation, remedy)
		return 0
	}
	return duration
}

func (r *reader) maxRequests() uint32 {
	value, set := r.annotations[v1alpha1.MaxRequestsAnnotation]
	if !set {
		return 0
	}
	maximum, err := strconv.ParseUint(value, 10, 32)
	if err != nil || maximum == 0 {
		r.reject(v1alpha1.MaxRequestsAnnotation, "use a number from 1 to 4294967295")
		return 0
	}
	return uint32(maximum)
}

func (r *reader) retries() int {
	value, set := r.annotations[v1alpha1.RetriesAnnotation]
	if !set {
		return 0
	}
	retries, err := strconv.Atoi(value)
	if err != nil || retries < 0 || retries > MaxRetries {
		r.reject(v1alpha1.RetriesAnnotation, "use a number from 0 to "+strconv.Itoa(MaxRetries))
		return 0
	}
	return retries
}

func (r *reader) retryOn() []string {
	byDefault := []string{"unavailable"}
	value, set := r.annotations[v1alpha1.RetryOnAnnotation]
	if !set {
		return byDefault
	}
	codes := sets.New[string]()
	for code := range strings.SplitSeq(value, ",") {
		code = strings.TrimSpace(code)
		if !slices.Contains(RetryableCodes(), code) {
			r.reject(v1alpha1.RetryOnAnnotation, "use some of "+strings.Join(RetryableCodes(), ","))
			return byDefault
		}
		codes.Insert(code)
	}
	return sets.List(codes)
}

func (r *reader) reject(annotation, remedy string) {
	r.findings = append(r.findings, finding.Warning(v1alpha1.ReasonInvalidTrafficPolicy,
		"the annotation %s has the value %s, which is invalid, so the default applies: %s",
		annotation, finding.Quote(r.annotations[annotation]), remedy))
}
