{{/*
The longest name appends 27 characters (-controller-manager-metrics) to this one. It is
the name of a Service, which can have at most 63 characters and no dot.
*/}}
{{- define "meshwork.fullname" -}}
{{- $name := default .Chart.Name .Values.nameOverride -}}
{{- $fullname := ternary .Release.Name (printf "%s-%s" .Release.Name $name) (contains $name .Release.Name) -}}
{{- default $fullname .Values.fullnameOverride | replace "." "-" | trunc 36 | trimSuffix "-" -}}
{{- end }}

{{/*
Names of cluster-scoped objects include the namespace of the release, because releases
in different namespaces can have the same name. The usual namespace, meshwork-system,
is left out.
*/}}
{{- define "meshwork.clusterFullname" -}}
{{- $fullname := include "meshwork.fullname" . -}}
{{- if eq .Release.Namespace "meshwork-system" }}{{ $fullname }}{{ else }}{{ $fullname }}-{{ .Release.Namespace }}{{ end -}}
{{- end }}

{{- define "meshwork.managerName" -}}
{{ include "meshwork.fullname" . }}-controller-manager
{{- end }}

{{- define "meshwork.releaseName" -}}
{{ include "meshwork.fullname" . }}-release
{{- end }}

{{- define "meshwork.serviceAccountName" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "meshwork.managerName" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- required "serviceAccount.name must name an existing ServiceAccount, because serviceAccount.create is false" .Values.serviceAccount.name -}}
{{- end -}}
{{- end }}

{{/* Clients know this name: it is in the certificate of the server. */}}
{{- define "meshwork.xdsName" -}}
{{ include "meshwork.fullname" . }}-xds
{{- end }}

{{- define "meshwork.xdsCertificateSecretName" -}}
{{- default (printf "%s-tls" (include "meshwork.xdsName" .)) .Values.xds.tls.secretName -}}
{{- end }}

{{- define "meshwork.signerName" -}}
{{ include "meshwork.fullname" . }}-signer
{{- end }}

{{- define "meshwork.leaseName" -}}
{{- default (include "meshwork.fullname" .) .Values.leaderElection.leaseName -}}
{{- end }}

{{/* nameOverride does not apply here: alerts, dashboard, and the kubectl plugin find Meshwork by this name. */}}
{{- define "meshwork.selectorLabels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "meshwork.managerLabels" -}}
{{ include "meshwork.selectorLabels" . }}
app.kubernetes.io/component: controller-manager
{{- end }}

{{/* The name differs from the manager's, whose Services, alerts, and policies select by it. */}}
{{- define "meshwork.xdsSelectorLabels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}-xds
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "meshwork.signerSelectorLabels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}-signer
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "meshwork.labels" -}}
{{ include "meshwork.selectorLabels" . }}
{{ include "meshwork.releaseLabels" . }}
{{- end }}

{{- define "meshwork.xdsLabels" -}}
{{ include "meshwork.xdsSelectorLabels" . }}
{{ include "meshwork.releaseLabels" . }}
{{- end }}

{{- define "meshwork.signerLabels" -}}
{{ include "meshwork.signerSelectorLabels" . }}
{{ include "meshwork.releaseLabels" . }}
{{- end }}

{{- define "meshwork.releaseLabels" -}}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 }}
{{- end }}
