package collect

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/pkg/xdssubscriber"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

// XDSPort is the loopback port on which an xDS server answers queries about its clients.
const XDSPort = 18001

const (
	// xdsTimeout bounds the wait for an xDS server.
	xdsTimeout = 5 * time.Second
	// maxXDSAnswer is longer than the answer of a server with many thousands of clients.
	maxXDSAnswer = 16 << 20
)

// xdsLabels select the Pods of the xDS server.
var xdsLabels = client.MatchingLabels{"app.kubernetes.io/name": "meshwork-xds"}

// XDSServer is a reachable xDS server.
type XDSServer struct {
	// Name is the name of the Pod, or the address.
	Name string
	// Host is the host and port in requests.
	Host      string
	Transport http.RoundTripper
}

// XDSServers returns the xDS servers in the namespace, and gaps for unreachable ones. It
// ignores other namespaces: the labels prove nothing about Pods there.
func XDSServers(
	ctx context.Context, reader client.Reader, namespace string, transportTo func(pod types.NamespacedName) (http.RoundTripper, error),
) ([]XDSServer, snapshot.Gaps) {
	var pods corev1.PodList
	switch err := reader.List(ctx, &pods, xdsLabels, client.InNamespace(namespace)); {
	case apierrors.IsForbidden(err):
		return nil, xdsGap("you are not allowed to list the Pods of the xDS server in namespace " + namespace)
	case err != nil:
		return nil, xdsGap("listing the Pods of the xDS server: " + err.Error())
	}
	var servers []XDSServer
	var gaps snapshot.Gaps
	for i := range pods.Items {
		pod := &pods.Items[i]
		if pod.Status.Phase != corev1.PodRunning || pod.DeletionTimestamp != nil {
			continue
		}
		key := client.ObjectKeyFromObject(pod)
		transport, err := transportTo(key)
		if err != nil {
			gaps = append(gaps, xdsGap(fmt.Sprintf("asking %s: %v", key, err))...)
			continue
		}
		servers = append(servers, XDSServer{Name: key.String(), Host: fmt.Sprintf("127.0.0.1:%d", XDSPort), Transport: transport})
	}
	if len(pods.Items) > 0 && len(servers)+len(gaps) == 0 {
		gaps = xdsGap("no Pod of the xDS server runs in namespace " + namespace)
	}
	return servers, gaps
}

// XDSServerAt returns the server with the address, which may run outside of a cluster.
func XDSServerAt(address string) XDSServer {
	// A proxy is for other hosts.
	return XDSServer{Name: address, Host: address, Transport: &http.Transport{DisableKeepAlives: true}}
}

// XDS queries the servers for the clients of the Service. The result is nil if none answers.
func XDS(ctx context.Context, servers []XDSServer, service types.NamespacedName) (*snapshot.XDS, snapshot.Gaps) {
	answers := make([][]snapshot.XDSClient, len(servers))
	errs := make([]error, len(servers))
	var group sync.WaitGroup
	for i, server := range servers {
		group.Go(func() { answers[i], errs[i] = server.clients(ctx, service) })
	}
	group.Wait()

	all := &snapshot.XDS{Clients: []snapshot.XDSClient{}}
	var gaps snapshot.Gaps
	for i, server := range servers {
		if errs[i] != nil {
			gaps = append(gaps, xdsGap(fmt.Sprintf("asking %s: %v", server.Name, errs[i]))...)
			continue
		}
		all.Servers = append(all.Servers, server.Name)
		all.Clients = append(all.Clients, answers[i]...)
	}
	if len(all.Servers) == 0 {
		return nil, gaps
	}
	slices.SortStableFunc(all.Clients, func(a, b snapshot.XDSClient) int {
		return cmp.Or(a.Since.Compare(b.Since), strings.Compare(a.Client, b.Client))
	})
	return all, gaps
}

func (s XDSServer) clients(ctx context.Context, service types.NamespacedName) ([]snapshot.XDSClient, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, xdsTimeout, fmt.Errorf("no answer within %s", xdsTimeout))
	defer cancel()
	query := url.Values{"namespace": {service.Namespace}, "service": {service.Name}}
	target := url.URL{Scheme: "http", Host: s.Host, Path: xdssubscriber.Path, RawQuery: query.Encode()}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, target.String(), http.NoBody)
	if err != nil {
		return nil, err
	}
	// RoundTrip does not follow redirects: a server that redirects is not ours.
	response, err := s.Transport.RoundTrip(request)
	if err != nil {
		return nil, endedBy(ctx, err)
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("GET %s: %s", xdssubscriber.Path, response.Status)
	}
	var clients []snapshot.XDSClient
	if err := json.NewDecoder(io.LimitReader(response.Body, maxXDSAnswer)).Decode(&clients); err != nil {
		return nil, endedBy(ctx, fmt.Errorf("GET %s: %w", xdssubscriber.Path, err))
	}
	for i := range clients {
		clients[i].Server, clients[i].Since = s.Name, snapshot.UTC(clients[i].Since)
	}
	return clients, nil
}

// endedBy returns why the context has ended, or the error if it has not.
func endedBy(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

func xdsGap(message string) snapshot.Gaps {
	return snapshot.Gaps{{Kind: snapshot.XDSClients, Forbidden: true, Message: message}}
}
