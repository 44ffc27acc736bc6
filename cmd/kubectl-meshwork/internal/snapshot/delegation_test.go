package snapshot_test

import (
	"testing"

	"github.com/meshwork-dev/meshwork/controllers"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

func TestMirroringManagerIsThatOfTheController(t *testing.T) {
	if got, want := snapshot.MirroringManager("example.com"), controllers.MirroringManager("example.com"); got != want {
		t.Errorf("%q, not %q", got, want)
	}
}
