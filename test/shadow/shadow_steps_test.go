package shadow

import (
	"context"
	"fmt"
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/intstr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// withoutFinalizers is merged into a Pod to complete its deletion.
var withoutFinalizers = kit.JSON{"metadata": kit.JSON{"finalizers": nil}}

// step changes one thing.
func (w *workload) step(ctx context.Context) {
	GinkgoHelper()
	// Pods without a Node are garbage-collected after a while.
	if len(w.absent) > 0 && w.random.IntN(3) == 0 {
		w.addNode(ctx)
		return
	}
	steps := []func(context.Context){
		w.createOne, w.createOne, w.deleteOne, w.deleteOne, w.end,
		w.toggleReady, w.toggleReady, w.toggleReady, w.relabel, w.relabel, w.finish, w.moveAddress,
		w.scale, w.removeNode, w.moveNode,
		w.renameTargetPort, w.togglePort, w.togglePublishNotReady, w.distribute, w.distribute, w.topologyMode,
		w.changeFamilies, w.narrow, w.relabelService,
	}
	pick(w, steps)(ctx)
}

func (w *workload) createOne(ctx context.Context) {
	if len(w.pods) < mostPods {
		w.createPod(ctx)
	} else {
		w.deleteOne(ctx)
	}
}

// deleteOne deletes a Pod. It keeps terminating until end.
func (w *workload) deleteOne(ctx context.Context) {
	if len(w.pods) == 0 {
		w.createPod(ctx)
		return
	}
	name := pick(w, w.pods)
	w.note("delete Pod %s", name)
	Expect(client.IgnoreNotFound(api.Delete(ctx, w.pod(name)))).To(Succeed())
	w.drop(&w.pods, name)
	w.terminating = append(w.terminating, name)
	if len(w.terminating) > 3 {
		w.end(ctx)
	}
}

// end removes a terminating Pod.
func (w *workload) end(ctx context.Context) {
	if len(w.terminating) == 0 {
		w.deleteOne(ctx)
		return
	}
	name := pick(w, w.terminating)
	w.note("end Pod %s", name)
	w.drop(&w.terminating, name)
	Expect(client.IgnoreNotFound(api.Patch(ctx, w.pod(name), kit.MergePatch(withoutFinalizers)))).To(Succeed())
}

func (w *workload) toggleReady(ctx context.Context) {
	names := slices.Concat(w.pods, w.terminating)
	if len(names) == 0 {
		w.createPod(ctx)
		return
	}
	pod, ready := w.pod(pick(w, names)), w.random.IntN(2) == 0
	w.note("Pod %s is ready: %t", pod.Name, ready)
	Expect(client.IgnoreNotFound(api.Status().Patch(ctx, pod, kit.ReadinessPatch(ready)))).To(Succeed())
}

// relabel removes a Pod from all Services, adds it again, or changes its tier.
func (w *workload) relabel(ctx context.Context) {
	if len(w.pods) == 0 {
		w.createPod(ctx)
		return
	}
	name, key, value := pick(w, w.pods), appLabel, pick(w, []string{app, app, strayValue})
	if w.random.IntN(3) == 0 {
		key, value = tierLabel, pick(w, []string{"front", "back"})
	}
	w.note("label Pod %s %s=%s", name, key, value)
	Expect(client.IgnoreNotFound(api.Patch(ctx, w.pod(name), kit.MergePatch(kit.JSON{"metadata": kit.JSON{"labels": kit.JSON{key: value}}})))).To(Succeed())
}

// finish ends the containers of a Pod, and keeps the Pod. kube-controller-manager
// does not notice the phase on its own, only that the Pod is no longer ready.
func (w *workload) finish(ctx context.Context) {
	if len(w.pods) == 0 {
		w.createPod(ctx)
		return
	}
	name, phase := pick(w, w.pods), pick(w, []corev1.PodPhase{corev1.PodFailed, corev1.PodSucceeded})
	w.note("Pod %s is %s", name, phase)
	patch := fmt.Appendf(nil, `{"status":{"phase":%q,"conditions":[{"type":"Ready","status":"False"}]}}`, phase)
	Expect(client.IgnoreNotFound(api.Status().Patch(ctx, w.pod(name), client.RawPatch(types.StrategicMergePatchType, patch)))).To(Succeed())
	w.touch(ctx)
}

// moveAddress gives a Pod another address, of one family or both.
func (w *workload) moveAddress(ctx context.Context) {
	if len(w.pods) == 0 {
		w.createPod(ctx)
		return
	}
	name, number := pick(w, w.pods), len(w.trail)
	addresses := []corev1.PodIP{{IP: fmt.Sprintf("10.200.%d.%d", number/250, number%250+1)}}
	if w.random.IntN(2) == 0 {
		addresses = append(addresses, corev1.PodIP{IP: fmt.Sprintf("fd00:200::%x", number+1)})
	}
	w.note("Pod %s has the addresses %v", name, addresses)
	Expect(client.IgnoreNotFound(api.Status().Patch(ctx, w.pod(name),
		kit.MergePatch(kit.JSON{"status": kit.JSON{"podIP": addresses[0].IP, "podIPs": addresses}})))).To(Succeed())
}

// scale adds or removes several Pods.
func (w *workload) scale(ctx context.Context) {
	for range 2 + w.random.IntN(3) {
		if len(w.pods) < mostPods/2 {
			w.createOne(ctx)
		} else {
			w.deleteOne(ctx)
		}
	}
}

func (w *workload) removeNode(ctx context.Context) {
	if len(w.absent) > 1 {
		w.addNode(ctx)
		return
	}
	name := nodeName(w.random.IntN(nodeCount))
	if slices.Contains(w.absent, name) {
		w.addNode(ctx)
		return
	}
	w.note("remove Node %s", name)
	Expect(api.Delete(ctx, &corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: name}})).To(Succeed())
	w.absent = append(w.absent, name)
	w.touch(ctx)
}

