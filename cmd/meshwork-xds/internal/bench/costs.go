package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"

	corev3 "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	cachetypes "github.com/envoyproxy/go-control-plane/pkg/cache/types"
	cachev3 "github.com/envoyproxy/go-control-plane/pkg/cache/v3"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/bench/load"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
)

// measured is what a peer costs.
type measured struct {
	name string
	load.Cost
}

// measureCosts compares what a flip and the resources cost in the caches, without a network.
func measureCosts(ctx context.Context, size load.Size, contour string) error {
	ours, err := costOfOurs(size)
	if err != nil {
		return err
	}
	linear, err := costOfLinear(size)
	if err != nil {
		return err
	}
	snapshot, err := costOfSnapshot(size)
	if err != nil {
		return err
	}
	peers := []measured{{"LinearCache", linear}, {"SnapshotCache", snapshot}}
	if contour != "" {
		cost, err := costOfContour(ctx, size, contour)
		if err != nil {
			return err
		}
		peers = append(peers, measured{"Contour", cost})
	}
	compare("answers to a flip", peers, ours, "%.2f", func(c load.Cost) float64 { return c.Answers })
	compare("CPU of a flip, in µs", peers, ours, "%.1f", func(c load.Cost) float64 { return float64(c.CPU.Nanoseconds()) / 1e3 })
	compare("heap, in MiB", peers, ours, "%.1f", func(c load.Cost) float64 { return mebibytes(c.Objects + c.Heap) })
	compare("heap without the API objects, in MiB", peers, ours, "%.1f", func(c load.Cost) float64 { return mebibytes(c.Heap) })
	return nil
}

func mebibytes(bytes int) float64 { return float64(bytes) / (1 << 20) }

// compare prints a value of all peers, and the ratio of ours to each.
func compare(measure string, peers []measured, ours load.Cost, format string, value func(load.Cost) float64) {
	var theirs, ratios []string
	for _, peer := range peers {
		theirs = append(theirs, peer.name+" "+fmt.Sprintf(format, value(peer.Cost)))
		ratios = append(ratios, fmt.Sprintf("%.3g of %s", value(ours)/value(peer.Cost), peer.name))
	}
	row(measure, strings.Join(theirs, ", "), fmt.Sprintf(format, value(ours))+": "+strings.Join(ratios, ", "))
}

func costOfOurs(size load.Size) (load.Cost, error) {
	var world *world
	return load.Measure(size, func() { world = newWorld(size) }, func() (load.Server, error) {
		cache := newCache(world, prometheus.NewRegistry())
		return load.Server{
			Cache:   cache,
			Prepare: func(i int) { world.flip(i) },
			Change: func(i int) error {
				cache.Changed(keyOf(i))
				return nil
			},
		}, nil
	})
}

func assignmentOf(w *world, i int) cachetypes.Resource {
	return resource.Build(resource.Assignment, load.NameOf(i), "cluster.local", w.Service(keyOf(i))).Message(resource.Client{})
}

func costOfLinear(size load.Size) (load.Cost, error) {
	var world *world
	return load.Measure(size, func() { world = newWorld(size) }, func() (load.Server, error) {
		cache := cachev3.NewLinearCache(resource.Assignment.TypeURL())
		all := map[string]cachetypes.Resource{}
		for i := range size.Services {
			all[load.NameOf(i)] = assignmentOf(world, i)
		}
		cache.SetResources(all)
		return load.Server{
			Cache:   cache,
			Prepare: func(i int) { world.flip(i) },
			Change:  func(i int) error { return cache.UpdateResource(load.NameOf(i), assignmentOf(world, i)) },
		}, nil
	})
}

// oneNode makes all streams share one snapshot, which is the least work.
type oneNode struct{}

func (oneNode) ID(*corev3.Node) string { return "node" }

// snapshotFlips are fewer, since each takes long.
const snapshotFlips = 20

func costOfSnapshot(size load.Size) (load.Cost, error) {
	size.Flips = min(size.Flips, snapshotFlips)
	var world *world
	return load.Measure(size, func() { world = newWorld(size) }, func() (load.Server, error) {
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
		return load.Server{
			Cache:   cache,
			Prepare: func(i int) { world.flip(i) },
			Change: func(i int) error {
				all[i] = assignmentOf(world, i)
				return set()
			},
		}, set()
	})
}

// costOfContour runs the program that measures Contour, which has a module of its own.
func costOfContour(ctx context.Context, size load.Size, program string) (load.Cost, error) {
	command := exec.CommandContext(ctx, program, size.Args()...) //nolint:gosec // the user names the program
	command.Stderr = os.Stderr
	output, err := command.Output()
	if err != nil {
		return load.Cost{}, fmt.Errorf("running %s: %w", program, err)
	}
	var cost load.Cost
	err = json.Unmarshal(output, &cost)
	return cost, err
}
