package docs

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// pattern is a habit that makes prose hard to read. CONTRIBUTING shows the table.
type pattern struct {
	// habit and example are the columns "instead of" and "write" of the table in CONTRIBUTING.
	habit, example string
	matches        *regexp.Regexp
}

var patterns = []pattern{
	{"What is refused is retried.", "Refused writes are retried.", regexp.MustCompile(`(?i)\bwhat\b`)},
	{"Delay is how long a retry waits.", "Delay is the time before a retry.", regexp.MustCompile(`(?i)\b(is|are)\s+(how|when|where|whether|who|why)\b`)},
	{"see tells which objects the cache has.", "see returns the objects in the cache.", regexp.MustCompile(`(?i)\b(tells|told|says)\b`)},
	{"the label of the Service and that of the namespace", "the labels of the Service and the namespace", regexp.MustCompile(`(?i)\b(that|those)\s+of\b`)},
	{"It lets clients call by name.", "Clients can call by name.", regexp.MustCompile(`(?i)\blets?\b`)},
	{"Somebody deletes the slice.", "Another client deletes the slice.", regexp.MustCompile(`(?i)\b(somebody|nobody|anybody|whoever)\b`)},
	{"The Pod was replaced meanwhile.", "The Pod has been replaced since then.", regexp.MustCompile(`(?i)\b(meanwhile|anew|in\s+between|seldom)\b`)},
}

// hitsPer is the number of words that the limits refer to.
const hitsPer = 10_000

// scope is text with a limit for each pattern.
type scope struct {
	name string
	// limits are hits per 10,000 words, in the order of patterns.
	limits []float64
	lines  func(t *testing.T) []line
}

var scopes = []scope{
	{"documentation", []float64{5, 5, 5, 5, 5, 5, 5}, proseOfDocumentation},
	{"comments of the product", []float64{5, 5, 5, 5, 5, 5, 5}, func(t *testing.T) []line { return commentsIn(t, "api", "pkg", "internal", "controllers", "cmd") }},
	{"comments of tests and tools", []float64{5, 5, 5, 5, 5, 5, 5}, func(t *testing.T) []line { return commentsIn(t, "test", "hack") }},
}

// line is a line of prose or of a comment.
type line struct {
	file   string
	number int
	text   string
}

func TestEnglish(t *testing.T) {
	for _, scope := range scopes {
		t.Run(scope.name, func(t *testing.T) {
			lines := scope.lines(t)
			words := 0
			for _, line := range lines {
				words += len(strings.Fields(line.text))
			}
			if words < hitsPer {
				t.Fatalf("only %d words were found", words)
			}
			for i, pattern := range patterns {
				hits := hitsIn(lines, pattern.matches)
				rate := float64(len(hits)) * hitsPer / float64(words)
				t.Logf("%5.1f per 10,000 words: %s", rate, pattern.matches)
				if rate > scope.limits[i] {
					t.Errorf("%.1f per 10,000 words, at most %g: %s\nwrite      %s\ninstead of %s\n%s",
						rate, scope.limits[i], pattern.matches, pattern.example, pattern.habit, worst(hits))
				}
			}
		})
	}
}

// hitsIn returns the line in which each match begins. A match may go on in the next line.
func hitsIn(lines []line, matches *regexp.Regexp) []line {
	var hits []line
	for len(lines) > 0 {
		n := slices.IndexFunc(lines, func(l line) bool { return l.file != lines[0].file })
		if n < 0 {
			n = len(lines)
		}
		texts := make([]string, n)
		for i := range texts {
			texts[i] = lines[i].text
		}
		text := strings.Join(texts, "\n")
		for _, match := range matches.FindAllStringIndex(text, -1) {
			hits = append(hits, lines[strings.Count(text[:match[0]], "\n")])
		}
		lines = lines[n:]
	}
	return hits
}

// worst lists the lines of the three files with the most hits.
func worst(hits []line) string {
	byFile := map[string][]line{}
	for _, hit := range hits {
		byFile[hit.file] = append(byFile[hit.file], hit)
	}
	files := make([]string, 0, len(byFile))
	for file := range byFile {
		files = append(files, file)
	}
	slices.SortFunc(files, func(a, b string) int {
		if len(byFile[a]) != len(byFile[b]) {
			return len(byFile[b]) - len(byFile[a])
		}
		return strings.Compare(a, b)
	})
	var text strings.Builder
	for _, file := range files[:min(3, len(files))] {
		fmt.Fprintf(&text, "%d in %s\n", len(byFile[file]), file)
		for _, hit := range byFile[file] {
			fmt.Fprintf(&text, "  %s:%d: %s\n", hit.file, hit.number, strings.TrimSpace(hit.text))
		}
	}
	return text.String()
}

