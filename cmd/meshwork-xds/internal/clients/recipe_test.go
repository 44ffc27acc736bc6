package clients_test

import (
	"crypto/x509"
	"encoding/pem"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	. "github.com/onsi/gomega"

	"github.com/meshwork-dev/meshwork/test/lib/kit"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/server"
)

// The certificate that docs/install.md creates with openssl is not a CA: its key must not be
// able to sign for other names. Clients trust the certificate itself.
func TestCertificateOfTheRecipe(t *testing.T) {
	t.Parallel()
	g, recipe := NewWithT(t), newFiles(t)
	recipe.authority = recipe.certificate
	makeCertificate(t, recipe.directory)
	content, err := os.ReadFile(recipe.certificate)
	g.Expect(err).NotTo(HaveOccurred())
	block, _ := pem.Decode(content)
	certificate, err := x509.ParseCertificate(block.Bytes)
	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(certificate.BasicConstraintsValid).To(BeTrue())
	g.Expect(certificate.IsCA).To(BeFalse())

	ca, world, ofClient := newAuthority(t, "ca"), newWorld(), newFiles(t)
	ca.issue("cart", ofClient)
	world.set(viewOf(service("checkout"), start(t, "a")))
	plane := world.serve(t, securedBy(t, server.Files{Certificate: recipe.certificate, Key: recipe.key, ClientCA: ofClient.authority}))
	ofClient.authority = recipe.certificate
	client := openGoWith(t, "checkout.shop:80", secureBootstrap(t, plane.secureAddress, ofClient, ""))
	g.Eventually(calling(client), patience).Should(Succeed())
}

// makeCertificate runs the recipe in a directory, for the address of the tests too.
func makeCertificate(t *testing.T, directory string) {
	t.Helper()
	if _, err := exec.LookPath("openssl"); err != nil {
		t.Skip("openssl is not in PATH")
	}
	page, err := os.ReadFile(kit.Path("docs", "install.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, recipe, found := strings.Cut(string(page), "openssl req ")
	recipe, _, ended := strings.Cut(recipe, "\nkubectl ")
	const names = "subjectAltName="
	if !found || !ended || !strings.Contains(recipe, names) {
		t.Fatal("docs/install.md has no recipe with openssl")
	}
	command := exec.Command("sh", "-c", "openssl req "+strings.Replace(recipe, names, names+"IP:127.0.0.1,", 1))
	command.Dir = directory
	if output, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	for _, name := range []string{"tls.crt", "tls.key"} {
		if _, err := os.Stat(filepath.Join(directory, name)); err != nil {
			t.Fatal(err)
		}
	}
}
