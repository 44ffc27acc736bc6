// Command scale compares Kubernetes' own EndpointSlice controller with Meshwork's. It
// measures them in turns, each alone, on one embedded control plane.
//
// Nodes and Pods are created once, by this program in place of the scheduler and the
// kubelets. Before each turn, all EndpointSlices are deleted, and the Services are
// handed over to the controller of the turn. The Services differ only in their
// delegation to Meshwork. Each controller is a binary of its own, and a user of its
// own with the same permissions. Its client has no rate limits. Four phases are
// measured:
//
//   - Cold start: from the start of the process until a watch of all EndpointSlices
//     has seen every Pod as a ready endpoint of its Service. There are several.
//   - Churn: Pods become unready, and ready again. The time is measured from the
//     response to the Pod's patch until the watch event with the new readiness.
//   - Rest: nothing changes.
//   - Rollout: all Pods of one more Service are replaced, as by a Deployment.
//
// CPU time and memory are the kernel's figures for the process. Writes are counted in
// the API server's audit log. Unless -all=false, a last turn measures Meshwork with all
// of its controllers, by the status of the MeshServices.
//
// It prints tables and, with -json, writes the figures to a file. Compare the columns:
// the figures themselves depend on the machine.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"github.com/go-logr/logr"
	"k8s.io/klog/v2"
	"sigs.k8s.io/controller-runtime/pkg/log"
)

// settings are the values of the flags.
type settings struct {
	layout
	coldStarts  int
	flips       int
	flipRate    float64
	rolloutRate float64
	rest        time.Duration
	seed        uint64
	timeout     time.Duration

	only          string
	all           bool
	jsonFile      string
	keep          string
	kcm           string
	kcmFlags      string
	meshwork      string
	meshworkFlags string
}

func main() {
	s, err := parseFlags(os.Args[1:])
	if err != nil {
		fmt.Fprintf(os.Stderr, "scale: %v\n", err)
		os.Exit(2)
	}
	// Clients log failures at the end, which are returned as errors anyway.
	klog.SetLogger(logr.Discard())
	log.SetLogger(logr.Discard())

	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err = run(ctx, s)
	if err != nil && ctx.Err() != nil {
		err = fmt.Errorf("interrupted: %w", err)
	}
	cancel()
	if err != nil {
		fmt.Fprintf(os.Stderr, "\n✗ %v\n", err)
		os.Exit(1)
	}
}

