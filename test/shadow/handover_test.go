package shadow

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	corev1apply "k8s.io/client-go/applyconfigurations/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
)

var _ = Describe("A handover under churn", Ordered, ContinueOnFailure, func() {
	It("leaves no front without a ready endpoint, by the manager alone", func(ctx SpecContext) {
		result := handOver(ctx, "without-policy")
		AddReportEntry("By the manager alone", result.table(), ReportEntryVisibilityAlways)
		result.expectNoGap()
	})

	It("leaves none with the admission policy, and then nothing is published twice", func(ctx SpecContext) {
		env.ApplyConfig(ctx, "admission")
		DeferCleanup(func(ctx SpecContext) { env.Kubectl(ctx, "delete", "-k", kit.Path("config", "admission")) })
		Eventually(func(g Gomega) {
			service := kit.Service("default", "probe", kit.Delegated)
			g.Expect(api.Create(ctx, service, client.DryRunAll)).To(Succeed())
			g.Expect(service.Spec.Selector).To(HaveKey(v1alpha1.DelegatedKey))
		}).Should(Succeed())

		result := handOver(ctx, "with-policy")
		AddReportEntry("With the admission policy", result.table(), ReportEntryVisibilityAlways)
		result.expectNoGap()
		for _, account := range slices.Concat(result.created(), result.overwritten()) {
			Expect(account.keyless).To(BeEmpty())
			Expect(account.doubled).To(BeEmpty())
		}
	})
})

// handOver hands Services over and back while their endpoints change. At the same time, it
// creates and overwrites delegated Services.
func handOver(ctx context.Context, name string) outcome {
	GinkgoHelper()
	namespace := expect.Created(ctx, api, kit.Namespace(name)).Name
	watching, stopWatching := context.WithCancel(ctx)
	defer stopWatching()
	seen := startRecorder(watching)
	subjects := newSubjects(ctx, namespace)
	result := outcome{namespace: namespace}
	for _, s := range subjects {
		Eventually(seen.is(func(l *ledger) bool { return l.complete(s) })).Should(BeTrue(), s.Name)
		s.publishes = func(name kit.Backend, ready bool) bool {
			return seen.is(func(l *ledger) bool {
				truth, isPod := l.pods[name]
				overtaken := isPod && truth.ready != ready
				return overtaken || l.account(s.NamespacedName).publishes(name) == ready
			})()
		}
		s.settled = seen.is(func(l *ledger) bool {
			account := l.account(s.NamespacedName)
			return account.taken() || account.released()
		})
	}

	done := make(chan struct{})
	var churning, working sync.WaitGroup
	changes := make([]int, len(subjects))
	for i, s := range subjects {
		churning.Go(func() { changes[i] = churn(ctx, s, done) })
		working.Go(func() { handOverAndBack(ctx, s, seen, uint64(i)) })
	}
	working.Go(func() { createDelegated(ctx, namespace, seen) })
	working.Go(func() { overwriteDelegated(ctx, namespace, seen) })
	working.Wait()
	close(done)
	churning.Wait()

	seen.write(filepath.Join(env.Cluster.LogDir(), name+".events"))
	result.ledger, result.handovers = seen.ledger(), rounds()*len(subjects)
	for _, count := range changes {
		result.changes += count
	}
	return result
}

// rounds is the number of times that each Service is handed over and back.
func rounds() int { return (*handovers + 4) / 5 }

// complete reports whether each front of a Service has had a ready endpoint.
func (l *ledger) complete(s *subject) bool {
	account := l.account(s.NamespacedName)
	return len(account.gaps) == fronts
}

// churn changes the endpoints of a Service until it is done. Now and then it waits
// for the end of a handover, so that some handovers end without a change.
func churn(ctx context.Context, s *subject, done <-chan struct{}) (changes int) {
	defer GinkgoRecover()
	for {
		select {
		case <-done:
			return changes
		default:
		}
		s.once(ctx, s)
		changes++
		if s.random.IntN(8) == 0 {
			ended := s.ended.Load()
			Eventually(func() bool { return s.settled() || s.ended.Load() > ended }).Should(BeTrue(), "%s is being handed over", s)
		}
	}
}

