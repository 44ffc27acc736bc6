package command

import (
	"strings"

	"github.com/spf13/pflag"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/explain"
)

// kubeconfig locates the cluster and the user, with the flags of kubectl.
type kubeconfig struct {
	rules     *clientcmd.ClientConfigLoadingRules
	overrides clientcmd.ConfigOverrides
}

func newKubeconfig() *kubeconfig {
	return &kubeconfig{rules: clientcmd.NewDefaultClientConfigLoadingRules()}
}

func (k *kubeconfig) addFlags(flags *pflag.FlagSet) {
	flags.StringVar(&k.rules.ExplicitPath, "kubeconfig", "", "Path to the kubeconfig file to use for CLI requests.")
	names := clientcmd.RecommendedConfigOverrideFlags("")
	names.AuthOverrideFlags.Username.LongName, names.AuthOverrideFlags.Password.LongName = "", "" // Kubernetes has no passwords
	clientcmd.BindOverrideFlags(&k.overrides, flags, names)
}

func (k *kubeconfig) loader() clientcmd.ClientConfig {
	return clientcmd.NewNonInteractiveDeferredLoadingClientConfig(k.rules, &k.overrides)
}

func (k *kubeconfig) restConfig() (*rest.Config, error) { return k.loader().ClientConfig() }

// kubectlFlags returns the flags with which kubectl uses the same cluster, as words of a shell. They
// contain no credentials.
func (k *kubeconfig) kubectlFlags() string {
	var words []string
	for _, flag := range []struct{ name, value string }{
		{clientcmd.RecommendedConfigPathFlag, k.rules.ExplicitPath},
		{clientcmd.FlagContext, k.overrides.CurrentContext},
		{clientcmd.FlagClusterName, k.overrides.Context.Cluster},
		{clientcmd.FlagAuthInfoName, k.overrides.Context.AuthInfo},
		{clientcmd.FlagAPIServer, k.overrides.ClusterInfo.Server},
		{clientcmd.FlagTLSServerName, k.overrides.ClusterInfo.TLSServerName},
		{clientcmd.FlagCAFile, k.overrides.ClusterInfo.CertificateAuthority},
	} {
		if flag.value != "" {
			words = append(words, explain.ShellWord("--"+flag.name+"="+flag.value))
		}
	}
	if k.overrides.ClusterInfo.InsecureSkipTLSVerify {
		words = append(words, "--"+clientcmd.FlagInsecure)
	}
	return strings.Join(words, " ")
}

// context returns the name of the context that is used.
func (k *kubeconfig) context() (string, error) {
	if k.overrides.CurrentContext != "" {
		return k.overrides.CurrentContext, nil
	}
	raw, err := k.loader().RawConfig()
	return raw.CurrentContext, err
}
