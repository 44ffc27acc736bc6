package write

import (
	"context"
	"encoding/json"

	utilerrors "k8s.io/apimachinery/pkg/util/errors"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/pkg/meshservice"
)

const FieldOwner = client.FieldOwner(meshservice.FieldManager)

// convert goes between an API type and its apply configuration, which have the same JSON.
func Convert[To any](from any) (*To, error) {
	data, err := json.Marshal(from)
	if err != nil {
		return nil, err
	}
	to := new(To)
	return to, json.Unmarshal(data, to)
}

// parallelWrites bounds the writes that one reconciliation has under way.
const parallelWrites = 8

// inParallel does something with every item, whatever becomes of the others.
func InParallel[T any](ctx context.Context, items []T, do func(context.Context, T) error) error {
	errs := make([]error, len(items))
	workqueue.ParallelizeUntil(ctx, parallelWrites, len(items), func(i int) {
		errs[i] = do(ctx, items[i])
	})
	if ctx.Err() != nil {
		errs = append(errs, ctx.Err())
	}
	return utilerrors.NewAggregate(errs)
}
