// Package docs checks the documentation against the product: it runs every command
// of every page on a whole cluster, follows every link, and compares the tables of
// permissions, reasons, and labels with the code. TestCommands needs the cluster; the other
// tests only read files.
//
// A fenced block `sh` is run as it is. Of a block `console`, each line that begins
// with "$ " is run, and its output is compared. Comments control the test:
//
//	<!-- not run: REASON -->   the next block is not run
//	<!-- exit code: N -->      the exit code of the last command of the next block
//	<!-- file: PATH -->        the next block is the content of a file
//	<!-- setup: REASON         commands that are run here, without which a reader does well;
//	COMMANDS -->               the commands begin in the second line, and wait for nothing
//	<!-- cleanup: COMMANDS --> commands that are run after the page, even if it failed
package docs

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// page is a Markdown file.
type page struct {
	// path is relative to the root of the module.
	path   string
	blocks []block
	// prose is the page without fenced blocks and comments, line by line.
	prose []string
}

// block is a fenced block, or a comment with commands.
type block struct {
	line int
	// language is the info string; "setup" and "cleanup" are comments.
	language string
	// marker is the comment before it, without "<!--" and "-->". Of a setup, it is the first
	// line.
	marker string
	body   string
}

// marked returns the value of the key in the block's marker.
func (b block) marked(key string) (string, bool) {
	value, found := strings.CutPrefix(b.marker, key+":")
	return strings.TrimSpace(value), found
}

// isCommands reports whether the block has commands that a reader may want to run.
func (b block) isCommands() bool {
	return b.language == "sh" || b.language == "console"
}

// inBook reports whether the commands of a page are tested.
func inBook(p *page) bool {
	return !strings.Contains(p.path, "/") || strings.HasPrefix(p.path, "docs/")
}

// pages reads every Markdown file of the project.
func pages(t testing.TB) []*page {
	t.Helper()
	var all []*page
	directory := kit.Path()
	err := filepath.WalkDir(directory, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		if entry.IsDir() && path != directory && (strings.HasPrefix(name, ".") || name == "bin" || name == "node_modules" || name == "testdata") {
			return filepath.SkipDir
		}
		if entry.IsDir() || filepath.Ext(name) != ".md" {
			return nil
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(directory, path)
		if err != nil {
			return err
		}
		read, err := parse(relative, string(content))
		all = append(all, read)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

var (
	fence   = regexp.MustCompile("^( *)```(.*)$")
	command = regexp.MustCompile(`(?s)^(setup|cleanup):(.*)$`)
)

// parse finds the fenced blocks and the comments, line by line: a page of this
// project has no other form of either.
func parse(path, content string) (*page, error) {
	p := &page{path: path}
	marker := ""
	lines := strings.Split(content, "\n")
	for i := 0; i < len(lines); i++ {
		begin := i
		opening := fence.FindStringSubmatch(lines[i])
		switch {
		case opening != nil:
			indent, closing := opening[1], opening[1]+"```"
			var body strings.Builder
			for i++; i < len(lines) && lines[i] != closing; i++ {
				body.WriteString(strings.TrimPrefix(lines[i], indent) + "\n")
			}
			if i == len(lines) {
				return nil, fmt.Errorf("%s:%d: the block has no end", path, begin+1)
			}
			p.blocks = append(p.blocks, block{line: begin + 1, language: opening[2], marker: marker, body: body.String()})
			marker = ""
		case strings.HasPrefix(strings.TrimSpace(lines[i]), "<!--"):
			comment := lines[i]
			for !strings.Contains(lines[i], "-->") && i+1 < len(lines) {
				i++
				comment += "\n" + lines[i]
			}
			comment = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(comment), "<!--"), "-->")
			marker = strings.TrimSpace(comment)
			if found := command.FindStringSubmatch(marker); found != nil {
				p.blocks = append(p.blocks, hiddenBlock(begin+1, found[1], found[2]))
				marker = ""
			}
		default:
			p.prose = append(p.prose, lines[i])
			if strings.TrimSpace(lines[i]) != "" {
				marker = ""
			}
		}
	}
	return p, nil
}

// hiddenBlock is a comment with commands. The first line of a setup is its reason.
func hiddenBlock(line int, language, text string) block {
	if language != "setup" {
		return block{line: line, language: language, body: text + "\n"}
	}
	reason, commands, _ := strings.Cut(text, "\n")
	return block{line: line, language: language, marker: language + ":" + reason, body: commands + "\n"}
}
