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

// shownClients is the number of xDS clients that are listed without -o wide.
const shownClients = 10

// writeClients writes the xDS clients of the Service. Clients that may be outdated come first.
func (e *Explanation) writeClients(d *report.Document, wide bool) {
	if e.XDS == nil {
		return
	}
	d.Heading("xDS")
	d.Item(report.Neutral, "reported by", finding.List(e.XDS.Servers, finding.RoomForMost))
	if len(e.XDS.Clients) == 0 {
		d.Item(report.Neutral, "clients", "none subscribes to the Service")
		return
	}
	outdatedFirst := slices.SortedStableFunc(slices.Values(e.XDS.Clients), func(a, b snapshot.XDSClient) int {
		return cmp.Or(cmp.Compare(min(len(b.Refused), 1), min(len(a.Refused), 1)), cmp.Compare(min(len(b.Unanswered), 1), min(len(a.Unanswered), 1)))
	})
	for i, client := range outdatedFirst {
		if i == shownClients && !wide {
			d.Paragraph(fmt.Sprintf("and %d more; -o wide lists all", len(e.XDS.Clients)-shownClients))
			break
		}
		mark := report.Good
		if len(client.Refused)+len(client.Unanswered) > 0 {
			mark = report.Caution
		}
		d.Item(mark, "client", describeClient(client, wide))
		for _, refusal := range Refusals(client) {
			d.Item(report.Caution, "refuses", refusal)
		}
		for _, update := range Unanswered(client) {
			d.Item(report.Caution, "lags behind", update)
		}
	}
}

// describeClient quotes the fields that the client chooses.
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
	return fmt.Sprintf("%s, asks for %s since %s", text, listNames(Names(client)), snapshot.UTC(client.Since).Format(time.RFC3339))
}

// Refusals returns the types that the client rejects, with its reasons.
func Refusals(client snapshot.XDSClient) []string {
	var refusals []string
	for _, kind := range slices.Sorted(maps.Keys(client.Refused)) {
		refusals = append(refusals, fmt.Sprintf("what it was sent of type %s: %s", finding.Clip(kind, 64), finding.Clip(client.Refused[kind], finding.RoomForAll)))
	}
	return refusals
}

// Unanswered returns the types of the updates that the client has neither accepted nor refused.
func Unanswered(client snapshot.XDSClient) []string {
	var updates []string
	for _, kind := range slices.Sorted(maps.Keys(client.Unanswered)) {
		updates = append(updates, fmt.Sprintf("it has not answered an update of type %s since %s, and may use an earlier version",
			finding.Clip(kind, 64), snapshot.UTC(client.Unanswered[kind]).Format(time.RFC3339)))
	}
	return updates
}

// Names returns the subscribed names of all types, without duplicates. The result is empty
// if the client subscribes to everything.
func Names(client snapshot.XDSClient) []string {
	names := slices.Compact(slices.Sorted(slices.Values(slices.Concat(slices.Collect(maps.Values(client.Names))...))))
	if slices.Contains(names, "*") {
		return nil
	}
	return names
}

func listNames(names []string) string {
	if len(names) == 0 {
		return "everything"
	}
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = finding.Quote(name)
	}
	return finding.ListFirst(quoted)
}
