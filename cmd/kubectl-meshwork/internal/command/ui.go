package command

import (
	"context"
	"fmt"

	"github.com/go-logr/logr"
	"github.com/spf13/cobra"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/client-go/discovery"
	"k8s.io/klog/v2"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/board"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/collect"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/ui"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/web"
)

const uiLong = `Show the meshes in the browser, and every change as it happens: the Services and
their state, the neighborhood of one Service with its EndpointSlices and Pods, and
the addresses of each Mesh.

The command serves a page on this machine alone, and reads the cluster with your own
permissions: the page shows what you may read, and names what you may not. Nothing
is installed, and Ctrl-C ends it.

Its address contains a token: everyone with it can read what you may read. The
command passes the address to the browser that it starts, where every user of this
machine can see it among the arguments of processes. To keep it to yourself, use
--no-open and paste the address.

Without -n, the page covers all namespaces or, if you are not allowed to list their
Services, the namespace of the current context.`

// maxPort is the highest TCP port.
const maxPort = 65535

// uiFlags are the flags of the ui command.
type uiFlags struct {
	manager collect.Manager
	all     bool
	noOpen  bool
	port    int
	xds     xdsFlags
}

func (o *options) ui() *cobra.Command {
	flags := uiFlags{}
	command := &cobra.Command{
		Use:   "ui",
		Short: "Show the meshes in the browser",
		Long:  uiLong,
		Example: `  kubectl meshwork ui
  kubectl meshwork ui -n shop --no-open --port 8080`,
		Args:              noArguments,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(command *cobra.Command, _ []string) error {
			return o.runUI(command.Context(), flags, flags.all || !command.Flags().Changed("namespace"))
		},
	}
	command.Flags().BoolVarP(&flags.all, "all-namespaces", "A", false, "Cover all namespaces, even if -n is given.")
	command.Flags().BoolVar(&flags.noOpen, "no-open", false, "Print the address, but do not open it in the browser.")
	command.Flags().IntVar(&flags.port, "port", 0, "Port of 127.0.0.1 to listen on. 0 takes a free one.")
	bindManager(command.Flags(), &flags.manager)
	bindXDS(command, &flags.xds)
	return command
}

func (o *options) runUI(ctx context.Context, flags uiFlags, everywhere bool) error {
	if o.output != "" {
		return usagef("ui has no --output: it shows a page")
	}
	if flags.port < 0 || flags.port > maxPort {
		return usagef("%d is not a valid port: use one from 1 to %d, or 0 for a free one", flags.port, maxPort)
	}
	if err := flags.xds.validate(); err != nil {
		return err
	}
	reader, err := o.connect()
	if err != nil {
		return err
	}
	klog.SetLogger(logr.Discard()) // the page shows the state of the connection
	scope, err := o.scope(ctx, reader, everywhere)
	if err != nil {
		return err
	}
	info, err := o.info(scope)
	if err != nil {
		return err
	}
	// The current context of the kubeconfig may change while the page is open.
	o.kubeconfig.overrides.CurrentContext = info.Context
	o.settings.KubectlFlags = o.kubeconfig.kubectlFlags()
	info.KubectlFlags = o.settings.KubectlFlags
	pictures := board.New(ctx, reader, board.Options{
		Settings: o.settings, Manager: flags.manager, Scope: scope, Info: info, Now: o.now,
		XDSServers: func(ctx context.Context) ([]collect.XDSServer, snapshot.Gaps) {
			return o.xdsServers(ctx, reader, flags.xds)
		},
	})
	server, err := ui.Listen(flags.port, pictures, reader, web.Files())
	if err != nil {
		return err
	}
	go pictures.Run(ctx)
	o.announce(server.URL(), info)
	if !flags.noOpen {
		openBrowser(server.URL())
	}
	return server.Serve(ctx)
}

// scope returns the namespace that is shown, empty for all.
func (o *options) scope(ctx context.Context, reader client.Reader, everywhere bool) (string, error) {
	if everywhere {
		err := reader.List(ctx, &corev1.ServiceList{}, client.Limit(1))
		if err == nil {
			return "", nil
		}
		if !apierrors.IsForbidden(err) {
			return "", fmt.Errorf("listing Services: %w", err)
		}
	}
	namespace, err := o.namespace()
	if err != nil {
		return "", err
	}
	switch err := reader.List(ctx, &corev1.ServiceList{}, client.InNamespace(namespace), client.Limit(1)); {
	case apierrors.IsForbidden(err):
		return "", fmt.Errorf("you are not allowed to list the Services of namespace %s: choose another one with -n", namespace)
	case err != nil:
		return "", fmt.Errorf("listing Services: %w", err)
	}
	return namespace, nil
}

func (o *options) info(scope string) (board.Info, error) {
	info := board.Info{Scope: scope, PluginVersion: o.pluginVersion}
	name, err := o.kubeconfig.context()
	if err != nil {
		return info, fmt.Errorf("loading the kubeconfig: %w", err)
	}
	info.Context = name
	config, err := o.restConfig()
	if err != nil {
		return info, err
	}
	info.Server = config.Host
	versions, err := discovery.NewDiscoveryClientForConfig(config)
	if err != nil {
		return info, err
	}
	if version, err := versions.ServerVersion(); err == nil { // not every user may read it
		info.Version = version.GitVersion
	}
	return info, nil
}

func (o *options) announce(url string, info board.Info) {
	shown := "all namespaces"
	if info.Scope != "" {
		shown = "namespace " + info.Scope
	}
	_, _ = fmt.Fprintf(o.streams.Out, "Showing %s of %s. It is live, until you press Ctrl-C:\n\n  %s\n\n", shown, info.Server, url)
}
