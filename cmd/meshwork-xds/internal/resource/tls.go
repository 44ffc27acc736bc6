package resource

import (
	"fmt"

	corev3 "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	tlsv3 "github.com/envoyproxy/go-control-plane/envoy/extensions/transport_sockets/tls/v3"
	matcherv3 "github.com/envoyproxy/go-control-plane/envoy/type/matcher/v3"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/wrapperspb"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/endpoints"
	"github.com/meshwork-dev/meshwork/pkg/tlspolicy"
	"github.com/meshwork-dev/meshwork/pkg/xdsbootstrap"
)

// isStrict reports whether calls to the Service require mutual TLS.
func (s *Service) isStrict() bool {
	return s.tls.Strict || s.mesh != nil && tlspolicy.IsStrict(s.mesh)
}

// withoutCertificates returns an error if the Service is strict, but its Pods cannot have
// certificates. Plaintext never replaces required mutual TLS.
func (s *Service) withoutCertificates() error {
	switch {
	case s.mesh == nil:
		return fmt.Errorf("Service %s requires mutual TLS, but is in no mesh", s.key)
	case !tlspolicy.IssuesCertificates(s.mesh):
		return fmt.Errorf("Service %s requires mutual TLS, but Mesh %s issues no certificates", s.key, s.mesh.Name)
	}
	return nil
}

// buildStrict returns a resource that requires mutual TLS. Clients without certificates get the
// reason instead: they would refuse the cluster, and wait.
func (t target) buildStrict(kind Kind, text string) *Resource {
	if err := t.service.withoutCertificates(); err != nil {
		return buildFailing(kind, text, err)
	}
	identities := t.service.identitiesOf(t.name.Host)
	if len(identities) == 0 { // an empty list would accept all servers
		return buildFailing(kind, text, fmt.Errorf("Service %s requires mutual TLS, but no Pod of it has a certificate of Mesh %s",
			t.service.key, t.service.mesh.Name))
	}
	built := t.build(kind, text)
	if kind == Cluster {
		cluster := t.cluster(text)
		cluster.TransportSocket = upstreamTLS(identities)
		built = &Resource{message: cluster}
	}
	built.withoutCertificates = buildFailing(kind, text, fmt.Errorf(
		"Service %s requires mutual TLS, and this client has no certificate: its bootstrap has no certificate provider", t.service.key))
	return built
}

// identitiesBy returns the SPIFFE IDs in the certificates of the Service's Pods, ready or not.
// Certificates of another Mesh, or of an earlier Pod with the same name, are ignored.
func (s *Service) identitiesBy(certificate func(pod string) *v1alpha1.MeshCertificate) map[endpoints.PodReference]string {
	identities := map[endpoints.PodReference]string{}
	if certificate == nil {
		return identities
	}
	for _, endpoint := range s.podEndpoints() {
		pod := endpoint.Pod
		if _, known := identities[pod]; known || !pod.IsPod() {
			continue
		}
		record := certificate(pod.Name)
		if record != nil && record.Spec.Mesh == s.mesh.Name && (pod.UID == "" || record.Spec.PodUID == pod.UID) {
			identities[pod] = record.Spec.Identity
		}
	}
	return identities
}

// identitiesOf returns the identities of all Pods or, if there is a host, of the Pods with this
// hostname.
func (s *Service) identitiesOf(host string) []string {
	found, identities := sets.New[string](), s.identities()
	for _, endpoint := range s.podEndpoints() {
		identity, known := identities[endpoint.Pod]
		if known && (host == "" || endpoint.Hostname == host) {
			found.Insert(identity)
		}
	}
	return sets.List(found)
}

// upstreamTLS makes a client present its certificate, and accept only servers with one of the
// identities (https://github.com/grpc/proposal/blob/master/A29-xds-tls-security.md).
func upstreamTLS(identities []string) *corev3.TransportSocket {
	var matchers []*matcherv3.StringMatcher
	for _, identity := range identities {
		matchers = append(matchers, exactly(identity))
	}
	return transportSocket(&tlsv3.UpstreamTlsContext{CommonTlsContext: commonTLS(matchers)})
}

// downstreamTLS makes a server require certificates of its clients
// (https://github.com/grpc/proposal/blob/master/A36-xds-for-servers.md).
func downstreamTLS() *corev3.TransportSocket {
	return transportSocket(&tlsv3.DownstreamTlsContext{
		CommonTlsContext: commonTLS(nil), RequireClientCertificate: wrapperspb.Bool(true),
	})
}

func transportSocket(context proto.Message) *corev3.TransportSocket {
	return &corev3.TransportSocket{
		Name: "envoy.transport_sockets.tls", ConfigType: &corev3.TransportSocket_TypedConfig{TypedConfig: packed(context)},
	}
}

// commonTLS takes the certificate and the roots from the provider in the bootstrap.
func commonTLS(accepted []*matcherv3.StringMatcher) *tlsv3.CommonTlsContext {
	provider := &tlsv3.CertificateProviderPluginInstance{InstanceName: xdsbootstrap.CertificateProvider}
	return &tlsv3.CommonTlsContext{
		TlsCertificateProviderInstance: provider,
		ValidationContextType: &tlsv3.CommonTlsContext_ValidationContext{ValidationContext: &tlsv3.CertificateValidationContext{
			CaCertificateProviderInstance: provider,
			// gRPC does not read match_typed_subject_alt_names, which replaces it.
			MatchSubjectAltNames: accepted, //nolint:staticcheck // see above
		}},
	}
}
