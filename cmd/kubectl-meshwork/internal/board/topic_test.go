package board

import (
	"testing"

	. "github.com/onsi/gomega"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/picture"
)

func TestAnEntryThatIsNoJSONIsLeftOut(t *testing.T) {
	g := NewWithT(t)
	topic := newTopic(TopicOverview)
	topic.replace(picture.Entries{"bad": func() {}, "good": "text"})
	g.Expect(topic.entries).To(HaveLen(1))
	g.Expect(topic.entries).To(HaveKeyWithValue("good", BeEquivalentTo(`"text"`)))
}
