package dataplane

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/meshwork-dev/meshwork/test/external/dataplane/network"
	"github.com/meshwork-dev/meshwork/test/external/dataplane/traffic"
	"github.com/meshwork-dev/meshwork/test/lib/cluster"
)

// Load is a client that runs in a namespace.
type Load struct {
	process *cluster.Process
	records *records
}

// StartLoad starts a client in a namespace. Network and Timeout default to tcp and
// traffic.DefaultTimeout.
func (g *Ground) StartLoad(from *network.Namespace, client traffic.Client) (*Load, error) {
	client.Network = cmp.Or(client.Network, "tcp")
	client.Timeout = cmp.Or(client.Timeout, traffic.DefaultTimeout)
	load := &Load{records: &records{begun: make(chan struct{})}}
	var err error
	load.process, err = g.Cluster.StartProgram(cluster.Program{
		Name: fmt.Sprintf("client-%d", g.loads.Add(1)), Path: g.program, Within: from.Do, Stdout: load.records,
		Args: []string{
			"client", "-network=" + client.Network, "-target=" + client.Target, fmt.Sprintf("-rate=%g", client.Rate),
			fmt.Sprintf("-count=%d", client.Count), "-timeout=" + client.Timeout.String(),
		},
	})
	return load, err
}

// Ask sends one request from a namespace. Network and Timeout default as for StartLoad.
func Ask(from *network.Namespace, client traffic.Client) traffic.Record {
	client.Network, client.Dial = cmp.Or(client.Network, "tcp"), from.DialContext
	return client.Once()
}

// Sent returns the number of requests that have ended so far.
func (l *Load) Sent() int { return len(l.records.all()) }

// Records returns the requests that have ended so far.
func (l *Load) Records() []traffic.Record { return l.records.all() }

// Report accounts for the requests that have ended so far.
func (l *Load) Report() traffic.Report { return traffic.NewReport(l.records.all()) }

// Since accounts for the requests that began at a time or later, and have ended.
func (l *Load) Since(begin time.Time) traffic.Report {
	var records []traffic.Record
	for _, record := range l.records.all() {
		if !record.Began.Before(begin) {
			records = append(records, record)
		}
	}
	return traffic.NewReport(records)
}

// Stop sends no more requests, waits for the answers to earlier ones, and accounts for all of
// them.
func (l *Load) Stop() (traffic.Report, error) {
	// A client that has not begun would be killed by the signal.
	select {
	case <-l.records.begun:
	case <-l.process.Done():
	}
	return l.end(l.process.Stop())
}

// Wait waits until a client with a Count has ended.
func (l *Load) Wait() (traffic.Report, error) {
	<-l.process.Done()
	return l.end(nil)
}

func (l *Load) end(err error) (traffic.Report, error) {
	if err = errors.Join(err, l.process.Err(), l.records.err()); err != nil {
		return traffic.Report{}, fmt.Errorf("the client %s lost count: %w; its log: %s", l.process.Name(), err, l.process.LogPath())
	}
	return l.Report(), nil
}

// records collects the lines that a client prints.
type records struct {
	// begun is closed when there is a record.
	begun chan struct{}

	mutex   sync.Mutex
	partial []byte
	list    []traffic.Record
	failure error
}

// Write takes any part of the output.
func (r *records) Write(output []byte) (int, error) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.partial = append(r.partial, output...)
	for {
		line, rest, found := bytes.Cut(r.partial, []byte("\n"))
		if !found {
			return len(output), nil
		}
		var record traffic.Record
		if err := json.Unmarshal(line, &record); err != nil {
			r.failure = fmt.Errorf("reading %q: %w", line, err)
		}
		if len(r.list) == 0 {
			close(r.begun)
		}
		r.list = append(r.list, record)
		r.partial = rest
	}
}

// all returns the records so far. They do not change.
func (r *records) all() []traffic.Record {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return r.list[:len(r.list):len(r.list)]
}

func (r *records) err() error {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if len(r.partial) > 0 {
		return fmt.Errorf("the output ends within a line: %q", r.partial)
	}
	return r.failure
}
