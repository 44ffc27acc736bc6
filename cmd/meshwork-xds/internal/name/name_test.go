package name_test

import (
	"strings"
	"testing"

	. "github.com/onsi/gomega"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/name"
)

func TestParse(t *testing.T) {
	checkout := name.Name{Service: "checkout", Namespace: "shop"}
	onPort := func(n name.Name, port string) name.Name { n.Port = port; return n }
	redis := name.Name{Host: "redis-0", Service: "redis", Namespace: "shop"}
	for text, want := range map[string]name.Name{
		"checkout.shop":                        checkout,
		"checkout.shop:80":                     onPort(checkout, "80"),
		"checkout.shop:080":                    onPort(checkout, "80"),
		"checkout.shop:grpc":                   onPort(checkout, "grpc"),
		"checkout.shop.svc:80":                 onPort(checkout, "80"),
		"checkout.shop.svc.cluster.local:80":   onPort(checkout, "80"),
		"checkout.shop.svc.cluster.local.":     checkout,
		"Checkout.Shop:GRPC":                   onPort(checkout, "grpc"),
		"redis-0.redis.shop:6379":              onPort(redis, "6379"),
		"redis-0.redis.shop.svc":               redis,
		"redis-0.redis.shop.svc.cluster.local": redis,
		"a.svc.svc":                            {Service: "a", Namespace: "svc"},
	} {
		t.Run(text, func(t *testing.T) {
			g := NewWithT(t)
			parsed, err := name.Parse(text, "cluster.local")
			g.Expect(err).NotTo(HaveOccurred())
			g.Expect(parsed).To(Equal(want))
			again, err := name.Parse(parsed.String(), "cluster.local")
			g.Expect(err).NotTo(HaveOccurred())
			g.Expect(again).To(Equal(parsed))
		})
	}
}

func TestParseSaysWhatIsWrong(t *testing.T) {
	for text, message := range map[string]string{
		"":                               `"" has no namespace: use <service>.<namespace>:<port>`,
		"checkout:80":                    `"checkout" has no namespace: use <service>.<namespace>:<port>`,
		"a.b.c.d:80":                     `"a.b.c.d" has too many parts: use <service>.<namespace>:<port>`,
		"a.b.c.d.svc":                    `"a.b.c.d.svc" has too many parts: use <service>.<namespace>:<port>`,
		"checkout.shop.svc.other.org:80": `"other.org" is not the domain of this cluster, which is cluster.local`,
		"checkout.shop:0":                `"0" is not a valid port: use the number or the name of a port of the Service`,
		"checkout.shop:65536":            `"65536" is not a valid port: use the number or the name of a port of the Service`,
		"checkout.shop:+80":              `"+80" is not a valid port: use the number or the name of a port of the Service`,
		"checkout.shop:a_b":              `"a_b" is not a valid port: use the number or the name of a port of the Service`,
		"check_out.shop:80":              `"check_out.shop" is not a valid DNS name: use <service>.<namespace>:<port>`,
		"a..b":                           `"a..b" is not a valid DNS name: use <service>.<namespace>:<port>`,
		"10.96.0.10:80":                  `10.96.0.10 is an address: use the name of a Service, <service>.<namespace>:<port>`,
		"[fd00::1]:80":                   `[fd00::1] is an address: use the name of a Service, <service>.<namespace>:<port>`,
	} {
		t.Run(text, func(t *testing.T) {
			_, err := name.Parse(text, "cluster.local")
			NewWithT(t).Expect(err).To(MatchError(message))
		})
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"checkout.shop:80", "redis-0.redis.shop.svc.cluster.local:grpc", "[::1]:80", "", "...", ":", "a.b:", "a.b:+80", "a.b:080"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		parsed, err := name.Parse(text, "cluster.local")
		if err != nil {
			return
		}
		again, err := name.Parse(parsed.String(), "cluster.local")
		if err != nil || again != parsed {
			t.Errorf("%q is %v, whose text is %v, %v", text, parsed, again, err)
		}
		// Normalized spellings of a port are limited: they only differ in the part after the
		// namespace.
		if _, port, _ := strings.Cut(text, ":"); name.IsNormalized(text) && port != parsed.Port {
			t.Errorf("%q is normalized, but its port is %q", text, parsed.Port)
		}
	})
}
