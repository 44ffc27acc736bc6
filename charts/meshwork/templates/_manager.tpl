{{/* The argument is a dict of root and image, which is .Values.image or .Values.xds.image. */}}
{{- define "meshwork.image" -}}
{{- with .image -}}
{{- if .digest }}{{ .repository }}@{{ .digest }}{{ else }}{{ .repository }}:{{ default $.root.Chart.AppVersion .tag }}{{ end -}}
{{- end -}}
{{- end }}

{{/*
Flags. Each item is a name, a value, and the default. A flag that has the default value is
left out.
*/}}
{{- define "meshwork.flags" -}}
{{- range . }}
{{- $name := index . 0 }}{{ $value := toString (index . 1) }}{{ $default := toString (index . 2) }}
{{- if ne $value $default }}
- --{{ $name }}={{ $value }}
{{- end }}
{{- end }}
{{- end }}

{{/* The flags for the values of logging. */}}
{{- define "meshwork.loggingFlags" -}}
{{- include "meshwork.flags" (list
  (list "zap-devel" .development false)
  (list "zap-log-level" .level (ternary "debug" "info" .development))
  (list "zap-encoder" .encoder (ternary "console" "json" .development))
) }}
{{- end }}

{{/*
The manager's flags, except the addresses that it serves on: `meshwork release` takes
these flags too.
*/}}
{{- define "meshwork.args" -}}
{{- with .Values }}
{{- $flags := list
  (list "leader-elect-resource-name" (include "meshwork.leaseName" $) "meshwork")
  (list "zone" .zone "")
  (list "cluster-domain" .clusterDomain "cluster.local")
  (list "controllers" (join "," .controllers) "*")
  (list "endpoint-controller-name" .endpointControllerName "endpointslice-controller.meshwork.dev")
  (list "max-endpoints-per-slice" (int .maxEndpointsPerSlice) 100)
  (list "endpoint-updates-batch-period" .endpointUpdatesBatchPeriod "50ms")
  (list "endpoint-removals-batch-period" .endpointRemovalsBatchPeriod "10ms")
  (list "handover-timeout" .handoverTimeout "30s")
  (list "load-balancer-class" .loadBalancerClass "meshwork.dev/mesh-vip")
  (list "vip-cooldown-period" .vipCooldownPeriod "10s")
  (list "status-sync-period" .statusSyncPeriod "1s")
  (list "concurrent-service-syncs" (int .concurrentServiceSyncs) 8)
}}
{{- if .leaderElection.enabled }}
- --leader-elect
{{- end }}
- --leader-elect-resource-namespace=$(POD_NAMESPACE)
{{- include "meshwork.flags" $flags }}
{{- include "meshwork.loggingFlags" $.Values.logging }}
{{- range $feature, $enabled := .featureGates }}
- --feature-gates={{ $feature }}={{ $enabled }}
{{- end }}
{{- with .extraArgs }}
{{ toYaml . }}
{{- end }}
{{- end }}
{{- end }}

{{- define "meshwork.env" -}}
- name: POD_NAMESPACE
  valueFrom:
    fieldRef:
      fieldPath: metadata.namespace
{{- with .Values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* What the containers of the manager and of the release Job have in common. */}}
{{- define "meshwork.container" -}}
image: {{ include "meshwork.image" (dict "root" . "image" .Values.image) }}
{{- with .Values.image.pullPolicy }}
imagePullPolicy: {{ . }}
{{- end }}
env:
{{- include "meshwork.env" . | nindent 0 }}
{{- with .Values.securityContext }}
securityContext:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.resources }}
resources:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* What the Pods of the manager and of the release Job have in common. */}}
{{- define "meshwork.pod" -}}
serviceAccountName: {{ include "meshwork.serviceAccountName" . }}
{{- with include "meshwork.platform" . | trim }}
{{ . }}
{{- end }}
{{- with .Values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* What all Pods have in common, those of the xDS server and of the signer too. */}}
{{- define "meshwork.platform" -}}
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
{{- toYaml . | nindent 0 }}
{{- end }}
{{- with .Values.podSecurityContext }}
securityContext:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
{{- toYaml . | nindent 0 }}
{{- end }}
{{- end }}

{{/* The port of an address: 8443 for `:8443` and for `[::]:8443`. */}}
{{- define "meshwork.port" -}}
{{ regexFind "[0-9]+$" . }}
{{- end }}

{{- define "meshwork.topologySpread" -}}
{{- if .Values.topologySpreadConstraints }}
{{- toYaml .Values.topologySpreadConstraints }}
{{- else if gt (int .Values.replicas) 1 }}
{{- include "meshwork.spread" (include "meshwork.managerLabels" .) }}
{{- end }}
{{- end }}

{{/* Spreads the Pods with the labels, as far as possible. */}}
{{- define "meshwork.spread" -}}
{{- range list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
- maxSkew: 1
  topologyKey: {{ . }}
  whenUnsatisfiable: ScheduleAnyway
  matchLabelKeys: [pod-template-hash]
  labelSelector:
    matchLabels:
      {{- $ | nindent 6 }}
{{- end }}
{{- end }}
