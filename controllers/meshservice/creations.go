package meshservice

import (
	"fmt"
	"time"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/internal/controller/pace"
	"github.com/meshwork-dev/meshwork/internal/controller/write"
)

// creations are the MeshServices of one Service that were just created and that the cache does
// not show yet, by name. A lagging cache must not cause a second create. The zero value has none.
type creations map[string]time.Time

// createdPeriod is the longest time for a MeshService to reach the cache. After that, it is
// created again, in case it was deleted before it did.
const createdPeriod = 5 * time.Second

// check returns an error if a MeshService was just created.
func (c creations) check(meshService *v1alpha1.MeshService, now time.Time) error {
	if created, found := c[meshService.Name]; found && now.Sub(created) < createdPeriod {
		return fmt.Errorf("%w: MeshService %s was just created", write.ErrStale, client.ObjectKeyFromObject(meshService))
	}
	return nil
}

func (c *creations) add(meshService *v1alpha1.MeshService, now time.Time) {
	if *c == nil {
		*c = creations{}
	}
	(*c)[meshService.Name] = now
}

// untilRetry returns the time until the first of them may be created again, 0 if there are none. No
// event may report the deletion of a MeshService that never reached the cache, such as when the
// definition of the kind is replaced.
func (c creations) untilRetry(now time.Time) time.Duration {
	var next pace.Earliest
	for _, created := range c {
		next.Add(max(time.Millisecond, createdPeriod-now.Sub(created)))
	}
	return next.Wait()
}

// forget forgets the MeshServices that the cache shows now, and those that it never will.
func (c creations) forget(existing []*v1alpha1.MeshService, now time.Time) {
	for _, meshService := range existing {
		delete(c, meshService.Name)
	}
	for name, created := range c {
		if now.Sub(created) >= createdPeriod {
			delete(c, name)
		}
	}
}
