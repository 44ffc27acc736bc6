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
)

// outcome is what one side made of a scenario.
type outcome struct {
	*apiServer
	// problems are the errors that are not of the API server, in words that both sides share.
	problems []string
	// failure is any other error.
	failure string
	// dropped tells that slices were not made, for a Service that is being
	// deleted. Which endpoints were meant for them is random.
	dropped bool
}

// side is one of the reconcilers, with what it remembers from pass to pass.
type side interface {
	// pass reconciles the scenario, writing to the server.
	pass(s *scenario, server *apiServer) outcome
}

// ours is Meshwork's reconciler, one for each maximum, with what it remembers of
// the slices.
type ours struct {
	topology    *topologycache.TopologyCache
	client      *ourClient
	reconcilers map[int32]*endpointslice.Reconciler
}

func newOurs() *ours {
	return &ours{
		topology:    topologycache.NewTopologyCache(),
		client:      &ourClient{},
		reconcilers: map[int32]*endpointslice.Reconciler{},
	}
}

func (o *ours) reconciler(maximum int32) *endpointslice.Reconciler {
	if o.reconcilers[maximum] == nil {
		o.reconcilers[maximum] = endpointslice.NewReconciler(o.client, controllerName,
			endpointslice.WithMaxEndpointsPerSlice(maximum),
			endpointslice.WithPlaceholder(true),
			endpointslice.WithOwnershipEnforced(true),
			endpointslice.WithTrafficDistribution(true),
			endpointslice.WithTopologyCache(o.topology),
			// Upstream never compacts.
			endpointslice.WithCompaction(false),
		)
	}
	return o.reconcilers[maximum]
}

func (o *ours) pass(s *scenario, server *apiServer) outcome {
	o.topology.SetNodes(logr.Discard(), s.nodes.list())
	o.client.server = server
	reconciler := o.reconciler(s.maximum)
	desired, addressTypes, podErr := endpointslice.DesiredEndpointSlicesFromServicePods(logr.Discard(), s.pods, s.service, s.nodes)
	err := reconciler.Reconcile(context.Background(), s.service, desired, s.slices, addressTypes,
		s.service.Spec.TrafficDistribution, endpointslice.LabelsFromService{Service: s.service}.SetLabels, s.trigger)

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

// kubernetes is upstream's reconciler.
type kubernetesSide struct {
	topology *topologycache.TopologyCache
}

func (k *kubernetesSide) pass(s *scenario, server *apiServer) outcome {
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

// problem says in common words that a Pod has no Node.
func problem(pattern *regexp.Regexp, text string) string {
	match := pattern.FindStringSubmatch(text)
	if match == nil {
		return text
	}
	return match[1] + " has no Node " + match[2]
}

// nodeLister is what upstream asks for Nodes.
type nodeLister struct{ nodes }

func (l nodeLister) List(labels.Selector) ([]*corev1.Node, error) { return l.list(), nil }