// handOverAndBack waits for the end of each handover, except for additional ones that it
// reverts immediately or halfway.
func handOverAndBack(ctx context.Context, s *subject, seen *recorder, number uint64) {
	defer GinkgoRecover()
	random := rand.New(rand.NewPCG(*seed, 1000+number))
	var written uint64
	set := func(delegated bool) { written = label(ctx, s.NamespacedName, delegated) }
	is := func(so func(*account) bool) func() bool {
		return seen.is(func(l *ledger) bool {
			account := l.account(s.NamespacedName)
			return account.version >= written && so(account)
		})
	}
	taken := is((*account).taken)
	released := is((*account).released)
	await := func(is func() bool, what string) {
		GinkgoHelper()
		Eventually(is).Should(BeTrue(), "%s is not %s", s, what)
		s.ended.Add(1)
	}
	turnRound := func(delegated bool) {
		if random.IntN(2) == 0 {
			return
		}
		set(delegated)
		if random.IntN(3) > 0 {
			halfWay := is(func(a *account) bool { return a.keyed == (delegated && a.selects) })
			Eventually(halfWay).WithPolling(time.Millisecond).Should(BeTrue(), "%s has its key", s)
		}
		set(!delegated)
	}
	for range rounds() {
		turnRound(true)
		await(released, "released")
		set(true)
		await(taken, "taken over")
		turnRound(false)
		await(taken, "taken over again")
		set(false)
		await(released, "released")
	}
}

// label adds or removes the label of a Service, and returns the version after this change.
func label(ctx context.Context, name types.NamespacedName, delegated bool) uint64 {
	GinkgoHelper()
	var controller any // null removes the label
	if delegated {
		controller = kit.EndpointController
	}
	service := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: name.Namespace, Name: name.Name}}
	Expect(api.Patch(ctx, service, kit.MergePatch(kit.JSON{"metadata": kit.JSON{"labels": kit.JSON{v1alpha1.EndpointControllerNameLabel: controller}}}))).To(Succeed())
	version, err := strconv.ParseUint(service.ResourceVersion, 10, 64)
	Expect(err).NotTo(HaveOccurred())
	return version
}

// createDelegated creates Services with the label for existing Pods.
func createDelegated(ctx context.Context, namespace string, seen *recorder) {
	defer GinkgoRecover()
	for i := range *handovers {
		service := expect.Created(ctx, api, kit.Service(namespace, fmt.Sprintf("new-%d", i), kit.Selecting("web-0"), twoPorts, kit.Delegated))
		Eventually(seen.is(func(l *ledger) bool {
			return l.account(client.ObjectKeyFromObject(service)).taken()
		})).Should(BeTrue(), "%s is not taken over", service.Name)
		Expect(api.Delete(ctx, service)).To(Succeed())
		Eventually(seen.is(func(l *ledger) bool {
			return l.account(client.ObjectKeyFromObject(service)).gone
		})).Should(BeTrue(), "%s is not gone", service.Name)
	}
}

// overwriteDelegated writes a delegated Service as its manifest is, without the
// key, as kubectl replace and a forced server-side apply do.
func overwriteDelegated(ctx context.Context, namespace string, seen *recorder) {
	defer GinkgoRecover()
	manifest := kit.Service(namespace, "kept-0", kit.Selecting("web-1"), twoPorts, kit.Delegated)
	Expect(api.Create(ctx, manifest.DeepCopy())).To(Succeed())
	taken := seen.is(func(l *ledger) bool {
		return l.account(client.ObjectKeyFromObject(manifest)).taken()
	})
	Eventually(taken).Should(BeTrue(), "%s is not taken over", manifest.Name)
	for i := range *handovers {
		written := manifest.DeepCopy()
		written.Annotations = map[string]string{"written": fmt.Sprint(i)}
		if i%2 == 0 {
			Expect(api.Update(ctx, written)).To(Succeed())
		} else {
			apply := corev1apply.Service(written.Name, namespace).WithAnnotations(written.Annotations).WithLabels(written.Labels).
				WithSpec(corev1apply.ServiceSpec().WithSelector(written.Spec.Selector))
			Expect(api.Apply(ctx, apply, client.FieldOwner("user"), client.ForceOwnership)).To(Succeed())
		}
		Eventually(seen.is(func(l *ledger) bool {
			a := l.account(client.ObjectKeyFromObject(manifest))
			return a.service.Annotations["written"] == fmt.Sprint(i) && a.taken()
		})).Should(BeTrue(), "%s is not taken over again", manifest.Name)
	}
}
