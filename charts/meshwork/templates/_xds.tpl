{{/* The flags of the xDS server. */}}
{{- define "meshwork.xdsArgs" -}}
{{- with .Values.xds }}
{{- include "meshwork.flags" (list
  (list "cluster-domain" $.Values.clusterDomain "cluster.local")
  (list "max-streams-per-client" (int .maxStreamsPerClient) 1000)
) }}
{{- if include "meshwork.xdsHasClientCA" $ }}
- --client-ca-file=/var/run/meshwork-xds/client-ca/{{ .clientCA.key }}
{{- end }}
{{- if .insecure.enabled }}
- --insecure-bind-address=:18080
{{- end }}
{{- include "meshwork.loggingFlags" $ }}
{{- with .extraArgs }}
{{ toYaml . }}
{{- end }}
{{- end }}
{{- end }}

{{/* Not empty if clients may have certificates. */}}
{{- define "meshwork.xdsHasClientCA" -}}
{{- with .Values.xds.clientCA }}{{ or .secretName .configMapName }}{{ end -}}
{{- end }}

{{- define "meshwork.xdsVolumes" -}}
- name: tls
  secret:
    secretName: {{ include "meshwork.xdsCertificateSecretName" . }}
{{- with .Values.xds.clientCA }}
{{- if .secretName }}
- name: client-ca
  secret:
    secretName: {{ .secretName }}
{{- else if .configMapName }}
- name: client-ca
  configMap:
    name: {{ .configMapName }}
{{- end }}
{{- end }}
{{- end }}
