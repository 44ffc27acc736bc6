package dataplane_test

import (
	"context"
	"fmt"
	"net/netip"
	"slices"
	"sync"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/watch"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/test/external/dataplane"
	"github.com/meshwork-dev/meshwork/test/external/dataplane/network"
	"github.com/meshwork-dev/meshwork/test/external/dataplane/traffic"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

const (
	// askPeriod is the time between two requests to an address that changed less than
	// askFastFor ago, and idlePeriod the time between two requests to any other address.
	askPeriod  = 50 * time.Millisecond
	idlePeriod = time.Second
	askFastFor = 2 * time.Second
	// askTimeout is below the time after which a client repeats its SYN.
	askTimeout = 900 * time.Millisecond
	// watchLag is the time by which the test may see a write later than kube-proxy.
	watchLag = time.Second
)

// tenure is the time for which the status of a Service shows an address.
type tenure struct {
	service, app, address string
	// shown and hidden are the times of the watch events. hidden is zero until then.
	shown, hidden time.Time
	// served is the time at which the Service first had a ready endpoint in the family of
	// the address.
	served time.Time
}

// begins is the first time at which a Pod can answer at the address.
func (t *tenure) begins() time.Time {
	if t.served.After(t.shown) {
		return t.served
	}
	return t.shown
}

// answer is an answer by a Pod of an app to a request at an address.
type answer struct {
	from, app    string
	began, ended time.Time
}

// tenancy records the addresses of Services over time, and the answers at each address.
type tenancy struct {
	mutex   sync.Mutex
	tenures map[string][]*tenure // by address
	changed map[string]time.Time // by address
	served  map[string]time.Time // by Service and family
	answers map[string][]answer  // by address
	asked   int
	lost    []string // gaps in the watches
}

// followTenancy follows the Services of a namespace until the spec ends. Their Pods are
// named for the app that they select.
func followTenancy(ctx SpecContext, namespace string) *tenancy {
	GinkgoHelper()
	t := &tenancy{
		tenures: map[string][]*tenure{}, changed: map[string]time.Time{}, served: map[string]time.Time{}, answers: map[string][]answer{},
	}
	t.follow(ctx, namespace, &corev1.ServiceList{}, func(event watch.Event) {
		if service, ok := event.Object.(*corev1.Service); ok {
			t.observe(service, event.Type == watch.Deleted)
		}
	})
	t.follow(ctx, namespace, &discoveryv1.EndpointSliceList{}, func(event watch.Event) {
		if slice, ok := event.Object.(*discoveryv1.EndpointSlice); ok && event.Type != watch.Deleted {
			t.observeSlice(slice)
		}
	})
	return t
}

// follow calls a function for each event until the spec ends, which ends its context.
func (t *tenancy) follow(ctx SpecContext, namespace string, list client.ObjectList, handle func(watch.Event)) {
	GinkgoHelper()
	Expect(kit.Follow(ctx, ground.API, list, func(event watch.Event) {
		if event.Type != watch.Error {
			handle(event)
		} else if ctx.Err() == nil {
			t.lose(fmt.Sprintf("%T: %v", list, event.Object))
		}
	}, client.InNamespace(namespace))).To(Succeed())
}

func (t *tenancy) lose(what string) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.lost = append(t.lost, what)
}

func (t *tenancy) observe(service *corev1.Service, deleted bool) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	var shown []string
	if !deleted {
		for _, entry := range service.Status.LoadBalancer.Ingress {
			shown = append(shown, entry.IP)
		}
	}
	now := time.Now()
	for address, tenures := range t.tenures {
		for _, tenure := range tenures {
			if tenure.service == service.Name && tenure.hidden.IsZero() && !slices.Contains(shown, address) {
				tenure.hidden, t.changed[address] = now, now
			}
		}
	}
	for _, address := range shown {
		if tenant := t.current(address, service.Name); tenant == nil {
			t.tenures[address] = append(t.tenures[address], &tenure{
				service: service.Name, app: service.Spec.Selector["app"], address: address, shown: now, served: t.served[service.Name+familyOf(address)],
			})
			t.changed[address] = now
		}
	}
}

