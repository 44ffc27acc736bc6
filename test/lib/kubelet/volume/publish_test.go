package volume

import (
	"os"
	"path/filepath"
	"testing"

	. "github.com/onsi/gomega"
)

func TestPublishReplacesAllFilesAtOnce(t *testing.T) {
	g := NewWithT(t)
	directory := filepath.Join(t.TempDir(), "volume")
	first := map[string][]byte{"key": []byte("1"), "certificate": []byte("1"), "deep/down/file": []byte("1"), "gone": []byte("1")}
	g.Expect(publish(directory, first, 0o640)).To(Succeed())
	expectFiles(t, directory, first)
	info, err := os.Stat(filepath.Join(directory, "key"))
	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(info.Mode().Perm()).To(Equal(os.FileMode(0o640)))
	before := targetOf(t, directory)

	g.Expect(publish(directory, first, 0o640)).To(Succeed())
	g.Expect(targetOf(t, directory)).To(Equal(before), "nothing has changed")

	second := map[string][]byte{"key": []byte("2"), "certificate": []byte("2"), "deep/down/file": []byte("2")}
	g.Expect(publish(directory, second, 0o640)).To(Succeed())
	expectFiles(t, directory, second)
	g.Expect(targetOf(t, directory)).NotTo(Equal(before))
	g.Expect(filepath.Join(directory, before)).NotTo(BeADirectory())
	g.Expect(filepath.Join(directory, "gone")).NotTo(BeAnExistingFile())
	for _, name := range []string{"key", "certificate", "deep"} {
		link, err := os.Readlink(filepath.Join(directory, name))
		g.Expect(err).NotTo(HaveOccurred())
		g.Expect(link).To(Equal(filepath.Join(currentData, name)), "one link decides on all files")
	}
}

func TestPublishRefusesPathsOutsideTheVolume(t *testing.T) {
	g := NewWithT(t)
	directory := filepath.Join(t.TempDir(), "volume")
	for _, path := range []string{"../file", "/file", "a/../../file", "..data"} {
		g.Expect(publish(directory, map[string][]byte{path: nil}, 0o644)).To(MatchError(ContainSubstring("not one in the volume")), path)
	}
	entries, err := os.ReadDir(directory)
	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(entries).To(BeEmpty())
}

func expectFiles(t *testing.T, directory string, files map[string][]byte) {
	t.Helper()
	g := NewWithT(t)
	for path, content := range files {
		g.Expect(os.ReadFile(filepath.Join(directory, path))).To(Equal(content), path)
	}
	g.Expect(hasExactly(directory, files)).To(BeTrue())
}

func targetOf(t *testing.T, directory string) string {
	t.Helper()
	target, err := os.Readlink(filepath.Join(directory, currentData))
	NewWithT(t).Expect(err).NotTo(HaveOccurred())
	return target
}
