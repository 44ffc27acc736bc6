package cluster

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	authenticationv1 "k8s.io/api/authentication/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
)

// contextName names the one cluster, user and context of a started cluster's
// kubeconfig files.
const contextName = "meshwork-test"

// credentialLifetime outlives every test run.
const credentialLifetime = 24 * time.Hour

// WriteKubeconfig writes the administrator's access to a file that only its
// owner can read.
func (c *Cluster) WriteKubeconfig(path string) error {
	return writeKubeconfig(path, c.kubeconfig)
}

// ServiceAccountKubeconfig writes the access of an existing ServiceAccount to a
// file that only its owner can read. The token in it lasts a day.
func (c *Cluster) ServiceAccountKubeconfig(ctx context.Context, namespace, name, path string) error {
	clients, err := kubernetes.NewForConfig(c.config)
	if err != nil {
		return err
	}
	token, err := clients.CoreV1().ServiceAccounts(namespace).CreateToken(ctx, name, &authenticationv1.TokenRequest{
		Spec: authenticationv1.TokenRequestSpec{ExpirationSeconds: new(int64(credentialLifetime.Seconds()))},
	}, metav1.CreateOptions{})
	if err != nil {
		return fmt.Errorf("requesting a token of the ServiceAccount %s/%s: %w", namespace, name, err)
	}

	return writeKubeconfig(path, kubeconfigFor(c.server(), &clientcmdapi.AuthInfo{Token: token.Status.Token}))
}

// NodeKubeconfig writes the access of a Node's kubelet to a file that only its owner can
// read. The Node does not need to exist. It needs a cluster that Start started.
func (c *Cluster) NodeKubeconfig(node, path string) error {
	if c.clients == nil {
		return fmt.Errorf("no certificate for the Node %s: only a cluster that Start started issues them", node)
	}
	certificate, key, err := c.clients.issue("system:node:"+node, "system:nodes")
	if err != nil {
		return fmt.Errorf("issuing the certificate of the Node %s: %w", node, err)
	}
	return writeKubeconfig(path, kubeconfigFor(c.server(), &clientcmdapi.AuthInfo{ClientCertificateData: certificate, ClientKeyData: key}))
}

// server returns the address and the authority of the API server.
func (c *Cluster) server() *clientcmdapi.Cluster {
	return c.kubeconfig.Clusters[c.kubeconfig.Contexts[c.kubeconfig.CurrentContext].Cluster]
}

// useAdministrator makes the cluster's own clients administrators, and writes
// the kubeconfig that its controllers and kubectl use.
func (c *Cluster) useAdministrator(address string, credentials credentials) error {
	c.kubeconfig = kubeconfigFor(&clientcmdapi.Cluster{
		Server:                   "https://" + address,
		CertificateAuthorityData: credentials.authorityPEM,
	}, &clientcmdapi.AuthInfo{Token: credentials.adminToken})

	config, err := restConfig(c.kubeconfig)
	if err != nil {
		return err
	}
	c.config = config
	return c.WriteKubeconfig(c.kubeconfigPath())
}

func (c *Cluster) kubeconfigPath() string {
	return filepath.Join(c.directory, "admin.kubeconfig")
}

func kubeconfigFor(cluster *clientcmdapi.Cluster, user *clientcmdapi.AuthInfo) clientcmdapi.Config {
	return clientcmdapi.Config{
		Clusters:       map[string]*clientcmdapi.Cluster{contextName: cluster},
		AuthInfos:      map[string]*clientcmdapi.AuthInfo{contextName: user},
		Contexts:       map[string]*clientcmdapi.Context{contextName: {Cluster: contextName, AuthInfo: contextName}},
		CurrentContext: contextName,
	}
}

func restConfig(kubeconfig clientcmdapi.Config) (*rest.Config, error) {
	config, err := clientcmd.NewDefaultClientConfig(kubeconfig, nil).ClientConfig()
	if err != nil {
		return nil, err
	}
	// Tests drive the cluster; a client that holds itself back only slows them.
	config.QPS, config.Burst = 1000, 2000
	return config, nil
}

func writeKubeconfig(path string, kubeconfig clientcmdapi.Config) error {
	content, err := clientcmd.Write(kubeconfig)
	if err != nil {
		return fmt.Errorf("writing the kubeconfig %s: %w", path, err)
	}
	return ReplaceFile(path, content)
}

// ReplaceFile replaces the content of a file at once: processes that have been started with
// it may not have read it yet. Only the owner can read the new file.
func ReplaceFile(path string, content []byte) error {
	next, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	_, err = next.Write(content)
	if err := errors.Join(err, next.Close()); err != nil {
		return errors.Join(err, os.Remove(next.Name()))
	}
	return os.Rename(next.Name(), path)
}