// current returns the tenure of a Service that has not ended.
func (t *tenancy) current(address, service string) *tenure {
	for _, tenure := range t.tenures[address] {
		if tenure.service == service && tenure.hidden.IsZero() {
			return tenure
		}
	}
	return nil
}

// any returns a tenure.
func (t *tenancy) any() *tenure {
	GinkgoHelper()
	t.mutex.Lock()
	defer t.mutex.Unlock()
	for _, tenures := range t.tenures {
		return tenures[0]
	}
	Fail("no Service has an address")
	return nil
}

func (t *tenancy) observeSlice(slice *discoveryv1.EndpointSlice) {
	if !slices.ContainsFunc(slice.Endpoints, func(endpoint discoveryv1.Endpoint) bool {
		return endpoint.Conditions.Ready == nil || *endpoint.Conditions.Ready
	}) {
		return
	}
	t.mutex.Lock()
	defer t.mutex.Unlock()
	service := slice.Labels[discoveryv1.LabelServiceName]
	key := service + string(slice.AddressType)
	if _, known := t.served[key]; known {
		return
	}
	t.served[key] = time.Now()
	for address, tenures := range t.tenures {
		for _, tenure := range tenures {
			if tenure.service == service && familyOf(address) == string(slice.AddressType) {
				tenure.served, t.changed[address] = t.served[key], t.served[key]
			}
		}
	}
}

// ask sends requests to addresses from namespaces until the context ends, more often to
// addresses that changed a moment ago.
func (t *tenancy) ask(ctx context.Context, addresses []string, origins ...*network.Namespace) *sync.WaitGroup {
	var asking sync.WaitGroup
	for _, address := range addresses {
		for _, origin := range origins {
			asking.Go(func() { t.askOne(ctx, &asking, origin, address) })
		}
	}
	return &asking
}

func (t *tenancy) askOne(ctx context.Context, asking *sync.WaitGroup, origin *network.Namespace, address string) {
	ticker := time.NewTicker(askPeriod)
	defer ticker.Stop()
	var last time.Time
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		if !t.due(address, last) {
			continue
		}
		last = time.Now()
		asking.Go(func() {
			record := dataplane.Ask(origin, traffic.Client{Target: traffic.HostPort(address, 80), Timeout: askTimeout})
			t.note(origin, address, record)
		})
	}
}

// due reports whether it is time for the next request to an address.
func (t *tenancy) due(address string, last time.Time) bool {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	return time.Since(t.changed[address]) < askFastFor || time.Since(last) >= idlePeriod
}

func (t *tenancy) note(origin *network.Namespace, address string, record traffic.Record) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.asked++
	if record.Outcome == traffic.Answered {
		t.answers[address] = append(t.answers[address], answer{origin.Name(), record.Pod, record.Began, record.Began.Add(record.Latency)})
	}
}

// unanswered returns the current tenures with a ready endpoint and without an answer to each
// origin.
func (t *tenancy) unanswered(origins []*network.Namespace) []string {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	var waiting []string
	for address, tenures := range t.tenures {
		for _, tenure := range tenures {
			answered := map[string]bool{}
			for _, answer := range t.answers[address] {
				answered[answer.from] = answered[answer.from] || answer.app == tenure.app && answer.ended.After(tenure.shown)
			}
			for _, origin := range origins {
				if tenure.hidden.IsZero() && !answered[origin.Name()] {
					waiting = append(waiting, fmt.Sprintf("%s at %s from %s", tenure.service, address, origin.Name()))
				}
			}
		}
	}
	return waiting
}

// effect describes the effect of the changes of addresses.
type effect struct {
	// reachable are the times from the status and a ready endpoint to the first answer from
	// each origin. gone are the times from the end of a tenure to the last answered request.
	reachable, gone []time.Duration
	// vacant are the times from the end of a tenure to the start of the next Service's.
	vacant []time.Duration
	// never are the tenures without an answer, though they lasted long enough.
	never []string
	// strangers are answers by Pods of Services that never had the address. former are answers
	// by a Service that had it before the current one.
	strangers, former []string
}

