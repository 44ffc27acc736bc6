package docs

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/onsi/gomega"
)

// TestCommands runs each page from its top to its end, on one cluster.
func TestCommands(t *testing.T) {
	kubernetes := startCluster(t)
	for _, p := range pages(t) {
		if !inBook(p) || !hasCommands(p) {
			continue
		}
		t.Run(p.path, func(t *testing.T) {
			runPage(t, newShell(t, kubeconfigOf(t, kubernetes)), p)
		})
	}
}

func hasCommands(p *page) bool {
	for _, b := range p.blocks {
		if _, notRun := b.marked("not run"); b.isCommands() && !notRun {
			return true
		}
	}
	return false
}

func runPage(t *testing.T, s *shell, p *page) {
	t.Helper()
	defer cleanUp(t, s, p)
	for _, b := range p.blocks {
		if t.Failed() {
			return // the next blocks build on it
		}
		runBlock(t, s, p, b)
	}
}

// cleanUp takes the state of the page back, the last change first.
func cleanUp(t *testing.T, s *shell, p *page) {
	t.Helper()
	for _, b := range slices.Backward(p.blocks) {
		if b.language != "cleanup" {
			continue
		}
		if output, code := s.run(b.body); code != 0 {
			t.Errorf("%s:%d: the cleanup ended with the exit code %d:\n%s", p.path, b.line, code, output)
		}
	}
}

func runBlock(t *testing.T, s *shell, p *page, b block) {
	t.Helper()
	if path, isFile := b.marked("file"); isFile {
		s.write(path, b.body)
		return
	}
	if _, notRun := b.marked("not run"); notRun || b.language == "cleanup" || !b.isCommands() && b.language != "setup" {
		return
	}
	all := steps(b)
	for i, step := range all {
		code := 0
		if last, found := b.marked("exit code"); found && i == len(all)-1 {
			code, _ = strconv.Atoi(last)
		}
		if problem := runStep(s, step, code); problem != "" {
			t.Errorf("%s:%d: %s\n%s", p.path, b.line, step.command, problem)
			return
		}
	}
}

// reads matches the commands that change nothing, and may be run again until the
// cluster has got as far as the page. Waits are run once: they fail for an object that does not
// exist yet.
var reads = regexp.MustCompile(`^kubectl (get|events|explain|describe|meshwork|api-resources|auth can-i) |^greeter call --count |^kubectl .* --dry-run=server`)

// settleTimeout is the time that a cluster may take to get as far as the page.
const settleTimeout = time.Minute

func runStep(s *shell, step step, wantCode int) (problem string) {
	if !reads.MatchString(step.command) || step.output == "" {
		return tryStep(s, step, wantCode)
	}
	g := gomega.NewGomega(func(string, ...int) {}) // problem reports the failure
	g.Eventually(func() string {
		problem = tryStep(s, step, wantCode)
		return problem
	}).WithTimeout(settleTimeout).WithPolling(200 * time.Millisecond).Should(gomega.BeEmpty())
	return problem
}

func tryStep(s *shell, step step, wantCode int) (problem string) {
	output, code := s.run(step.command)
	if code != wantCode {
		return "ended with the exit code " + strconv.Itoa(code) + ", not " + strconv.Itoa(wantCode) + ":\n" + output
	}
	if found := differences(step.output, output); found != "" {
		return "printed something else than the page shows (- page, + output):\n" + found +
			"\n\nthe whole output:\n" + strings.TrimSpace(output)
	}
	return ""
}
