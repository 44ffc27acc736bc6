package monitoring

import (
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

const delegated = "service.kubernetes.io/endpoint-controller-name: endpointslice-controller.meshwork.dev"

// shop provides data for the metrics: a Service that uses every feature, one that is
// mirrored, one whose name is taken, and one with a port that is skipped.
const shop = `
apiVersion: meshwork.dev/v1alpha1
kind: Mesh
metadata: {name: shop}
spec: {vips: {cidrs: ["10.210.0.1-10.210.0.12"]}}
---
apiVersion: v1
kind: Service
metadata:
  name: web
  labels: {meshwork.dev/mesh: shop, ` + delegated + `}
spec:
  type: LoadBalancer
  loadBalancerClass: meshwork.dev/mesh-vip
  allocateLoadBalancerNodePorts: false
  trafficDistribution: PreferSameZone
  selector: {app: web}
  ports: [{port: 80}]
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 3
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: main, image: example/web:1}]}
---
apiVersion: v1
kind: Service
metadata:
  name: mirrored
  labels: {` + delegated + `}
spec: {ports: [{port: 80}]}
---
apiVersion: v1
kind: Endpoints
metadata: {name: mirrored}
subsets: [{addresses: [{ip: 10.9.0.1}], ports: [{port: 80}]}]
---
apiVersion: meshwork.dev/v1alpha1
kind: MeshService
metadata: {name: taken, labels: {meshwork.dev/mesh: shop}}
spec:
  selector: {dataplane: {tags: {app: taken}}}
  ports: [{port: 80, targetPort: {value: 80}, appProtocol: tcp}]
---
apiVersion: v1
kind: Service
metadata: {name: taken, labels: {meshwork.dev/mesh: shop}}
spec: {ports: [{port: 80}]}
---
apiVersion: v1
kind: Service
metadata: {name: dns, labels: {meshwork.dev/mesh: shop}}
spec: {ports: [{name: tcp, port: 53}, {name: udp, port: 53, protocol: UDP}]}
`

// typo is a route to a Service that does not exist.
const typo = `
apiVersion: gateway.networking.k8s.io/v1
kind: GRPCRoute
metadata: {name: web}
spec:
  parentRefs: [{group: "", kind: Service, name: web}]
  rules: [{backendRefs: [{name: wbe, port: 80}]}]
`

// loadBalancers creates Services that take addresses of the Mesh.
func loadBalancers(ctx SpecContext, first, last int) {
	GinkgoHelper()
	var all []string
	for i := first; i <= last; i++ {
		all = append(all, fmt.Sprintf(`{apiVersion: v1, kind: Service, metadata: {name: lb-%d, labels: {meshwork.dev/mesh: shop}},
			spec: {type: LoadBalancer, loadBalancerClass: meshwork.dev/mesh-vip, allocateLoadBalancerNodePorts: false, ports: [{port: 80}]}}`, i))
	}
	env.Apply(ctx, "default", strings.Join(all, "\n---\n"))
}

// refused is a namespace in which everything that Meshwork creates is denied.
const refused = `
apiVersion: v1
kind: Namespace
metadata: {name: refused}
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: refused}
spec:
  matchConstraints:
    namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: refused}}
    resourceRules:
    - {apiGroups: [discovery.k8s.io, meshwork.dev], apiVersions: ["*"], operations: [CREATE], resources: [endpointslices, meshservices]}
  validations: [{expression: "false", message: nothing is let in}]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: refused}
spec: {policyName: refused, validationActions: [Deny]}
`

const refusedService = `{apiVersion: v1, kind: Service, metadata: {name: web, labels: {meshwork.dev/mesh: shop, ` + delegated + `}},
	spec: {selector: {app: web}, ports: [{port: 80}]}}`

// refuse makes every create for a Service fail until the Service is deleted.
func refuse(ctx SpecContext) {
	GinkgoHelper()
	env.Apply(ctx, "default", refused)
	probe := []byte("{apiVersion: discovery.k8s.io/v1, kind: EndpointSlice, metadata: {name: probe}, addressType: IPv4, endpoints: []}")
	Eventually(func() error {
		_, err := env.Cluster.KubectlInput(ctx, probe, "create", "-n", "refused", "--dry-run=server", "-f", "-")
		return err
	}).Should(MatchError(ContainSubstring("nothing is let in")))
	env.Apply(ctx, "refused", refusedService)
}

// shared is a delegated Service for which another controller publishes endpoints too.
const shared = `
apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata:
  name: shared-by-hand
  labels: {kubernetes.io/service-name: shared, endpointslice.kubernetes.io/managed-by: other}
addressType: IPv4
endpoints: [{addresses: [10.9.9.9], conditions: {ready: true}}]
ports: [{port: 80, protocol: TCP}]
---
apiVersion: v1
kind: Service
metadata: {name: shared, labels: {` + delegated + `}}
spec: {selector: {app: web}, ports: [{port: 80}]}
`

// leaving is delegated, and then handed over to a controller that does not exist.
const leaving = `{apiVersion: v1, kind: Service, metadata: {name: leaving, labels: {` + delegated + `}},
	spec: {selector: {app: web}, ports: [{port: 80}]}}`

func leave(ctx SpecContext) {
	GinkgoHelper()
	env.Apply(ctx, "default", leaving)
	Eventually(func() string {
		return env.Kubectl(ctx, "get", "endpointslices", "-l", "kubernetes.io/service-name=leaving", "-o", "jsonpath={.items[*].endpoints[*].conditions.ready}")
	}).Should(ContainSubstring("true"))
	env.Kubectl(ctx, "label", "service", "leaving", "--overwrite", "service.kubernetes.io/endpoint-controller-name=missing.example.com")
}
