package handover

import (
	"context"
	"errors"
	"testing"

	. "github.com/onsi/gomega"

	"github.com/meshwork-dev/meshwork/pkg/delegation"
	"github.com/meshwork-dev/meshwork/pkg/finding"
)

// steps are those of a Service on whose object every patch is refused.
type steps struct {
	refusing
	service            string
	written, withdrawn int
	sliceErr           error
}

func (s *steps) Prepare(context.Context) (delegation.View, []finding.Finding, error) {
	return delegation.View{}, nil, nil
}

func (s *steps) Write(context.Context) ([]finding.Finding, error) {
	s.written++
	return nil, s.sliceErr
}

func (s *steps) Withdraw(context.Context) error {
	s.withdrawn++
	return s.sliceErr
}

func (s *steps) LetDefaultIn(context.Context) (bool, error) { return false, s.attempt("let in") }
func (s *steps) KeepDefaultAway(context.Context) error      { return s.attempt("keep away") }
func (s *steps) ReleaseOwnership(context.Context) error     { return s.attempt("release ownership") }
func (s *steps) Patched() any                               { return s.service }

func TestARefusedHandoverIsNotRepeated(t *testing.T) {
	for _, test := range []struct {
		name               string
		decision           delegation.Decision
		written, withdrawn int
	}{
		{"keep away", delegation.Decision{KeepAway: true}, 4, 0},
		{"let in", delegation.Decision{LetDefaultIn: true}, 4, 0},
		{"let in", delegation.Decision{LetDefaultIn: true, Withdraw: true}, 0, 4},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := NewWithT(t)
			runner, _ := newTestRunner()
			steps := &steps{service: "before"}
			for range 3 {
				_, err := runner.execute(t.Context(), web, test.decision, steps)
				g.Expect(err).To(MatchError(ContainSubstring("request 1")))
			}
			g.Expect(steps.attempts).To(Equal([]string{test.name}))

			steps.service = "after"
			_, _ = runner.execute(t.Context(), web, test.decision, steps)
			g.Expect(steps.attempts).To(HaveLen(2), "the user has changed the Service")
			g.Expect(steps.written).To(Equal(test.written), "the slices do not wait")
			g.Expect(steps.withdrawn).To(Equal(test.withdrawn), "the slices do not wait")
		})
	}
}

// letIn are steps that let the default controller in, and may not release the ownership.
type letIn struct{ steps }

func (s *letIn) LetDefaultIn(context.Context) (bool, error) { return true, nil }

func TestOwnershipThatCannotBeReleasedStopsNothing(t *testing.T) {
	g := NewWithT(t)
	runner, _ := newTestRunner()
	steps := &letIn{}
	for range 3 {
		_, err := runner.execute(t.Context(), web, delegation.Decision{LetDefaultIn: true, Withdraw: true}, steps)
		g.Expect(err).NotTo(HaveOccurred())
	}
	g.Expect(steps.attempts).To(Equal([]string{"release ownership"}))
	g.Expect(steps.withdrawn).To(Equal(3))
}

func TestAStepDoesNotHideThatSlicesAreNotWritten(t *testing.T) {
	g := NewWithT(t)
	runner, _ := newTestRunner()
	failed := errors.New("no slice was written")
	steps := &steps{sliceErr: failed}
	_, err := runner.execute(t.Context(), web, delegation.Decision{KeepAway: true}, steps)
	g.Expect(err).To(MatchError(failed))
	g.Expect(steps.attempts).To(BeEmpty(), "the default controller is kept away only if the slices stand")
	for _, withdraw := range []bool{false, true} {
		_, err = runner.execute(t.Context(), web, delegation.Decision{LetDefaultIn: true, Withdraw: withdraw}, steps)
		g.Expect(err).To(And(MatchError(failed), MatchError(ContainSubstring("request 1"))))
	}
}
