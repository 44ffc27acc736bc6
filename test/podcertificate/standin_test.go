package podcertificate_test

// This signer stands in for Meshwork's own until that is there.

import (
	"context"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"fmt"
	"math/big"
	"net/url"
	"os"
	"slices"
	"time"

	certificatesv1 "k8s.io/api/certificates/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/util/cert"
	"k8s.io/client-go/util/keyutil"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/kit"
)

const standInVariable = "STAND_IN_KUBECONFIG"

func runStandIn(ctx context.Context) error {
	config, err := clientcmd.BuildConfigFromFlags("", os.Getenv(standInVariable))
	if err != nil {
		return err
	}
	config.QPS, config.Burst = 1000, 1000
	api, err := client.New(config, client.Options{Scheme: kit.Scheme()})
	if err != nil {
		return err
	}
	key, root, err := standInCA(ctx, api)
	if err != nil {
		return err
	}
	for ; ; time.Sleep(20 * time.Millisecond) {
		var list certificatesv1.PodCertificateRequestList
		if err := api.List(ctx, &list); err != nil {
			return err
		}
		for i := range list.Items {
			if len(list.Items[i].Status.Conditions) > 0 {
				continue
			}
			if err := decide(ctx, api, &list.Items[i], key, root); err != nil {
				fmt.Println(err)
			}
		}
	}
}

func standInCA(ctx context.Context, api client.Client) (*ecdsa.PrivateKey, *x509.Certificate, error) {
	secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: kit.SystemNamespace, Name: "stand-in"}}
	if err := api.Get(ctx, client.ObjectKeyFromObject(secret), secret); err == nil {
		key, _ := keyutil.ParsePrivateKeyPEM(secret.Data["tls.key"])
		roots, _ := cert.ParseCertsPEM(secret.Data["tls.crt"])
		return key.(*ecdsa.PrivateKey), roots[0], nil
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, nil, err
	}
	root, err := cert.NewSelfSignedCACert(cert.Config{CommonName: "mesh"}, key)
	if err != nil {
		return nil, nil, err
	}
	keyPEM, _ := keyutil.MarshalPrivateKeyToPEM(key)
	rootPEM, _ := cert.EncodeCertificates(root)
	secret.Data = map[string][]byte{"tls.key": keyPEM, "tls.crt": rootPEM}
	if err := api.Create(ctx, secret); err != nil {
		return nil, nil, err
	}
	return key, root, api.Create(ctx, &certificatesv1.ClusterTrustBundle{
		ObjectMeta: metav1.ObjectMeta{Name: v1alpha1.TrustBundlePrefix + "default", Labels: map[string]string{v1alpha1.MeshLabel: "default"}},
		Spec:       certificatesv1.ClusterTrustBundleSpec{SignerName: v1alpha1.SignerName, TrustBundle: string(rootPEM)},
	})
}

func decide(ctx context.Context, api client.Client, request *certificatesv1.PodCertificateRequest, key *ecdsa.PrivateKey, root *x509.Certificate) error {
	csr, err := x509.ParseCertificateRequest(request.Spec.StubPKCS10Request)
	if err != nil {
		return err
	}
	pod := &corev1.Pod{}
	if err := api.Get(ctx, client.ObjectKey{Namespace: request.Namespace, Name: request.Spec.PodName}, pod); err != nil {
		return err
	}
	var services corev1.ServiceList
	if err := api.List(ctx, &services, client.InNamespace(pod.Namespace)); err != nil {
		return err
	}
	selecting := slices.DeleteFunc(services.Items, func(service corev1.Service) bool {
		return service.Labels[v1alpha1.MeshLabel] == "" || !labels.SelectorFromSet(service.Spec.Selector).Matches(labels.Set(pod.Labels))
	})
	deny := ""
	account, node := &corev1.ServiceAccount{}, &corev1.Node{}
	if err := api.Get(ctx, client.ObjectKey{Namespace: request.Namespace, Name: request.Spec.ServiceAccountName}, account); err != nil {
		return err
	}
	if err := api.Get(ctx, client.ObjectKey{Name: pod.Spec.NodeName}, node); err != nil {
		return err
	}
	for annotation := range request.Spec.UnverifiedUserAnnotations {
		if annotation != v1alpha1.MeshLabel {
			deny = "UnknownAnnotation"
		}
	}
	_, isEdwards := csr.PublicKey.(ed25519.PublicKey)
	onCurve, isECDSA := csr.PublicKey.(*ecdsa.PublicKey)
	if isEdwards || isECDSA && onCurve.Curve == elliptic.P521() {
		deny = "UnsupportedKeyType"
	}
	if pod.UID != request.Spec.PodUID || pod.Spec.ServiceAccountName != request.Spec.ServiceAccountName ||
		account.UID != request.Spec.ServiceAccountUID || node.Name != string(request.Spec.NodeName) {
		deny = "PodMismatch"
	}
	if deny == "" && len(selecting) == 0 {
		if time.Since(request.CreationTimestamp.Time) < time.Minute {
			return nil
		}
		deny = "NotInMesh"
	}
	condition := metav1.Condition{Type: "Denied", Status: metav1.ConditionTrue, Reason: deny, Message: deny, LastTransitionTime: metav1.Now()}
	if deny != "" {
		request.Status.Conditions = []metav1.Condition{condition}
		return api.Status().Update(ctx, request)
	}
	digest := sha256.Sum256([]byte(request.UID))
	template := &x509.Certificate{
		SerialNumber: new(big.Int).SetBytes(digest[:8]),
		NotBefore:    request.CreationTimestamp.UTC(), NotAfter: request.CreationTimestamp.Add(24 * time.Hour).UTC(),
		BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth, x509.ExtKeyUsageServerAuth},
		URIs:     []*url.URL{{Scheme: "spiffe", Host: "default", Path: "/ns/" + pod.Namespace + "/sa/" + pod.Spec.ServiceAccountName}},
		DNSNames: []string{selecting[0].Name + "." + pod.Namespace + ".svc.cluster.local"},
	}
	raw, err := x509.CreateCertificate(nil, template, root, csr.PublicKey, key)
	if err != nil {
		return err
	}
	before, after := metav1.NewTime(template.NotBefore), metav1.NewTime(template.NotAfter)
	rootDigest := sha256.Sum256(root.Raw)
	record := &v1alpha1.MeshCertificate{ObjectMeta: metav1.ObjectMeta{Namespace: pod.Namespace, Name: pod.Name}}
	if err := client.IgnoreNotFound(api.Get(ctx, client.ObjectKeyFromObject(record), record)); err != nil {
		return err
	}
	record.Spec = v1alpha1.MeshCertificateSpec{PodUID: pod.UID, Mesh: "default", Identity: template.URIs[0].String(), Certificates: []v1alpha1.IssuedCertificate{{
		SerialNumber: hex.EncodeToString(template.SerialNumber.Bytes()), Backend: "first", Root: hex.EncodeToString(rootDigest[:]), NotBefore: before, NotAfter: after,
	}}}
	if record.ResourceVersion == "" {
		err = api.Create(ctx, record)
	} else {
		err = api.Update(ctx, record)
	}
	if err != nil {
		return err
	}
	condition.Type, condition.Reason = "Issued", "Issued"
	request.Status = certificatesv1.PodCertificateRequestStatus{
		Conditions:       []metav1.Condition{condition},
		CertificateChain: string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: raw})),
		NotBefore:        &before, NotAfter: &after, BeginRefreshAt: new(metav1.NewTime(before.Add(16 * time.Hour))),
	}
	return api.Status().Update(ctx, request)
}
