package events

import (
	"strings"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation"
	clocktesting "k8s.io/utils/clock/testing"

	"github.com/meshwork-dev/meshwork/pkg/finding"
)

// The API server refuses events that are longer.
func TestEventsHaveTheLengthOfTheAPI(t *testing.T) {
	g := NewWithT(t)
	recorder := NewRecorder("Test", nil, nil, clocktesting.NewFakePassiveClock(time.Unix(1_000, 0)))
	long := strings.Repeat("a", 235) + "." + strings.Repeat("b", 17)
	event := recorder.newEvent(corev1.ObjectReference{Name: long}, finding.Warning("Reason", "%s", strings.Repeat("ä", 2_000)))
	g.Expect(len(event.Note)).To(And(BeNumerically("<=", 1_024), BeNumerically(">", 900)))
	g.Expect(validation.IsDNS1123Subdomain(event.Name)).To(BeEmpty(), event.Name)
	other := recorder.newEvent(corev1.ObjectReference{Name: long}, finding.Warning("Reason", "%s", strings.Repeat("ä", 2_000)+"."))
	g.Expect(other.Name).NotTo(Equal(event.Name), "the whole message decides")
}
