package command

import (
	"github.com/spf13/pflag"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
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

// context returns the name of the context that is used.
func (k *kubeconfig) context() (string, error) {
	if k.overrides.CurrentContext != "" {
		return k.overrides.CurrentContext, nil
	}
	raw, err := k.loader().RawConfig()
	return raw.CurrentContext, err
}
