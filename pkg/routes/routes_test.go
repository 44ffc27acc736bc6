package routes_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/utils/ptr"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"

	"github.com/meshwork-dev/meshwork/pkg/routes"
	"github.com/meshwork-dev/meshwork/pkg/routes/routestest"
)

// TestRandomRoutes compiles random routes. The order of the input changes nothing; each rule has
// shares; the last rule matches every call.
func TestRandomRoutes(t *testing.T) {
	seed := uint64(time.Now().UnixNano()) //nolint:gosec // any seed
	t.Logf("seed %d", seed)
	g, random := NewWithT(t), routestest.Random{Rand: rand.New(rand.NewPCG(seed, 0))} //nolint:gosec // no secret
	of := scene{Backends: []string{"cart.shop:80", "cart.shop:81", "v1.shop:80", "v2.shop:80", "v2.web:80"}}
	routed := 0
	for range 3000 {
		all := random.Routes(cart, "cart", "v1", "v2", "v3")
		of.Client = []string{"", "shop", "web", "other"}[random.IntN(4)]
		before := describeAll(of, all)
		random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		g.Expect(describeAll(of, all)).To(Equal(before))
		for _, port := range ports {
			table := routes.Compile(routes.Target{Port: port}, all, of.Client, of.resolve)
			if len(table.Routes) > 0 {
				routed++
			}
			g.Expect(table.Rules[len(table.Rules)-1].Match.String()).To(Equal("all calls"))
			g.Expect(sets.New(table.Backends()...)).To(Equal(of.existing(routes.Targets(port, table.Routes))), "a table has all targets that exist")
			for _, rule := range table.Rules {
				checkRule(g, of, rule)
			}
		}
	}
	g.Expect(routed).To(BeNumerically(">", 1000))
}

func (s scene) existing(targets []routes.Backend) sets.Set[routes.Backend] {
	return sets.New(slices.DeleteFunc(targets, func(target routes.Backend) bool { return s.resolve(target) != "" })...)
}

func checkRule(g Gomega, of scene, rule routes.Rule) {
	g.Expect(rule.Shares).NotTo(BeEmpty())
	for i, share := range rule.Shares {
		g.Expect(share.Weight).To(And(BeNumerically(">", 0), BeNumerically("<=", 16_000_000)))
		g.Expect(share.Reason != "" || of.resolve(share.Backend) == "").To(BeTrue(), "a share without a reason exists: %v", share)
		g.Expect(slices.ContainsFunc(rule.Shares[i+1:], func(other routes.Share) bool {
			return other.Backend == share.Backend && other.Reason == share.Reason
		})).To(BeFalse(), "a backend has one share")
	}
	if rule.Match.Path.Matching == routes.Regex {
		_, err := regexp.Compile(rule.Match.Path.Value)
		g.Expect(err).NotTo(HaveOccurred())
	}
}

// TestManyRules attaches more rules than a port may have: the oldest routes count.
func TestManyRules(t *testing.T) {
	g := NewWithT(t)
	var all []*routes.Route
	for i := range 20 {
		route := &gatewayv1.GRPCRoute{ObjectMeta: metav1.ObjectMeta{
			Namespace: "shop", Name: fmt.Sprintf("route-%d", i), CreationTimestamp: metav1.NewTime(time.Unix(int64(1000-i), 0)),
		}}
		route.Spec.ParentRefs = []gatewayv1.ParentReference{{
			Group: ptr.To(gatewayv1.Group("")), Kind: ptr.To(gatewayv1.Kind("Service")), Name: "cart", Port: ptr.To(int32(80)),
		}}
		for range 2 {
			rule := gatewayv1.GRPCRouteRule{Matches: make([]gatewayv1.GRPCRouteMatch, 60)}
			rule.BackendRefs = []gatewayv1.GRPCBackendRef{{BackendRef: gatewayv1.BackendRef{
				BackendObjectReference: gatewayv1.BackendObjectReference{Name: "v1", Port: ptr.To(int32(80))},
			}}}
			route.Spec.Rules = append(route.Spec.Rules, rule)
		}
		all = append(all, routes.FromGRPCRoute(route))
	}
	table := routes.Compile(routes.Target{Port: ports[0]}, all, "", func(routes.Backend) string { return "" })
	g.Expect(table.Rules).To(HaveLen(8*120 + 1))
	g.Expect(table.Routes[0].Object.GetName()).To(Equal("route-19"), "the oldest")
	refused := routes.Conditions(all[0], all[0].Parents[0], ports, all, func(routes.Backend) string { return "" })[0]
	g.Expect(refused.Status).To(BeEquivalentTo("False"))
	g.Expect(refused.Message).To(ContainSubstring("more than 1000 matches"))
}

