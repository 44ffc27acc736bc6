package live

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/gomega"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
)

// probe returns a cluster whose API server hangs if asked to, or answers with the error.
func probe(ctx context.Context, hangs *atomic.Bool, err error, news *atomic.Int32) *Cluster {
	server := fake.NewClientBuilder().WithInterceptorFuncs(interceptor.Funcs{
		List: func(ctx context.Context, _ client.WithWatch, _ client.ObjectList, _ ...client.ListOption) error {
			if hangs.Load() {
				<-ctx.Done()
				return ctx.Err()
			}
			return err
		},
	}).Build()
	cluster := New(ctx, server, Options{Changed: func(Change) {}, Reported: func(bool) { news.Add(1) }})
	go cluster.Probe(ctx)
	return cluster
}

func TestASilentServerIsNoticedWithin8Seconds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		ctx, stop := context.WithCancel(t.Context())
		var hangs atomic.Bool
		var news atomic.Int32
		cluster := probe(ctx, &hangs, nil, &news)
		time.Sleep(time.Minute)
		synctest.Wait()
		g.Expect(cluster.Connection().Connected).To(BeTrue())
		hangsSince := time.Now()
		hangs.Store(true)
		time.Sleep(8*time.Second + time.Millisecond)
		synctest.Wait()
		silent := cluster.Connection()
		g.Expect(silent.Connected).To(BeFalse())
		g.Expect(silent.Message).To(Equal("no answer within 6s"))
		g.Expect(silent.Since).To(BeTemporally("~", hangsSince, probePeriod), "the time of the last answer")
		time.Sleep(time.Minute)
		synctest.Wait()
		g.Expect(cluster.Connection()).To(Equal(silent))
		hangs.Store(false)
		time.Sleep(probePeriod + probeTimeout)
		synctest.Wait()
		g.Expect(cluster.Connection().Connected).To(BeTrue())
		g.Expect(news.Load()).To(BeEquivalentTo(2), "silence and its end are reported, nothing else")
		stop()
	})
}

func TestARefusalIsAnAnswer(t *testing.T) {
	for name, expected := range map[string]struct {
		err       error
		connected bool
	}{
		"forbidden":            {forbidden, true},
		"too many requests":    {apierrors.NewTooManyRequests("busy", 1), true},
		"etcd does not answer": {apierrors.NewTimeoutError("etcdserver: request timed out", 1), false},
		"refused":              {errors.New("connection refused"), false},
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx, stop := context.WithCancel(t.Context())
			cluster := probe(ctx, &atomic.Bool{}, expected.err, &atomic.Int32{})
			synctest.Wait()
			if connection := cluster.Connection(); connection.Connected != expected.connected {
				t.Errorf("%s: %+v", name, connection)
			}
			stop()
		})
	}
}
