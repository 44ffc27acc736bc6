package terminal_test

import (
	"bytes"
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

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
		p := terminal.NewPrinter(&out, color, terminal.DefaultWidth)
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

// TestPrinterControlsTheTerminalAlone prints hostile text.
func TestPrinterControlsTheTerminalAlone(t *testing.T) {
	const hostile = "a\x1b]0;t\x07\x1b[2J\u009b31m\u202e\r\nb"
	document := &report.Document{}
	document.Headline(report.Good, hostile)
	document.Heading(hostile)
	document.Item(report.Bad, hostile, hostile)
	document.Table([][]string{{hostile, "X"}, {"y", hostile}})
	document.Paragraph(hostile)
	document.Remark(hostile)
	document.Command(hostile)
	var out bytes.Buffer
	p := terminal.NewPrinter(&out, false, terminal.DefaultWidth)
	p.Document(document)
	p.Line("%s, %v, %-40s", hostile, errors.New(hostile), hostile)
	const clean = "a·]0;t··[2J·31m·"
	want := strings.NewReplacer("CLEAN··b", clean+"··b", "CLEAN", clean).Replace(`✓ CLEAN b

` + strings.ToUpper(clean) + `··B
  ✗ CLEAN··b
                   CLEAN b
  CLEAN··b  X
  y                    CLEAN··b
  CLEAN b
  # CLEAN b
  CLEAN··b
CLEAN··b, CLEAN··b, CLEAN··b
`)
	if got := out.String(); got != want {
		t.Errorf("got:\n%q\nwant:\n%q", got, want)
	}

	out.Reset()
	p = terminal.NewPrinter(&out, true, terminal.DefaultWidth)
	p.Document(document)
	p.Line("%s%s", p.Mark(report.Caution), hostile)
	colors := regexp.MustCompile(`\x1b\[\d*m`)
	for _, r := range colors.ReplaceAllString(out.String(), "") {
		if r != '\n' && !unicode.IsPrint(r) {
			t.Errorf("%q is not a color", r)
		}
	}
	if escapes, painted := strings.Count(out.String(), "\x1b"), len(colors.FindAllString(out.String(), -1)); escapes != painted {
		t.Errorf("%d escape sequences, of which %d are colors: %q", escapes, painted, out.String())
	}
}

type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, errors.New("no space") }

func TestPrinterKeepsTheFirstError(t *testing.T) {
	p := terminal.NewPrinter(failingWriter{}, false, terminal.DefaultWidth)
	p.Line("one")
	p.Line("two")
	if p.Err() == nil {
		t.Error("no error")
	}
}
