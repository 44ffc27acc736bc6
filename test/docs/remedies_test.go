package docs

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// remedyVerbs are the verbs of requests to the readers of messages.
var remedyVerbs = []string{
	"add", "allow", "annotate", "approve", "change", "choose", "correct", "create", "delete", "disable", "enable", "free", "install", "label",
	"lower", "raise", "remove", "rename", "replace", "restart", "set", "shorten", "split", "upgrade", "use",
}

// TestRunbookHasEveryRemedy checks that the runbook's section of a reason has each request of
// its messages: a verb after a colon or a semicolon, or after "and" or "or". The section also
// has to name the fields of the spec that the messages name.
func TestRunbookHasEveryRemedy(t *testing.T) {
	sections := textsOfSections(t, filepath.Join("docs", "runbooks", "events.md"))
	messages := messagesByReason(t)
	if len(messages) < 30 {
		t.Fatalf("only %d reasons have messages", len(messages))
	}
	asks := regexp.MustCompile(`(?:[:;,]|\band|\bor) (` + strings.Join(remedyVerbs, "|") + `)\b`)
	fields := regexp.MustCompile(`\bspec(?:\.[a-zA-Z]+)+`)
	asked := 0
	for reason, texts := range messages {
		for _, text := range texts {
			for _, field := range fields.FindAllString(text, -1) {
				if !strings.Contains(sections[reason], field) {
					t.Errorf("the message %q of %s names %s, and its section in the runbook does not", text, reason, field)
				}
			}
			for _, match := range asks.FindAllStringSubmatch(text, -1) {
				asked++
				if !strings.Contains(strings.ToLower(sections[reason]), match[1]) {
					t.Errorf("the message %q of %s says %q, and its section in the runbook does not", text, reason, match[1])
				}
			}
		}
	}
	if asked < 20 {
		t.Errorf("only %d remedies were found", asked)
	}
}

// textsOfSections returns the text below each heading of the third level.
func textsOfSections(t *testing.T, path string) map[string]string {
	t.Helper()
	texts, heading := map[string]string{}, ""
	content, err := os.ReadFile(kit.Path(path))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(content), "\n") {
		if found, is := strings.CutPrefix(line, "### "); is {
			heading = found
			continue
		}
		texts[heading] += line + "\n"
	}
	return texts
}

// messagesByReason returns the literal texts in the calls that have a reason of the API as an
// argument.
func messagesByReason(t *testing.T) map[string][]string {
	t.Helper()
	messages := map[string][]string{}
	for _, root := range []string{"controllers", "internal", "pkg"} {
		err := filepath.WalkDir(kit.Path(root), func(path string, entry fs.DirEntry, err error) error {
			if os.IsNotExist(err) {
				return nil
			}
			if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(node ast.Node) bool {
				if call, is := node.(*ast.CallExpr); is {
					if reason, found := reasonIn(call.Args); found {
						messages[reason] = append(messages[reason], literalsIn(call.Args))
					}
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return messages
}

func reasonIn(arguments []ast.Expr) (string, bool) {
	i := slices.IndexFunc(arguments, func(argument ast.Expr) bool {
		selected, is := argument.(*ast.SelectorExpr)
		return is && strings.HasPrefix(selected.Sel.Name, "Reason")
	})
	if i < 0 {
		return "", false
	}
	return strings.TrimPrefix(arguments[i].(*ast.SelectorExpr).Sel.Name, "Reason"), true
}

func literalsIn(arguments []ast.Expr) string {
	var text strings.Builder
	for _, argument := range arguments {
		ast.Inspect(argument, func(node ast.Node) bool {
			if literal, is := node.(*ast.BasicLit); is && literal.Kind == token.STRING {
				value, _ := strconv.Unquote(literal.Value) // the parser has checked it
				text.WriteString(value)
			}
			return true
		})
	}
	return text.String()
}
