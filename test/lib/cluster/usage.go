package cluster

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// userHZ is the unit of times in /proc, on every platform (proc_pid_stat(5)).
const userHZ = 100

// Usage is the CPU time and memory that a process has used so far.
type Usage struct {
	CPUSeconds float64 `json:"cpuSeconds"`
	// PeakMemoryBytes is the largest resident memory so far.
	PeakMemoryBytes int64 `json:"peakMemoryBytes"`
}

// UsageOf returns the usage of a process. It reads /proc, so it needs Linux.
func UsageOf(pid int) (Usage, error) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return Usage{}, err
	}
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return Usage{}, err
	}
	var u Usage
	if u.CPUSeconds, err = parseCPU(string(stat)); err != nil {
		return Usage{}, fmt.Errorf("/proc/%d/stat: %w", pid, err)
	}
	if u.PeakMemoryBytes, err = parsePeakMemory(string(status)); err != nil {
		return Usage{}, fmt.Errorf("/proc/%d/status: %w", pid, err)
	}
	return u, nil
}

// parseCPU returns utime and stime of /proc/PID/stat together, in seconds.
func parseCPU(stat string) (float64, error) {
	// The second field is the name in parentheses, which may hold anything.
	end := strings.LastIndexByte(stat, ')')
	fields := strings.Fields(stat[end+1:])
	const utime, stime = 14 - 3, 15 - 3 // counted from the third field
	if end < 0 || len(fields) <= stime {
		return 0, fmt.Errorf("there are no times in %q", stat)
	}
	var ticks int64
	for _, field := range []string{fields[utime], fields[stime]} {
		count, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			return 0, err
		}
		ticks += count
	}
	return float64(ticks) / userHZ, nil
}

// parsePeakMemory returns VmHWM of /proc/PID/status.
func parsePeakMemory(status string) (int64, error) {
	for line := range strings.Lines(status) {
		value, found := strings.CutPrefix(line, "VmHWM:")
		if !found {
			continue
		}
		kibibytes, err := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(value), "kB")), 10, 64)
		return kibibytes << 10, err
	}
	return 0, fmt.Errorf("there is no VmHWM in %q", status)
}
