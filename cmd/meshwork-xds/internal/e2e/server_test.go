// Package e2e_test runs the server's binary in a real cluster, with the rights of its
// ServiceAccount that config/xds grants, next to the manager.
package e2e_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	discoveryv3 "github.com/envoyproxy/go-control-plane/envoy/service/discovery/v3"
	. "github.com/onsi/gomega"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	corev3 "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	endpointv3 "github.com/envoyproxy/go-control-plane/envoy/config/endpoint/v3"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/clientauth"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
	"github.com/meshwork-dev/meshwork/test/lib/cluster"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

const objects = `
apiVersion: meshwork.dev/v1alpha1
kind: Mesh
metadata: {name: default}
---
apiVersion: v1
kind: Namespace
metadata: {name: shop}
---
apiVersion: v1
kind: Service
metadata: {name: web, namespace: shop, labels: {meshwork.dev/mesh: default}}
spec:
  selector: {app: web}
  ports: [{port: 80, targetPort: 8080}]
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: main, image: example/web:1}]}
---
apiVersion: v1
kind: ServiceAccount
metadata: {name: client, namespace: shop}
`

func TestInCluster(t *testing.T) {
	if os.Getenv("KUBEBUILDER_ASSETS") == "" {
		t.Skip("KUBEBUILDER_ASSETS is not set: build a control plane with make controlplane")
	}
	e := start(t)
	t.Run("becomes ready", e.becomesReady)
	t.Run("serves clients with a token", e.servesClientsWithToken)
	t.Run("refuses clients without an identity", e.refusesClientsWithoutIdentity)
	t.Run("serves others beside a greedy Pod", e.servesOthersBesideAGreedyPod)
	t.Run("serves everything to those who may list MeshServices", e.servesEverything)
	t.Run("follows the certificates of Pods", e.followsCertificates)
	t.Run("follows routes", e.followsRoutes)
	t.Run("serves metrics to those who may get them", e.servesMetrics)
	t.Run("may do nothing else", e.mayDoNothingElse)
	t.Run("tells of changes while it drains", e.tellsOfChangesWhileItDrains)
	t.Run("ends with its last client", e.endsWithItsLastClient)
	t.Run("was refused nothing by RBAC", e.wasRefusedNothing)
	t.Run("answers nobody before it knows everything", e.answersNobodyBeforeItKnowsEverything)
}

// environment is a cluster in which the manager and the server run.
type environment struct {
	cluster                *cluster.Cluster
	server                 *kit.XDS
	probes, metricsAddress string
	roots                  *x509.CertPool
}

func start(t *testing.T) *environment {
	t.Helper()
	g := NewWithT(t)
	kubernetes, err := cluster.Start(t.Context(), cluster.Options{
		ControllerManager: true, Scheduler: true, Kwok: true, Nodes: 2,
		CRDDirectories: kit.CRDs(), LogDir: filepath.Join(t.TempDir(), "logs"),
	})
	g.Expect(err).NotTo(HaveOccurred())
	t.Cleanup(func() { g.Expect(kubernetes.Stop()).To(Succeed()) })
	e := &environment{cluster: kubernetes}
	for _, directory := range []string{"local", "local-xds"} {
		e.kubectl(t, "apply", "-k", kit.Path("config", directory))
	}
	_, err = kit.StartManager(t.Context(), kubernetes, kit.ManagerOptions{LeaderElection: true})
	g.Expect(err).NotTo(HaveOccurred(), "run `make build`")
	_, err = kubernetes.KubectlInput(t.Context(), []byte(objects), "apply", "-f", "-")
	g.Expect(err).NotTo(HaveOccurred())
	e.startServer(t)
	return e
}

func (e *environment) startServer(t *testing.T) {
	t.Helper()
	g := NewWithT(t)
	var err error
	for _, address := range []*string{&e.probes, &e.metricsAddress} {
		*address, err = cluster.FreeAddress()
		g.Expect(err).NotTo(HaveOccurred())
	}
	e.server, err = kit.StartXDS(t.Context(), e.cluster,
		"--health-probe-bind-address="+e.probes, "--metrics-bind-address="+e.metricsAddress, "--drain-timeout=1000h",
		fmt.Sprintf("--max-subscriptions=%d", maxSubscriptions), fmt.Sprintf("--max-subscriptions-per-client=%d", maxSubscriptionsPerClient))
	g.Expect(err).NotTo(HaveOccurred(), "run `make xds`")
	ca, err := os.ReadFile(e.server.Client.Files.CA)
	g.Expect(err).NotTo(HaveOccurred())
	e.roots = x509.NewCertPool()
	g.Expect(e.roots.AppendCertsFromPEM(ca)).To(BeTrue())
}

