package main

import (
	"cmp"
	"math"
	"slices"
	"time"

	"github.com/meshwork-dev/meshwork/test/lib/cluster"
)

// setup describes the benchmark.
type setup struct {
	Services             int               `json:"services"`
	PodsPerService       int               `json:"podsPerService"`
	Namespaces           int               `json:"namespaces"`
	Nodes                int               `json:"nodes"`
	ColdStarts           int               `json:"coldStarts"`
	Flips                int               `json:"flips"`
	FlipsPerSecond       float64           `json:"flipsPerSecond"`
	Seed                 uint64            `json:"seed"`
	RolloutPods          int               `json:"rolloutPods"`
	RolloutPodsPerSecond float64           `json:"rolloutPodsPerSecond"`
	RestSeconds          float64           `json:"restSeconds"`
	Kubernetes           string            `json:"kubernetes"`
	Platform             string            `json:"platform"`
	CPUs                 int               `json:"cpus"`
	Flags                map[string]string `json:"flags"`
}

// result has the measurements of one side.
type result struct {
	Name    string         `json:"name"`
	Title   string         `json:"title"`
	Cold    coldFigures    `json:"coldStart"`
	Churn   churnFigures   `json:"churn"`
	Rest    restFigures    `json:"rest"`
	Rollout rolloutFigures `json:"rollout"`
	// Total is the usage of the process from its start to its end.
	Total cluster.Usage `json:"total"`
}

type coldFigures struct {
	cluster.Usage
	Seconds float64 `json:"seconds"`
	Writes  writes  `json:"writes"`
}

// medianOf returns the median of each figure. All cold starts make the same writes.
func medianOf(colds []coldFigures) coldFigures {
	return coldFigures{
		Seconds: median(colds, func(c coldFigures) float64 { return c.Seconds }),
		Usage: cluster.Usage{
			CPUSeconds:      median(colds, func(c coldFigures) float64 { return c.CPUSeconds }),
			PeakMemoryBytes: median(colds, func(c coldFigures) int64 { return c.PeakMemoryBytes }),
		},
		Writes: colds[len(colds)-1].Writes,
	}
}

func median[F cmp.Ordered](colds []coldFigures, of func(coldFigures) F) F {
	var values []F
	for _, cold := range colds {
		values = append(values, of(cold))
	}
	slices.Sort(values)
	return values[len(values)/2]
}

type churnFigures struct {
	Flips          int     `json:"flips"`
	FlipsPerSecond float64 `json:"flipsPerSecond"`
	// Latency is the time from the response of the patch of a Pod.
	Latency quantiles `json:"latency"`
	// LatencyFromRequest is the time from before its request.
	LatencyFromRequest quantiles `json:"latencyFromRequest"`
	// LatencyAlone is Latency of the changes with no other of their Service shortly before.
	LatencyAlone quantiles `json:"latencyAlone"`
	CPUSeconds   float64   `json:"cpuSeconds"`
	Writes       writes    `json:"writes"`
}

type restFigures struct {
	CPUSeconds float64 `json:"cpuSeconds"`
	Writes     writes  `json:"writes"`
}

type rolloutFigures struct {
	// Seconds is the duration of the changes to the Pods, and AgreedAfterSeconds the
	// additional time until everything agreed with them.
	Seconds            float64 `json:"seconds"`
	AgreedAfterSeconds float64 `json:"agreedAfterSeconds"`
	// Unready and Ready are the times until a slice shows that a Pod is terminating, and
	// that a new one is ready, each from the response of the write to the Pod.
	Unready    quantiles `json:"unready"`
	Ready      quantiles `json:"ready"`
	CPUSeconds float64   `json:"cpuSeconds"`
	Writes     writes    `json:"writes"`
	// StatusWrites are the status writes of the MeshService of the Service.
	StatusWrites             int     `json:"statusWrites"`
	ShortestStatusGapSeconds float64 `json:"shortestStatusGapSeconds"`
}

// sample is a figure that was measured many times.
type sample []time.Duration

// quantiles of a sample, in seconds.
type quantiles struct {
	Count int     `json:"count"`
	P50   float64 `json:"p50"`
	P99   float64 `json:"p99"`
	Max   float64 `json:"max"`
}

func (s sample) quantiles() quantiles {
	if len(s) == 0 {
		return quantiles{}
	}
	sorted := slices.Clone(s)
	slices.Sort(sorted)
	return quantiles{
		Count: len(sorted),
		P50:   sorted.quantile(0.5),
		P99:   sorted.quantile(0.99),
		Max:   sorted.quantile(1),
	}
}

// quantile of a sorted sample is the least value that this share of it does not
// exceed, in seconds.
func (s sample) quantile(share float64) float64 {
	rank := int(math.Ceil(share * float64(len(s))))
	return s[max(1, rank)-1].Seconds()
}