func (w *workload) addNode(ctx context.Context) {
	name := pick(w, w.absent)
	w.drop(&w.absent, name)
	zone := w.zone()
	w.note("add Node %s in %s", name, zone)
	// It gets new addresses: the addresses of its predecessor are still in use.
	w.nodes++
	ranges := []string{fmt.Sprintf("10.129.%d.0/24", w.nodes), fmt.Sprintf("fd00:10:129:%x::/64", w.nodes)}
	node := &corev1.Node{
		ObjectMeta: metav1.ObjectMeta{Name: name, Labels: map[string]string{corev1.LabelHostname: name, corev1.LabelTopologyZone: zone}},
		Spec:       corev1.NodeSpec{PodCIDR: ranges[0], PodCIDRs: ranges},
	}
	Expect(api.Create(ctx, node)).To(Succeed())
	Eventually(func(g Gomega) {
		g.Expect(api.Get(ctx, client.ObjectKeyFromObject(node), node)).To(Succeed())
		g.Expect(node.Status.Conditions).To(ContainElement(And(
			HaveField("Type", corev1.NodeReady), HaveField("Status", corev1.ConditionTrue))))
	}).Should(Succeed(), "%s is ready", name)
	w.touch(ctx)
}

// moveNode gives a Node another zone.
func (w *workload) moveNode(ctx context.Context) {
	name := nodeName(w.random.IntN(nodeCount))
	if slices.Contains(w.absent, name) {
		w.addNode(ctx)
		return
	}
	zone := w.zone()
	w.note("Node %s is in %s", name, zone)
	node := &corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: name}}
	Expect(api.Patch(ctx, node, kit.MergePatch(kit.JSON{"metadata": kit.JSON{"labels": kit.JSON{corev1.LabelTopologyZone: zone}}}))).To(Succeed())
	w.touch(ctx)
}

func (w *workload) zone() string { return fmt.Sprintf("zone-%d", w.random.IntN(zones)) }