// proseOfDocumentation returns the text of all pages without blocks, comments, code, and the
// targets of links. docs/api.md is generated from comments.
func proseOfDocumentation(t *testing.T) []line {
	t.Helper()
	var lines []line
	for _, p := range pages(t) {
		if !inBook(p) || p.path == filepath.Join("docs", "api.md") {
			continue
		}
		content, err := os.ReadFile(kit.Path(p.path))
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, proseOf(p.path, string(content))...)
	}
	return lines
}

// habits are the rows of the table of patterns itself.
var habits = regexp.MustCompile(`^\| (write|` + alternatives() + `) \|`)

func alternatives() string {
	all := make([]string, 0, len(patterns))
	for _, pattern := range patterns {
		all = append(all, regexp.QuoteMeta(pattern.example))
	}
	return strings.Join(all, "|")
}

func proseOf(path, content string) []line {
	var lines []line
	inBlock, inComment := false, false
	for i, text := range strings.Split(content, "\n") {
		trimmed := strings.TrimSpace(text)
		switch {
		case fence.MatchString(text):
			inBlock = !inBlock
			continue
		case inBlock:
			continue
		case inComment || strings.HasPrefix(trimmed, "<!--"):
			inComment = !strings.Contains(text, "-->")
			continue
		case habits.MatchString(text):
			continue
		}
		text = link.ReplaceAllString(code.ReplaceAllString(text, "`x`"), "]")
		lines = append(lines, line{file: path, number: i + 1, text: text})
	}
	return lines
}

// commentsIn returns the comments of the Go files below directories, except for generated files.
func commentsIn(t *testing.T, directories ...string) []line {
	t.Helper()
	var lines []line
	for _, directory := range directories {
		err := filepath.WalkDir(kit.Path(directory), func(path string, entry fs.DirEntry, err error) error {
			switch {
			case os.IsNotExist(err):
				return nil
			case err != nil:
				return err
			case entry.IsDir() && (entry.Name() == "applyconfiguration" || entry.Name() == "node_modules"):
				return filepath.SkipDir
			case entry.IsDir() || filepath.Ext(path) != ".go" || strings.HasPrefix(entry.Name(), "zz_generated"):
				return nil
			}
			positions := token.NewFileSet()
			file, err := parser.ParseFile(positions, path, nil, parser.ParseComments)
			if err != nil {
				return err
			}
			lines = append(lines, commentsOf(t, positions, file)...)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return lines
}

func commentsOf(t *testing.T, positions *token.FileSet, file *ast.File) []line {
	t.Helper()
	var lines []line
	for _, group := range file.Comments {
		for _, comment := range group.List {
			at := positions.Position(comment.Pos())
			path, err := filepath.Rel(kit.Path(), at.Filename)
			if err != nil {
				t.Fatal(err)
			}
			for i, text := range strings.Split(comment.Text, "\n") {
				if text = strings.TrimLeft(text, "/* \t"); !strings.HasPrefix(text, "+kubebuilder") && !strings.HasPrefix(text, "nolint") {
					lines = append(lines, line{file: path, number: at.Line + i, text: text})
				}
			}
		}
	}
	return lines
}

// TestContributingHasThePatterns checks that the table in CONTRIBUTING is the table of this file.
func TestContributingHasThePatterns(t *testing.T) {
	content, err := os.ReadFile(kit.Path("CONTRIBUTING.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, pattern := range patterns {
		if row := "| " + pattern.example + " | " + pattern.habit + " |"; !strings.Contains(string(content), row) {
			t.Errorf("CONTRIBUTING.md lacks the row\n%s", row)
		}
	}
}

func TestProse(t *testing.T) {
	got := proseOf("x.md", "Read `what` in [this](what.md).\n<!-- setup:\nwhat\n-->\n```sh\nwhat\n```\nThat\nof x, what it tells.\n")
	for i, number := range map[int]int{0: 9, 2: 9, 3: 8} {
		hits := hitsIn(got, patterns[i].matches)
		if len(hits) != 1 || hits[0].number != number {
			t.Errorf("%s: got %v", patterns[i].matches, hits)
		}
	}
}
