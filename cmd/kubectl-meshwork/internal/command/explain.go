package command

import (
	"context"
	"net"
	"slices"

	"github.com/spf13/cobra"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/collect"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/explain"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

const explainLong = `Explain, rule by rule, why a Service is or is not in a mesh, which MeshServices
it should have and whether they exist, which controller writes its
EndpointSlices, why it has or does not have an address of the mesh, and how to
change that.

If Meshwork's xDS server runs in the namespace --xds-namespace, the output also
lists the clients that subscribe to the Service, and what they refuse. For this,
you must be allowed to list the Pods of this namespace, and to forward ports of
the Pods of the xDS server.`

func (o *options) explain() *cobra.Command {
	var xds xdsFlags
	command := &cobra.Command{
		Use:   "explain (service NAME | service/NAME)",
		Short: "Explain why a Service is or is not in a mesh",
		Long:  explainLong,
		Example: `  kubectl meshwork explain service web -n shop
  kubectl meshwork explain svc/web -o json
  kubectl meshwork explain svc/web --xds-address 127.0.0.1:18001`,
		Args:              serviceArgs,
		ValidArgsFunction: o.completeService,
		RunE: func(command *cobra.Command, args []string) error {
			return o.runExplain(command.Context(), args, xds)
		},
	}
	bindXDS(command, &xds)
	return command
}

func (o *options) runExplain(ctx context.Context, args []string, xds xdsFlags) error {
	if err := xds.validate(); err != nil {
		return err
	}
	if err := o.validateOutput(); err != nil {
		return err
	}
	name, err := o.serviceKey(args)
	if err != nil {
		return err
	}
	reader, err := o.connect()
	if err != nil {
		return err
	}
	snap, err := collect.Service(ctx, reader, name, o.now())
	if err != nil {
		return err
	}
	o.addXDS(ctx, reader, snap, xds)
	return o.finish(explain.Explain(o.settings, snap))
}

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
