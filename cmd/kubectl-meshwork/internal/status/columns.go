package status

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/report"
)

// meshColumns are the columns of the table of Meshes, from left to right.
var meshColumns = []report.Column[Mesh]{
	{Title: "NAME", Value: func(m Mesh) string { return m.Name }},
	{Title: "MTLS", Value: func(m Mesh) string { return cmp.Or(m.MTLS, "-") }},
	{Title: "MESHSERVICES", Value: func(m Mesh) string { return orDash(m.MeshServices) }},
	{Title: "IPV4 VIPS", Value: func(m Mesh) string { return orDash(m.IPv4) }},
	{Title: "IPV6 VIPS", Value: func(m Mesh) string { return orDash(m.IPv6) }},
	{Title: "READY", Value: func(m Mesh) string { return m.conditionStatus(v1alpha1.ConditionReady) }},
	{Title: "RANGES", Value: func(m Mesh) string { return m.conditionStatus(v1alpha1.ConditionVIPRangesReady) }},
}

func orDash[T any](value *T) string {
	if value == nil {
		return "-"
	}
	return fmt.Sprint(*value)
}

// String returns "USED of TOTAL".
func (a Addresses) String() string { return fmt.Sprintf("%d of %d", a.Used, a.Used+a.Available) }

func (m Mesh) conditionStatus(conditionType string) string {
	i := slices.IndexFunc(m.Conditions, func(condition Condition) bool { return condition.Type == conditionType })
	if i < 0 {
		return "-"
	}
	return fmt.Sprint(m.Conditions[i].True)
}
