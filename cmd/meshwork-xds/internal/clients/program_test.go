package clients_test

import (
	"bufio"
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// program is a client in another language. It calls for each line that it reads, and
// writes a line for each answer.
type program struct {
	last    atomic.Int64
	mu      sync.Mutex
	input   *json.Encoder
	waiting map[int]chan answer
	ended   chan struct{}
}

type order struct {
	ID      int     `json:"id"`
	Timeout float64 `json:"timeout"` // seconds
	Wait    bool    `json:"wait"`
	Path    string  `json:"path"`

	Headers [][2]string `json:"headers"`
}

type answer struct {
	ID      int        `json:"id"`
	Code    codes.Code `json:"code"`
	Pod     string     `json:"pod"`
	Message string     `json:"message"`
	// Resources has the status of each resource of the client, by type and name. Only grpc-go
	// provides it.
	Resources map[string]string `json:"resources,omitempty"`
}

// run runs a client until the test ends.
func run(t *testing.T, command *exec.Cmd, bootstrap string, environment ...string) *program {
	t.Helper()
	command.Env = append(os.Environ(), "GRPC_XDS_BOOTSTRAP_CONFIG="+bootstrap)
	command.Env = append(command.Env, environment...)
	input, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	output, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	command.Stderr = &said
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	p := &program{input: json.NewEncoder(input), waiting: map[int]chan answer{}, ended: make(chan struct{})}
	ready := p.expect(isReady)
	go func() {
		defer close(p.ended)
		for lines := bufio.NewScanner(output); lines.Scan(); {
			p.deliver(lines.Bytes())
		}
	}()
	t.Cleanup(func() {
		_ = command.Process.Kill() // it may have ended
		<-p.ended
		_ = command.Wait() // it was killed
		if t.Failed() {
			t.Logf("%s: %s", command, said.String())
		}
	})
	select {
	case <-ready:
	case <-p.ended:
		t.Fatalf("%s does not start", command)
	}
	return p
}

// isReady is the ID of the answer that a program gives when it has started.
const isReady = 0

func (p *program) expect(id int) <-chan answer {
	p.mu.Lock()
	defer p.mu.Unlock()
	expected := make(chan answer, 1)
	p.waiting[id] = expected
	return expected
}

func (p *program) deliver(line []byte) {
	var got answer
	if err := json.Unmarshal(line, &got); err != nil {
		return // a message of the runtime
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if waiting := p.waiting[got.ID]; waiting != nil {
		waiting <- got
	}
	delete(p.waiting, got.ID)
}

func (p *program) call(r request) (string, error) {
	got := p.order(r)
	return got.Pod, status.Error(got.Code, got.Message)
}

func (p *program) order(r request) answer {
	id := int(p.last.Add(1))
	answered := p.expect(id)
	p.mu.Lock()
	err := p.input.Encode(order{ID: id, Timeout: r.deadline().Seconds(), Wait: r.wait, Path: r.path(), Headers: r.headers})
	p.mu.Unlock()
	if err != nil {
		return answer{Code: codes.Aborted, Message: err.Error()}
	}
	select {
	case got := <-answered:
		return got
	case <-p.ended:
		return answer{Code: codes.Aborted, Message: "the client ended"}
	}
}
