package release

import (
	"testing"

	. "github.com/onsi/gomega"

	"github.com/meshwork-dev/meshwork/controllers"
)

// Otherwise a release would end while something of a controller is left.
func TestEveryControllerThatWritesIsSearchedFor(t *testing.T) {
	for _, name := range controllers.Released() {
		NewWithT(t).Expect(searches).To(HaveKey(name))
	}
}