func (e *environment) kubectl(t *testing.T, args ...string) string {
	t.Helper()
	output, err := e.cluster.Kubectl(t.Context(), args...)
	NewWithT(t).Expect(err).NotTo(HaveOccurred())
	return string(output)
}

// token returns a token of the client for an audience.
func (e *environment) token(t *testing.T, audience string) string {
	t.Helper()
	return strings.TrimSpace(e.kubectl(t, "create", "token", "client", "-n", "shop", "--audience="+audience))
}

// stream opens a stream with a token, as a proxy.
func (e *environment) stream(t *testing.T, token string) discoveryv3.AggregatedDiscoveryService_StreamAggregatedResourcesClient {
	t.Helper()
	return e.streamFrom(t, token, "127.0.0.1")
}

// streamFrom opens a stream from an address.
func (e *environment) streamFrom(t *testing.T, token, address string) discoveryv3.AggregatedDiscoveryService_StreamAggregatedResourcesClient {
	t.Helper()
	g := NewWithT(t)
	dialer := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(address)}}
	channel, err := grpc.NewClient(e.server.Address,
		grpc.WithContextDialer(func(ctx context.Context, target string) (net.Conn, error) {
			return dialer.DialContext(ctx, "tcp", target)
		}),
		grpc.WithTransportCredentials(credentials.NewTLS(&tls.Config{RootCAs: e.roots, ServerName: kit.XDSServerName, MinVersion: tls.VersionTLS12})))
	g.Expect(err).NotTo(HaveOccurred())
	t.Cleanup(func() { _ = channel.Close() })
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	t.Cleanup(cancel)
	if token != "" {
		ctx = metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+token)
	}
	stream, err := discoveryv3.NewAggregatedDiscoveryServiceClient(channel).StreamAggregatedResources(ctx)
	g.Expect(err).NotTo(HaveOccurred())
	return stream
}

// receive requests ClusterLoadAssignments, acknowledges them, and returns when they are as
// expected.
func receive(g Gomega, stream discoveryv3.AggregatedDiscoveryService_StreamAggregatedResourcesClient,
	isExpected func([]*endpointv3.ClusterLoadAssignment) bool, names ...string) {
	request := &discoveryv3.DiscoveryRequest{
		Node: &corev3.Node{Id: "e2e", UserAgentName: "e2e"}, TypeUrl: resource.Assignment.TypeURL(), ResourceNames: names,
	}
	for {
		g.Expect(stream.Send(request)).To(Succeed())
		response, err := stream.Recv()
		g.Expect(err).NotTo(HaveOccurred())
		all := make([]*endpointv3.ClusterLoadAssignment, len(response.GetResources()))
		for i, packed := range response.GetResources() {
			all[i] = &endpointv3.ClusterLoadAssignment{}
			g.Expect(packed.UnmarshalTo(all[i])).To(Succeed())
		}
		if isExpected(all) {
			return
		}
		request.VersionInfo, request.ResponseNonce = response.GetVersionInfo(), response.GetNonce()
	}
}

func endpoints(assignment *endpointv3.ClusterLoadAssignment) (ports []uint32) {
	for _, locality := range assignment.GetEndpoints() {
		for _, endpoint := range locality.GetLbEndpoints() {
			ports = append(ports, endpoint.GetEndpoint().GetAddress().GetSocketAddress().GetPortValue())
		}
	}
	return ports
}

func (e *environment) becomesReady(t *testing.T) {
	g := NewWithT(t)
	for _, path := range []string{"/healthz", "/readyz"} {
		g.Eventually(func() (int, error) { return statusOf(t, "http://"+e.probes+path, "") }, time.Minute).Should(Equal(http.StatusOK), e.log)
	}
}

func (e *environment) servesClientsWithToken(t *testing.T) {
	stream := e.stream(t, e.token(t, clientauth.Audience))
	receive(NewWithT(t), stream, func(all []*endpointv3.ClusterLoadAssignment) bool {
		return len(all) == 1 && slices.Equal(endpoints(all[0]), []uint32{8080, 8080})
	}, "web.shop:80")
}

