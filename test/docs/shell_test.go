package docs

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// commandTimeout is longer than every `kubectl wait` of a page.
const commandTimeout = 90 * time.Second

// shell runs the commands of one page. Exported variables are kept from one to the
// next.
type shell struct {
	t *testing.T
	// directory has links to everything in the root, and the files of the page.
	directory string
	state     string
	env       []string
}

func newShell(t *testing.T, kubeconfig string) *shell {
	t.Helper()
	s := &shell{t: t, directory: t.TempDir(), state: filepath.Join(t.TempDir(), "state")}
	entries, err := os.ReadDir(kit.Path())
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if err := os.Symlink(kit.Path(entry.Name()), filepath.Join(s.directory, entry.Name())); err != nil {
			t.Fatal(err)
		}
	}
	bin := kit.Path("bin")
	s.env = append(slices.DeleteFunc(os.Environ(), isOfMake), "KUBECONFIG="+kubeconfig, "KUBECACHEDIR="+filepath.Join(filepath.Dir(kubeconfig), "cache"), "NO_COLOR=1",
		"PATH="+filepath.Join(bin, "k8s")+":"+bin+":"+os.Getenv("PATH"))
	return s
}

// isOfMake reports whether make has set a variable for its recipes. A reader's shell has none
// of them.
func isOfMake(variable string) bool {
	name, _, _ := strings.Cut(variable, "=")
	return name == "MAKEFLAGS" || name == "MFLAGS" || name == "MAKELEVEL"
}

const script = `set -e -o pipefail
if [[ -e $STATE ]]; then . "$STATE"; fi
. "$STATE.commands"
export -p >"$STATE"
`

// run returns the output of the commands, and the exit code of the first one that
// fails.
func (s *shell) run(commands string) (output string, code int) {
	s.t.Helper()
	if err := os.WriteFile(s.state+".commands", []byte(commands+"\n"), 0o600); err != nil {
		s.t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(s.t.Context(), commandTimeout)
	defer cancel()
	bash := exec.CommandContext(ctx, "bash", "-c", script)
	bash.Dir, bash.Env, bash.WaitDelay = s.directory, slices.Concat(s.env, []string{"STATE=" + s.state}), time.Second
	printed, err := bash.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		s.t.Fatalf("running bash: %v", err)
	}
	return string(printed), bash.ProcessState.ExitCode()
}

// write creates a file of the page. The file must not exist yet.
func (s *shell) write(path, content string) {
	s.t.Helper()
	path = filepath.Join(s.directory, filepath.Clean("/"+path))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		s.t.Fatal(err)
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		s.t.Fatal(err)
	}
	if _, err := file.WriteString(content); err != nil {
		s.t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		s.t.Fatal(err)
	}
}

func TestShell(t *testing.T) {
	s := newShell(t, "/nowhere")
	if output, code := s.run("export A=1\necho $KUBECONFIG"); output != "/nowhere\n" || code != 0 {
		t.Errorf("got %q, %d", output, code)
	}
	if output, code := s.run("echo $A\n(exit 7)\necho not reached"); output != "1\n" || code != 7 {
		t.Errorf("got %q, %d", output, code)
	}
	s.write("a/b.yaml", "x: 1\n")
	if output, code := s.run("cat a/b.yaml; ls go.mod"); output != "x: 1\ngo.mod\n" || code != 0 {
		t.Errorf("got %q, %d", output, code)
	}
}
