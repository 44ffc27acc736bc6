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

// obstacles returns the reason why no client can call the Service, or the Pods with a hostname, and
// the reason why clients without certificates cannot. Plaintext never replaces required mutual TLS.
func (s *Service) obstacles(host string) (always, withoutCertificates error) {
	if !s.isStrict() {
		return nil, nil
	}
	if err := s.withoutCertificates(); err != nil {
		return err, nil
	}
	if len(s.identitiesOf(host)) == 0 { // an empty list would accept all servers
		return fmt.Errorf("Service %s requires mutual TLS, but no Pod of it has a certificate of Mesh %s", s.key, s.mesh.Name), nil
	}
	return nil, fmt.Errorf(
		"Service %s requires mutual TLS, and this client has no certificate: its bootstrap has no certificate provider", s.key)
}

// buildStrict returns a cluster or an assignment that requires mutual TLS. Clients without
// certificates get none: they would refuse the cluster, and wait.
func (t target) buildStrict(kind Kind, text string) *Resource {
	always, withoutCertificates := t.service.obstacles(t.name.Host)
	if always != nil {
		return buildFailing(kind, text, always)
	}
	built := t.build(kind, text)
	if kind == Cluster {
		cluster := t.cluster(text)
		cluster.TransportSocket = upstreamTLS(t.service.identitiesOf(t.name.Host))
		built = &Resource{message: cluster}
	}
	built.withoutCertificates = buildFailing(kind, text, withoutCertificates)
	return built
}

// identitiesBy returns the SPIFFE IDs in the certificates of the Service's Pods, ready or not.
// Certificates of another Mesh, or of an earlier Pod with the same name, are ignored.
func (s *Service) identitiesBy(certificate func(pod string) *v1alpha1.MeshCertificate) map[endpoints.PodReference]string {
	identities := map[endpoints.PodReference]string{}
	if certificate == nil || s.mesh == nil {
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
	return sets.List(s.identitiesOfHosts()[host])
}

// identitiesByHost goes through the endpoints once: a StatefulSet has as many hostnames.
func (s *Service) identitiesByHost() map[string]sets.Set[string] {
	of, identities := map[string]sets.Set[string]{"": {}}, s.identities()
	for _, endpoint := range s.podEndpoints() {
		identity, known := identities[endpoint.Pod]
		if !known {
			continue
		}
		of[""].Insert(identity)
		if of[endpoint.Hostname] == nil {
			of[endpoint.Hostname] = sets.New[string]()
		}
		of[endpoint.Hostname].Insert(identity)
	}
	return of
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
