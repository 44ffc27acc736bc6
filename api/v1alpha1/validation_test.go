package v1alpha1_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/yaml"

	"github.com/meshwork-dev/meshwork/test/lib/cluster"
)

var api client.Client

func TestAPI(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "API")
}

var _ = BeforeSuite(func(ctx SpecContext) {
	root, err := cluster.ModuleRoot()
	Expect(err).NotTo(HaveOccurred())
	kubernetes, err := cluster.Start(ctx, cluster.Options{CRDDirectories: []string{filepath.Join(root, "config", "crd", "bases")}})
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(func() { Expect(kubernetes.Stop()).To(Succeed()) })

	scheme := runtime.NewScheme()
	Expect(apiextensionsv1.AddToScheme(scheme)).To(Succeed())
	api, err = client.New(kubernetes.Config(), client.Options{Scheme: scheme})
	Expect(err).NotTo(HaveOccurred())
})

func object(kind, name, body string) *unstructured.Unstructured {
	GinkgoHelper()
	built := &unstructured.Unstructured{}
	Expect(yaml.Unmarshal([]byte(body), &built.Object)).To(Succeed())
	if built.Object == nil {
		built.Object = map[string]any{}
	}
	built.SetAPIVersion("meshwork.dev/v1alpha1")
	built.SetKind(kind)
	built.SetName(name)
	if kind == "MeshService" {
		built.SetNamespace("default")
	}
	return built
}

// create creates the object and, if it has one, its status.
func create(ctx SpecContext, built *unstructured.Unstructured) error {
	status, hasStatus := built.Object["status"]
	if err := api.Create(ctx, built); err != nil || !hasStatus {
		return err
	}
	built.Object["status"] = status
	return api.Status().Update(ctx, built)
}

func ports(count int) string {
	var body strings.Builder
	body.WriteString("spec:\n  ports:\n")
	for i := range count {
		fmt.Fprintf(&body, "  - {name: p-%d, port: %d, targetPort: {value: 1}, appProtocol: tcp}\n", i, i+1)
	}
	return body.String()
}

func entries(count int, format string) string {
	all := make([]string, count)
	for i := range all {
		all[i] = fmt.Sprintf(format, i)
	}
	return strings.Join(all, ", ")
}

func port(fields string) string { return "spec: {ports: [" + fields + "]}" }

const (
	okPort    = "{port: 80, targetPort: {value: 80}, appProtocol: tcp}"
	condition = "{type: T%d, status: 'True', reason: R, message: '', lastTransitionTime: '2026-01-01T00:00:00Z'}"
)

var _ = DescribeTable("The API server accepts", func(ctx SpecContext, kind, name, body string) {
	built := object(kind, name, body)
	Expect(create(ctx, built)).To(Succeed())
	Expect(api.Delete(ctx, built)).To(Succeed())
},
	Entry("an empty Mesh", "Mesh", "default", ""),
	Entry("a Mesh with mutual TLS", "Mesh", "default", "spec: {mtls: {enabledBackend: ca-1.example.com}}"),
	Entry("a Mesh with a name of 63 characters", "Mesh", strings.Repeat("m", 63), ""),
	Entry("an empty MeshService", "MeshService", "redis", ""),
	Entry("the example of the documentation", "MeshService", "redis", `
spec:
  selector:
    dataplane:
      tags:
        app.kubernetes.io/name: redis
        meshwork.dev/namespace: redis-system
        meshwork.dev/zone: east-1
  ports:
  - {port: 6739, targetPort: {value: 6739}, appProtocol: tcp}
  - {name: admin, port: 8080, targetPort: {name: http}, appProtocol: http}
  clusterIP: 192.168.10.1
  type: ClusterIP
status:
  availability: Online
  tls: {state: Ready, issuedBackends: {ca-1: 5}}
  proxies: {online: 5, offline: 3}
  vips: [{ip: 192.168.10.1, type: Kubernetes}, {ip: "fd00::1", type: Kubernetes}]
  hostnames: [redis.redis-system.svc.cluster.local]
`),
	Entry("a selector by name", "MeshService", "redis", "spec: {selector: {dataplane: {name: redis-0}}, clusterIP: None}"),
	Entry("any appProtocol that Kubernetes accepts", "MeshService", "redis",
		port("{port: 80, targetPort: {value: 80}, appProtocol: "+strings.Repeat("d", 253)+"/"+strings.Repeat("p", 63)+"}")),
	Entry("the maximum number of ports", "MeshService", "redis", ports(4096)),
)

