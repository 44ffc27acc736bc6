package command

import (
	"context"
	"net"
	"slices"

	"github.com/spf13/cobra"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/collect"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

// addXDS adds the clients of the Service.
func (o *options) addXDS(ctx context.Context, reader client.Reader, snap *snapshot.Service, xds xdsFlags) {
	servers, unfound := o.xdsServers(ctx, reader, xds)
	var unanswered snapshot.Gaps
	snap.XDS, unanswered = collect.XDS(ctx, servers, client.ObjectKeyFromObject(snap.Service))
	snap.Unread = slices.Concat(snap.Unread, unfound, unanswered)
}

// xdsServers returns the server with the address or, without one, the servers in the
// namespace.
func (o *options) xdsServers(ctx context.Context, reader client.Reader, xds xdsFlags) ([]collect.XDSServer, snapshot.Gaps) {
	if xds.address != "" {
		return []collect.XDSServer{collect.XDSServerAt(xds.address)}, nil
	}
	return collect.XDSServers(ctx, reader, xds.namespace, o.transportToXDS)
}

// xdsFlags are the flags for finding the xDS servers.
type xdsFlags struct{ address, namespace string }

func bindXDS(command *cobra.Command, xds *xdsFlags) {
	flags := command.Flags()
	flags.StringVar(&xds.namespace, "xds-namespace", "meshwork-system", "Namespace of the Pods of the xDS server.")
	flags.StringVar(&xds.address, "xds-address", "",
		"The --subscriptions-bind-address of an xDS server outside the cluster, which is asked instead of the Pods of the xDS server.")
	_ = command.RegisterFlagCompletionFunc("xds-address", cobra.NoFileCompletions)
}

func (x xdsFlags) validate() error {
	if _, _, err := net.SplitHostPort(x.address); x.address != "" && err != nil {
		return usagef("--xds-address %q is not host:port", x.address)
	}
	return nil
}
