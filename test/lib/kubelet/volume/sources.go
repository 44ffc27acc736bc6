package volume

import (
	"context"
	"encoding/pem"
	"errors"
	"fmt"
	"slices"
	"time"

	authenticationv1 "k8s.io/api/authentication/v1"
	certificatesv1 "k8s.io/api/certificates/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/util/cert"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// project returns the files of one source by their paths. With an error, it may return the
// earlier files of the source.
func (s *Set) project(ctx context.Context, from source, projection corev1.VolumeProjection) (map[string][]byte, error) {
	switch {
	case projection.PodCertificate != nil:
		return s.projectCertificate(ctx, from, projection.PodCertificate)
	case projection.ClusterTrustBundle != nil:
		return s.projectTrustBundle(ctx, projection.ClusterTrustBundle)
	case projection.ServiceAccountToken != nil:
		return s.projectToken(ctx, from, projection.ServiceAccountToken)
	case projection.ConfigMap != nil:
		return s.projectConfigMap(ctx, projection.ConfigMap)
	}
	return nil, fmt.Errorf("source %d is of a kind that this kubelet does not project", from.index)
}

// projectTrustBundle returns the certificates of the bundles without duplicates. They are
// sorted by their encoding here, and in arbitrary order in a kubelet.
func (s *Set) projectTrustBundle(ctx context.Context, projection *corev1.ClusterTrustBundleProjection) (map[string][]byte, error) {
	bundles, err := s.trustBundles(ctx, projection)
	if err != nil {
		return nil, err
	}
	if len(bundles) == 0 && !ptr.Deref(projection.Optional, false) {
		return nil, errors.New("no ClusterTrustBundle matches")
	}
	var anchors []string
	for _, bundle := range bundles {
		for block, rest := pem.Decode([]byte(bundle.Spec.TrustBundle)); block != nil; block, rest = pem.Decode(rest) {
			anchors = append(anchors, string(block.Bytes))
		}
	}
	slices.Sort(anchors)
	var content []byte
	for _, anchor := range slices.Compact(anchors) {
		content = append(content, pemBlock(cert.CertificateBlockType, []byte(anchor))...)
	}
	return map[string][]byte{projection.Path: content}, nil
}

func (s *Set) trustBundles(ctx context.Context, projection *corev1.ClusterTrustBundleProjection) ([]certificatesv1.ClusterTrustBundle, error) {
	if projection.Name != nil {
		var bundle certificatesv1.ClusterTrustBundle
		if err := s.options.API.Get(ctx, client.ObjectKey{Name: *projection.Name}, &bundle); err != nil {
			return nil, client.IgnoreNotFound(err)
		}
		return []certificatesv1.ClusterTrustBundle{bundle}, nil
	}
	// Without a selector, nothing matches.
	selector, err := metav1.LabelSelectorAsSelector(projection.LabelSelector)
	if err != nil {
		return nil, err
	}
	var list certificatesv1.ClusterTrustBundleList
	if err := s.options.API.List(ctx, &list, client.MatchingLabelsSelector{Selector: selector}); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(list.Items, func(bundle certificatesv1.ClusterTrustBundle) bool {
		return bundle.Spec.SignerName != ptr.Deref(projection.SignerName, "")
	}), nil
}

// token is the token of one source.
type token struct {
	content   []byte
	refreshAt time.Time
}

func (s *Set) projectToken(ctx context.Context, from source, projection *corev1.ServiceAccountTokenProjection) (map[string][]byte, error) {
	current, found := s.tokens[from]
	if !found || !s.options.Now().Before(current.refreshAt) {
		var err error
		if current, err = s.requestToken(ctx, projection); err != nil {
			return nil, fmt.Errorf("requesting a token: %w", err)
		}
		s.tokens[from] = current
	}
	return map[string][]byte{projection.Path: current.content}, nil
}

func (s *Set) requestToken(ctx context.Context, projection *corev1.ServiceAccountTokenProjection) (*token, error) {
	pod := s.options.Pod
	request := &authenticationv1.TokenRequest{Spec: authenticationv1.TokenRequestSpec{
		ExpirationSeconds: projection.ExpirationSeconds,
		BoundObjectRef:    &authenticationv1.BoundObjectReference{APIVersion: "v1", Kind: "Pod", Name: pod.Name, UID: pod.UID},
	}}
	if projection.Audience != "" {
		request.Spec.Audiences = []string{projection.Audience}
	}
	account := &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Namespace: pod.Namespace, Name: pod.Spec.ServiceAccountName}}
	if err := s.options.API.SubResource("token").Create(ctx, account, request); err != nil {
		return nil, err
	}
	// A kubelet, too, replaces a token after four fifths of its life.
	now := s.options.Now()
	life := request.Status.ExpirationTimestamp.Sub(now)
	return &token{content: []byte(request.Status.Token), refreshAt: now.Add(life * 4 / 5)}, nil
}

// projectConfigMap returns the values that the ConfigMap has now. Unlike a kubelet, nothing
// notices that it changes.
func (s *Set) projectConfigMap(ctx context.Context, projection *corev1.ConfigMapProjection) (map[string][]byte, error) {
	optional := ptr.Deref(projection.Optional, false)
	var configMap corev1.ConfigMap
	err := s.options.API.Get(ctx, client.ObjectKey{Namespace: s.options.Pod.Namespace, Name: projection.Name}, &configMap)
	if apierrors.IsNotFound(err) && optional {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	values := configMap.BinaryData
	if values == nil {
		values = map[string][]byte{}
	}
	for key, value := range configMap.Data {
		values[key] = []byte(value)
	}
	if projection.Items == nil {
		return values, nil
	}
	files := map[string][]byte{}
	for _, item := range projection.Items {
		value, found := values[item.Key]
		if !found && !optional {
			return nil, fmt.Errorf("the ConfigMap %s has no key %s", projection.Name, item.Key)
		}
		if found {
			files[item.Path] = value
		}
	}
	return files, nil
}

func pemBlock(kind string, content []byte) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: content})
}
