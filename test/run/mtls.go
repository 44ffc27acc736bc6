package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/test/lib/cluster"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

const (
	pollInterval = 200 * time.Millisecond
	mtlsTimeout  = time.Minute
)

func showMutualTLS(ctx context.Context, kubernetes *cluster.Cluster, greeter *kit.Greeter) error {
	command, output, err := callWithMutualTLS(ctx, kubernetes, greeter)
	if err != nil {
		return err
	}
	fmt.Printf("\n$ %s\n%s", strings.Join(command, " "), output)
	return nil
}

// callWithMutualTLS applies config/sample-mtls, and returns the output of its client: the Pod
// that answers, and the identities in the certificates of both sides. It leaves nothing behind:
// the README describes the cluster with config/samples.
func callWithMutualTLS(ctx context.Context, kubernetes *cluster.Cluster, greeter *kit.Greeter) (command []string, output []byte, err error) {
	err = step("Calling a Service of config/sample-mtls with mutual TLS", func() error {
		api, err := client.New(kubernetes.Config(), client.Options{Scheme: kit.Scheme()})
		if err != nil {
			return err
		}
		if err := applyMTLS(ctx, kubernetes, api); err != nil {
			return err
		}
		err = wait.PollUntilContextTimeout(ctx, pollInterval, mtlsTimeout, true, func(ctx context.Context) (bool, error) {
			var tellers corev1.PodList
			if err := api.List(ctx, &tellers, client.InNamespace("bank"), client.MatchingLabels{"app": "teller"}); err != nil || len(tellers.Items) == 0 {
				return false, err
			}
			command = []string{"greeter", "call", "--count", "20", "--as", "bank/" + tellers.Items[0].Name, "xds:///vault.bank:80"}
			call := exec.CommandContext(ctx, kit.Path("bin", command[0]), command[1:]...)
			call.Env = append(os.Environ(), "GREETER_BOOTSTRAP="+greeter.Bootstrap)
			// Until all certificates are there, it fails.
			output, err = call.CombinedOutput()
			return err == nil, nil
		})
		return errors.Join(err, deleteMTLS(ctx, kubernetes))
	})
	if err != nil {
		err = fmt.Errorf("%w: %s", err, output)
	}
	return command, output, err
}

var (
	injection       = filepath.Join("config", "xds-injection")
	bank            = filepath.Join("config", "sample-mtls", "bank.yaml")
	bankDeployments = filepath.Join("config", "sample-mtls", "deployments.yaml")
)

// applyMTLS creates the Deployments when Pods of their namespace get a certificate.
func applyMTLS(ctx context.Context, kubernetes *cluster.Cluster, api client.Client) error {
	if _, err := kubernetes.Kubectl(ctx, "apply", "-k", injection); err != nil {
		return err
	}
	if _, err := kubernetes.Kubectl(ctx, "apply", "-f", bank); err != nil {
		return err
	}
	err := wait.PollUntilContextTimeout(ctx, pollInterval, mtlsTimeout, true, func(ctx context.Context) (bool, error) {
		probe := kit.Pod("bank", "probe", "probe", func(pod *corev1.Pod) { pod.Spec.ServiceAccountName = "teller" })
		err := api.Create(ctx, probe, client.DryRunAll)
		return len(probe.Spec.Volumes) > 0, err
	})
	if err != nil {
		return fmt.Errorf("waiting for the policy of config/xds-injection: %w", err)
	}
	_, err = kubernetes.Kubectl(ctx, "apply", "-f", bankDeployments)
	return err
}

func deleteMTLS(ctx context.Context, kubernetes *cluster.Cluster) error {
	_, sampleErr := kubernetes.Kubectl(ctx, "delete", "-f", bankDeployments, "-f", bank)
	_, policyErr := kubernetes.Kubectl(ctx, "delete", "-k", injection)
	return errors.Join(sampleErr, policyErr)
}
