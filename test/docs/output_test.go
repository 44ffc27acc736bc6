package docs

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// masks hide values that differ from run to run. Their order counts.
var masks = []struct {
	pattern     *regexp.Regexp
	replacement string
}{
	// The API server may look for the addresses of a Service before it has recorded them.
	{regexp.MustCompile(`(?m)^.*\bClusterIPNotAllocated\b.*$`), ""},
	// kubectl wait cancels its watch when the condition is met, and may log that.
	{regexp.MustCompile(`(?m)^I\d{4} .*"Warning: watch ended with error".*context canceled.*$`), ""},
	{regexp.MustCompile(`\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z`), "<time>"},
	{regexp.MustCompile(`\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b`), "<uid>"},
	{regexp.MustCompile(`\b\d{1,3}(\.\d{1,3}){3}\b`), "<ip>"},
	{regexp.MustCompile(`\b[0-9a-f]{1,4}(:[0-9a-f]{0,4}){2,7}`), "<ip>"},
	{regexp.MustCompile(`resourceVersion: "\d+"`), "resourceVersion: <version>"},
	// The API server's suffix of generateName, and the hash of a ReplicaSet. Some look like an age.
	{regexp.MustCompile(`(-[bcdfghjklmnpqrstvwxz2456789]{6,10})?-[bcdfghjklmnpqrstvwxz2456789]{5}\b`), "-<id>"},
	{regexp.MustCompile(`\b(\d+[dhms])+\b`), "<age>"},
	{regexp.MustCompile(`[ \t]+`), " "},
}

func masked(output string) []string {
	for _, mask := range masks {
		output = mask.pattern.ReplaceAllString(output, mask.replacement)
	}
	var lines []string
	for line := range strings.SplitSeq(output, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	slices.Sort(lines) // rows are sorted by names that have random parts
	return lines
}

// ellipsis is a line of an expected output that matches any number of lines.
const ellipsis = "..."

// differences compares an output with the expected output of a page. A page without
// an expected output accepts any.
func differences(expected, actual string) string {
	want, got := masked(expected), masked(actual)
	if len(want) == 0 {
		return ""
	}
	abridged := slices.Contains(want, ellipsis)
	var found []string
	for _, line := range want {
		if i, there := slices.BinarySearch(got, line); there {
			got = slices.Delete(got, i, i+1)
		} else if line != ellipsis {
			found = append(found, "- "+line)
		}
	}
	if !abridged {
		for _, line := range got {
			found = append(found, "+ "+line)
		}
	}
	return strings.Join(found, "\n")
}

func TestDifferences(t *testing.T) {
	const page = `NAME          ADDRESSTYPE   ENDPOINTS                AGE
redis-c97md   IPv4          10.1.0.1,10.1.0.2        24s
redis-v6fzz   IPv6          fd00:10:128::3           24s
web-0         uid: 7913986f-72cc-4984-aacc-f02164ffa26f`
	for name, output := range map[string]string{
		"the same": page,
		"another run": `NAME   ADDRESSTYPE   ENDPOINTS   AGE
redis-4s62h IPv6 fd00:10:128:7::9  2m24s
redis-ttttt   IPv4 10.96.3.4,10.1.0.20 1d
web-0         uid: 00000000-72cc-4984-aacc-f02164ffa26f`,
		"a repair by the API server": page + "\n77s   Warning   ClusterIPNotAllocated   Service/web   Cluster IP [IPv4]: 10.96.1.1 is not allocated; repairing",
		"a watch that has ended": `I1127 23:16:30.073026   15155 reflector.go:664] "Warning: watch ended with error" reflector="reflector.go:343" ` +
			`err="an error on the server (\"unable to decode an event from the watch stream: context canceled\") has prevented the request"` + "\n" + page,
	} {
		if found := differences(page, output); found != "" {
			t.Errorf("%s: %s", name, found)
		}
	}
	for name, output := range map[string]string{
		"a row less":   strings.Join(strings.SplitAfter(page, "\n")[:2], ""),
		"a row more":   page + "\nweb-1",
		"another word": strings.Replace(page, "web-0", "web-1", 1),
		"a row twice":  page + "\nweb-0         uid: 7913986f-72cc-4984-aacc-f02164ffa26f",
	} {
		if differences(page, output) == "" {
			t.Errorf("%s is not noticed", name)
		}
	}
	if found := differences("NAME AGE\n...", page); found != "- NAME AGE" {
		t.Errorf("an abridged output: %q", found)
	}
	if found := differences("web-0 uid: 7913986f-72cc-4984-aacc-f02164ffa26f\n...", page); found != "" {
		t.Errorf("an abridged output: %q", found)
	}
	if found := differences("", page); found != "" {
		t.Errorf("a page that shows no output: %q", found)
	}
}

// step is a command of a page and the output that the page shows.
type step struct {
	command, output string
}

// steps are the commands of a block `console`, or the whole block.
func steps(b block) []step {
	if b.language != "console" {
		return []step{{command: b.body}}
	}
	var all []step
	for line := range strings.SplitSeq(strings.TrimSuffix(b.body, "\n"), "\n") {
		if after, found := strings.CutPrefix(line, "$ "); found {
			all = append(all, step{command: after})
		} else if len(all) > 0 {
			last := &all[len(all)-1]
			if strings.HasSuffix(last.command, "\\") {
				last.command += "\n" + line
			} else {
				last.output += line + "\n"
			}
		}
	}
	return all
}

func TestSteps(t *testing.T) {
	got := fmt.Sprintf("%q", steps(block{language: "console", body: "• before\n$ kubectl get \\\n    pods\nNAME\n\n$ ls\n"}))
	if want := `[{"kubectl get \\\n    pods" "NAME\n\n"} {"ls" ""}]`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
