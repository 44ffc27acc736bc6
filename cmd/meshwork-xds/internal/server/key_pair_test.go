package server

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/go-logr/logr/funcr"
	. "github.com/onsi/gomega"

	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

func TestKeyPairIsReadAgain(t *testing.T) {
	g, directory := NewWithT(t), t.TempDir()
	authority, err := kit.NewAuthority("ca")
	g.Expect(err).NotTo(HaveOccurred())
	lines := ""
	pair := &keyPair{
		certificate: filepath.Join(directory, "tls.crt"), key: filepath.Join(directory, "tls.key"),
		log: funcr.New(func(_, line string) { lines += line + "\n" }, funcr.Options{}),
	}
	g.Expect(pair.read()).To(MatchError(os.ErrNotExist), "the server does not start")

	g.Expect(authority.Issue(directory, "first")).To(Succeed())
	now := time.Now()
	g.Expect(pair.current(now).Leaf.Subject.CommonName).To(Equal("first"))
	g.Expect(authority.Issue(directory, "second")).To(Succeed())
	g.Expect(pair.current(now).Leaf.Subject.CommonName).To(Equal("first"), "not read at each handshake")
	now = now.Add(certificateRefresh)
	g.Expect(pair.current(now).Leaf.Subject.CommonName).To(Equal("second"))
	g.Expect(lines).To(BeEmpty())

	key, err := os.ReadFile(pair.key)
	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(os.WriteFile(pair.certificate, []byte("broken"), 0o600)).To(Succeed())
	for range 2 {
		now = now.Add(certificateRefresh)
		g.Expect(pair.current(now).Leaf.Subject.CommonName).To(Equal("second"))
	}
	g.Expect(lines).To(ContainSubstring("the server keeps its certificate"))
	g.Expect(lines).NotTo(ContainSubstring(string(key)[:40]), "the log has no key")
	before := lines
	now = now.Add(certificateRefresh)
	pair.current(now)
	g.Expect(lines).To(Equal(before), "logged once")
}
