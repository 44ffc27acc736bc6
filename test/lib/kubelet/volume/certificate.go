package volume

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"errors"
	"fmt"
	"time"

	certificatesv1 "k8s.io/api/certificates/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/util/keyutil"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// keyType is the one type of keys that this kubelet makes.
const keyType = "ECDSAP256"

// certificate is the certificate of one source, and the request for the next one.
type certificate struct {
	key, chain []byte
	// refreshAt is the time of the request for the next one. Unlike a kubelet's, it has no
	// jitter.
	refreshAt time.Time

	// request is nil when none is open, and requestKey is its key.
	request    *client.ObjectKey
	requestKey []byte
	// refused ends the requests, as in a kubelet, also for a certificate that exists.
	refused error
}

// due returns the time of the next action: now while a request is open, and zero for never.
func (c *certificate) due(now time.Time) time.Time {
	switch {
	case c.refused != nil:
		return time.Time{}
	case c.request != nil:
		return now
	}
	return c.refreshAt
}

func (c *certificate) reset(now time.Time) {
	c.refreshAt, c.request, c.refused = now, nil, nil
}

// projectCertificate returns the files of a certificate, and requests it if need be. If
// there is no new one, it returns the error with the files of the old one.
func (s *Set) projectCertificate(ctx context.Context, from source, projection *corev1.PodCertificateProjection) (map[string][]byte, error) {
	c, found := s.certificates[from]
	if !found {
		c = &certificate{}
		s.certificates[from] = c
	}
	err := s.progress(ctx, c, projection)
	if c.chain == nil {
		if err == nil {
			err = errors.New("the certificate is not issued yet")
		}
		return nil, err
	}
	files := map[string][]byte{}
	for path, content := range map[string][]byte{
		projection.CredentialBundlePath: append(append([]byte{}, c.key...), c.chain...),
		projection.KeyPath:              c.key,
		projection.CertificateChainPath: c.chain,
	} {
		if path != "" {
			files[path] = content
		}
	}
	return files, err
}

func (s *Set) progress(ctx context.Context, c *certificate, projection *corev1.PodCertificateProjection) error {
	if c.refused != nil {
		return c.refused
	}
	if c.request == nil && (c.chain == nil || !s.options.Now().Before(c.refreshAt)) {
		if err := s.requestCertificate(ctx, c, projection); err != nil {
			return err
		}
	}
	if c.request == nil {
		return nil
	}
	var request certificatesv1.PodCertificateRequest
	if err := s.options.API.Get(ctx, *c.request, &request); err != nil {
		if apierrors.IsNotFound(err) {
			c.request = nil // it is requested again
		}
		return err
	}
	return s.finish(ctx, c, &request)
}

// finish applies the signer's decision.
func (s *Set) finish(ctx context.Context, c *certificate, request *certificatesv1.PodCertificateRequest) error {
	for _, condition := range request.Status.Conditions {
		switch condition.Type {
		case certificatesv1.PodCertificateRequestConditionTypeIssued:
			c.key, c.chain = c.requestKey, []byte(request.Status.CertificateChain)
			c.refreshAt, c.request, c.requestKey = request.Status.BeginRefreshAt.Time, nil, nil
			return nil
		case certificatesv1.PodCertificateRequestConditionTypeDenied, certificatesv1.PodCertificateRequestConditionTypeFailed:
			c.request, c.requestKey = nil, nil
			c.refused = fmt.Errorf("the PodCertificateRequest %s/%s is %s: %s: %s",
				request.Namespace, request.Name, condition.Type, condition.Reason, condition.Message)
			s.options.Warn(ctx, condition.Type, c.refused.Error())
			return c.refused
		}
	}
	return nil
}

// requestCertificate creates a key and a request for its certificate.
func (s *Set) requestCertificate(ctx context.Context, c *certificate, projection *corev1.PodCertificateProjection) error {
	if projection.KeyType != keyType {
		return fmt.Errorf("this kubelet makes no %s keys, only %s", projection.KeyType, keyType)
	}
	pod := s.options.Pod
	account, node := &corev1.ServiceAccount{}, &corev1.Node{}
	if err := s.options.API.Get(ctx, client.ObjectKey{Namespace: pod.Namespace, Name: pod.Spec.ServiceAccountName}, account); err != nil {
		return fmt.Errorf("reading the ServiceAccount of the Pod: %w", err)
	}
	if err := s.options.API.Get(ctx, client.ObjectKey{Name: pod.Spec.NodeName}, node); err != nil {
		return fmt.Errorf("reading the Node: %w", err)
	}
	key, proof, err := newKey()
	if err != nil {
		return err
	}
	request := &certificatesv1.PodCertificateRequest{
		ObjectMeta: metav1.ObjectMeta{
			Namespace: pod.Namespace, GenerateName: "req-",
			OwnerReferences: []metav1.OwnerReference{{APIVersion: "v1", Kind: "Pod", Name: pod.Name, UID: pod.UID}},
		},
		Spec: certificatesv1.PodCertificateRequestSpec{
			SignerName: projection.SignerName, PodName: pod.Name, PodUID: pod.UID,
			ServiceAccountName: account.Name, ServiceAccountUID: account.UID, NodeName: types.NodeName(node.Name), NodeUID: node.UID,
			MaxExpirationSeconds: projection.MaxExpirationSeconds, StubPKCS10Request: proof, UnverifiedUserAnnotations: projection.UserAnnotations,
		},
	}
	if err := s.options.API.Create(ctx, request); err != nil {
		return fmt.Errorf("requesting a certificate: %w", err)
	}
	name := client.ObjectKeyFromObject(request)
	c.request, c.requestKey = &name, key
	return nil
}

// newKey returns a key, and an empty CSR that proves its possession.
func newKey() (keyPEM, proof []byte, err error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, nil, err
	}
	if proof, err = x509.CreateCertificateRequest(rand.Reader, &x509.CertificateRequest{}, key); err != nil {
		return nil, nil, err
	}
	encoded, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, nil, err
	}
	return pemBlock(keyutil.PrivateKeyBlockType, encoded), proof, nil
}
