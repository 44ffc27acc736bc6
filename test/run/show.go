package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/meshwork-dev/meshwork/test/lib/cluster"
	"github.com/meshwork-dev/meshwork/test/lib/samples"
)

// reassurance is the time between two reports that a long step is still in progress.
const reassurance = 10 * time.Second

// step runs one step, and prints its name and duration.
func step(what string, do func() error) error {
	fmt.Printf("• %s …\n", what)
	begin := time.Now()
	ticker := time.NewTicker(reassurance)
	defer ticker.Stop()
	done := make(chan error, 1)
	go func() { done <- do() }()
	for {
		select {
		case err := <-done:
			if err != nil {
				return fmt.Errorf("%s: %w", what, err)
			}
			fmt.Printf("  done in %.1fs\n", time.Since(begin).Seconds())
			return nil
		case <-ticker.C:
			fmt.Printf("  … still at it after %.0fs\n", time.Since(begin).Seconds())
		}
	}
}

// printTables prints the tables of kubectl.
func printTables(ctx context.Context, kubernetes *cluster.Cluster) error {
	tables := [][]string{{"get", "meshes"}, {"get", "virtualips"}}
	for _, namespace := range samples.Namespaces() {
		tables = append(tables,
			[]string{"get", "services", "-n", namespace},
			[]string{"get", "meshservices", "-n", namespace},
			[]string{"get", "endpointslices", "-n", namespace, "-L", "endpointslice.kubernetes.io/managed-by"},
			[]string{"get", "events", "-n", namespace, "--field-selector=involvedObject.kind=Service,reportingComponent=meshwork",
				"-o=custom-columns=TYPE:.type,REASON:.reason,SERVICE:.involvedObject.name,MESSAGE:.message"})
	}
	for _, args := range tables {
		table, err := kubernetes.Kubectl(ctx, args...)
		if err != nil {
			return err
		}
		fmt.Printf("\n$ kubectl")
		for _, arg := range args {
			fmt.Printf(" %s", arg)
		}
		fmt.Println()
		if _, err := os.Stdout.Write(table); err != nil {
			return err
		}
	}
	return nil
}
