package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

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
	if sample.command, err = residentBytes(b.command.PID()); err != nil {
		return sample, err
	}
	sample.renderer = largestRenderer(os.Getpid())
	return sample, nil
}

// residentBytes reads /proc, so it needs Linux.
func residentBytes(pid int) (float64, error) {
	kibibytes, err := statusField(pid, "VmRSS:")
	return kibibytes * 1024, err
}

func statusField(pid int, name string) (float64, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(status)) {
		if value, found := strings.CutPrefix(line, name); found {
			return strconv.ParseFloat(strings.Fields(value)[0], 64)
		}
	}
	return 0, fmt.Errorf("process %d has no %s", pid, name)
}

// largestRenderer returns the memory of the largest renderer among the descendants of a
// process: Chromium keeps a spare one without a page.
func largestRenderer(of int) float64 {
	largest := 0.0
	directories, _ := filepath.Glob("/proc/[0-9]*")
	for _, directory := range directories {
		pid, _ := strconv.Atoi(filepath.Base(directory))
		commandLine, _ := os.ReadFile(filepath.Join(directory, "cmdline"))
		if !strings.Contains(string(commandLine), "--type=renderer") || !descends(pid, of) {
			continue
		}
		if resident, err := residentBytes(pid); err == nil { // it may have ended
			largest = max(largest, resident)
		}
	}
	return largest
}

func descends(pid, from int) bool {
	for pid > 1 {
		parent, err := statusField(pid, "PPid:")
		if err != nil {
			return false
		}
		if pid = int(parent); pid == from {
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
