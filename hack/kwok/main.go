// Command kwok prints the stages by which kwok plays the kubelets: Nodes become
// and stay Ready, Pods run at once, Jobs complete, deleted Pods go away.
//
// They come from kwok's own module, so that the stages always fit the binary
// that is built from it.
package main

import (
	"fmt"
	"os"
	"strings"

	node "sigs.k8s.io/kwok/kustomize/stage/node/fast"
	heartbeat "sigs.k8s.io/kwok/kustomize/stage/node/heartbeat-with-lease"
	pod "sigs.k8s.io/kwok/kustomize/stage/pod/fast"
)

func main() {
	stages := []string{
		node.DefaultNodeInit,
		heartbeat.DefaultNodeHeartbeatWithLease,
		pod.DefaultPodReady,
		pod.DefaultPodComplete,
		pod.DefaultPodDelete,
	}
	if _, err := fmt.Print(strings.Join(stages, "\n---\n")); err != nil {
		fmt.Fprintln(os.Stderr, "writing kwok's stages:", err)
		os.Exit(1)
	}
}
