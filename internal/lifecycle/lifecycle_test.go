package lifecycle

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/gomega"
	"sigs.k8s.io/controller-runtime/pkg/manager"
)

// startable is a manager that can only be started.
type startable struct {
	manager.Manager
	start func(context.Context) error
}

func (s startable) Start(ctx context.Context) error { return s.start(ctx) }

func TestRun(t *testing.T) {
	broken := errors.New("broken")
	running := context.Background()
	ended, end := context.WithCancel(running)
	end()
	for _, test := range []struct {
		name string
		ctx  context.Context
		ends time.Duration // after the start
		took time.Duration
		want error
	}{
		{"ends on its own", running, time.Hour, time.Hour, broken},
		{"ends when it is told to", ended, time.Minute, time.Minute, broken},
		{"does not end in time", ended, time.Hour, time.Minute + leeway, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { // with a fake clock
				begin := time.Now()
				over := time.After(test.ends)
				left := make(chan struct{})
				start := func(context.Context) error { defer close(left); <-over; return broken }

				err := Run(test.ctx, startable{start: start}, time.Minute)
				NewWithT(t).Expect(time.Since(begin)).To(Equal(test.took))
				NewWithT(t).Expect(errors.Is(err, test.want)).To(BeTrue(), "%v", err)
				<-left
			})
		})
	}
}
