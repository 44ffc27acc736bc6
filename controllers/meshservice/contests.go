package meshservice

import (
	"maps"
	"time"

	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/contest"
	"github.com/meshwork-dev/meshwork/pkg/finding"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
)

// contests are the updates of MeshServices in a row, by name. Other clients may undo them.
type contests map[string]contest.Writes[contest.Fingerprint]

// wait returns the time until an update that another client undoes each time may be done again.
func (c contests) wait(pair meshservice.Pair, now time.Time) time.Duration {
	writes, found := c[pair.Desired.Name]
	if !found {
		return 0
	}
	return writes.Wait(fingerprintOf(pair), now)
}

// record records an update.
func (c *contests) record(pair meshservice.Pair, now time.Time) {
	if *c == nil {
		*c = contests{}
	}
	writes := (*c)[pair.Desired.Name]
	writes.Record(fingerprintOf(pair), now)
	(*c)[pair.Desired.Name] = writes
}

// retain forgets the updates of MeshServices that are not among the pairs, and reports those that are
// contested.
func (c contests) retain(pairs []meshservice.Pair, now time.Time) []finding.Finding {
	if len(c) == 0 {
		return nil
	}
	names, contested := sets.New[string](), []string{}
	for _, pair := range pairs {
		names.Insert(pair.Desired.Name)
		if writes, found := c[pair.Desired.Name]; found && writes.IsContested(fingerprintOf(pair), now) {
			contested = append(contested, pair.Desired.Name)
		}
	}
	maps.DeleteFunc(c, func(name string, _ contest.Writes[contest.Fingerprint]) bool { return !names.Has(name) })
	if len(contested) == 0 {
		return nil
	}
	return []finding.Finding{finding.Warning(v1alpha1.ReasonMeshServiceContested,
		"another client changes %s each time Meshwork writes it, and Meshwork writes it less and less often; "+
			"find the client with kubectl get meshservices --show-managed-fields, and make it leave the spec and the labels alone",
		finding.ListFirst(contested))}
}

func fingerprintOf(pair meshservice.Pair) contest.Fingerprint {
	return contest.FingerprintOf(contentOf(pair.Live.UID, pair.Desired))
}