func (w *workload) renameTargetPort(ctx context.Context) {
	p := pick(w, w.pairs)
	port := pick(w, []intstr.IntOrString{intstr.FromString("web"), intstr.FromString("other"), intstr.FromString("admin"), intstr.FromInt32(8080)})
	w.note("%s has the target port %s", p.name, &port)
	w.write(ctx, p, func(s *corev1.Service) { s.Spec.Ports[0].TargetPort = port })
}

func (w *workload) togglePort(ctx context.Context) {
	p := pick(w, w.pairs)
	w.note("%s gets or loses its port metrics", p.name)
	w.write(ctx, p, func(s *corev1.Service) {
		if len(s.Spec.Ports) > 1 {
			s.Spec.Ports = s.Spec.Ports[:1]
		} else {
			s.Spec.Ports = append(s.Spec.Ports, corev1.ServicePort{
				Name: "metrics", Port: 9090, TargetPort: intstr.FromInt32(9090), AppProtocol: new("kubernetes.io/h2c"),
			})
		}
	})
}

func (w *workload) togglePublishNotReady(ctx context.Context) {
	p := pick(w, w.pairs)
	w.note("%s publishes addresses that are not ready, or no longer", p.name)
	w.write(ctx, p, func(s *corev1.Service) { s.Spec.PublishNotReadyAddresses = !s.Spec.PublishNotReadyAddresses })
}

func (w *workload) distribute(ctx context.Context) {
	p := pick(w, w.pairs)
	distribution := pick(w, []*string{
		nil, new(corev1.ServiceTrafficDistributionPreferSameZone),
		new(corev1.ServiceTrafficDistributionPreferSameNode), new(corev1.ServiceTrafficDistributionPreferClose),
	})
	w.note("%s is distributed by %v", p.name, distribution != nil)
	w.write(ctx, p, func(s *corev1.Service) { s.Spec.TrafficDistribution = distribution })
}

func (w *workload) topologyMode(ctx context.Context) {
	p := pick(w, w.pairs)
	w.note("%s has the topology mode Auto, or no longer", p.name)
	w.write(ctx, p, func(s *corev1.Service) {
		if s.Annotations[corev1.AnnotationTopologyMode] == "" {
			metav1.SetMetaDataAnnotation(&s.ObjectMeta, corev1.AnnotationTopologyMode, "Auto")
		} else {
			delete(s.Annotations, corev1.AnnotationTopologyMode)
		}
	})
}

// changeFamilies adds or removes the second family.
func (w *workload) changeFamilies(ctx context.Context) {
	p := pick(w, w.pairs)
	policy := pick(w, []corev1.IPFamilyPolicy{corev1.IPFamilyPolicySingleStack, corev1.IPFamilyPolicyPreferDualStack})
	w.note("%s is %s", p.name, policy)
	w.write(ctx, p, func(s *corev1.Service) {
		s.Spec.IPFamilyPolicy = &policy
		if policy == corev1.IPFamilyPolicySingleStack && len(s.Spec.IPFamilies) > 1 {
			s.Spec.IPFamilies = s.Spec.IPFamilies[:1]
		}
		if policy == corev1.IPFamilyPolicySingleStack && len(s.Spec.ClusterIPs) > 1 {
			s.Spec.ClusterIPs = s.Spec.ClusterIPs[:1]
		}
	})
}

// narrow changes the selector.
func (w *workload) narrow(ctx context.Context) {
	p := pick(w, w.pairs)
	selector := pick(w, []map[string]string{{appLabel: app}, {appLabel: app, tierLabel: "front"}, {appLabel: app}})
	w.note("%s selects %v", p.name, selector)
	w.write(ctx, p, func(s *corev1.Service) { s.Spec.Selector = selector })
}

func (w *workload) relabelService(ctx context.Context) {
	p := pick(w, w.pairs)
	value := fmt.Sprint(len(w.trail))
	w.note("%s has the label team=%s", p.name, value)
	w.write(ctx, p, func(s *corev1.Service) { metav1.SetMetaDataLabel(&s.ObjectMeta, "team", value) })
}
