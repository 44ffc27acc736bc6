package server

import (
	corev3 "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	discoveryv3 "github.com/envoyproxy/go-control-plane/envoy/service/discovery/v3"
	"k8s.io/apimachinery/pkg/util/sets"
)

// reduce drops unneeded parts of a request, which may have to wait. go-control-plane keeps its
// node.
func reduce(request *discoveryv3.DiscoveryRequest, stream *openStream, known bool) {
	typeURL, names, version, nonce := request.GetTypeUrl(), request.GetResourceNames(), request.GetVersionInfo(), request.GetResponseNonce()
	forget(request.GetNode(), stream)
	request.Reset()
	request.TypeUrl, request.Node, request.ResponseNonce = typeURL, stream.node, nonce
	if known {
		request.ResourceNames = names
	}
	if len(version) <= maxNonceLength {
		request.VersionInfo = version
	}
}

// reduceDelta does the same for the incremental protocol.
func reduceDelta(request *discoveryv3.DeltaDiscoveryRequest, stream *openStream, known bool) {
	typeURL, nonce, versions := request.GetTypeUrl(), request.GetResponseNonce(), request.GetInitialResourceVersions()
	names, unsubscribed := request.GetResourceNamesSubscribe(), request.GetResourceNamesUnsubscribe()
	forget(request.GetNode(), stream)
	request.Reset()
	request.TypeUrl, request.Node, request.ResponseNonce = typeURL, stream.node, nonce
	if known {
		request.ResourceNamesSubscribe, request.ResourceNamesUnsubscribe, request.InitialResourceVersions = names, unsubscribed, versions
	}
}

// forget empties the node in a request.
func forget(sent *corev3.Node, stream *openStream) {
	if sent != nil && sent != stream.node {
		sent.Reset()
	}
}

// versionsOf returns the versions of the names that a client subscribes to.
func versionsOf(names sets.Set[string], sent map[string]string) map[string]string {
	if names.Has("*") || len(sent) == 0 {
		return sent
	}
	versions := map[string]string{}
	for name := range names {
		if version, found := sent[name]; found && len(version) <= maxNonceLength {
			versions[name] = version
		}
	}
	return versions
}
