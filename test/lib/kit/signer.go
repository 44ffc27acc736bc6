package kit

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"

	"github.com/meshwork-dev/meshwork/test/lib/cluster"
)

// SignerServiceAccount is the ServiceAccount of the signer.
const SignerServiceAccount = "meshwork-signer"

// StartSigner starts the manager's binary as the signer, outside a cluster, with the rights of
// config/local-signer, as inside. The process ends with the cluster.
func StartSigner(ctx context.Context, kubernetes *cluster.Cluster, options ManagerOptions) (*Manager, error) {
	options.Name = cmp.Or(options.Name, "signer")
	options.Kubeconfig = filepath.Join(kubernetes.LogDir(), "signer.kubeconfig")
	if err := kubernetes.ServiceAccountKubeconfig(ctx, SystemNamespace, SignerServiceAccount, options.Kubeconfig); err != nil {
		return nil, err
	}
	options.Flags = slices.Concat([]string{
		"--controllers=certificateauthority,podcertificate",
		"--leader-elect-resource-name=meshwork-signer",
		"--signer-namespace=" + SystemNamespace,
	}, options.Flags)
	return StartManager(ctx, kubernetes, options)
}
