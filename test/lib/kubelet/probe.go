package kubelet

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/utils/ptr"
)

// probe runs the readiness probe of a Pod, the first time after its initial delay, and
// reports each change. Until the first report, the container is not ready.
func (k *Kubelet) probe(ctx context.Context, pod *corev1.Pod, sandbox Sandbox) <-chan bool {
	probe := pod.Spec.Containers[0].ReadinessProbe
	if probe == nil {
		return nil
	}
	changes := make(chan bool)
	k.goRun(func() {
		outcomes := &outcomes{successes: probe.SuccessThreshold, failures: probe.FailureThreshold}
		wait := time.NewTimer(seconds(probe.InitialDelaySeconds))
		defer wait.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-wait.C:
			}
			// The period counts from the beginning of a probe, not from its end.
			wait.Reset(max(seconds(probe.PeriodSeconds), time.Second))
			if !outcomes.add(k.probeOnce(ctx, pod, sandbox) == nil) {
				continue
			}
			select {
			case <-ctx.Done():
				return
			case changes <- outcomes.ready:
			}
		}
	})
	return changes
}

func seconds(number int32) time.Duration { return time.Duration(number) * time.Second }

// outcomes decides whether a container is ready by the outcomes of its probes.
type outcomes struct {
	// successes and failures are the numbers in a row that change the state.
	successes, failures int32

	ready bool
	inRow int32
}

// add adds an outcome, and reports whether ready has changed.
func (o *outcomes) add(success bool) bool {
	if success == o.ready {
		o.inRow = 0
		return false
	}
	o.inRow++
	needed := o.successes
	if !success {
		needed = o.failures
	}
	if o.inRow < needed {
		return false
	}
	o.ready, o.inRow = success, 0
	return true
}

func (k *Kubelet) probeOnce(ctx context.Context, pod *corev1.Pod, sandbox Sandbox) error {
	container := pod.Spec.Containers[0]
	probe := container.ReadinessProbe
	ctx, cancel := context.WithTimeout(ctx, max(seconds(probe.TimeoutSeconds), time.Second))
	defer cancel()
	host := ""
	if addresses := sandbox.PodIPs(); len(addresses) > 0 {
		host = addresses[0]
	}
	switch {
	case probe.HTTPGet != nil:
		return probeHTTP(ctx, sandbox.DialContext, host, container, probe.HTTPGet)
	case probe.TCPSocket != nil:
		return probeTCP(ctx, sandbox.DialContext, address(host, probe.TCPSocket.Host, portOf(container, probe.TCPSocket.Port)))
	case probe.GRPC != nil:
		return k.options.ProbeGRPC(ctx, sandbox.DialContext, address(host, "", probe.GRPC.Port), ptr.Deref(probe.GRPC.Service, ""))
	}
	return fmt.Errorf("the readiness probe of Pod %s is of a kind that this kubelet lacks", pod.Name)
}

func probeHTTP(ctx context.Context, dial Dial, host string, container corev1.Container, get *corev1.HTTPGetAction) error {
	transport := &http.Transport{
		DialContext: dial, DisableKeepAlives: true,
		// Like a kubelet, it does not verify the server.
		TLSClientConfig: &tls.Config{InsecureSkipVerify: true},
	}
	scheme := "http"
	if get.Scheme == corev1.URISchemeHTTPS {
		scheme = "https"
	}
	url := scheme + "://" + address(host, get.Host, portOf(container, get.Port)) + get.Path
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, http.NoBody)
	if err != nil {
		return err
	}
	for _, header := range get.HTTPHeaders {
		request.Header.Add(header.Name, header.Value)
	}
	response, err := transport.RoundTrip(request)
	if err != nil {
		return err
	}
	_ = response.Body.Close()
	if response.StatusCode < http.StatusOK || response.StatusCode >= http.StatusBadRequest {
		return fmt.Errorf("%s answered %s", url, response.Status)
	}
	return nil
}

func probeTCP(ctx context.Context, dial Dial, address string) error {
	connection, err := dial(ctx, "tcp", address)
	if err != nil {
		return err
	}
	return connection.Close()
}

// address returns the address to probe: the Pod's, unless the probe has another host.
func address(pod, host string, port int32) string {
	if host == "" {
		host = pod
	}
	return net.JoinHostPort(host, strconv.Itoa(int(port)))
}

func portOf(container corev1.Container, port intstr.IntOrString) int32 {
	for _, named := range container.Ports {
		if port.Type == intstr.String && named.Name == port.StrVal {
			return named.ContainerPort
		}
	}
	return port.IntVal
}
