package cluster

import (
	"fmt"
	"path/filepath"
)

// ServiceRanges are the ranges of the cluster IPs. They are large enough for scale tests, and of
// both families, IPv4 first.
const ServiceRanges = "10.96.0.0/16,fd00:10:96::/112"

const (
	// Pods on Nodes that bring no addresses of their own get theirs from here.
	fallbackPodRange = "10.112.0.0/12"
	// An address for documentation: the Service "kubernetes" must have an
	// endpoint, may not have a loopback address, and no Pod ever calls it.
	advertisedAddress = "192.0.2.1"

	serviceAccountIssuer = "https://kubernetes.default.svc.cluster.local"
)

// component is one program of the control plane: its arguments, its address and its
// health endpoint.
type component struct {
	name      string
	args      []string
	address   string
	healthURL string
}

func (c *Cluster) etcd() (component, error) {
	client, err := FreeAddress()
	if err != nil {
		return component{}, err
	}
	peer, err := FreeAddress()
	if err != nil {
		return component{}, err
	}
	return component{
		name:      "etcd",
		address:   client,
		healthURL: "http://" + client + "/health",
		args: []string{
			"--data-dir=" + filepath.Join(c.directory, "etcd"),
			"--listen-client-urls=http://" + client,
			"--advertise-client-urls=http://" + client,
			"--listen-peer-urls=http://" + peer,
			"--initial-advertise-peer-urls=http://" + peer,
			"--initial-cluster=default=http://" + peer,
			"--log-level=warn",
			// The data never outlives the process, so it need not reach the disk.
			"--unsafe-no-fsync=true",
			// A lone member elects itself: the usual second is time lost. Shorter heartbeats would
			// use 2% of a core at rest.
			"--heartbeat-interval=50",
			"--election-timeout=500",
		},
	}, nil
}

func (c *Cluster) apiServer(etcdAddress string, credentials credentials) (component, error) {
	port, err := FreePort()
	if err != nil {
		return component{}, err
	}
	address := loopback(port)
	return component{
		name:      "kube-apiserver",
		address:   address,
		healthURL: "https://" + address + "/readyz",
		args: append([]string{
			"--etcd-servers=http://" + etcdAddress,
			"--bind-address=127.0.0.1",
			fmt.Sprintf("--secure-port=%d", port),
			"--advertise-address=" + advertisedAddress,
			"--cert-dir=" + c.directory,
			"--tls-cert-file=" + credentials.certificate,
			"--tls-private-key-file=" + credentials.key,
			"--token-auth-file=" + credentials.tokens,
			"--client-ca-file=" + credentials.clientAuthority,
			// Kubelets that are Nodes have the rights of Nodes, as in every cluster. Those
			// that the tests play are administrators.
			"--authorization-mode=Node,RBAC",
			"--enable-admission-plugins=NodeRestriction",
			"--service-cluster-ip-range=" + ServiceRanges,
			"--service-account-issuer=" + serviceAccountIssuer,
			"--service-account-key-file=" + credentials.serviceAccountKey,
			"--service-account-signing-key-file=" + credentials.serviceAccountKey,
			// Without a controller manager, nothing creates the ServiceAccount
			// that this plugin requires for every Pod.
			"--disable-admission-plugins=ServiceAccount",
			"--allow-privileged=true",
		}, c.options.APIServerArgs...),
	}, nil
}

func (c *Cluster) controllers(credentials credentials) ([]component, error) {
	recipes := []struct {
		wanted bool
		make   func(port int) component
	}{
		{c.options.ControllerManager, func(port int) component { return c.controllerManager(port, credentials) }},
		{c.options.Scheduler, c.scheduler},
		{c.options.Kwok, c.kwok},
	}
	var controllers []component
	for _, recipe := range recipes {
		if !recipe.wanted {
			continue
		}
		port, err := FreePort()
		if err != nil {
			return nil, err
		}
		controllers = append(controllers, recipe.make(port))
	}
	return controllers, nil
}

func (c *Cluster) controllerManager(port int, credentials credentials) component {
	return component{
		name:      "kube-controller-manager",
		address:   loopback(port),
		healthURL: "https://" + loopback(port) + "/healthz",
		args: append([]string{
			"--kubeconfig=" + c.kubeconfigPath(),
			"--bind-address=127.0.0.1",
			fmt.Sprintf("--secure-port=%d", port),
			"--leader-elect=false",
			"--controllers=" + c.options.controllers(),
			"--use-service-account-credentials=true",
			"--service-account-private-key-file=" + credentials.serviceAccountKey,
			"--root-ca-file=" + credentials.authority,
			"--kube-api-qps=200",
			"--kube-api-burst=400",
		}, c.options.ControllerManagerArgs...),
	}
}

// controllers returns the controllers that kube-controller-manager runs.
func (o Options) controllers() string {
	switch {
	case o.Controllers != "":
		return o.Controllers
	case !o.Kwok && !o.Heartbeats:
		// Nothing sends heartbeats for the Nodes. Without them, the node lifecycle
		// controller marks the Pods of a Node not ready, whatever a test has set. The garbage
		// collector deletes Pods whose Node does not exist yet.
		return "*,-node-lifecycle-controller,-pod-garbage-collector-controller"
	default:
		return "*"
	}
}

func (c *Cluster) scheduler(port int) component {
	return component{
		name:      "kube-scheduler",
		address:   loopback(port),
		healthURL: "https://" + loopback(port) + "/healthz",
		args: append([]string{
			"--kubeconfig=" + c.kubeconfigPath(),
			"--bind-address=127.0.0.1",
			fmt.Sprintf("--secure-port=%d", port),
			"--leader-elect=false",
			"--kube-api-qps=200",
			"--kube-api-burst=400",
		}, c.options.SchedulerArgs...),
	}
}

func (c *Cluster) kwok(port int) component {
	return component{
		name:      "kwok",
		address:   loopback(port),
		healthURL: "http://" + loopback(port) + "/healthz",
		args: append([]string{
			"--kubeconfig=" + c.kubeconfigPath(),
			"--config=" + filepath.Join(c.assets, "kwok-stages.yaml"),
			"--server-address=" + loopback(port),
			"--manage-all-nodes=true",
			"--cidr=" + fallbackPodRange,
			// The node lifecycle controller relies on the lease.
			"--node-lease-duration-seconds=40",
		}, c.options.KwokArgs...),
	}
}
