package explain_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/delegation"
	"github.com/meshwork-dev/meshwork/pkg/endpoints"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
	"github.com/meshwork-dev/meshwork/pkg/vip"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/explain"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

const randomServices = 20_000

// TestExplanationsAgreeWithTheControllers compares explanations of random Services with the
// decisions of the controllers.
func TestExplanationsAgreeWithTheControllers(t *testing.T) {
	seen := map[string]int{}
	for seed := range uint64(randomServices) {
		snap := randomService(rand.New(rand.NewPCG(seed, 1)))
		explanation := explain.Explain(settings, snap)
		outcome := settings.Derive(snap.MeshServiceView())

		agreement := agreement{snap, explanation, outcome}
		for _, check := range []func() error{
			agreement.onMesh, agreement.onReason, agreement.onMeshServices,
			agreement.onSlices, agreement.onAddresses, agreement.onRemedy,
		} {
			if err := check(); err != nil {
				t.Fatalf("seed %d: %v\nService: %+v\nexplanation: %+v\noutcome: %+v", seed, err, snap.Service, explanation, outcome)
			}
		}
		for _, decided := range decisionsOf(explanation) {
			seen[decided]++
		}
	}
	t.Log(seen)
	for _, decided := range []string{
		"in mesh", explain.RuleNotIgnored, explain.RuleOptedIn, explain.RuleMesh, explain.RuleNamespace, explain.RuleType, explain.RulePorts,
		v1alpha1.ReasonMeshServiceConflict, v1alpha1.ReasonDefaultControllerActive, v1alpha1.ReasonNoVIPRange,
		v1alpha1.ReasonVIPInUse, v1alpha1.ReasonVIPCoolingDown, v1alpha1.ReasonVIPsExhausted, v1alpha1.ReasonInvalidVIP, v1alpha1.ReasonVIPOutOfRange, v1alpha1.ReasonNotInMesh,
	} {
		if seen[decided] == 0 {
			t.Errorf("no random Service shows %q", decided)
		}
	}
}

func decisionsOf(e *explain.Explanation) []string {
	decided := []string{"in mesh"}
	if !e.Verdict.InMesh {
		decided[0] = failedRule(e)
	}
	for _, check := range slices.Concat(e.Translation, e.Endpoints, e.LoadBalancer) {
		if check.Outcome == explain.No && check.Reason != "" {
			decided = append(decided, check.Reason)
		}
	}
	return decided
}

// failedRule returns the rule that keeps the Service out of the mesh.
func failedRule(e *explain.Explanation) string {
	i := slices.IndexFunc(e.Selection, func(check explain.Check) bool { return check.Outcome == explain.No })
	return e.Selection[i].Rule
}

type agreement struct {
	snap        *snapshot.Service
	explanation *explain.Explanation
	outcome     meshservice.Outcome
}

// onMesh: a Service that is in a mesh has MeshServices, unless it is
// headless and has no endpoints.
func (a agreement) onMesh() error {
	all, _ := endpoints.Aggregate(a.snap.Slices)
	waits := meshservice.IsPerPod(a.snap.Service) && len(all) == 0
	switch has := len(a.outcome.MeshServices) > 0; {
	case has && !a.explanation.Verdict.InMesh:
		return fmt.Errorf("it has MeshServices, but is reported as not in a mesh")
	case !has && a.explanation.Verdict.InMesh && !waits:
		return fmt.Errorf("it has no MeshServices, but is reported as in a mesh")
	case a.explanation.Verdict.InMesh && has && a.outcome.MeshServices[0].Labels[v1alpha1.MeshLabel] != a.explanation.Verdict.Mesh:
		return fmt.Errorf("it is in another mesh")
	}
	return nil
}

var reasonsOut = []string{
	v1alpha1.ReasonIgnored, v1alpha1.ReasonMeshNotFound, v1alpha1.ReasonNamespaceNotSelected, v1alpha1.ReasonUnsupportedServiceType, v1alpha1.ReasonUnsupportedProtocol,
}

// onReason: the explanation and the manager name the same reason that keeps a
// Service out. The manager reports nothing if the Service does not opt in.
func (a agreement) onReason() error {
	if a.explanation.Verdict.InMesh {
		return nil
	}
	var reported string
	for _, found := range a.outcome.Findings {
		if slices.Contains(reasonsOut, found.Reason) {
			reported = found.Reason
		}
	}
	i := slices.IndexFunc(a.explanation.Selection, func(check explain.Check) bool { return check.Outcome == explain.No })
	if decided := a.explanation.Selection[i]; decided.Reason != reported {
		return fmt.Errorf("rule %s has the reason %q, but the manager reports %q", decided.Rule, decided.Reason, reported)
	}
	return nil
}

