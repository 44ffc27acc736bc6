{{/*
An object from config (files has the copies), with the names of this release. It does
what kustomize does for config/default. The argument is a dict of root and object.
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
{{- $_ := set $metadata "labels" (merge (include "meshwork.labels" $root | fromYaml) ($metadata.labels | default dict)) }}
{{- with .object.roleRef }}
{{- $_ := set . "name" (printf "%s-%s" (ternary $namespaced $cluster (eq .kind "Role")) .name) }}
{{- end }}
{{- range .object.subjects }}
{{- $_ := set . "name" (include "meshwork.serviceAccountName" $root) }}
{{- $_ := set . "namespace" $root.Release.Namespace }}
{{- end }}
{{- toYaml .object }}
{{- end }}