// TestRegularExpressions refuses what some client may not accept.
func TestRegularExpressions(t *testing.T) {
	g := NewWithT(t)
	for pattern, refused := range map[string]string{
		"":                                     "empty",
		"shop[.](Cart|Basket)":                 "",
		"(?i)add":                              "",
		`\\p`:                                  "",
		"(":                                    "is not a regular expression of RE2",
		"(?=a)":                                "is not a regular expression of RE2",
		`(a)\1`:                                "is not a regular expression of RE2",
		"a{1001}":                              "is not a regular expression of RE2",
		`\pL`:                                  "not all clients",
		"(?<name>a)":                           "not all clients",
		"(a{30}){30}":                          "",
		"([a-z]{30}){30}":                      "",
		"([a-cx-z0-9_]{31}){31}":               "too complex",
		strings.Repeat("a", 1025):              "at most 1024 bytes",
		"(" + strings.Repeat("a|", 200) + "b)": "",
	} {
		route := grpcRouteMatching(pattern)
		conditions := routes.Conditions(route, route.Parents[0], ports, []*routes.Route{route}, func(routes.Backend) string { return "" })
		if refused == "" {
			g.Expect(conditions[0].Status).To(BeEquivalentTo("True"), "%q: %s", pattern, conditions[0].Message)
		} else {
			g.Expect(conditions[0].Message).To(ContainSubstring(refused), pattern)
		}
	}
}

func grpcRouteMatching(pattern string) *routes.Route {
	route := &gatewayv1.GRPCRoute{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "route"}}
	route.Spec.ParentRefs = []gatewayv1.ParentReference{{Group: ptr.To(gatewayv1.Group("")), Kind: ptr.To(gatewayv1.Kind("Service")), Name: "cart"}}
	route.Spec.Rules = []gatewayv1.GRPCRouteRule{{Matches: []gatewayv1.GRPCRouteMatch{{Headers: []gatewayv1.GRPCHeaderMatch{{
		Type: ptr.To(gatewayv1.GRPCHeaderMatchRegularExpression), Name: "x-a", Value: pattern,
	}}}}}}
	return routes.FromGRPCRoute(route)
}

// FuzzRegularExpressions compiles any text: what is accepted is a regular expression, alone and as
// a part of a path.
func FuzzRegularExpressions(f *testing.F) {
	f.Add("[[:word%]", "[[:word:]]")
	for _, seed := range []string{"a", "(", `\Q`, "(?i", "a)(b", "[[:word:]]", `\`} {
		f.Add(seed, seed)
	}
	f.Fuzz(func(t *testing.T, service, method string) {
		route := &gatewayv1.GRPCRoute{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "route"}}
		route.Spec.ParentRefs = []gatewayv1.ParentReference{{Group: ptr.To(gatewayv1.Group("")), Kind: ptr.To(gatewayv1.Kind("Service")), Name: "cart"}}
		route.Spec.Rules = []gatewayv1.GRPCRouteRule{{Matches: []gatewayv1.GRPCRouteMatch{{Method: &gatewayv1.GRPCMethodMatch{
			Type: ptr.To(gatewayv1.GRPCMethodMatchRegularExpression), Service: &service, Method: &method,
		}}}}}
		table := routes.Compile(routes.Target{Port: ports[0]}, []*routes.Route{routes.FromGRPCRoute(route)}, "", func(routes.Backend) string { return "" })
		for _, rule := range table.Rules {
			if path := rule.Match.Path; path.Matching == routes.Regex {
				if _, err := regexp.Compile(path.Value); err != nil {
					t.Errorf("%q and %q: %v", service, method, err)
				}
			}
		}
	})
}

// A route may be kept much longer than the list that it was read in.
func TestRoutesOfAListAreCopies(t *testing.T) {
	g := NewWithT(t)
	grpc, http := &gatewayv1.GRPCRouteList{Items: make([]gatewayv1.GRPCRoute, 2)}, &gatewayv1.HTTPRouteList{Items: make([]gatewayv1.HTTPRoute, 2)}
	g.Expect(routes.In(grpc)[1].Object).NotTo(BeIdenticalTo(&grpc.Items[1]))
	g.Expect(routes.In(http)[1].Object).NotTo(BeIdenticalTo(&http.Items[1]))
}