func (e *environment) refusesClientsWithoutIdentity(t *testing.T) {
	g := NewWithT(t)
	for name, token := range map[string]string{"no token": "", "another audience": e.token(t, "example.com"), "no real token": "a.b.c"} {
		_, err := e.stream(t, token).Recv()
		g.Expect(status.Code(err)).To(Equal(codes.Unauthenticated), "%s: %v", name, err)
	}
}

func (e *environment) servesEverything(t *testing.T) {
	g := NewWithT(t)
	listed := func() error {
		stream := e.stream(t, e.token(t, clientauth.Audience))
		g.Expect(stream.Send(&discoveryv3.DiscoveryRequest{
			Node: &corev3.Node{Id: "e2e"}, TypeUrl: resource.Cluster.TypeURL(), ResourceNames: []string{"*"},
		})).To(Succeed())
		_, err := stream.Recv()
		return err
	}
	err := listed()
	g.Expect(status.Code(err)).To(Equal(codes.PermissionDenied))
	g.Expect(err).To(MatchError(ContainSubstring("system:serviceaccount:shop:client asks for all resources")))

	e.kubectl(t, "create", "clusterrolebinding", "client", "--clusterrole=meshwork-viewer-role", "--serviceaccount=shop:client")
	g.Eventually(listed, time.Minute).Should(Succeed())
}

func (e *environment) servesMetrics(t *testing.T) {
	g := NewWithT(t)
	url := "https://" + e.metricsAddress + "/metrics"
	token := strings.TrimSpace(e.kubectl(t, "create", "token", "client", "-n", "shop"))
	g.Expect(statusOf(t, url, "")).To(Equal(http.StatusUnauthorized))
	g.Expect(statusOf(t, url, token)).To(Equal(http.StatusForbidden))
	e.kubectl(t, "create", "clusterrolebinding", "scraper", "--clusterrole=meshwork-metrics-reader", "--serviceaccount=shop:client")
	g.Eventually(func() (int, error) { return statusOf(t, url, token) }, time.Minute).Should(Equal(http.StatusOK))
}

// mayDoNothingElse compares the rights of the ServiceAccount with those that every
// ServiceAccount has.
func (e *environment) mayDoNothingElse(t *testing.T) {
	g := NewWithT(t)
	for _, namespace := range []string{kit.SystemNamespace, "shop"} {
		everybodys := e.rights(t, namespace, "default:default")
		own := slices.DeleteFunc(e.rights(t, namespace, kit.SystemNamespace+":"+kit.XDSServiceAccount), func(right string) bool {
			return slices.Contains(everybodys, right)
		})
		g.Expect(own).To(ConsistOf(
			"namespaces [] [] [list watch]",
			"nodes [] [] [list watch]",
			"services [] [] [list watch]",
			"endpointslices.discovery.k8s.io [] [] [list watch]", "grpcroutes.gateway.networking.k8s.io [] [] [list watch]", "httproutes.gateway.networking.k8s.io [] [] [list watch]",
			"meshcertificates.meshwork.dev [] [] [list watch]",
			"meshes.meshwork.dev [] [] [list watch]",
			"meshservices.meshwork.dev [] [] [list watch]",
			"tokenreviews.authentication.k8s.io [] [] [create]",
			"subjectaccessreviews.authorization.k8s.io [] [] [create]",
		), namespace)
	}
}

// rights returns the lines of kubectl auth can-i --list for a ServiceAccount.
func (e *environment) rights(t *testing.T, namespace, serviceAccount string) []string {
	t.Helper()
	output := e.kubectl(t, "auth", "can-i", "--list", "--no-headers", "-n", namespace, "--as=system:serviceaccount:"+serviceAccount,
		"--as-group=system:serviceaccounts", "--as-group=system:authenticated")
	var lines []string
	for line := range strings.Lines(output) {
		lines = append(lines, strings.Join(strings.Fields(line), " "))
	}
	return lines
}

func (e *environment) wasRefusedNothing(t *testing.T) {
	g := NewWithT(t)
	g.Expect(e.server.Log()).NotTo(ContainSubstring("forbidden"))
}

func (e *environment) log() string {
	log, err := e.server.Log()
	if err != nil {
		return err.Error()
	}
	return log
}

// statusOf gets a URL and returns the status code. It does not verify the certificate of the
// metrics, which is new at each start.
func statusOf(t *testing.T, url, token string) (int, error) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, http.NoBody)
	if err != nil {
		return 0, err
	}
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	unverified := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
	response, err := unverified.Do(request)
	if err != nil {
		return 0, err
	}
	return response.StatusCode, response.Body.Close()
}
