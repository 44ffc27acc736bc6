package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"
)

// The writes are counted in the API server's audit log: it counts both sides in the
// same way, and costs them the same.

const (
	// quiet is the time without a write after which a controller counts as done. Meshwork
	// may hold back the rest of a burst for a second.
	quiet = 2 * time.Second
	// auditInterval is the time between two reads of the log while waiting for quiet.
	auditInterval = 100 * time.Millisecond
	// restless is the time after which a controller counts as never done.
	restless = time.Minute
)

const auditPolicy = `apiVersion: audit.k8s.io/v1
kind: Policy
omitStages: [RequestReceived]
rules:
- level: Metadata
  users: [%q, %q]
  verbs: [create, update, patch, delete, deletecollection]
- level: None
`

func auditPath(directory string) string { return filepath.Join(directory, "audit.log") }

// prepareAudit makes the API server log the writes of the controllers.
func prepareAudit(directory string) (args []string, err error) {
	policy := filepath.Join(directory, "audit-policy.yaml")
	content := fmt.Sprintf(auditPolicy, username(kcmName), username(meshworkName))
	if err := os.WriteFile(policy, []byte(content), 0o644); err != nil {
		return nil, err
	}
	// The writes in an old log would be counted too.
	if err := os.Remove(auditPath(directory)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return []string{
		"--audit-policy-file=" + policy,
		"--audit-log-path=" + auditPath(directory),
		"--audit-log-maxsize=10000", // it must not be rotated while it is read
	}, nil
}

// writes counts requests, by verb and resource.
type writes map[string]int

func (w writes) total() int {
	total := 0
	for _, count := range w {
		total += count
	}
	return total
}

// auditLog follows the audit log of the API server.
type auditLog struct {
	mutex   sync.Mutex
	file    *os.File
	reader  *bufio.Reader
	partial []byte
	counts  map[string]writes
	// statuses are the times at which the status of one MeshService was written.
	followed string
	statuses []time.Time
}

// openAudit opens the log, which need not exist yet.
func openAudit(directory string) (*auditLog, error) {
	file, err := os.OpenFile(auditPath(directory), os.O_RDONLY|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	return &auditLog{file: file, reader: bufio.NewReader(file), counts: map[string]writes{}}, nil
}

func (a *auditLog) close() error { return a.file.Close() }

// take returns the writes of a user since the last time.
func (a *auditLog) take(user string) (writes, error) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	if err := a.read(); err != nil {
		return nil, err
	}
	taken := a.counts[user]
	delete(a.counts, user)
	if taken == nil {
		taken = writes{}
	}
	return taken, nil
}

func (a *auditLog) total(user string) (int, error) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	err := a.read()
	return a.counts[user].total(), err
}

// follow records the times of the status writes of one MeshService from now on.
func (a *auditLog) follow(namespace, name string) error {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	err := a.read()
	a.followed, a.statuses = namespace+"/"+name, nil
	return err
}

func (a *auditLog) read() error {
	for {
		line, err := a.reader.ReadBytes('\n')
		a.partial = append(a.partial, line...)
		if errors.Is(err, io.EOF) {
			return nil // the rest of the line follows
		}
		if err != nil {
			return fmt.Errorf("reading the audit log: %w", err)
		}
		if err := a.add(bytes.TrimSpace(a.partial)); err != nil {
			return err
		}
		a.partial = a.partial[:0]
	}
}

type auditEvent struct {
	Verb string `json:"verb"`
	User struct {
		Username string `json:"username"`
	} `json:"user"`
	ObjectRef struct {
		Resource    string `json:"resource"`
		Namespace   string `json:"namespace"`
		Name        string `json:"name"`
		Subresource string `json:"subresource"`
	} `json:"objectRef"`
	ResponseStatus struct {
		Code int `json:"code"`
	} `json:"responseStatus"`
	ReceivedAt time.Time `json:"requestReceivedTimestamp"`
}

func (a *auditLog) add(line []byte) error {
	var event auditEvent
	if err := json.Unmarshal(line, &event); err != nil {
		return fmt.Errorf("reading the audit log: %w: %q", err, line)
	}
	object := event.ObjectRef
	name := event.Verb + " " + object.Resource
	if object.Subresource != "" {
		name += "/" + object.Subresource
	}
	if object.Resource == "meshservices" && object.Subresource == "status" && object.Namespace+"/"+object.Name == a.followed {
		a.statuses = append(a.statuses, event.ReceivedAt)
	}
	if event.ResponseStatus.Code >= 400 {
		name += fmt.Sprintf(" (%d)", event.ResponseStatus.Code)
	}
	user := event.User.Username
	if a.counts[user] == nil {
		a.counts[user] = writes{}
	}
	a.counts[user][name]++
	return nil
}

// settle returns when a user has written nothing for a while, or never stops writing,
// which the figures then show.
func (a *auditLog) settle(ctx context.Context, user string) error {
	ticker := time.NewTicker(auditInterval)
	defer ticker.Stop()
	begin := time.Now()
	last, since := -1, begin
	for now := begin; now.Sub(since) < quiet && now.Sub(begin) < restless; {
		total, err := a.total(user)
		if err != nil {
			return err
		}
		if total != last {
			last, since = total, now
		}
		select {
		case now = <-ticker.C:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	return nil
}

// statusPace returns the number of writes of the followed MeshService's status, and the
// shortest time between two of them.
func (a *auditLog) statusPace() (count int, shortestSeconds float64) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	slices.SortFunc(a.statuses, time.Time.Compare)
	for i := 1; i < len(a.statuses); i++ {
		gap := a.statuses[i].Sub(a.statuses[i-1]).Seconds()
		if i == 1 || gap < shortestSeconds {
			shortestSeconds = gap
		}
	}
	return len(a.statuses), shortestSeconds
}
