package write

import (
	"context"

	utilerrors "k8s.io/apimachinery/pkg/util/errors"
	"k8s.io/client-go/util/workqueue"
)

// maxParallel bounds the concurrent writes of one sync.
const maxParallel = 8

// InParallel calls do with every item. The failure of one does not stop the others;
// all errors are returned.
func InParallel[T any](ctx context.Context, items []T, do func(context.Context, T) error) error {
	errs := make([]error, len(items))
	workqueue.ParallelizeUntil(ctx, maxParallel, len(items), func(i int) {
		errs[i] = do(ctx, items[i])
	})
	if ctx.Err() != nil {
		errs = append(errs, ctx.Err())
	}
	return utilerrors.NewAggregate(errs)
}
