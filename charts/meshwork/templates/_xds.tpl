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
{{- if .meshClients.enabled }}
- --mesh-ca-file=/var/run/meshwork-xds/mesh/roots.crt
{{- end }}
{{- if .insecure.enabled }}
- --insecure-bind-address=:18080
{{- end }}
{{- include "meshwork.loggingFlags" $.Values.logging }}
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
{{- if .Values.xds.meshClients.enabled }}
- name: mesh-roots
  projected:
    sources:
    # The roots of all Meshes. There are none before the first Mesh has a backend.
    - clusterTrustBundle:
        signerName: meshwork.dev/mesh
        labelSelector: {}
        optional: true
        path: roots.crt
{{- end }}
{{- end }}
