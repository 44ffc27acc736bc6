package resource_test

import (
	"fmt"
	"testing"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
)

// TestShapeDecidesUnknownNames compares random Services of the same shape: the same names are
// unknown, for the same reason.
func TestShapeDecidesUnknownNames(t *testing.T) {
	random := newRandom(t)
	lost := map[resource.Shape]string{}
	const views = randomViews / 10
	compared := 0
	for i := range views {
		service := resource.NewService(random.Any(checkoutKey))
		reasons := unknownNames(t, service)
		before, seen := lost[service.Shape()]
		if seen && reasons != before {
			t.Fatalf("view %d: the unknown names are %s, and for another Service of the same shape %s", i, reasons, before)
		}
		if seen {
			compared++
		}
		lost[service.Shape()] = reasons
	}
	if len(lost) < 10 || compared < views/2 {
		t.Errorf("there were only %d shapes, and %d Services with one of an earlier Service", len(lost), compared)
	}
}

func unknownNames(t *testing.T, service *resource.Service) string {
	names := []string{
		"checkout.shop", "checkout.shop:80", "checkout.shop:81", "checkout.shop:grpc", "checkout.shop:admin", "checkout.shop:53",
		"host-0.checkout.shop:80", "host-1.checkout.shop:admin", "Checkout.shop:80", "checkout.shop:80@10.96.0.10", "checkout.shop:81@10.96.0.10",
		"checkout.shop:80@10.96.0.11",
	}
	reasons := ""
	for _, kind := range resource.Kinds {
		for _, name := range names {
			built := resource.Build(kind, name, domain, service)
			if !built.Unknown {
				continue
			}
			for _, client := range []resource.Client{{}, {IsGo: true}, {IsJS: true}, withCertificates} {
				version := ""
				if message := built.Message(client); message != nil {
					encoded, err := resource.Encode(kind, message)
					if err != nil {
						t.Fatal(err)
					}
					version = encoded.Version
				}
				reasons += fmt.Sprintln(kind, name, built.For(client).Missing, version)
			}
		}
	}
	return reasons
}
