package main

import (
	"context"
	"fmt"
	"strings"

	corev3 "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	cachetypes "github.com/envoyproxy/go-control-plane/pkg/cache/types"
	cachev3 "github.com/envoyproxy/go-control-plane/pkg/cache/v3"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/bench/load"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
)

// measured is the cost of a peer.
type measured struct {
	name string
	cost
}

// measureCosts compares the costs of a flip and of the resources in the caches, without a network.
func measureCosts(_ context.Context, size sizes) error {
	ours, err := costOfOurs(size.Size)
	if err != nil {
		return err
	}
	linear, err := costOfLinear(size.Size)
	if err != nil {
		return err
	}
	snapshot, err := costOfSnapshot(size.Size)
	if err != nil {
		return err
	}
	peers := []measured{{"LinearCache", linear}, {"SnapshotCache", snapshot}}
	compare("answers to a flip", peers, ours, "%.2f", func(c cost) float64 { return c.answers })
	compare("CPU of a flip, in µs", peers, ours, "%.1f", func(c cost) float64 { return float64(c.cpu.Nanoseconds()) / 1e3 })
	compare("heap, in MiB", peers, ours, "%.1f", func(c cost) float64 { return mebibytes(c.objects + c.heap) })
	compare("heap without the API objects, in MiB", peers, ours, "%.1f", func(c cost) float64 { return mebibytes(c.heap) })
	return nil
}

func mebibytes(bytes int) float64 { return float64(bytes) / (1 << 20) }

// compare prints a value of all peers, and the ratio of ours to each.
func compare(measure string, peers []measured, ours cost, format string, value func(cost) float64) {
	var theirs, ratios []string
	for _, peer := range peers {
		theirs = append(theirs, peer.name+" "+fmt.Sprintf(format, value(peer.cost)))
		ratios = append(ratios, fmt.Sprintf("%.3g of %s", value(ours)/value(peer.cost), peer.name))
	}
	row(measure, strings.Join(theirs, ", "), fmt.Sprintf(format, value(ours))+": "+strings.Join(ratios, ", "))
}

func costOfOurs(size load.Size) (cost, error) {
	return measureCost(size, func(world *world) (contender, error) {
		cache := newCache(world, prometheus.NewRegistry())
		return contender{cache, func(i int) error {
			cache.Changed(keyOf(i))
			return nil
		}}, nil
	})
}

func assignmentOf(w *world, i int) cachetypes.Resource {
	return resource.Build(resource.Assignment, load.NameOf(i), "cluster.local", w.Service(keyOf(i))).Message(resource.Client{})
}

func costOfLinear(size load.Size) (cost, error) {
	return measureCost(size, func(world *world) (contender, error) {
		cache := cachev3.NewLinearCache(resource.Assignment.TypeURL())
		all := map[string]cachetypes.Resource{}
		for i := range size.Services {
			all[load.NameOf(i)] = assignmentOf(world, i)
		}
		cache.SetResources(all)
		return contender{cache, func(i int) error { return cache.UpdateResource(load.NameOf(i), assignmentOf(world, i)) }}, nil
	})
}

// oneNode makes all streams share one snapshot, which is the least work.
type oneNode struct{}

func (oneNode) ID(*corev3.Node) string { return "node" }

// snapshotFlips are fewer, since each takes long.
const snapshotFlips = 20

func costOfSnapshot(size load.Size) (cost, error) {
	size.Flips = min(size.Flips, snapshotFlips)
	return measureCost(size, func(world *world) (contender, error) {
		cache := cachev3.NewSnapshotCache(false, oneNode{}, nil)
		all := make([]cachetypes.Resource, size.Services)
		for i := range all {
			all[i] = assignmentOf(world, i)
		}
		version := 0
		set := func() error {
			version++
			snapshot, err := cachev3.NewSnapshot(fmt.Sprint(version), map[string][]cachetypes.Resource{resource.Assignment.TypeURL(): all})
			if err != nil {
				return err
			}
			return cache.SetSnapshot(context.Background(), "node", snapshot)
		}
		return contender{cache, func(i int) error {
			all[i] = assignmentOf(world, i)
			return set()
		}}, set()
	})
}
