package chart

import (
	"testing"
)

// variants are values that change the rendered objects, each on its own.
var variants = map[string]string{
	"nothing":        ``,
	"admission":      `admission: {enabled: true, endpointControllerNames: [a.example.com, b.example.com]}`,
	"protection":     `{meshProtection: {enabled: true}, requiredMesh: {enabled: true}}`,
	"monitoring":     `{serviceMonitor: {enabled: true, interval: 30s, labels: {team: mesh}}, prometheusRule: {enabled: true}, dashboard: {enabled: true}}`,
	"network policy": `networkPolicy: {ingress: {metricsFrom: [{namespaceSelector: {}}], probesFrom: [{ipBlock: {cidr: 192.0.2.0/24}}]}, egress: {apiServerTo: [{ipBlock: {cidr: 192.0.2.1/32}}]}}`,
	"high availability": `{replicas: 3, podDisruptionBudget: {enabled: true}, priorityClassName: system-cluster-critical,
		affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: a, operator: Exists}]}]}}},
		tolerations: [{operator: Exists}], nodeSelector: {kubernetes.io/os: linux}}`,
	"spread": `{replicas: 2, podDisruptionBudget: {enabled: true, minAvailable: 50%}, topologySpreadConstraints: [{maxSkew: 1, topologyKey: zone,
		whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {app.kubernetes.io/component: controller-manager}}}]}`,
	"no network policy":    `networkPolicy: {enabled: false}`,
	"no metrics":           `metrics: {bindAddress: "0"}`,
	"no probes":            `healthProbe: {bindAddress: "0"}`,
	"no servers":           `{metrics: {bindAddress: 0}, healthProbe: {bindAddress: 0}}`,
	"other addresses":      `{metrics: {bindAddress: "[::]:9443"}, healthProbe: {bindAddress: "0.0.0.0:9081"}, pprof: {bindAddress: "127.0.0.1:6060"}, serviceMonitor: {enabled: true}}`,
	"no leader election":   `{leaderElection: {enabled: false}}`,
	"a Lease":              `{leaderElection: {leaseName: other}}`,
	"no definitions":       `{crds: {install: false}}`,
	"definitions not kept": `{crds: {keep: false}}`,
	"an existing account":  `{serviceAccount: {create: false, name: mine}, rbac: {create: false}}`,
	"an account name":      `{serviceAccount: {name: mine, annotations: {a: b}}}`,
	"no hook":              `{uninstall: {release: false}}`,
	"a longer hook":        `{uninstall: {timeout: 2h}, admission: {enabled: true}}`,
	"an image":             `{image: {repository: registry.example.com:5000/a/b, digest: "sha256:0123456789012345678901234567890123456789012345678901234567890123", pullPolicy: Always}, imagePullSecrets: [{name: registry}]}`,
	"labels":               `{podLabels: {team: mesh, app.kubernetes.io/component: other, app.kubernetes.io/name: other}, podAnnotations: {a: b}}`,
	"flags": `{zone: east-1, clusterDomain: east.example.com, controllers: ["*", -mesh], endpointControllerName: east.example.com, maxEndpointsPerSlice: 1000,
		endpointUpdatesBatchPeriod: 100ms, endpointRemovalsBatchPeriod: 20ms, handoverTimeout: 1m30s, loadBalancerClass: example.com/east, vipCooldownPeriod: 1m, statusSyncPeriod: 0s, concurrentServiceSyncs: 64,
		featureGates: {TopologyAwareHints: false, EndpointSliceCompaction: true}, logging: {level: 3, encoder: console, development: true},
		extraArgs: [--zap-time-encoding=iso8601, --zone=last], extraEnv: [{name: GOMEMLIMIT, value: 900MiB}]}`,
	"the xDS server": `xds: {enabled: true, injection: {enabled: true}, meshClients: {enabled: true}}`,
	"an xDS server for every client": `{xds: {enabled: true, replicas: 5, tls: {secretName: a}, clientCA: {configMapName: b, key: roots.pem}, maxStreamsPerClient: 10,
		insecure: {enabled: true, clientsFrom: [{namespaceSelector: {}}]}, networkPolicy: {clientsFrom: [{podSelector: {}}]}, extraArgs: [--max-connection-age=5m],
		extraEnv: [{name: GOMEMLIMIT, value: 900MiB}]},
		clusterDomain: east.example.com, logging: {level: 3, encoder: console, development: true}, nodeSelector: {a: b}, imagePullSecrets: [{name: registry}],
		serviceMonitor: {enabled: true}}`,
	"an xDS server without extras": `{xds: {enabled: true, networkPolicy: {enabled: false}, podDisruptionBudget: {enabled: false}}, rbac: {create: false}, serviceAccount: {create: false, name: mine}}`,
	"the signer":                   `signer: {enabled: true}`,
	"a signer with everything": `{signer: {enabled: true, replicas: 3, trustPropagationPeriod: 10m, extraArgs: [--status-sync-period=2s], extraEnv: [{name: GOMEMLIMIT, value: 400MiB}]},
		clusterDomain: east.example.com, logging: {level: 3}, nodeSelector: {a: b}, tolerations: [{operator: Exists}], imagePullSecrets: [{name: registry}],
		networkPolicy: {ingress: {metricsFrom: [{namespaceSelector: {}}]}}, serviceMonitor: {enabled: true}, xds: {enabled: true}}`,
	"a signer without extras": `{signer: {enabled: true, networkPolicy: {enabled: false}, podDisruptionBudget: {enabled: false}}, rbac: {create: false}, serviceAccount: {create: false, name: mine}}`,
	"a name":                  `{nameOverride: other}`,
}

// everything combines values that do not exclude each other.
const everything = `
replicas: 3
zone: east-1
controllers: ["*", -mesh]
endpointControllerName: east.example.com
featureGates: {TopologyAwareHints: false}
extraArgs: [--zap-time-encoding=iso8601]
extraEnv: [{name: GOMEMLIMIT, value: 900MiB}]
imagePullSecrets: [{name: registry}]
podLabels: {team: mesh}
podAnnotations: {a: b}
serviceAccount: {annotations: {a: b}}
priorityClassName: system-cluster-critical
nodeSelector: {kubernetes.io/os: linux}
tolerations: [{operator: Exists}]
affinity: {podAntiAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1, podAffinityTerm: {topologyKey: zone, labelSelector: {}}}]}}
admission: {enabled: true}
podDisruptionBudget: {enabled: true}
serviceMonitor: {enabled: true}
prometheusRule: {enabled: true}
dashboard: {enabled: true}
xds: {enabled: true, insecure: {enabled: true}, clientCA: {secretName: ca}, serviceMonitor: {enabled: true}}
signer: {enabled: true, serviceMonitor: {enabled: true}}
`

func TestInvariants(t *testing.T) {
	t.Parallel()
	installations := map[string]installation{
		"everything":        named(everything),
		"another name":      {"east", "mesh", everything},
		"a long name":       {"a-release-with-as-many-characters-as-helm-lets.it.hav", "mesh", everything},
		"a name with a dot": {"a.b", "mesh", ""},
		"a full name":       {"east", "mesh", `{fullnameOverride: west, serviceAccount: {name: mine}}`},
	}
	for name, values := range variants {
		installations[name] = named(values)
	}
	for name, installation := range installations {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rendered := decodeStrictly(t, installation)
			for invariant, check := range invariants {
				t.Run(invariant, func(t *testing.T) { check(t, rendered) })
			}
		})
	}
}
