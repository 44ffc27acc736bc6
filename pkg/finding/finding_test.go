package finding_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	. "github.com/onsi/gomega"

	"github.com/meshwork-dev/meshwork/pkg/finding"
)

func TestList(t *testing.T) {
	for _, test := range []struct {
		name  string
		names []string
		room  int
		want  string
	}{
		{"none", nil, 10, ""},
		{"one", []string{"a"}, 10, "a"},
		{"exactly", []string{"abc", "defgh"}, 10, "abc, defgh"},
		{"one byte too long", []string{"abc", "defghi"}, 10, "abc, …"},
		{"the first is too long", []string{"abcdefghijk", "b"}, 10, "…"},
		{"no names after one that is too long", []string{"a", "bcdefghijklm", "c"}, 10, "a, …"},
	} {
		t.Run(test.name, func(t *testing.T) {
			NewWithT(t).Expect(finding.List(test.names, test.room)).To(Equal(test.want))
		})
	}
}

func TestListFirstDoesNotChangeItsInput(t *testing.T) {
	g := NewWithT(t)
	names := []string{"b", "a"}
	g.Expect(finding.ListFirst(names)).To(Equal("a, b"))
	g.Expect(names).To(Equal([]string{"b", "a"}))
}

// A list must not change because of names that do not fit. Otherwise an event would be
// sent again for each Pod.
func TestListDoesNotCount(t *testing.T) {
	names := strings.Split(strings.Repeat("name ", 100), " ")
	if finding.List(names, 50) != finding.List(names[:50], 50) {
		t.Error("the list depends on names that it does not show")
	}
}

func TestQuoteAndClipAreBounded(t *testing.T) {
	for _, text := range []string{"", "a", strings.Repeat("a", 65), strings.Repeat("ü", 1_000), strings.Repeat("\x00", 1_000), strings.Repeat("\xff", 1_000)} {
		for length := range 70 {
			clipped := finding.Clip(text, length)
			if len(clipped) > max(length, 0)+len("…") || len(text) <= length && clipped != text || len(text) > length && !utf8.ValidString(clipped) {
				t.Errorf("Clip(%q, %d) = %q", text, length, clipped)
			}
		}
		if quoted := finding.Quote(text); len(quoted) > 300 || !utf8.ValidString(quoted) || strings.ContainsRune(quoted, 0) {
			t.Errorf("Quote(%q) = %q", text, quoted)
		}
	}
}

func TestFindingsAreFormatted(t *testing.T) {
	g := NewWithT(t)
	g.Expect(finding.Warning("Reason", "%d of %s", 1, "100%d")).To(Equal(finding.Finding{Type: "Warning", Reason: "Reason", Message: "1 of 100%d"}))
	g.Expect(finding.Notice("Reason", "plain")).To(Equal(finding.Finding{Type: "Normal", Reason: "Reason", Message: "plain"}))
}
