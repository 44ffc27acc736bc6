package lifecycle

import (
	"math"

	"github.com/KimMachineGun/automemlimit/memlimit"
	"github.com/go-logr/logr"
)

// LimitMemory makes the garbage collector run more often near the memory limit of the container,
// unless GOMEMLIMIT is set.
func LimitMemory(log logr.Logger) {
	switch limit, err := memlimit.Set(); {
	case err != nil:
		log.Info("the memory limit of the container is not known", "error", err.Error())
	case limit < math.MaxInt64:
		log.Info("limiting memory", "bytes", limit)
	}
}