var _ = DescribeTable("The API server rejects", func(ctx SpecContext, kind, name, body, message string) {
	built := object(kind, name, body)
	err := create(ctx, built)
	Expect(client.IgnoreNotFound(api.Delete(ctx, object(kind, name, "")))).To(Succeed())
	Expect(apierrors.IsInvalid(err)).To(BeTrue(), "%v", err)
	Expect(err).To(MatchError(ContainSubstring(message)))
},
	Entry("a Mesh with a name that is not a valid label value", "Mesh", strings.Repeat("m", 64), "", "at most 63 characters"),
	Entry("an empty backend name", "Mesh", "default", "spec: {mtls: {enabledBackend: ''}}", "spec.mtls.enabledBackend"),
	Entry("a long backend name", "Mesh", "default", "spec: {mtls: {enabledBackend: "+strings.Repeat("b", 64)+"}}", "spec.mtls.enabledBackend"),
	Entry("a backend name that is not a DNS name", "Mesh", "default", "spec: {mtls: {enabledBackend: CA_1}}", "spec.mtls.enabledBackend"),
	Entry("a negative count", "Mesh", "default", "status: {meshServices: -1}", "status.meshServices"),
	Entry("a negative observed generation of a Mesh", "Mesh", "default", "status: {observedGeneration: -1}", "status.observedGeneration"),
	Entry("too many conditions of a Mesh", "Mesh", "default", "status: {conditions: ["+entries(17, condition)+"]}", "status.conditions"),

	Entry("a selector without dataplane", "MeshService", "redis", "spec: {selector: {}}", "spec.selector.dataplane"),
	Entry("neither tags nor name", "MeshService", "redis", "spec: {selector: {dataplane: {}}}", "exactly one of tags and name"),
	Entry("both tags and name", "MeshService", "redis", "spec: {selector: {dataplane: {name: a, tags: {a: b}}}}", "exactly one of tags and name"),
	Entry("empty tags", "MeshService", "redis", "spec: {selector: {dataplane: {tags: {}}}}", "spec.selector.dataplane.tags"),
	Entry("too many tags", "MeshService", "redis", "spec: {selector: {dataplane: {tags: {"+entries(1025, "k%d: v")+"}}}}", "spec.selector.dataplane.tags"),
	Entry("a tag with a long key", "MeshService", "redis", "spec: {selector: {dataplane: {tags: {"+strings.Repeat("k", 318)+": v}}}}", "keys must have at most 317 characters"),
	Entry("a tag with a long value", "MeshService", "redis", "spec: {selector: {dataplane: {tags: {k: "+strings.Repeat("v", 64)+"}}}}", "keys must have at most 317 characters"),
	Entry("a dataplane name that is not a valid Pod name", "MeshService", "redis", "spec: {selector: {dataplane: {name: A_b}}}", "spec.selector.dataplane.name"),
	Entry("an invalid name of a target port", "MeshService", "redis", port("{port: 80, targetPort: {name: A_b}, appProtocol: tcp}"), "targetPort.name"),
	Entry("a backend with a long name in the status", "MeshService", "redis", "status: {tls: {state: Ready, issuedBackends: {"+strings.Repeat("b", 64)+": 1}}}", "at most 63 characters"),
	Entry("an invalid hostname", "MeshService", "redis", "status: {hostnames: [A_b]}", "status.hostnames[0]"),
	Entry("an empty name of a dataplane", "MeshService", "redis", "spec: {selector: {dataplane: {name: ''}}}", "spec.selector.dataplane.name"),
	Entry("a long name of a dataplane", "MeshService", "redis", "spec: {selector: {dataplane: {name: "+strings.Repeat("p", 254)+"}}}", "spec.selector.dataplane.name"),
	Entry("port 0", "MeshService", "redis", port("{port: 0, targetPort: {value: 80}, appProtocol: tcp}"), "spec.ports[0].port"),
	Entry("port 65536", "MeshService", "redis", port("{port: 65536, targetPort: {value: 80}, appProtocol: tcp}"), "spec.ports[0].port"),
	Entry("no port", "MeshService", "redis", port("{targetPort: {value: 80}, appProtocol: tcp}"), "spec.ports[0].port"),
	Entry("a duplicate port", "MeshService", "redis", port(okPort+", "+okPort), "Duplicate value"),
	Entry("no target port", "MeshService", "redis", port("{port: 80, appProtocol: tcp}"), "targetPort"),
	Entry("target port 0", "MeshService", "redis", port("{port: 80, targetPort: {value: 0}, appProtocol: tcp}"), "targetPort.value"),
	Entry("target port 65536", "MeshService", "redis", port("{port: 80, targetPort: {value: 65536}, appProtocol: tcp}"), "targetPort.value"),
	Entry("an empty target port", "MeshService", "redis", port("{port: 80, targetPort: {}, appProtocol: tcp}"), "exactly one of value and name"),
	Entry("a target port with number and name", "MeshService", "redis", port("{port: 80, targetPort: {value: 80, name: http}, appProtocol: tcp}"), "exactly one of value and name"),
	Entry("an empty name of a target port", "MeshService", "redis", port("{port: 80, targetPort: {name: ''}, appProtocol: tcp}"), "targetPort.name"),
	Entry("a long name of a target port", "MeshService", "redis", port("{port: 80, targetPort: {name: "+strings.Repeat("n", 16)+"}, appProtocol: tcp}"), "targetPort.name"),
	Entry("no appProtocol", "MeshService", "redis", port("{port: 80, targetPort: {value: 80}}"), "appProtocol"),
	Entry("an empty appProtocol", "MeshService", "redis", port("{port: 80, targetPort: {value: 80}, appProtocol: ''}"), "appProtocol"),
	Entry("a long appProtocol", "MeshService", "redis", port("{port: 80, targetPort: {value: 80}, appProtocol: "+strings.Repeat("p", 318)+"}"), "appProtocol"),
	Entry("an empty name of a port", "MeshService", "redis", port("{name: '', port: 80, targetPort: {value: 80}, appProtocol: tcp}"), "spec.ports[0].name"),
	Entry("a long name of a port", "MeshService", "redis", port("{name: "+strings.Repeat("n", 64)+", port: 80, targetPort: {value: 80}, appProtocol: tcp}"), "spec.ports[0].name"),
	Entry("a port name that is not a DNS label", "MeshService", "redis", port("{name: A_b, port: 80, targetPort: {value: 80}, appProtocol: tcp}"), "spec.ports[0].name"),
	Entry("too many ports", "MeshService", "redis", ports(4097), "spec.ports"),
	Entry("an invalid cluster IP", "MeshService", "redis", "spec: {clusterIP: nowhere}", "must be an IP address or None"),
	Entry("a long cluster IP", "MeshService", "redis", "spec: {clusterIP: '"+strings.Repeat("1", 46)+"'}", "spec.clusterIP"),
	Entry("type ExternalName", "MeshService", "redis", "spec: {type: ExternalName}", "spec.type"),

	Entry("another availability", "MeshService", "redis", "status: {availability: Maybe}", "status.availability"),
	Entry("a negative number of proxies online", "MeshService", "redis", "status: {proxies: {online: -1, offline: 0}}", "status.proxies.online"),
	Entry("a negative number of proxies offline", "MeshService", "redis", "status: {proxies: {online: 0, offline: -1}}", "status.proxies.offline"),
	Entry("proxies without a number", "MeshService", "redis", "status: {proxies: {online: 1}}", "status.proxies.offline"),
	Entry("another TLS state", "MeshService", "redis", "status: {tls: {state: Maybe}}", "status.tls.state"),
	Entry("TLS without a state", "MeshService", "redis", "status: {tls: {}}", "status.tls.state"),
	Entry("a negative number of certificates", "MeshService", "redis", "status: {tls: {state: Ready, issuedBackends: {ca: -1}}}", "status.tls.issuedBackends"),
	Entry("too many backends", "MeshService", "redis", "status: {tls: {state: Ready, issuedBackends: {"+entries(65, "ca-%d: 1")+"}}}", "status.tls.issuedBackends"),
	Entry("a VIP that is not an address", "MeshService", "redis", "status: {vips: [{ip: nowhere, type: Kubernetes}]}", "must be an IP address"),
	Entry("a long VIP", "MeshService", "redis", "status: {vips: [{ip: '"+strings.Repeat("1", 46)+"', type: Kubernetes}]}", "status.vips[0].ip"),
	Entry("another type of VIP", "MeshService", "redis", "status: {vips: [{ip: 10.0.0.1, type: Cloud}]}", "status.vips[0].type"),
	Entry("a duplicate VIP", "MeshService", "redis", "status: {vips: [{ip: 10.0.0.1, type: Kubernetes}, {ip: 10.0.0.1, type: Kubernetes}]}", "Duplicate value"),
	Entry("too many VIPs", "MeshService", "redis", "status: {vips: ["+entries(17, "{ip: 10.0.0.%d, type: Kubernetes}")+"]}", "status.vips"),
	Entry("a duplicate hostname", "MeshService", "redis", "status: {hostnames: [a, a]}", "Duplicate value"),
	Entry("a long hostname", "MeshService", "redis", "status: {hostnames: ["+strings.Repeat("h", 254)+"]}", "status.hostnames[0]"),
	Entry("too many hostnames", "MeshService", "redis", "status: {hostnames: ["+entries(17, "h%d")+"]}", "status.hostnames"),
	Entry("a negative observed generation", "MeshService", "redis", "status: {observedGeneration: -1}", "status.observedGeneration"),
	Entry("a duplicate condition", "MeshService", "redis", "status: {conditions: ["+fmt.Sprintf(condition+", "+condition, 1, 1)+"]}", "Duplicate value"),
	Entry("too many conditions", "MeshService", "redis", "status: {conditions: ["+entries(17, condition)+"]}", "status.conditions"),
)

var _ = It("describes every field, so that kubectl explain is documentation", func(ctx SpecContext) {
	for _, name := range []string{"meshes.meshwork.dev", "meshservices.meshwork.dev", "virtualips.meshwork.dev"} {
		definition := &apiextensionsv1.CustomResourceDefinition{}
		Expect(api.Get(ctx, client.ObjectKey{Name: name}, definition)).To(Succeed())
		schema := definition.Spec.Versions[0].Schema.OpenAPIV3Schema
		Expect(schema.Description).NotTo(BeEmpty())
		for field, property := range schema.Properties {
			if field != "metadata" {
				expectDescriptions(name+": "+field, property)
			}
		}
	}
})

func expectDescriptions(path string, schema apiextensionsv1.JSONSchemaProps) {
	GinkgoHelper()
	Expect(schema.Description).NotTo(BeEmpty(), path)
	for field, property := range schema.Properties {
		expectDescriptions(path+"."+field, property)
	}
	if schema.Items != nil && schema.Items.Schema != nil {
		for field, property := range schema.Items.Schema.Properties {
			expectDescriptions(path+"[]."+field, property)
		}
	}
}
