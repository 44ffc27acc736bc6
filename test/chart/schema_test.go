package chart

import (
	"strings"
	"testing"
)

// Each of these values is refused before anything is rendered, and the error contains the
// path and the reason.
func TestBadValuesAreRefused(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ values, where, why string }{
		{`zone: ""`, "/zone", "does not match pattern"},
		{`zone: -east`, "/zone", "does not match pattern"},
		{`zone: [east]`, "/zone", "want string"},
		{`clusterDomain: Cluster.Local`, "/clusterDomain", "does not match pattern"},
		{`controllers: []`, "/controllers", "minItems"},
		{`controllers: mesh`, "/controllers", "want array"},
		{`controllers: [gateway]`, "/controllers/0", "value must be one of"},
		{`controllers: [mesh, mesh]`, "/controllers", "are equal"},
		{`endpointControllerName: ""`, "/endpointControllerName", "does not match pattern"},
		{`endpointControllerName: a/b`, "/endpointControllerName", "does not match pattern"},
		{`maxEndpointsPerSlice: 0`, "/maxEndpointsPerSlice", "minimum: got 0, want 1"},
		{`maxEndpointsPerSlice: 1001`, "/maxEndpointsPerSlice", "maximum: got 1,001, want 1,000"},
		{`maxEndpointsPerSlice: 1.5`, "/maxEndpointsPerSlice", "want integer"},
		{`endpointUpdatesBatchPeriod: 1`, "/endpointUpdatesBatchPeriod", "want string"},
		{`handoverTimeout: -1s`, "/handoverTimeout", "does not match pattern"},
		{`handoverTimeout: 1 minute`, "/handoverTimeout", "does not match pattern"},
		{`loadBalancerClass: a/b/c`, "/loadBalancerClass", "does not match pattern"},
		{`vipCooldownPeriod: -1s`, "/vipCooldownPeriod", "does not match pattern"},
		{`statusSyncPeriod: "1"`, "/statusSyncPeriod", "does not match pattern"},
		{`concurrentServiceSyncs: 0`, "/concurrentServiceSyncs", "minimum: got 0, want 1"},
		{`featureGates: {TopologyAwareHint: true}`, "/featureGates", "'TopologyAwareHint' not allowed"},
		{`featureGates: {TopologyAwareHints: "yes"}`, "/featureGates/TopologyAwareHints", "want boolean"},
		{`leaderElection: {enabled: "true"}`, "/leaderElection/enabled", "want boolean"},
		{`leaderElection: {leaseName: A}`, "/leaderElection/leaseName", "does not match pattern"},
		{`metrics: {bindAddress: "8443"}`, "/metrics/bindAddress", "does not match pattern"},
		{`metrics: {bindAddress: ":0"}`, "/metrics/bindAddress", "does not match pattern"},
		{`healthProbe: {bindAddress: 8081}`, "/healthProbe/bindAddress", "want string"},
		{`pprof: {bindAddress: localhost}`, "/pprof/bindAddress", "does not match pattern"},
		{`logging: {level: verbose}`, "/logging/level", "value must be one of"},
		{`logging: {level: 0}`, "/logging/level", "minimum: got 0, want 1"},
		{`logging: {encoder: text}`, "/logging/encoder", "value must be one of 'json', 'console'"},
		{`logging: {devel: true}`, "/logging", "'devel' not allowed"},
		{`extraArgs: [zone=east]`, "/extraArgs/0", "does not match pattern"},
		{`extraEnv: [{value: a}]`, "/extraEnv/0", "missing property 'name'"},
		{`extraEnv: {A: b}`, "/extraEnv", "want array"},
		{`image: {repository: ""}`, "/image/repository", "does not match pattern"},
		{`image: {tag: "a:b"}`, "/image/tag", "does not match pattern"},
		{`image: {digest: "sha256:12"}`, "/image/digest", "does not match pattern"},
		{`image: {pullPolicy: always}`, "/image/pullPolicy", "value must be one of"},
		{`imagePullSecrets: [registry]`, "/imagePullSecrets/0", "want object"},
		{`replicas: -1`, "/replicas", "minimum: got -1, want 0"},
		{`podLabels: {a: 1}`, "/podLabels/a", "want string"},
		{`podAnnotations: {a: true}`, "/podAnnotations/a", "want string"},
		{`tolerations: {}`, "/tolerations", "want array"},
		{`crds: {enabled: true}`, "/crds", "'enabled' not allowed"},
		{`serviceAccount: {name: A}`, "/serviceAccount/name", "does not match pattern"},
		{`rbac: {create: 1}`, "/rbac/create", "want boolean"},
		{`admission: {endpointControllerNames: ["'"]}`, "/admission/endpointControllerNames/0", "does not match pattern"},
		{`podDisruptionBudget: {maxUnavailable: half}`, "/podDisruptionBudget/maxUnavailable", "does not match pattern"},
		{`networkPolicy: {egress: {apiServerPorts: [0]}}`, "/networkPolicy/egress/apiServerPorts/0", "minimum: got 0, want 1"},
		{`networkPolicy: {ingress: {from: []}}`, "/networkPolicy/ingress", "'from' not allowed"},
		{`serviceMonitor: {interval: often}`, "/serviceMonitor/interval", "does not match pattern"},
		{`dashboard: {labels: {grafana_dashboard: 1}}`, "/dashboard/labels/grafana_dashboard", "want string"},
		{`xds: {enable: true}`, "/xds", "'enable' not allowed"},
		{`xds: {replicas: -1}`, "/xds/replicas", "minimum: got -1, want 0"},
		{`xds: {maxStreamsPerClient: 0}`, "/xds/maxStreamsPerClient", "minimum: got 0, want 1"},
		{`xds: {image: {tag: "a:b"}}`, "/xds/image/tag", "does not match pattern"},
		{`xds: {tls: {secretName: A}}`, "/xds/tls/secretName", "does not match pattern"},
		{`xds: {clientCA: {key: ../tls/tls.key}}`, "/xds/clientCA/key", "does not match pattern"},
		{`xds: {insecure: true}`, "/xds/insecure", "want object"},
		{`xds: {extraArgs: [insecure]}`, "/xds/extraArgs/0", "does not match pattern"},
		{`xds: {extraEnv: [{value: a}]}`, "/xds/extraEnv/0", "missing property 'name'"},
		{`xds: {serviceMonitor: {interval: often}}`, "/xds/serviceMonitor/interval", "does not match pattern"},
		{`controllers: [podcertificate]`, "/controllers/0", "value must be one of"},
		{`signer: {enable: true}`, "/signer", "'enable' not allowed"},
		{`signer: {replicas: -1}`, "/signer/replicas", "minimum: got -1, want 0"},
		{`signer: {trustPropagationPeriod: -1s}`, "/signer/trustPropagationPeriod", "does not match pattern"},
		{`signer: {extraArgs: [zone]}`, "/signer/extraArgs/0", "does not match pattern"},
		{`signer: {extraEnv: [{value: a}]}`, "/signer/extraEnv/0", "missing property 'name'"},
		{`signer: {serviceMonitor: {interval: often}}`, "/signer/serviceMonitor/interval", "does not match pattern"},
		{`uninstall: {timeout: 5m30s}`, "/uninstall/timeout", "does not match pattern"},
		{`uninstall: {timeout: 0s}`, "/uninstall/timeout", "does not match pattern"},
		{`fullnameOverride: a-name-of-more-than-thirty-six-characters`, "/fullnameOverride", "maxLength: got 41, want 36"},
		{`replicaCount: 2`, "", "'replicaCount' not allowed"},
	} {
		t.Run(test.values, func(t *testing.T) {
			t.Parallel()
			_, err := named(test.values).template(t)
			if err == nil {
				t.Fatal("it was accepted")
			}
			if place := "at '" + test.where + "'"; !strings.Contains(err.Error(), place) || !strings.Contains(err.Error(), test.why) {
				t.Errorf("the error should say %q and %q: %v", place, test.why, err)
			}
		})
	}
}

