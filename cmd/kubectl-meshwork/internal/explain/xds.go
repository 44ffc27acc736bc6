package explain

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/meshwork-dev/meshwork/pkg/finding"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/report"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

// shownClients is how many xDS clients are listed without -o wide.
const shownClients = 10

// writeClients writes the clients that get the Service by xDS. Those that refuse
// something come first.
func (e *Explanation) writeClients(d *report.Document, wide bool) {
	if e.XDS == nil {
		return
	}
	d.Heading("xDS")
	d.Item(report.Neutral, "servers", finding.List(e.XDS.Servers, finding.RoomForMost))
	if len(e.XDS.Clients) == 0 {
		d.Item(report.Neutral, "clients", "none subscribes to the Service")
		return
	}
	refusingFirst := slices.SortedStableFunc(slices.Values(e.XDS.Clients), func(a, b snapshot.XDSClient) int {
		return cmp.Compare(min(len(b.Refused), 1), min(len(a.Refused), 1))
	})
	for i, client := range refusingFirst {
		if i == shownClients && !wide {
			d.Paragraph(fmt.Sprintf("and %d more; -o wide lists all", len(e.XDS.Clients)-shownClients))
			break
		}
		mark := report.Good
		if len(client.Refused) > 0 {
			mark = report.Caution
		}
		d.Item(mark, "client", describeClient(client, wide))
		for _, kind := range slices.Sorted(maps.Keys(client.Refused)) {
			d.Item(report.Caution, "refuses", fmt.Sprintf("what it was sent of type %s: %s", finding.Clip(kind, 64), finding.Clip(client.Refused[kind], finding.RoomForAll)))
		}
	}
}

// describeClient quotes what the client says of itself.
func describeClient(client snapshot.XDSClient, wide bool) string {
	text := finding.Clip(client.Client, finding.RoomForFirst)
	if client.Agent != "" {
		text += ", agent " + finding.Quote(client.Agent)
	}
	if client.Node != "" {
		text += ", node " + finding.Quote(client.Node)
	}
	if wide {
		text += fmt.Sprintf(", from %s, connected to %s", finding.Clip(client.Address, 64), client.Server)
	}
	return fmt.Sprintf("%s, asks for %s since %s", text, listNames(client.Names), client.Since.UTC().Format(time.RFC3339))
}

// listNames lists the names of all types once.
func listNames(byKind map[string][]string) string {
	names := slices.Sorted(slices.Values(slices.Concat(slices.Collect(maps.Values(byKind))...)))
	var quoted []string
	for _, name := range slices.Compact(names) {
		if name == "*" {
			return "everything"
		}
		quoted = append(quoted, finding.Quote(name))
	}
	return finding.ListFirst(quoted)
}
