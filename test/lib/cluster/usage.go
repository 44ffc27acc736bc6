package cluster

import (
	"fmt"

	"github.com/prometheus/procfs"
)

// Usage is the CPU time and memory that a process has used so far.
type Usage struct {
	CPUSeconds float64 `json:"cpuSeconds"`
	// PeakMemoryBytes is the largest resident memory so far.
	PeakMemoryBytes int64 `json:"peakMemoryBytes"`
}

// UsageOf returns the usage of a process. It reads /proc, so it needs Linux.
func UsageOf(pid int) (Usage, error) {
	process, err := procfs.NewProc(pid)
	if err != nil {
		return Usage{}, err
	}
	stat, err := process.Stat()
	if err != nil {
		return Usage{}, fmt.Errorf("/proc/%d/stat: %w", pid, err)
	}
	status, err := process.NewStatus()
	if err != nil {
		return Usage{}, fmt.Errorf("/proc/%d/status: %w", pid, err)
	}
	return Usage{CPUSeconds: stat.CPUTime(), PeakMemoryBytes: int64(status.VmHWM)}, nil
}