// Contradictions that a schema cannot express are refused too. The error contains the
// remedy.
func TestContradictionsAreRefused(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		values, message string
		args            []string
	}{
		{values: `{replicas: 2, leaderElection: {enabled: false}}`, message: "replicas is 2, but leaderElection.enabled is false"},
		{values: `admission: {enabled: true}`, args: []string{"--kube-version=1.35.9"}, message: "admission.enabled needs Kubernetes 1.36 or newer, but the cluster has v1.35.9: set it to false"},
		{values: `xds: {enabled: true, injection: {enabled: true}}`, args: []string{"--kube-version=1.35.9"}, message: "xds.injection.enabled needs Kubernetes 1.36 or newer, but the cluster has v1.35.9: set it to false"},
		{values: `xds: {enabled: true, meshClients: {enabled: true}}`, args: []string{"--kube-version=1.36.9"}, message: "xds.meshClients.enabled needs Kubernetes 1.37 or newer, but the cluster has v1.36.9: set it to false"},
		{values: `signer: {enabled: true}`, args: []string{"--kube-version=1.36.4"}, message: "signer.enabled needs Kubernetes 1.37 or newer, but the cluster has v1.36.4: set it to false"},
		{values: `{serviceMonitor: {enabled: true}, metrics: {bindAddress: 0}}`, message: `metrics.bindAddress "0" disables the metrics`},
		{values: `xds: {enabled: true, clientCA: {secretName: a, configMapName: b}}`, message: "xds.clientCA.secretName and xds.clientCA.configMapName are both set"},
		{values: `serviceAccount: {create: false}`, message: "serviceAccount.name must name an existing ServiceAccount"},
		{args: []string{"--kube-version=1.31.9"}, message: "chart requires kubeVersion: >=1.32.0-0"},
	} {
		t.Run(test.message, func(t *testing.T) {
			t.Parallel()
			_, err := named(test.values).template(t, test.args...)
			if err == nil || !strings.Contains(err.Error(), test.message) {
				t.Errorf("the error should contain this message: %v", err)
			}
		})
	}
	for _, test := range []struct{ values, version string }{
		{"admission: {enabled: true}", "v1.36.0"},
		{"signer: {enabled: true}", "v1.37.0"},
		{"", "v1.32.0"},
	} {
		if _, err := named(test.values).template(t, "--kube-version="+test.version); err != nil {
			t.Errorf("Kubernetes %s should be accepted: %v", test.version, err)
		}
	}
}