func parseFlags(args []string) (settings, error) {
	var s settings
	// controller-runtime has flags of its own in the global set.
	flags := flag.NewFlagSet("scale", flag.ExitOnError)
	flags.IntVar(&s.services, "services", 500, "Services")
	flags.IntVar(&s.pods, "pods", 20, "Pods of each Service")
	flags.IntVar(&s.namespaces, "namespaces", 0, fmt.Sprintf("namespaces that the Services are spread over; 0 makes at least %d of at most %d Pods each", minNamespaces, podsPerNamespace))
	flags.IntVar(&s.nodes, "nodes", 0, fmt.Sprintf("Nodes that the Pods are spread over; 0 makes at least %d of at most %d Pods each", minNodes, podsPerNode))
	flags.IntVar(&s.coldStarts, "cold-starts", 3, "cold starts of each side, of whose figures the median counts")
	flags.IntVar(&s.flips, "flips", 1000, "how often a random Pod becomes unready or ready again")
	flags.Float64Var(&s.flipRate, "rate", 50, "flips in a second")
	flags.IntVar(&s.rollout, "rollout", 250, "Pods of the one more Service that is rolled out; 0 for none")
	flags.Float64Var(&s.rolloutRate, "rollout-rate", 25, "Pods that the rollout replaces in a second")
	flags.DurationVar(&s.rest, "rest", 10*time.Second, "how long nothing changes and nothing may be written")
	flags.Uint64Var(&s.seed, "seed", 0, "seed of the random Pods; 0 picks one")
	flags.DurationVar(&s.timeout, "timeout", 15*time.Minute, "how long a controller may take for one phase")
	flags.StringVar(&s.only, "only", "", "measure only this: kcm, meshwork or all")
	flags.BoolVar(&s.all, "all", true, "measure also Meshwork with all of its controllers, up to the status of MeshServices")
	flags.StringVar(&s.jsonFile, "json", "", "write the figures to this file")
	flags.StringVar(&s.keep, "keep", "", "keep the logs of all processes and the audit log in this directory")
	flags.StringVar(&s.kcm, "kcm", filepath.Join("bin", "kube-controller-manager"), "the binary of kube-controller-manager")
	flags.StringVar(&s.kcmFlags, "kcm-flags", "", "more flags for kube-controller-manager")
	flags.StringVar(&s.meshwork, "meshwork", filepath.Join("bin", "meshwork"), "the binary of Meshwork")
	flags.StringVar(&s.meshworkFlags, "meshwork-flags", "", "more flags for Meshwork")
	_ = flags.Parse(args) // exits on an error

	if flags.NArg() > 0 {
		return s, fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	if s.seed == 0 {
		s.seed = uint64(rand.Uint32())
	}
	if err := s.validate(); err != nil {
		return s, err
	}
	if s.namespaces == 0 {
		s.namespaces = s.enoughNamespaces()
	}
	if s.nodes == 0 {
		s.nodes = s.enoughNodes()
	}
	return s, nil
}

func (s *settings) validate() error {
	switch {
	case s.services < 1 || s.pods < 1 || s.coldStarts < 1:
		return errors.New("-services, -pods and -cold-starts must be at least 1")
	case s.namespaces < 0 || s.nodes < 0 || s.flips < 0 || s.rollout < 0:
		return errors.New("-namespaces, -nodes, -flips and -rollout must not be negative")
	case s.flipRate <= 0 || s.rolloutRate <= 0:
		return errors.New("-rate and -rollout-rate must be above 0")
	case s.podCount()+s.rolloutSpare() > maxPods:
		return fmt.Errorf("there are addresses for %d Pods, not for %d", maxPods, s.podCount()+s.rolloutSpare())
	case !slices.Contains([]string{"", kcmName, meshworkName, allName}, s.only):
		return fmt.Errorf("-only=%s: it must be kcm, meshwork or all", s.only)
	}
	return nil
}

// run measures the sides that the settings select. After a failure, it reports the results
// until then.
func run(ctx context.Context, s settings) (err error) {
	b, err := start(ctx, s)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.stop()) }()

	if err := b.load(ctx); err != nil {
		return err
	}
	measured := report{Setup: b.setup()}
	err = b.measure(ctx, &measured)
	return errors.Join(err, measured.publish(os.Stdout, s.jsonFile))
}

func (b *bench) measure(ctx context.Context, measured *report) error {
	earlier, err := b.earlierColdStarts(ctx)
	if err != nil {
		return err
	}
	for _, side := range b.sides() {
		result, err := b.turn(ctx, side, allPhases)
		if err != nil {
			return fmt.Errorf("%s: %w", side.title, err)
		}
		result.Cold = medianOf(append(earlier[side.name], result.Cold))
		measured.Results = append(measured.Results, result)
	}
	return nil
}

// earlierColdStarts alternates between the sides, so that a temporary disturbance of
// the machine affects all of them.
func (b *bench) earlierColdStarts(ctx context.Context) (map[string][]coldFigures, error) {
	figures := map[string][]coldFigures{}
	for range b.coldStarts - 1 {
		for _, side := range b.sides() {
			if side.mesh { // its MeshServices would stay
				continue
			}
			result, err := b.turn(ctx, side, coldStartOnly)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", side.title, err)
			}
			figures[side.name] = append(figures[side.name], result.Cold)
		}
	}
	return figures, nil
}
