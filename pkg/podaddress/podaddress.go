// Package podaddress determines the addresses at which a Pod is reached: from its status,
// or from another source such as a secondary network.
package podaddress

import corev1 "k8s.io/api/core/v1"

// Source provides the addresses of Pods. It must be safe for concurrent use and must not
// change the Pod.
type Source interface {
	// AppendAddresses appends the IP addresses of the Pod, of any family and in order of
	// preference, and returns the extended slice. The caller reuses its memory, so it
	// must not belong to the source. A Pod without addresses so far is not an error; it
	// is just not an endpoint. An error is the reason why the addresses of the Pod cannot be
	// determined; the Pod is then skipped and reported.
	AppendAddresses(addresses []string, pod *corev1.Pod) ([]string, error)
}

// Status is the Source that Kubernetes itself uses: the Pod's status.podIPs.
type Status struct{}

// AppendAddresses appends the Pod's status.podIPs. It never fails.
func (Status) AppendAddresses(addresses []string, pod *corev1.Pod) ([]string, error) {
	for i := range pod.Status.PodIPs {
		addresses = append(addresses, pod.Status.PodIPs[i].IP)
	}
	return addresses, nil
}
