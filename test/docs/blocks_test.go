package docs

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// languages are the info strings of blocks; commands have one of the first two.
var languages = []string{"sh", "console", "yaml", "json", "go", "mermaid", "promql", "text", "setup", "cleanup"}

// TestEveryBlockSaysWhatItIs finds blocks that TestCommands would overlook.
func TestEveryBlockSaysWhatItIs(t *testing.T) {
	for _, p := range pages(t) {
		if !inBook(p) {
			continue
		}
		for _, b := range p.blocks {
			if problem := problemOf(b); problem != "" {
				t.Errorf("%s:%d: %s", p.path, b.line, problem)
			}
		}
	}
}

func problemOf(b block) string {
	if b.language == "setup" {
		return problemOfSetup(b)
	}
	reason, notRun := b.marked("not run")
	_, hasCode := b.marked("exit code")
	_, isFile := b.marked("file")
	switch {
	case !slices.Contains(languages, b.language):
		return "the block is " + quote(b.language) + ": write one of " + strings.Join(languages, ", ")
	case b.marker != "" && !notRun && !hasCode && !isFile && (b.isCommands() || b.language == "yaml"):
		return "the comment " + quote(b.marker) + " before the block means nothing: see the package's documentation"
	case notRun && len(strings.Fields(reason)) < 3:
		return "say why the block is not run"
	case notRun && !b.isCommands():
		return "a block " + quote(b.language) + " is never run: remove the comment"
	case b.language == "console" && !notRun && len(steps(b)) == 0:
		return "no line of the block begins with \"$ \": add the command, or the comment <!-- not run: REASON -->"
	}
	return ""
}

// waits matches commands that wait.
var waits = regexp.MustCompile(`\b(until|while|sleep|wait|watch)\b|\bfor \w+ in\b|\brollout status\b`)

// problemOfSetup keeps pages complete: whoever pastes their commands does not have the setups.
func problemOfSetup(b block) string {
	reason, _ := b.marked("setup")
	switch {
	case len(strings.Fields(reason)) < 3:
		return "say in the first line of the setup why a reader does not need its commands"
	case waits.MatchString(b.body):
		return "the setup waits, and a reader does not: show " + quote(waits.FindString(b.body)) + " as a command of the page"
	}
	return ""
}

// TestFilesAreNamed checks that a reader learns the names of the files that the commands of a
// page use: the comment with the name is hidden.
func TestFilesAreNamed(t *testing.T) {
	for _, p := range pages(t) {
		for _, b := range p.blocks {
			if path, isFile := b.marked("file"); isFile && !isNamed(p, filepath.Base(path)) {
				t.Errorf("%s:%d: neither the text nor a command of the page names the file %s", p.path, b.line, path)
			}
		}
	}
}

func isNamed(p *page, file string) bool {
	return strings.Contains(strings.Join(p.prose, "\n"), file) ||
		slices.ContainsFunc(p.blocks, func(b block) bool { return b.isCommands() && strings.Contains(b.body, file) })
}

func quote(s string) string { return `"` + s + `"` }

func TestParse(t *testing.T) {
	p, err := parse("x.md", `# X
<!-- setup: it is for the test
kubectl create namespace a
-->
1. Do it:

   <!-- not run: it needs a registry -->

   `+"```sh\n   docker push\n   ```\n\n```console\n$ ls\nx\n```\n"+`
<!-- not run: it belongs to nothing -->
Words.
`+"```bash\nls\n```\n")
	if err != nil {
		t.Fatal(err)
	}
	want := []block{
		{line: 2, language: "setup", marker: "setup: it is for the test", body: "kubectl create namespace a\n"},
		{line: 9, language: "sh", marker: "not run: it needs a registry", body: "docker push\n"},
		{line: 13, language: "console", body: "$ ls\nx\n"},
		{line: 20, language: "bash", body: "ls\n"},
	}
	if !slices.Equal(p.blocks, want) {
		t.Errorf("got %+v\nwant %+v", p.blocks, want)
	}
	if _, err := parse("x.md", "```sh\nls\n"); err == nil {
		t.Error("a block without end was accepted")
	}
	for problem, b := range map[string]block{
		"language":  {language: "bash"},
		"marker":    {language: "sh", marker: "not-run: it needs a registry"},
		"reason":    {language: "sh", marker: "not run: no"},
		"pointless": {language: "yaml", marker: "not run: it is no command"},
		"commands":  {language: "console", body: "ls\n"},
		"for what":  {language: "setup", marker: "setup:", body: "ls\n"},
		"loop":      {language: "setup", marker: "setup: it is for the test", body: "until ls; do :; done\n"},
		"wait":      {language: "setup", marker: "setup: it is for the test", body: "ls\nkubectl wait --for=create pod/a\n"},
	} {
		if problemOf(b) == "" {
			t.Errorf("%s: %+v was accepted", problem, b)
		}
	}
}
