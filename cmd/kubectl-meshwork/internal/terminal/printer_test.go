package terminal_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/report"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/terminal"
)

func TestWrap(t *testing.T) {
	for name, test := range map[string]struct {
		text string
		want []string
	}{
		"empty":                {"", []string{""}},
		"fits":                 {"one two", []string{"one two"}},
		"does not fit":         {"one two three", []string{"one two", "three"}},
		"a long word":          {"a incomprehensible b", []string{"a", "incomprehensible", "b"}},
		"letters, not bytes":   {"ééé ééé", []string{"ééé ééé"}},
		"control characters":   {"a\x1b[2Jb", []string{"a·[2Jb"}},
		"spaces and new lines": {" one\n\ttwo ", []string{"one two"}},
	} {
		if got := terminal.Wrap(test.text, 8); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, not %q", name, got, test.want)
		}
	}
}

func TestPrinter(t *testing.T) {
	printed := func(color bool) string {
		var out bytes.Buffer
		p := terminal.NewPrinter(&out, color)
		document := &report.Document{}
		document.Headline(report.Good, "No problems found.")
		document.Heading("Rules")
		document.Item(report.Bad, "rule", strings.Repeat("word ", 14))
		document.Table([][]string{{"NAME", "STATE"}, {"é", ""}, {"longer", "x"}})
		p.Document(document)
		if p.Err() != nil {
			t.Fatal(p.Err())
		}
		return out.String()
	}
	want := `✓ No problems found.

RULES
  ✗ rule           word word word word word word word word word word word word
                   word word
  NAME    STATE
  é
  longer  x
`
	if got := printed(false); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	inColor := printed(true)
	for _, painted := range []string{"\x1b[32m✓\x1b[0m", "\x1b[31m✗\x1b[0m", "\x1b[1mRULES\x1b[0m"} {
		if !strings.Contains(inColor, painted) {
			t.Errorf("%q is not in %q", painted, inColor)
		}
	}
}

type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, errors.New("no space") }

func TestPrinterKeepsTheFirstError(t *testing.T) {
	p := terminal.NewPrinter(failingWriter{}, false)
	p.Line("one")
	p.Line("two")
	if p.Err() == nil {
		t.Error("no error")
	}
}
