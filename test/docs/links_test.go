package docs

import (
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// TestLinks follows the links within the project. Other links are not followed: no test
// needs the network.
func TestLinks(t *testing.T) {
	all := pages(t)
	anchors := map[string][]string{}
	for _, p := range all {
		anchors[p.path] = anchorsOf(p)
	}
	for _, p := range all {
		for _, link := range linksOf(p) {
			if problem := follow(kit.Path(), p.path, link, anchors); problem != "" {
				t.Errorf("%s: the link %s: %s", p.path, link, problem)
			}
		}
	}
}

var (
	code = regexp.MustCompile("`[^`]*`")
	link = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	text = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)
)

func linksOf(p *page) []string {
	var links []string
	prose := code.ReplaceAllString(strings.Join(p.prose, "\n"), "")
	for _, found := range link.FindAllStringSubmatch(prose, -1) {
		links = append(links, found[1])
	}
	return links
}

func follow(root, from, link string, anchors map[string][]string) (problem string) {
	target, err := url.Parse(link)
	if err != nil {
		return err.Error()
	}
	if target.Scheme != "" {
		return ""
	}
	to := from
	if target.Path != "" {
		to = filepath.Join(filepath.Dir(from), filepath.FromSlash(target.Path))
	}
	if _, err := os.Stat(filepath.Join(root, to)); err != nil {
		return "there is no " + to
	}
	if target.Fragment != "" && !slices.Contains(anchors[to], target.Fragment) {
		return to + " has no heading #" + target.Fragment
	}
	return ""
}

// anchorsOf are the names that GitHub gives the headings of a page.
func anchorsOf(p *page) []string {
	var anchors []string
	for _, line := range p.prose {
		heading := strings.TrimLeft(line, "#")
		if heading == line || !strings.HasPrefix(heading, " ") {
			continue
		}
		anchor := slug(text.ReplaceAllString(heading, "$1"))
		for unique, n := anchor, 1; ; n++ {
			if !slices.Contains(anchors, unique) {
				anchors = append(anchors, unique)
				break
			}
			unique = anchor + "-" + strconv.Itoa(n)
		}
	}
	return anchors
}

func slug(heading string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
			return unicode.ToLower(r)
		}
		return -1
	}, strings.TrimSpace(heading))
}

func TestFollow(t *testing.T) {
	p, err := parse("docs/x.md", "# The `V(1)` of [it](y.md)?\n## Same\n## Same\nSee [a](../README.md#opt-in) and `[b](c)`.\n")
	if err != nil {
		t.Fatal(err)
	}
	anchors := map[string][]string{p.path: anchorsOf(p)}
	if want := []string{"the-v1-of-it", "same", "same-1"}; !slices.Equal(anchors[p.path], want) {
		t.Errorf("anchors %q, not %q", anchors[p.path], want)
	}
	if got, want := linksOf(p), []string{"y.md", "../README.md#opt-in"}; !slices.Equal(got, want) {
		t.Errorf("links %q, not %q", got, want)
	}
	for link, broken := range map[string]bool{
		"../README.md": false, "../config": false, "https://example.com/nowhere": false,
		"nowhere.md": true, "../README.md#nowhere": true,
	} {
		if problem := follow(kit.Path(), p.path, link, anchors); (problem != "") != broken {
			t.Errorf("%s: %q", link, problem)
		}
	}
}