// onMeshServices: the missing and the conflicting MeshServices are listed.
func (a agreement) onMeshServices() error {
	states := map[string]explain.MeshServiceState{}
	for _, meshService := range a.explanation.MeshServices {
		states[meshService.Name] = meshService.State
	}
	plan := a.snap.Plan(a.outcome.MeshServices)
	for _, want := range plan.Create {
		if states[want.Name] != explain.StateMissing {
			return fmt.Errorf("MeshService %s is missing, but reported as %q", want.Name, states[want.Name])
		}
	}
	for _, taken := range plan.Conflicts {
		if states[taken.Name] != explain.StateConflict {
			return fmt.Errorf("the name %s is taken, but reported as %q", taken.Name, states[taken.Name])
		}
	}
	for _, found := range a.outcome.Findings {
		if !slices.Contains(a.explanation.Findings, found) {
			return fmt.Errorf("finding %v is not reported", found)
		}
	}
	return nil
}

// onSlices: a delegation is ineffective if the manager finds it ineffective.
func (a agreement) onSlices() error {
	ours, others := delegation.SplitSlices(a.snap.Slices, a.snap.Service.Name, settings.EndpointController)
	service := a.snap.Service
	if !delegation.HasPods(service) {
		return nil
	}
	view := delegation.ViewOfPods(service, settings.EndpointController, ours, others)
	view.Known, view.TimeIsUp = func(string) bool { return true }, true
	reported := slices.Contains(reasonsOf(a.explanation.Endpoints), v1alpha1.ReasonDefaultControllerActive)
	if view.KeptAway && delegation.Decide(view).Ineffective != reported {
		return fmt.Errorf("ineffective: %t, but reported as %t", !reported, reported)
	}
	return nil
}

// onAddresses: each problem is reported, and so is each address.
func (a agreement) onAddresses() error {
	if a.snap.Service.Spec.Type != corev1.ServiceTypeLoadBalancer {
		return nil
	}
	decision := vip.Decide(a.snap.VIPView(settings.LoadBalancerClass))
	reported := reasonsOf(a.explanation.LoadBalancer)
	for _, problem := range slices.Concat(decision.Problems, decision.Notices) {
		if !slices.Contains(reported, problem.Reason) {
			return fmt.Errorf("problem %s is not reported", problem.Reason)
		}
	}
	hasMesh := !slices.ContainsFunc(a.explanation.Selection, func(check explain.Check) bool {
		return check.Rule == explain.RuleMesh && check.Outcome == explain.No
	})
	for _, reason := range []string{v1alpha1.ReasonVIPsExhausted, v1alpha1.ReasonNoVIPRange, v1alpha1.ReasonVIPOutOfRange, v1alpha1.ReasonVIPInUse, v1alpha1.ReasonVIPCoolingDown} {
		if !hasMesh && slices.Contains(reported, reason) {
			return fmt.Errorf("the Mesh is not found, but %s is reported for its addresses", reason)
		}
	}
	addresses := 0
	for _, check := range a.explanation.LoadBalancer {
		if check.Rule == explain.RuleAddress {
			addresses++
		}
	}
	if owns := vip.Owns(a.snap.Service, settings.LoadBalancerClass); owns != (addresses > 0) {
		return fmt.Errorf("of the class: %t, but %d checks of addresses", owns, addresses)
	}
	return nil
}

// onRemedy: a command that changes labels or annotations changes the verdict, or at
// least the rule that decides it.
func (a agreement) onRemedy() error {
	remedy := a.explanation.Verdict.Remedy
	switch {
	case a.explanation.OK != (remedy == nil):
		return fmt.Errorf("OK: %t, but the remedy is %+v", a.explanation.OK, remedy)
	case remedy == nil || !slices.Contains([]explain.ServiceState{explain.ServiceNotInMesh, explain.ServiceExcluded}, a.explanation.Verdict.State) || a.explanation.Verdict.Reason == explain.ReasonNoEndpoints || !strings.HasPrefix(remedy.Command, "kubectl label service ") && !strings.HasPrefix(remedy.Command, "kubectl annotate service "):
		return nil
	}
	changed := *a.snap
	changed.Service = apply(a.snap.Service, remedy.Command)
	after := explain.Explain(settings, &changed)
	if !after.Verdict.InMesh && failedRule(after) == failedRule(a.explanation) {
		return fmt.Errorf("%q changes nothing", remedy.Command)
	}
	return nil
}

// apply executes a command that changes labels or annotations.
func apply(service *corev1.Service, command string) *corev1.Service {
	service = service.DeepCopy()
	changed := &service.Labels
	if strings.Contains(command, " annotate ") {
		changed = &service.Annotations
	}
	if *changed == nil {
		*changed = map[string]string{}
	}
	for _, word := range strings.Fields(command)[6:] {
		if key, value, found := strings.Cut(word, "="); found {
			(*changed)[key] = value
		} else if key, found := strings.CutSuffix(word, "-"); found {
			delete(*changed, key)
		}
	}
	return service
}

func reasonsOf(checks []explain.Check) []string {
	var reasons []string
	for _, check := range checks {
		reasons = append(reasons, check.Reason)
	}
	return reasons
}
