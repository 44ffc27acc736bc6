// Package podaddress tells under which addresses a Pod is reached: those of its
// status, or those that another source knows, such as a secondary network.
package podaddress

import corev1 "k8s.io/api/core/v1"

// Source knows the addresses of Pods. It must be safe for concurrent use and
// must not change the Pod.
type Source interface {
	// AppendAddresses appends the IP addresses of the Pod, of any family, in the
	// order of their preference, and returns the extended slice, whose memory the
	// caller uses again: it must not be the source's own. A Pod that has
	// none yet is no error: it is simply no endpoint. An error says why the
	// Pod's addresses cannot be known, and the Pod is left out and reported.
	AppendAddresses(addresses []string, pod *corev1.Pod) ([]string, error)
}

// Status is the Source that Kubernetes itself uses: status.podIPs.
type Status struct{}

// AppendAddresses appends the Pod's status.podIPs. It never fails.
func (Status) AppendAddresses(addresses []string, pod *corev1.Pod) ([]string, error) {
	for i := range pod.Status.PodIPs {
		addresses = append(addresses, pod.Status.PodIPs[i].IP)
	}
	return addresses, nil
}
