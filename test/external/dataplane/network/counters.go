package network

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
)

// Counters count the packets that the kernel dropped, rejected, or repeated, by its own names.
type Counters map[string]uint64

// source is a file below /proc/net, and the names in it that belong to Counters.
type source struct {
	file  string
	names []string
	base  int
}

var (
	namespaceSources = []source{
		{"netstat", []string{
			"TCPSynRetrans", "TCPTimeouts", "ListenOverflows", "ListenDrops", "TCPReqQFullDrop", "TCPBacklogDrop",
			"TCPChallengeACK", "TCPSYNChallenge", "PAWSActive", "PAWSEstab",
		}, 10},
		{"snmp", []string{"InDestUnreachs", "OutDestUnreachs", "OutNoRoutes", "OutDiscards"}, 10},
		{"snmp6", []string{"Icmp6InDestUnreachs", "Icmp6OutDestUnreachs", "Ip6OutNoRoutes", "Ip6OutDiscards"}, 10},
		{"stat/nf_conntrack", []string{"clashres", "insert_failed", "drop", "early_drop"}, 16},
	}
	// All namespaces share the caches of neighbors.
	machineSources = []source{
		{"stat/arp_cache", neighborCounters, 16},
		{"stat/ndisc_cache", neighborCounters, 16},
	}
	neighborCounters = []string{"res_failed", "forced_gc_runs", "unresolved_discards", "table_fulls"}
)

// Counters returns the counters of the namespace and the machine.
func (n *Namespace) Counters() (Counters, error) {
	counters := Counters{}
	for _, source := range machineSources {
		counters.read(source)
	}
	return counters, n.Do(func() error {
		for _, source := range namespaceSources {
			counters.read(source)
		}
		return nil
	})
}

// read reads nothing from a file that this kernel does not have.
func (c Counters) read(from source) {
	content, _ := os.ReadFile("/proc/thread-self/net/" + from.file)
	for name, value := range parseCounters(string(content), from.base) {
		if slices.Contains(from.names, name) {
			c[from.file+" "+name] += value
		}
	}
}

// parseCounters reads lines of names, each followed by lines of values: one, or one for
// each processor. In netstat and snmp, lines begin with the name of a protocol; in snmp6,
// each line has one name and its value.
func parseCounters(content string, base int) Counters {
	counters, names := Counters{}, []string(nil)
	for line := range strings.Lines(content) {
		fields := strings.Fields(line)
		if name, value, ok := parsePair(fields, base); ok {
			counters[name] += value
			continue
		}
		values, err := parseValues(fields, base)
		if err != nil {
			names = fields
			continue
		}
		for i, value := range values[:min(len(values), len(names))] {
			counters[names[i]] += value
		}
	}
	return counters
}

// parsePair reads a line of one name and its value.
func parsePair(fields []string, base int) (name string, value uint64, ok bool) {
	if len(fields) != 2 || strings.HasSuffix(fields[0], ":") {
		return "", 0, false
	}
	if _, err := strconv.ParseUint(fields[0], base, 64); err == nil {
		return "", 0, false
	}
	value, err := strconv.ParseUint(fields[1], base, 64)
	return fields[0], value, err == nil
}

func parseValues(fields []string, base int) ([]uint64, error) {
	values := make([]uint64, len(fields))
	for i, field := range fields {
		if i == 0 && strings.HasSuffix(field, ":") {
			continue
		}
		var err error
		if values[i], err = strconv.ParseUint(field, base, 64); err != nil {
			return nil, err
		}
	}
	return values, nil
}

// Since returns the increases since earlier counters of the same namespace.
func (c Counters) Since(before Counters) Counters {
	since := Counters{}
	for name, value := range c {
		if value > before[name] {
			since[name] = value - before[name]
		}
	}
	return since
}

// String returns "name count, …".
func (c Counters) String() string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(c)) {
		parts = append(parts, fmt.Sprintf("%s %d", name, c[name]))
	}
	return strings.Join(parts, ", ")
}
