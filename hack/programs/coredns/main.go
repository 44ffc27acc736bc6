// Command coredns is CoreDNS with the plugins that answer for a cluster's own
// names. It forwards no query.
//
// CoreDNS compiles its plugins in. The others bring the clients of several clouds,
// and most of a default build's size.
package main

import (
	"github.com/coredns/coredns/core/dnsserver"
	"github.com/coredns/coredns/coremain"
	_ "github.com/coredns/coredns/plugin/bind"
	_ "github.com/coredns/coredns/plugin/cache"
	_ "github.com/coredns/coredns/plugin/errors"
	_ "github.com/coredns/coredns/plugin/health"
	_ "github.com/coredns/coredns/plugin/kubernetes"
	_ "github.com/coredns/coredns/plugin/loadbalance"
	_ "github.com/coredns/coredns/plugin/log"
	_ "github.com/coredns/coredns/plugin/metrics"
	_ "github.com/coredns/coredns/plugin/ready"
	_ "github.com/coredns/coredns/plugin/reload"
)

func main() {
	// In the order in which they handle a query. CoreDNS's own list also has the
	// plugins that are not compiled in, and a Corefile that uses one of them would
	// be accepted without effect.
	dnsserver.Directives = []string{
		"reload",
		"bind",
		"ready",
		"health",
		"prometheus",
		"errors",
		"log",
		"loadbalance",
		"cache",
		"kubernetes",
	}
	coremain.Run()
}
