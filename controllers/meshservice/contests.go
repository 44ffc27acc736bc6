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
type contests map[string]updates

type updates struct {
	contest.Writes[contest.Fingerprint]
	// before is the resourceVersion of the MeshService before the last update.
	before string
}

// wait returns the delay before a contested update may be repeated, 0 if there is none.
func (c contests) wait(pair meshservice.Pair, now time.Time) time.Duration {
	of, found := c[pair.Desired.Name]
	if !found || !of.MayBeContested(now) {
		return 0
	}
	return of.Wait(fingerprintOf(pair), now)
}

// record records an update, unless the cache does not show the last one yet.
func (c *contests) record(pair meshservice.Pair, now time.Time) {
	if *c == nil {
		*c = contests{}
	}
	of := (*c)[pair.Desired.Name]
	if of.before == pair.Live.ResourceVersion {
		return
	}
	of.before = pair.Live.ResourceVersion
	of.Record(fingerprintOf(pair), now)
	(*c)[pair.Desired.Name] = of
}

// retain drops updates that are older than contest.Period or whose MeshService is not among the pairs. It
// returns a finding that names the MeshServices whose updates are contested.
func (c contests) retain(pairs []meshservice.Pair, now time.Time) []finding.Finding {
	if len(c) == 0 {
		return nil
	}
	names, contested := sets.New[string](), []string{}
	for _, pair := range pairs {
		of, found := c[pair.Desired.Name]
		if !found || of.UntilForgotten(now) == 0 {
			continue
		}
		names.Insert(pair.Desired.Name)
		if of.MayBeContested(now) && of.IsContested(fingerprintOf(pair), now) {
			contested = append(contested, pair.Desired.Name)
		}
	}
	maps.DeleteFunc(c, func(name string, _ updates) bool { return !names.Has(name) })
	if len(contested) == 0 {
		return nil
	}
	return []finding.Finding{finding.Warning(v1alpha1.ReasonMeshServiceContested,
		"another client changes %s each time Meshwork writes them, which it does less and less often; "+
			"find the client with kubectl get meshservices -o yaml --show-managed-fields, and make it leave the spec and the labels alone",
		finding.ListFirst(contested))}
}

func fingerprintOf(pair meshservice.Pair) contest.Fingerprint {
	return contest.FingerprintOf(contentOf(pair.Live.UID, pair.Desired))
}
