package main

import (
	"context"
	"testing"

	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice/endpointslicetest"
)

// The slices of a pool, without an API server.
func TestSlicesOfAPool(t *testing.T) {
	client := endpointslicetest.NewClient()
	reconciler, err := endpointslice.New(client, endpointslice.Config{ControllerName: controllerName, OwnerKind: groupVersion.WithKind("VirtualMachinePool")})
	if err != nil {
		t.Fatal(err)
	}
	pool := &VirtualMachinePool{Spec: PoolSpec{
		Service: "billing",
		Ports:   []PoolPort{{"https", 8443}, {"metrics", 9090}},
		Machines: []VirtualMachine{
			{Name: "vm-1", Addresses: []string{"192.0.2.11", "2001:db8::11"}, Healthy: true},
			{Name: "vm-2", Addresses: []string{"192.0.2.12", "127.0.0.1"}},
		},
	}}
	pool.Namespace, pool.Name, pool.UID = "shop", "legacy", types.UID("c0de")
	reconcile := func() []string {
		sync, err := desired(context.Background(), pool)
		if err != nil {
			t.Fatal(err)
		}
		sync.Owner, sync.Existing = pool, client.List()
		if _, err := reconciler.Reconcile(context.Background(), sync); err != nil {
			t.Fatal(err)
		}
		return client.Writes()
	}

	if writes := reconcile(); len(writes) != 2 {
		t.Errorf("got the writes %v", writes)
	}
	for i, want := range []string{
		"legacy-1 IPv4 https:8443 metrics:9090: 192.0.2.11 192.0.2.12 (not ready)",
		"legacy-2 IPv6 https:8443 metrics:9090: 2001:db8::11",
	} {
		if got := endpointslicetest.Describe(client.List()[i]); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if writes := reconcile(); len(writes) != 0 {
		t.Errorf("a second sync writes %v", writes)
	}
}
