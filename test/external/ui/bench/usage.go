package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/prometheus/procfs"

	"github.com/meshwork-dev/meshwork/test/lib/cluster"
)

// usage is the usage of the command up to a moment.
type usage struct {
	at         time.Time
	cpuSeconds float64
	changes    int64
}

func (b *bench) usage() (usage, error) {
	used, err := cluster.UsageOf(b.command.PID())
	taken := usage{at: time.Now(), cpuSeconds: used.CPUSeconds}
	if b.churn != nil {
		taken.changes = b.churn.written.Load()
	}
	return taken, err
}

func (b *bench) measureCPU(ctx context.Context, what string) error {
	progress("Measuring the %s", what)
	before, err := b.usage()
	if err != nil {
		return err
	}
	if err := sleep(ctx, cpuPeriod); err != nil {
		return err
	}
	return b.addCPU(before, what)
}

func (b *bench) addCPU(before usage, what string) error {
	after, err := b.usage()
	if err != nil {
		return err
	}
	took, cpu := after.at.Sub(before.at).Seconds(), after.cpuSeconds-before.cpuSeconds
	if changes := after.changes - before.changes; changes > 0 {
		b.figures.add(what, "", "%.1f ms (%.0f %% of a core at %.1f changes a second)", cpu*1000/float64(changes), cpu*100/took, float64(changes)/took)
		return nil
	}
	b.figures.add(what, "", "%.1f %% of a core", cpu*100/took)
	return nil
}

// memory is the memory of the command and the browser at a moment, in bytes.
type memory struct{ command, commandHeap, renderer, pageHeap float64 }

func (m memory) String() string {
	return fmt.Sprintf("command %.0f MiB (heap %.0f), renderer %.0f MiB (heap %.1f)", mebibytes(m.command), mebibytes(m.commandHeap), mebibytes(m.renderer), mebibytes(m.pageHeap))
}

func (b *bench) sampleMemory() (memory, error) {
	sample := memory{}
	var err error
	if sample.pageHeap, err = b.tab.heap(); err != nil {
		return sample, err
	}
	if sample.commandHeap, err = b.command.heap(); err != nil {
		return sample, err
	}
	process, err := procfs.NewProc(b.command.PID())
	if err != nil {
		return sample, err
	}
	if sample.command, err = resident(process); err != nil {
		return sample, err
	}
	sample.renderer = largestRenderer(os.Getpid())
	return sample, nil
}

// resident returns how much memory of a process is resident, in bytes.
func resident(of procfs.Proc) (float64, error) {
	status, err := of.NewStatus()
	return float64(status.VmRSS), err
}

// largestRenderer returns the memory of the largest renderer among the descendants of a
// process: Chromium keeps a spare one without a page.
func largestRenderer(of int) float64 {
	largest := 0.0
	processes, _ := procfs.AllProcs()
	for _, process := range processes {
		commandLine, _ := process.CmdLine()
		isRenderer := func(argument string) bool { return strings.Contains(argument, "--type=renderer") } // it has joined its arguments
		if !slices.ContainsFunc(commandLine, isRenderer) || !descends(process.PID, of) {
			continue
		}
		if bytes, err := resident(process); err == nil { // it may have ended
			largest = max(largest, bytes)
		}
	}
	return largest
}

func descends(pid, from int) bool {
	for pid > 1 {
		process, err := procfs.NewProc(pid)
		if err != nil {
			return false
		}
		stat, err := process.Stat()
		if err != nil {
			return false
		}
		if pid = stat.PPID; pid == from {
			return true
		}
	}
	return false
}

func sleep(ctx context.Context, period time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(period):
		return nil
	}
}
