{{/* Labels and annotations of the objects of the hook. The argument is a dict of root and weight. */}}
{{- define "meshwork.releaseMetadata" -}}
labels:
  {{- include "meshwork.labels" .root | nindent 2 }}
annotations:
  helm.sh/hook: pre-delete
  helm.sh/hook-weight: {{ .weight | quote }}
  helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded
{{- end }}

{{/* A duration in seconds. The schema allows only a number with one unit. */}}
{{- define "meshwork.seconds" -}}
{{- $number := regexFind "^[0-9]+" . -}}
{{- mul $number (get (dict "s" 1 "m" 60 "h" 3600) (trimPrefix $number .)) -}}
{{- end }}
