package clients_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/interop/grpc_testing"
	"google.golang.org/grpc/resolver"
	"google.golang.org/grpc/status"
	"google.golang.org/grpc/xds"
	"k8s.io/apimachinery/pkg/types"
)

// goClient is a channel of grpc-go that gets its endpoints from the servers.
func goClient(t *testing.T, target string, servers ...string) grpc_testing.TestServiceClient {
	t.Helper()
	newResolver, err := xds.NewXDSResolverWithConfigForTesting([]byte(bootstrap(t, servers...)))
	if err != nil {
		t.Fatal(err)
	}
	channel, err := grpc.NewClient("xds:///"+target, grpc.WithTransportCredentials(insecure.NewCredentials()), grpc.WithResolvers(newResolver))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = channel.Close() })
	return grpc_testing.NewTestServiceClient(channel)
}

var _ resolver.Builder

func bootstrap(t *testing.T, servers ...string) string {
	t.Helper()
	list := ""
	for i, server := range servers {
		if i > 0 {
			list += ","
		}
		list += fmt.Sprintf(`{"server_uri": %q, "channel_creds": [{"type": "insecure"}], "server_features": ["xds_v3"]}`, server)
	}
	return fmt.Sprintf(`{"xds_servers": [%s], "node": {"id": %q}}`, list, t.Name())
}

func call(ctx context.Context, client grpc_testing.TestServiceClient) (string, error) {
	response, err := client.UnaryCall(ctx, &grpc_testing.SimpleRequest{})
	return response.GetHostname(), err
}

func TestGoClientReachesEveryPod(t *testing.T) {
	g := NewWithT(t)
	world := newWorld()
	address, _ := world.serve(t)
	world.set(viewOf(service("checkout"), start(t, "a"), start(t, "b")))

	client := goClient(t, "checkout.shop:80", address)
	answered := func() map[string]bool {
		names := map[string]bool{}
		for range 10 {
			name, err := call(t.Context(), client)
			g.Expect(err).NotTo(HaveOccurred())
			names[name] = true
		}
		return names
	}
	g.Eventually(answered, "10s").Should(HaveLen(2))
}

func TestGoClientIsToldWhatIsWrong(t *testing.T) {
	world := newWorld()
	address, _ := world.serve(t)
	world.set(viewOf(service("checkout"), start(t, "a")))
	for target, message := range map[string]string{
		"chekout.shop:80":  "there is no Service chekout in namespace shop",
		"checkout.shop:81": "Service shop/checkout has no TCP port 81: it has 80 grpc",
		"checkout:80":      "has no namespace",
	} {
		t.Run(target, func(t *testing.T) {
			g := NewWithT(t)
			begin := time.Now()
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
			defer cancel()
			_, err := call(ctx, goClient(t, target, address))
			t.Logf("after %v: %v", time.Since(begin), err)
			g.Expect(status.Code(err)).To(Equal(codes.Unavailable))
			g.Expect(err).To(MatchError(ContainSubstring(message)))
		})
	}
}

var _ types.NamespacedName
