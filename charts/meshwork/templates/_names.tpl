{{/*
The longest name is this one and 27 characters (-controller-manager-metrics), and
that of a Service has at most 63, and no dot.
*/}}
{{- define "meshwork.fullname" -}}
{{- $name := default .Chart.Name .Values.nameOverride -}}
{{- $fullname := ternary .Release.Name (printf "%s-%s" .Release.Name $name) (contains $name .Release.Name) -}}
{{- default $fullname .Values.fullnameOverride | replace "." "-" | trunc 36 | trimSuffix "-" -}}
{{- end }}

{{/*
What is in no namespace says by its name whose it is, since releases in different
namespaces may have one name. meshwork-system is where Meshwork is expected.
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
{{- required "serviceAccount.name must name a ServiceAccount that exists, since serviceAccount.create is false" .Values.serviceAccount.name -}}
{{- end -}}
{{- end }}

{{- define "meshwork.leaseName" -}}
{{- default (include "meshwork.fullname" .) .Values.leaderElection.leaseName -}}
{{- end }}

{{/* The name is not overridden: by it alerts, dashboard and the kubectl plugin find Meshwork. */}}
{{- define "meshwork.selectorLabels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "meshwork.managerLabels" -}}
{{ include "meshwork.selectorLabels" . }}
app.kubernetes.io/component: controller-manager
{{- end }}

{{- define "meshwork.labels" -}}
{{ include "meshwork.selectorLabels" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 }}
{{- end }}
