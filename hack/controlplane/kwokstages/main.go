// Command kwokstages prints the configuration with which kwok simulates kubelets: Nodes
// become and stay Ready, Pods run immediately, Jobs complete, deleted Pods disappear.
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

// oneAtATime makes kwok change one Pod after the other. When it changes the first two Pods
// of a Node at the same time, it may give them the same address: each of the two makes a
// pool for the Node's range (PodController.ipPool in kwok 0.8.0).
const oneAtATime = `kind: KwokConfiguration
apiVersion: config.kwok.x-k8s.io/v1alpha1
options:
  podPlayStageParallelism: 1
  nodePlayStageParallelism: 4
  nodeLeaseParallelism: 4
  podsOnNodeSyncParallelism: 1
  enablePodsOnNodeSyncListPager: true
`

func main() {
	documents := []string{
		oneAtATime,
		node.DefaultNodeInit,
		heartbeat.DefaultNodeHeartbeatWithLease,
		pod.DefaultPodReady,
		pod.DefaultPodComplete,
		pod.DefaultPodDelete,
	}
	if _, err := fmt.Print(strings.Join(documents, "\n---\n")); err != nil {
		fmt.Fprintln(os.Stderr, "writing kwok's configuration:", err)
		os.Exit(1)
	}
}
