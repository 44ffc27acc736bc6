package picture

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

// Rollout is the replacement of the Pods of a workload by Pods with another template.
type Rollout struct {
	// Workload is the name of the Deployment, StatefulSet or DaemonSet.
	Workload string `json:"workload"`
	// Revision is the hash of the new template.
	Revision string `json:"revision"`
	// New counts the Pods with the new template, Ready the ready ones among them, and Old all
	// other Pods.
	New   int `json:"new"`
	Ready int `json:"ready"`
	Old   int `json:"old"`
}

// RolloutPart is the part that a Pod has in a rollout.
type RolloutPart string

// Parts in a rollout.
const (
	NoRollout RolloutPart = ""
	NewPod    RolloutPart = "New"
	OldPod    RolloutPart = "Old"
)

// revisionOf returns the workload of a Pod and the hash of its template. Both are empty if
// the Pod has none.
func revisionOf(pod *corev1.Pod) (workload, hash string) {
	owner := metav1.GetControllerOf(pod)
	if owner == nil {
		return "", ""
	}
	if hash := pod.Labels[appsv1.DefaultDeploymentUniqueLabelKey]; hash != "" {
		return strings.TrimSuffix(owner.Name, "-"+hash), hash
	}
	if hash := pod.Labels[appsv1.ControllerRevisionHashLabelKey]; hash != "" {
		return owner.Name, strings.TrimPrefix(hash, owner.Name+"-")
	}
	return "", ""
}

// addRollouts adds the rollouts of the workloads behind the endpoints.
func (n *neighborhood) addRollouts(found map[string]*Endpoint) {
	pods := map[string][]*corev1.Pod{}
	for name := range found {
		if pod := n.Pod(name); pod != nil {
			if workload, _ := revisionOf(pod); workload != "" {
				pods[workload] = append(pods[workload], pod)
			}
		}
	}
	for workload, all := range pods {
		rollout := Rollout{Workload: workload, Revision: newestRevision(all)}
		for _, pod := range all {
			endpoint := found[pod.Name]
			_, hash := revisionOf(pod)
			switch {
			case hash != rollout.Revision:
				rollout.Old++
				endpoint.Rollout = OldPod
			case endpoint.State == snapshot.Ready:
				rollout.Ready++
				fallthrough
			default:
				rollout.New++
				endpoint.Rollout = NewPod
			}
		}
		if rollout.Old > 0 {
			n.Entries["rollout/"+workload] = rollout
			continue
		}
		for _, pod := range all {
			found[pod.Name].Rollout = NoRollout
		}
	}
}

// newestRevision returns the template of the Pod that was created last. A rollback creates
// Pods with an old template, so the age of the template does not count.
func newestRevision(pods []*corev1.Pod) string {
	newest := slices.MaxFunc(pods, func(a, b *corev1.Pod) int {
		_, hashA := revisionOf(a)
		_, hashB := revisionOf(b)
		return cmp.Or(a.CreationTimestamp.Compare(b.CreationTimestamp.Time), cmp.Compare(hashA, hashB))
	})
	_, hash := revisionOf(newest)
	return hash
}

// Rollouts follows the rollouts behind a Service.
type Rollouts struct {
	before map[string]Rollout
	begun  map[string]time.Time
}

// Follow returns the beginnings and ends since the last call, of the entries of a Service.
// The first call returns nothing.
func (r *Rollouts) Follow(entries Entries, now time.Time) []HandoverStep {
	after := map[string]Rollout{}
	for _, entry := range entries {
		if rollout, ok := entry.(Rollout); ok {
			after[rollout.Workload] = rollout
		}
	}
	before := r.before
	r.before = after
	if before == nil {
		r.begun = map[string]time.Time{}
		return nil
	}
	var steps []HandoverStep
	for _, workload := range slices.Sorted(maps.Keys(after)) {
		if was, runs := before[workload]; !runs || was.Revision != after[workload].Revision {
			r.begun[workload] = now
			steps = append(steps, HandoverStep{now, fmt.Sprintf("%s gets new Pods, of template %s", workload, after[workload].Revision), JustNews})
		}
	}
	for _, workload := range slices.Sorted(maps.Keys(before)) {
		if _, runs := after[workload]; runs {
			continue
		}
		duration := ""
		if begun, known := r.begun[workload]; known {
			duration = fmt.Sprintf(", after %s", now.Sub(begun).Round(time.Second))
		}
		delete(r.begun, workload)
		steps = append(steps, HandoverStep{now, fmt.Sprintf("%s has no old Pods left%s", workload, duration), GoodNews})
	}
	return steps
}
