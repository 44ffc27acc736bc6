{{/* What the schema cannot check: combinations of values, and the version of the cluster. */}}
{{- define "meshwork.validate" -}}
{{- if and (gt (int .Values.replicas) 1) (not .Values.leaderElection.enabled) }}
{{- fail (printf "replicas is %d, but leaderElection.enabled is false: all replicas would write at the same time; enable leader election, or set replicas to 1" (int .Values.replicas)) }}
{{- end }}
{{- if and .Values.admission.enabled (semverCompare "<1.36.0-0" .Capabilities.KubeVersion.Version) }}
{{- fail (printf "admission.enabled needs Kubernetes 1.36 or newer, but the cluster has %s: set it to false" .Capabilities.KubeVersion.Version) }}
{{- end }}
{{- if and .Values.xds.enabled .Values.xds.injection.enabled (semverCompare "<1.36.0-0" .Capabilities.KubeVersion.Version) }}
{{- fail (printf "xds.injection.enabled needs Kubernetes 1.36 or newer, but the cluster has %s: set it to false" .Capabilities.KubeVersion.Version) }}
{{- end }}
{{- if and .Values.xds.enabled .Values.xds.meshClients.enabled (semverCompare "<1.37.0-0" .Capabilities.KubeVersion.Version) }}
{{- fail (printf "xds.meshClients.enabled needs Kubernetes 1.37 or newer, but the cluster has %s: set it to false" .Capabilities.KubeVersion.Version) }}
{{- end }}
{{- if and .Values.signer.enabled (semverCompare "<1.37.0-0" .Capabilities.KubeVersion.Version) }}
{{- fail (printf "signer.enabled needs Kubernetes 1.37 or newer, but the cluster has %s: set it to false" .Capabilities.KubeVersion.Version) }}
{{- end }}
{{- if and .Values.serviceMonitor.enabled (eq (toString .Values.metrics.bindAddress) "0") }}
{{- fail "serviceMonitor.enabled is true, but metrics.bindAddress \"0\" disables the metrics: set an address, or disable the ServiceMonitor" }}
{{- end }}
{{- if and .Values.xds.clientCA.secretName .Values.xds.clientCA.configMapName }}
{{- fail "xds.clientCA.secretName and xds.clientCA.configMapName are both set: set one of them" }}
{{- end }}
{{- end }}
