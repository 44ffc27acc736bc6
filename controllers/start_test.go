package controllers

import (
	"context"
	"errors"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	"sigs.k8s.io/controller-runtime/pkg/manager"
)

// startable is a manager that does nothing but start.
type startable struct {
	manager.Manager
	start func(context.Context) error
}

func (s startable) Start(ctx context.Context) error { return s.start(ctx) }

func TestStart(t *testing.T) {
	broken := errors.New("broken")
	never := make(chan struct{})
	ended, end := context.WithCancel(context.Background())
	end()
	for _, test := range []struct {
		name  string
		ctx   context.Context
		start func(context.Context) error
		grace time.Duration
		want  error
	}{
		{"ends by itself", context.Background(), func(context.Context) error { return broken }, time.Hour, broken},
		{"ends when it is told to", ended, func(ctx context.Context) error { <-ctx.Done(); return broken }, time.Hour, broken},
		{"is left behind when it does not", ended, func(context.Context) error { <-never; return broken }, time.Millisecond, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			err := Start(test.ctx, startable{start: test.start}, test.grace)
			if test.want == nil {
				NewWithT(t).Expect(err).NotTo(HaveOccurred())
			} else {
				NewWithT(t).Expect(err).To(MatchError(test.want))
			}
		})
	}
}
