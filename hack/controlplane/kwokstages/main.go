// Command kwokstages prints the stages with which kwok simulates kubelets: Nodes become
// and stay Ready, Pods run immediately, Jobs complete, deleted Pods disappear.
//
// The stages come from the version of kwok that the control plane is built with.
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
