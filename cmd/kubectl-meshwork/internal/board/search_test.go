package board_test

import (
	"testing"

	. "github.com/onsi/gomega"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/board"
)

func TestSearchFindsWhatRowsDoNotHave(t *testing.T) {
	g := NewWithT(t)
	_, pictures := start(t, mesh(), service("web"), service("cart"), slice("web", "web-1", "web-0", "web-5"), slice("", "stray", "web-9"))
	places := func(word string) func() map[string]string {
		return func() map[string]string { return pictures.Search([]string{word})[word].Services }
	}
	v := newViewer(pictures, board.TopicServices)
	g.Eventually(func() any { return v.entry(board.TopicServices, "shop/web") }, soon).ShouldNot(BeNil())
	g.Eventually(places("10.1.0.2"), soon).Should(Equal(map[string]string{"shop/web": "address 10.1.0.2"}))
	g.Expect(places("web-5")()).To(Equal(map[string]string{"shop/web": "Pod web-5"}))
	g.Expect(places("node-a")()).To(Equal(map[string]string{"shop/web": "Node node-a"}))
	g.Expect(places("app=cart")()).To(Equal(map[string]string{"shop/cart": "selector app=cart"}))
	g.Expect(places("=default")()).To(HaveLen(2))
	g.Expect(places("web-9")()).To(BeEmpty(), "it is in the slice of no Service")
}

func TestSearchReturnsAThousandServicesAtMost(t *testing.T) {
	g := NewWithT(t)
	var objects []client.Object
	for i := range 1001 {
		objects = append(objects, service("web-"+string(rune('a'+i/676))+string(rune('a'+i/26%26))+string(rune('a'+i%26))))
	}
	_, pictures := start(t, objects...)
	found := func() *board.Found { return pictures.Search([]string{"app="})["app="] }
	g.Eventually(func() bool { return found().Cut }, soon).Should(BeTrue())
	g.Expect(found().Services).To(HaveLen(1000))
}
