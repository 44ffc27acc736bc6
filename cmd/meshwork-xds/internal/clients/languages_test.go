package clients_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// openCore runs a client of gRPC C-core, by its Python API.
func openCore(t *testing.T, name string, servers ...string) client {
	t.Helper()
	return openCoreWith(t, name, bootstrap(t, servers...))
}

func openCoreWith(t *testing.T, name, bootstrap string) *program {
	t.Helper()
	python := pythonWithGRPC()
	if python == "" {
		t.Skip("Python has no module grpc: apt-get install python3-grpcio")
	}
	// While no call waits, C-core reads responses at this interval only, which is 5 seconds by
	// default.
	const poll = "GRPC_CLIENT_CHANNEL_BACKUP_POLL_INTERVAL_MS=100"
	return run(t, exec.Command(python, "python/client.py", name), bootstrap, poll)
}

// pythonWithGRPC returns "" if there is none. The first Python of the path may not be
// Debian's.
var pythonWithGRPC = sync.OnceValue(func() string {
	for _, python := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(python, "-c", "import grpc").Run() == nil {
			return python
		}
	}
	return ""
})

// openJS runs a client of @grpc/grpc-js.
func openJS(t *testing.T, name string, servers ...string) client {
	t.Helper()
	return openJSWith(t, name, bootstrap(t, servers...))
}

func openJSWith(t *testing.T, name, bootstrap string) *program {
	t.Helper()
	return openJSOf(t, "@grpc/grpc-js-xds", name, bootstrap)
}

// openOldJS runs a client of grpc-js-xds 1.14.0, which assumes that weights add up to 100 unless
// their sum is sent (https://github.com/grpc/grpc-node/issues/3069).
func openOldJS(t *testing.T, name string, servers ...string) client {
	t.Helper()
	return openJSOf(t, "grpc-js-xds-1.14.0", name, bootstrap(t, servers...))
}

func openJSOf(t *testing.T, module, name, bootstrap string) *program {
	t.Helper()
	modules, err := jsModules()
	if err != nil {
		t.Skipf("%v: install nodejs and npm, and let npm reach a registry", err)
	}
	return run(t, exec.Command("node", "js/client.js", name, module), bootstrap, "NODE_PATH="+modules)
}

// startCore starts a server of gRPC C-core at the place of a Pod. It ends with the test.
func (m *mesh) startCore(at *pod, of files) {
	m.t.Helper()
	python := pythonWithGRPC()
	if python == "" {
		m.t.Skip("Python has no module grpc: apt-get install python3-grpcio")
	}
	m.startProgram(exec.Command(python, "python/server.py", at.endpointAddress(), at.name), at, of)
}

// startJS starts a server of @grpc/grpc-js.
func (m *mesh) startJS(at *pod, of files) {
	m.t.Helper()
	modules, err := jsModules()
	if err != nil {
		m.t.Skipf("%v: install nodejs and npm, and let npm reach a registry", err)
	}
	m.startProgram(exec.Command("node", "js/server.js", at.endpointAddress(), at.name), at, of, "NODE_PATH="+modules)
}

func (m *mesh) startProgram(command *exec.Cmd, at *pod, of files, environment ...string) {
	m.t.Helper()
	command.Env = append(os.Environ(), "GRPC_XDS_BOOTSTRAP_CONFIG="+string(m.bootstrap(at.name, of)))
	command.Env = append(command.Env, environment...)
	var said strings.Builder
	command.Stdout, command.Stderr = &said, &said
	if err := command.Start(); err != nil {
		m.t.Fatal(err)
	}
	m.t.Cleanup(func() {
		_ = command.Process.Kill() // it may have ended
		_ = command.Wait()         // it was killed
		if m.t.Failed() {
			m.t.Logf("%s: %s", command, said.String())
		}
	})
}

// jsModules installs the packages of js/package-lock.json once for all runs, and returns their
// directory.
var jsModules = sync.OnceValues(func() (string, error) {
	if _, err := exec.LookPath("node"); err != nil {
		return "", err
	}
	lock, err := os.ReadFile("js/package-lock.json")
	if err != nil {
		return "", err
	}
	hash := sha256.Sum256(lock)
	directory, err := filepath.Abs("../../../../bin/xds-clients")
	if err != nil {
		return "", err
	}
	installed := filepath.Join(directory, "js-"+hex.EncodeToString(hash[:6]))
	if _, missing := os.Stat(installed); missing != nil {
		if err := install(directory, installed); err != nil {
			return "", err
		}
	}
	return filepath.Join(installed, "node_modules"), nil
})

// install installs into another directory first, so that an installation is complete or absent.
func install(directory, installed string) error {
	if err := os.MkdirAll(directory, 0o755); err != nil {
		return err
	}
	partial, err := os.MkdirTemp(directory, "partial-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(partial) }()
	for _, file := range []string{"package.json", "package-lock.json"} {
		content, err := os.ReadFile(filepath.Join("js", file))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(partial, file), content, 0o644); err != nil {
			return err
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	npm := exec.CommandContext(ctx, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=1", "--fetch-timeout=20000")
	npm.Dir, npm.WaitDelay = partial, time.Second
	if output, err := npm.CombinedOutput(); err != nil {
		return fmt.Errorf("npm ci: %w: %s", err, output)
	}
	if err := os.Rename(partial, installed); err != nil {
		if _, missing := os.Stat(installed); missing != nil {
			return err
		}
	}
	return nil
}