// judge accounts for some of the addresses, once all requests have ended. A tenure that
// is shorter than enough needs no answer.
func (t *tenancy) judge(within func(netip.Addr) bool, origins []*network.Namespace, enough time.Duration) effect {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	var e effect
	for address, tenures := range t.tenures {
		if !within(netip.MustParseAddr(address)) {
			continue
		}
		of := map[*tenure][]answer{}
		for _, answer := range t.answers[address] {
			tenure := tenureOf(tenures, answer)
			if tenure == nil {
				e.strangers = append(e.strangers, fmt.Sprintf("%s answered %s at %s", answer.app, answer.from, address))
				continue
			}
			of[tenure] = append(of[tenure], answer)
			e.judgeFormer(tenures, tenure, answer)
		}
		for _, tenure := range tenures {
			e.judgeTenure(tenure, of[tenure], origins, enough)
		}
		e.judgeVacancy(tenures)
	}
	return e
}

// tenureOf returns the last tenure that explains an answer.
func tenureOf(tenures []*tenure, answer answer) *tenure {
	var last *tenure
	for _, tenure := range tenures {
		if tenure.app == answer.app && tenure.shown.Before(answer.ended.Add(watchLag)) {
			last = tenure
		}
	}
	return last
}

func (e *effect) judgeFormer(tenures []*tenure, by *tenure, answer answer) {
	for _, next := range tenures {
		if next.app != by.app && by.shown.Before(next.shown) && next.shown.Before(answer.began) {
			e.former = append(e.former, fmt.Sprintf("%s still answered %s at %s, %s after its own status and %s after that of %s",
				by.service, answer.from, by.address, answer.began.Sub(by.hidden), answer.began.Sub(next.shown), next.service))
			return
		}
	}
}

func (e *effect) judgeVacancy(tenures []*tenure) {
	for i, next := range tenures {
		if i > 0 && next.service != tenures[i-1].service {
			e.vacant = append(e.vacant, next.shown.Sub(tenures[i-1].hidden))
		}
	}
}

func (e *effect) judgeTenure(tenure *tenure, answers []answer, origins []*network.Namespace, enough time.Duration) {
	end := tenure.hidden
	if end.IsZero() {
		end = time.Now()
	}
	for _, origin := range origins {
		first, last := end, time.Time{}
		for _, answer := range answers {
			if answer.from == origin.Name() {
				first, last = earlier(first, answer.ended), later(last, answer.began)
			}
		}
		switch {
		case first.Before(end):
			e.reachable = append(e.reachable, max(0, first.Sub(tenure.begins())))
		case !tenure.served.IsZero() && end.Sub(tenure.begins()) > enough:
			e.never = append(e.never, fmt.Sprintf("%s at %s from %s for %s", tenure.service, tenure.address, origin.Name(), end.Sub(tenure.begins())))
		}
		if !tenure.hidden.IsZero() && !last.IsZero() {
			e.gone = append(e.gone, max(0, last.Sub(tenure.hidden)))
		}
	}
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

func later(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}

// spread shows the 50th and 99th percentile and the maximum of durations.
func spread(durations []time.Duration) string {
	if len(durations) == 0 {
		return "none"
	}
	return fmt.Sprintf("p50 %s, p99 %s, max %s of %d", percentile(durations, 50).Round(time.Millisecond),
		percentile(durations, 99).Round(time.Millisecond), percentile(durations, 100).Round(time.Millisecond), len(durations))
}

func percentile(durations []time.Duration, percent int) time.Duration {
	if len(durations) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(durations))
	return sorted[(len(sorted)*percent+99)/100-1]
}

func familyOf(address string) string {
	if netip.MustParseAddr(address).Is6() {
		return string(discoveryv1.AddressTypeIPv6)
	}
	return string(discoveryv1.AddressTypeIPv4)
}
