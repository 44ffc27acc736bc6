// Command controlplane is a whole Kubernetes control plane, kube-proxy and kwok in one
// binary.
//
// Each program is the real one, built from its Go module; the name under which
// the binary is called (a symbolic link) picks the one that runs, so that they
// share one link step and one file. kubectl is a binary of its own, because the tests start it
// often: with the packages of the others, it would take twice as long to start.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.etcd.io/etcd/server/v3/etcdmain"
	_ "k8s.io/client-go/plugin/pkg/client/auth"
	"k8s.io/component-base/cli"
	_ "k8s.io/component-base/logs/json/register"
	_ "k8s.io/component-base/metrics/prometheus/clientgo"
	_ "k8s.io/component-base/metrics/prometheus/version"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	controllermanager "k8s.io/kubernetes/cmd/kube-controller-manager/app"
	proxy "k8s.io/kubernetes/cmd/kube-proxy/app"
	scheduler "k8s.io/kubernetes/cmd/kube-scheduler/app"
)

// programs have the version of Kubernetes. kwok.go adds kwok; hack/compat.sh builds the others without it.
var programs = map[string]func() int{
	"etcd":                    runEtcd,
	"kube-apiserver":          func() int { return cli.Run(apiserver.NewAPIServerCommand()) },
	"kube-controller-manager": func() int { return cli.Run(controllermanager.NewControllerManagerCommand()) },
	"kube-proxy":              func() int { return cli.Run(proxy.NewProxyCommand()) },
	"kube-scheduler":          func() int { return cli.Run(scheduler.NewSchedulerCommand()) },
}

func main() {
	name := filepath.Base(os.Args[0])
	run, ok := programs[name]
	if !ok {
		fmt.Fprintf(os.Stderr, "%s is no program of this binary: link it under one of %s\n", name, strings.Join(names(), ", "))
		os.Exit(2)
	}
	os.Exit(run())
}

func runEtcd() int {
	etcdmain.Main(os.Args)
	return 0
}

func names() []string {
	all := make([]string, 0, len(programs))
	for name := range programs {
		all = append(all, name)
	}
	slices.Sort(all)
	return all
}
