package identity

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rsa"
	"crypto/x509"
	"maps"
	"slices"
	"time"

	certificatesv1 "k8s.io/api/certificates/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/finding"
)

// Reasons why a request is denied. A kubelet never repeats a request that was denied, so
// the Pod has to be replaced.
const (
	ReasonUnsupportedKeyType = certificatesv1.PodCertificateRequestConditionUnsupportedKeyType
	ReasonInvalidRequest     = "InvalidRequest"
	ReasonUnknownAnnotation  = "UnknownAnnotation"
	ReasonPodMismatch        = "PodMismatch"
	ReasonNotInMesh          = v1alpha1.ReasonNotInMesh
	ReasonAmbiguousMesh      = v1alpha1.ReasonAmbiguousMesh

	ReasonNamespaceNotSelected = v1alpha1.ReasonNamespaceNotSelected
)

// DenialReasons are all reasons of denials.
var DenialReasons = []string{
	ReasonUnsupportedKeyType, ReasonInvalidRequest, ReasonUnknownAnnotation, ReasonPodMismatch,
	ReasonNotInMesh, ReasonNamespaceNotSelected, ReasonAmbiguousMesh,
}

// Request is a Pod's request for a certificate.
type Request struct {
	UID     types.UID
	Created time.Time
	// Mesh is the Mesh that the Pod names, or "".
	Mesh string
	// PublicKey is the key to certify. Kubernetes has checked that the kubelet has the
	// private key.
	PublicKey crypto.PublicKey
	// MaxLifetime is the longest lifetime that the Pod accepts.
	MaxLifetime time.Duration
}

// joinPeriod is the time in which a Pod has to join a mesh: a denial is final, and Deployments
// are often created before their Services. It is longer than a dead watch goes unnoticed.
const joinPeriod = 2 * time.Minute

// UntilDenied returns how long a request of a Pod that is in no mesh waits before it is
// denied. The Pod has the joinPeriod since it was first seen outside, but no longer, whatever
// the clocks say. While it has a certificate, it keeps that: a kubelet drops it when the next
// one is denied.
func UntilDenied(outsideSince, validUntil, now time.Time) time.Duration {
	joining := min(max(0, joinPeriod-now.Sub(outsideSince)), joinPeriod)
	return max(joining, validUntil.Sub(now))
}

// ParseRequest parses a PodCertificateRequest, or returns the reason for its denial. Of the
// certificate signing request, only the key counts.
func ParseRequest(request *certificatesv1.PodCertificateRequest) (*Request, *Problem) {
	for _, key := range slices.Sorted(maps.Keys(request.Spec.UnverifiedUserAnnotations)) {
		if key != v1alpha1.MeshLabel {
			return nil, problem(ReasonUnknownAnnotation, "%s is not an annotation of signer %s: the only one is %s",
				finding.Quote(key), v1alpha1.SignerName, v1alpha1.MeshLabel)
		}
	}
	parsed, err := x509.ParseCertificateRequest(request.Spec.StubPKCS10Request)
	if err != nil {
		return nil, problem(ReasonInvalidRequest, "stubPKCS10Request is not a certificate signing request: %v", err)
	}
	if err := parsed.CheckSignature(); err != nil {
		return nil, problem(ReasonInvalidRequest, "stubPKCS10Request is not signed with its key: %v", err)
	}
	if !isSupported(parsed.PublicKey) {
		return nil, problem(ReasonUnsupportedKeyType, "not every gRPC client accepts this type of key: use ECDSAP256, ECDSAP384, RSA3072 or RSA4096")
	}
	maxLifetime := 24 * time.Hour // the default of the API
	if seconds := request.Spec.MaxExpirationSeconds; seconds != nil {
		maxLifetime = time.Duration(*seconds) * time.Second
	}
	return &Request{
		UID:         request.UID,
		Created:     request.CreationTimestamp.Time,
		Mesh:        request.Spec.UnverifiedUserAnnotations[v1alpha1.MeshLabel],
		PublicKey:   parsed.PublicKey,
		MaxLifetime: maxLifetime,
	}, nil
}

// isSupported excludes ED25519 and ECDSA with P-521, which BoringSSL, and with it gRPC's
// C core, does not accept by default.
func isSupported(key crypto.PublicKey) bool {
	switch key := key.(type) {
	case *ecdsa.PublicKey:
		return key.Curve == elliptic.P256() || key.Curve == elliptic.P384()
	case *rsa.PublicKey:
		return key.N.BitLen() == 3072 || key.N.BitLen() == 4096
	default:
		return false
	}
}

// Mismatch returns why a request does not describe the Pod and the ServiceAccount that the
// API server has, nil if it does. They are nil if they do not exist.
func Mismatch(request *certificatesv1.PodCertificateRequest, pod *corev1.Pod, account *corev1.ServiceAccount) *Problem {
	spec := &request.Spec
	switch {
	case pod == nil:
		return problem(ReasonPodMismatch, "there is no Pod %s", spec.PodName)
	case pod.UID != spec.PodUID:
		return problem(ReasonPodMismatch, "Pod %s has another UID", spec.PodName)
	case pod.Spec.NodeName != string(spec.NodeName):
		return problem(ReasonPodMismatch, "Pod %s is not on Node %s", spec.PodName, spec.NodeName)
	case pod.Spec.ServiceAccountName != spec.ServiceAccountName:
		return problem(ReasonPodMismatch, "Pod %s does not have ServiceAccount %s", spec.PodName, spec.ServiceAccountName)
	case account == nil:
		return problem(ReasonPodMismatch, "there is no ServiceAccount %s", spec.ServiceAccountName)
	case account.UID != spec.ServiceAccountUID:
		return problem(ReasonPodMismatch, "ServiceAccount %s has another UID", spec.ServiceAccountName)
	case MountedCertificates(pod) == 0:
		return problem(ReasonPodMismatch, "Pod %s mounts no certificate of signer %s", spec.PodName, v1alpha1.SignerName)
	default:
		return nil
	}
}
