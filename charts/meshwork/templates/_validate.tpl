{{/* What the schema cannot say: values that exclude each other, or the cluster. */}}
{{- define "meshwork.validate" -}}
{{- if and (gt (int .Values.replicas) 1) (not .Values.leaderElection.enabled) }}
{{- fail (printf "replicas is %d, but leaderElection.enabled is false: all of them would write at a time; enable it, or set replicas to 1" (int .Values.replicas)) }}
{{- end }}
{{- if and .Values.admission.enabled (semverCompare "<1.36.0-0" .Capabilities.KubeVersion.Version) }}
{{- fail (printf "admission.enabled needs Kubernetes 1.36 or newer, and this is %s: set it to false" .Capabilities.KubeVersion.Version) }}
{{- end }}
{{- if and .Values.serviceMonitor.enabled (eq (toString .Values.metrics.bindAddress) "0") }}
{{- fail "serviceMonitor.enabled is true, but metrics.bindAddress \"0\" turns the metrics off: give them an address, or disable the ServiceMonitor" }}
{{- end }}
{{- end }}
