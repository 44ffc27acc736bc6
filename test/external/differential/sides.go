package differential

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/tools/record"
	upstream "k8s.io/endpointslice"
	"k8s.io/endpointslice/topologycache"
	"k8s.io/endpointslice/util"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice/servicepods"
	"github.com/meshwork-dev/meshwork/pkg/topologyhints"
)

// outcome is the result of a sync of a scenario by one side.
type outcome struct {
	*apiServer
	// problems are the errors about Pods, in the same words for both sides.
	problems []string
	// failure is any other error.
	failure string
	// dropped is true if slices that upstream wrote are left out, because the
	// Service is being deleted. Which endpoints they had is random.
	dropped bool
}

// side is one of the reconcilers, with the state that it keeps between syncs.
type side interface {
	// sync reconciles the scenario, and writes to the server.
	sync(s *scenario, server *apiServer) outcome
}

// ours is Meshwork's side. It has one reconciler until the maximum changes, which
// requires a restart.
type ours struct {
	topology   *topologycache.TopologyCache
	client     *ourClient
	maximum    int32
	reconciler *endpointslice.Reconciler
}

func newOurs() *ours {
	return &ours{topology: topologycache.NewTopologyCache(), client: &ourClient{}}
}

// start returns the reconciler for a maximum.
func (o *ours) start(maximum int32) *endpointslice.Reconciler {
	if o.maximum == maximum {
		return o.reconciler
	}
	reconciler, err := endpointslice.New(o.client, endpointslice.Config{
		ControllerName:       controllerName,
		OwnerKind:            corev1.SchemeGroupVersion.WithKind("Service"),
		MaxEndpointsPerSlice: maximum,
		Placeholder:          true,
		// Upstream never compacts.
		DisableCompaction: true,
	})
	if err != nil {
		panic(err)
	}
	o.maximum, o.reconciler = maximum, reconciler
	return reconciler
}

func (o *ours) sync(s *scenario, server *apiServer) outcome {
	o.topology.SetNodes(logr.Discard(), s.nodes.list())
	o.client.server = server
	sync, podErr, err := servicepods.NewSync(s.service, s.pods, s.nodes, nil)
	if err == nil {
		if servicepods.IsTopologyAware(s.service) {
			sync.Hints = topologyhints.Source{Cache: o.topology, Logger: logr.Discard()}
		}
		sync.Existing, sync.TriggerTime = s.slices, s.trigger
		_, err = o.start(s.maximum).Reconcile(context.Background(), sync)
	}
	result := outcome{apiServer: server}
	if err != nil {
		result.failure = err.Error()
	}
	if podErr != nil {
		for _, line := range strings.Split(podErr.Error(), "\n") {
			result.problems = append(result.problems, problem(ourProblem, line))
		}
		slices.Sort(result.problems)
	}
	return result
}

// kubernetesSide is upstream's side, with a new reconciler for each sync.
type kubernetesSide struct {
	topology *topologycache.TopologyCache
}

func (k *kubernetesSide) sync(s *scenario, server *apiServer) outcome {
	k.topology.SetNodes(logr.Discard(), s.nodes.list())
	reconciler := upstream.NewReconciler(upstreamClient{server: server}, nodeLister{s.nodes}, s.maximum, util.NewEndpointSliceTracker(),
		k.topology, &record.FakeRecorder{}, controllerName, upstream.WithPreferSameTrafficDistributionEnabled(true))
	err := reconciler.Reconcile(logr.Discard(), s.service, s.pods, s.slices, s.trigger)

	result := outcome{apiServer: server}
	if err != nil {
		for _, text := range upstreamProblem.FindAllString(err.Error(), -1) {
			result.problems = append(result.problems, problem(upstreamProblem, text))
		}
		if rest := strings.Trim(upstreamProblem.ReplaceAllString(err.Error(), ""), "[], "); rest != "" {
			result.failure = rest
		}
	}
	slices.Sort(result.problems)
	return result
}

var (
	ourProblem      = regexp.MustCompile(`^Pod [^/]+/(\S+) is left out of the EndpointSlices of Service \S+ until its Node "([^"]*)" is found$`)
	upstreamProblem = regexp.MustCompile(`skipping Pod (\S+) for Service \S+: Node (\S*) Not Found`)
)

// problem translates the message that a Pod has no Node into words that both
// sides share.
func problem(pattern *regexp.Regexp, text string) string {
	match := pattern.FindStringSubmatch(text)
	if match == nil {
		return text
	}
	return match[1] + " has no Node " + match[2]
}

// nodeLister lists the Nodes of a scenario for upstream.
type nodeLister struct{ nodes }

func (l nodeLister) List(labels.Selector) ([]*corev1.Node, error) { return l.list(), nil }
