package command

import (
	"encoding/json"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/explain"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/terminal"
)

// results are printed one after the other.
type results []result

// orOne returns the only result as it is.
func (r results) orOne() result {
	if len(r) == 1 {
		return r[0]
	}
	return r
}

// Outcome is the worst of all. Other than in a list of all Services, it is a problem if one
// that was named is not in a mesh.
func (r results) Outcome() explain.Result {
	outcome := explain.ResultOK
	for _, one := range r {
		if one.Outcome() == explain.ResultNotInMesh {
			return explain.ResultProblem
		}
		outcome = explain.Worse(outcome, one.Outcome())
	}
	return outcome
}

// Print prints an empty line between two results.
func (r results) Print(printer *terminal.Printer, wide bool) {
	for i, one := range r {
		if i > 0 {
			printer.Line("")
		}
		one.Print(printer, wide)
	}
}

// MarshalJSON returns a list, as kubectl does for several objects.
func (r results) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		OK     bool           `json:"ok"`
		Result explain.Result `json:"result"`
		Items  []result       `json:"items"`
	}{r.Outcome() == explain.ResultOK, r.Outcome(), r})
}
