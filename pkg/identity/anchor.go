package identity

import (
	"bytes"
	"crypto"
	"crypto/sha256"
	"crypto/x509"
	"fmt"
	"math/big"
	"net/url"
	"slices"
	"time"
)

// newRoot returns the root that Pods trust for a CA: the certificate of the CA, if it is
// self-signed. Otherwise, the CA signs a certificate with its own name, key, and limits.
// The issuer of the CA is not trusted, because it may sign other CAs, whose certificates the
// mesh must not accept. The certificate that it signed cannot be the root either: grpc-js
// requires a self-signed one. The same CA always has the same root.
func newRoot(certificate *x509.Certificate, key crypto.Signer) (*x509.Certificate, error) {
	if isSelfSigned(certificate) {
		return certificate, nil
	}
	template := *certificate
	template.SerialNumber = serialNumber(sha256.Sum256(certificate.Raw))
	// These fields describe the issuer, or depend on its key.
	template.SignatureAlgorithm, template.AuthorityKeyId = x509.UnknownSignatureAlgorithm, nil
	template.CRLDistributionPoints, template.OCSPServer, template.IssuingCertificateURL = nil, nil, nil
	raw, err := x509.CreateCertificate(nil, &template, &template, certificate.PublicKey, key)
	if err != nil {
		return nil, err
	}
	return x509.ParseCertificate(raw)
}

// IsTrustedBy reports whether Pods that trust only the given root accept the certificates of
// the authority. They do if it is the root of the authority, if the authority was renewed
// with its key, and if an issuer of the authority is the root.
func (a *Authority) IsTrustedBy(root *x509.Certificate, now time.Time) bool {
	return a.root.Equal(root) || a.isNamed(root) && a.probe(root, now) == nil
}

// isNamed reports whether the authority or one of its issuers has the name of the root.
func (a *Authority) isNamed(root *x509.Certificate) bool {
	return bytes.Equal(a.certificate.RawSubject, root.RawSubject) ||
		slices.ContainsFunc(a.sent, func(sent *x509.Certificate) bool { return bytes.Equal(sent.RawIssuer, root.RawSubject) })
}

// probe signs a certificate, and verifies it as a Pod that trusts the root: a CA may forbid
// intermediate CAs, the usages, or the names.
func (a *Authority) probe(root *x509.Certificate, now time.Time) error {
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: now, NotAfter: now.Add(MinLifetime),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: usages, BasicConstraintsValid: true,
		URIs:     []*url.URL{{Scheme: "spiffe", Host: a.domains.Trust, Path: "/ns/probe/sa/probe"}},
		DNSNames: []string{"probe.probe.svc." + a.domains.Cluster},
	}
	signed, err := x509.CreateCertificate(nil, template, a.certificate, a.key.Public(), a.key)
	if err != nil {
		return err
	}
	leaf, err := x509.ParseCertificate(signed)
	if err != nil {
		return err
	}
	roots, intermediates := x509.NewCertPool(), x509.NewCertPool()
	roots.AddCert(root)
	for _, certificate := range a.sent {
		intermediates.AddCert(certificate)
	}
	for _, usage := range usages {
		paths, err := leaf.Verify(x509.VerifyOptions{Roots: roots, Intermediates: intermediates, CurrentTime: now, KeyUsages: []x509.ExtKeyUsage{usage}})
		if err != nil {
			return err
		}
		if err := checkKeyIDs(paths[0]); err != nil {
			return err
		}
	}
	return nil
}

// checkKeyIDs verifies that each certificate names the key of the next one. Go ignores these
// names, and OpenSSL does not.
func checkKeyIDs(path []*x509.Certificate) error {
	for i, issuer := range path[1:] {
		if named := path[i].AuthorityKeyId; len(named) > 0 && len(issuer.SubjectKeyId) > 0 && !bytes.Equal(named, issuer.SubjectKeyId) {
			return fmt.Errorf("the authority key identifier %x differs from the subject key identifier %x of its issuer", named, issuer.SubjectKeyId)
		}
	}
	return nil
}

// issuersOf returns the certificate of a CA that is not self-signed, its issuer, and so on up
// to the root, as far as they are among the candidates. Pods do not need them. They are for
// programs that trust the root of the CA, and for Pods that got it from an earlier version.
func issuersOf(certificate *x509.Certificate, candidates []*x509.Certificate, now time.Time) []*x509.Certificate {
	var path []*x509.Certificate
	for next := certificate; next != nil && !isSelfSigned(next) && len(path) < maxChain; next = issuerOf(next, candidates, now) {
		path = append(path, next)
	}
	return path
}

// issuerOf returns the valid certificate that signed another one, or nil.
func issuerOf(certificate *x509.Certificate, candidates []*x509.Certificate, now time.Time) *x509.Certificate {
	for _, candidate := range candidates {
		isValid := !now.Before(candidate.NotBefore) && now.Before(candidate.NotAfter)
		if isValid && bytes.Equal(candidate.RawSubject, certificate.RawIssuer) && certificate.CheckSignatureFrom(candidate) == nil {
			return candidate
		}
	}
	return nil
}
