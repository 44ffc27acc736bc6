package write

import (
	"context"

	"k8s.io/client-go/util/workqueue"
)

// maxParallel bounds the concurrent writes of one sync.
const maxParallel = 8

// InParallel calls do with every item, and returns its errors in the order of the items. The
// failure of one does not stop the others. If the context ends, the remaining items have its error.
func InParallel[T any](ctx context.Context, items []T, do func(context.Context, T) error) []error {
	errs := make([]error, len(items))
	done := make([]bool, len(items))
	workqueue.ParallelizeUntil(ctx, maxParallel, len(items), func(i int) {
		errs[i], done[i] = do(ctx, items[i]), true
	})
	for i := range items {
		if !done[i] {
			errs[i] = ctx.Err()
		}
	}
	return errs
}
