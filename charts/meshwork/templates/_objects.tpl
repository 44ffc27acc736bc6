{{/*
An object from config (files has the copies), with the names of this release. It does
what kustomize does for config/default. The argument is a dict of root and object, and
for an object that is not the manager's, of labels and serviceAccount.
*/}}
{{- define "meshwork.object" -}}
{{- $root := .root }}
{{- $metadata := .object.metadata }}
{{- $namespaced := include "meshwork.fullname" $root }}
{{- $cluster := include "meshwork.clusterFullname" $root }}
{{- if hasKey $metadata "namespace" }}
{{- $_ := set $metadata "namespace" $root.Release.Namespace }}
{{- end }}
{{- $_ := set $metadata "name" (printf "%s-%s" (ternary $namespaced $cluster (hasKey $metadata "namespace")) $metadata.name) }}
{{- $_ := set $metadata "labels" (merge ($.labels | default (include "meshwork.labels" $root) | fromYaml) ($metadata.labels | default dict)) }}
{{- with .object.roleRef }}
{{- $_ := set . "name" (printf "%s-%s" (ternary $namespaced $cluster (eq .kind "Role")) .name) }}
{{- end }}
{{- range .object.subjects }}
{{- $_ := set . "name" ($.serviceAccount | default (include "meshwork.serviceAccountName" $root)) }}
{{- $_ := set . "namespace" $root.Release.Namespace }}
{{- end }}
{{- toYaml .object }}
{{- end }}

{{/*
A ServiceMonitor from config. The argument is a dict of root, its values, its file, its
labels, and the labels by which it selects.
*/}}
{{- define "meshwork.serviceMonitor" -}}
{{- $object := .root.Files.Get .file | fromYaml }}
{{- $_ := set $object.metadata "labels" .values.labels }}
{{- $_ := set $object.spec.selector "matchLabels" (fromYaml .selector) }}
{{- range $endpoint := $object.spec.endpoints }}
{{- range $key := list "interval" "scrapeTimeout" }}
{{- with get $.values $key }}
{{- $_ := set $endpoint $key . }}
{{- end }}
{{- end }}
{{- end }}
{{- include "meshwork.object" (dict "root" .root "object" $object "labels" .labels) }}
{{- end }}
