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

// Clients with failing handshakes do not know that a file is broken.
func TestBrokenRootsAreLoggedOnce(t *testing.T) {
	g, directory := NewWithT(t), t.TempDir()
	authority, err := kit.NewAuthority("ca")
	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(kit.WriteRoots(directory, authority)).To(Succeed())
	path := filepath.Join(directory, "ca.crt")
	valid, err := os.ReadFile(path)
	g.Expect(err).NotTo(HaveOccurred())

	for _, mayBeMissing := range []bool{false, true} {
		lines := 0
		log := funcr.New(func(string, string) { lines++ }, funcr.Options{})
		file, now := &rootsFile{path: path, mayBeMissing: mayBeMissing, log: log}, time.Now()
		for _, step := range []struct {
			content      string
			roots, lines int
		}{
			{string(valid), 1, 0},
			{"broken", 1, 1},
			{"broken", 1, 1},
			{"broken otherwise", 1, 2},
			{string(valid), 1, 2},
			{"broken otherwise", 1, 3},
		} {
			g.Expect(os.WriteFile(path, []byte(step.content), 0o600)).To(Succeed())
			now = now.Add(certificateRefresh)
			g.Expect(file.current(now)).To(HaveLen(step.roots), step.content)
			g.Expect(lines).To(Equal(step.lines), step.content)
		}

		g.Expect(os.Remove(path)).To(Succeed())
		missing := 4
		if mayBeMissing {
			missing = 3
		}
		for range 2 {
			now = now.Add(certificateRefresh)
			g.Expect(file.current(now)).To(BeEmpty())
			g.Expect(lines).To(Equal(missing))
		}
	}
}

// The kubelet writes an empty file when the last ClusterTrustBundle is gone. The roots in it must
// not be trusted any longer.
func TestRootsThatAreGone(t *testing.T) {
	g, directory := NewWithT(t), t.TempDir()
	authority, err := kit.NewAuthority("ca")
	g.Expect(err).NotTo(HaveOccurred())
	path := filepath.Join(directory, "ca.crt")
	for mayBeMissing, roots := range map[bool]int{true: 0, false: 1} {
		for _, empty := range []string{"", "\n"} {
			lines := 0
			log := funcr.New(func(string, string) { lines++ }, funcr.Options{})
			file, now := &rootsFile{path: path, mayBeMissing: mayBeMissing, log: log}, time.Now()
			g.Expect(kit.WriteRoots(directory, authority)).To(Succeed())
			g.Expect(file.current(now)).To(HaveLen(1))
			g.Expect(os.WriteFile(path, []byte(empty), 0o600)).To(Succeed())
			now = now.Add(certificateRefresh)
			g.Expect(file.current(now)).To(HaveLen(roots))
			g.Expect(lines).To(Equal(roots), "it is logged if it is a mistake")

			g.Expect(kit.WriteRoots(directory, authority)).To(Succeed())
			g.Expect(file.current(now.Add(certificateRefresh))).To(HaveLen(1))
		}
	}
}
