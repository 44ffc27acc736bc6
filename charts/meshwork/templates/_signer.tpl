{{/* The flags of the signer. */}}
{{- define "meshwork.signerArgs" -}}
{{- with .Values.signer }}
- --controllers=certificateauthority,podcertificate
- --signer-namespace=$(POD_NAMESPACE)
- --leader-elect
- --leader-elect-resource-name={{ include "meshwork.signerName" $ }}
- --leader-elect-resource-namespace=$(POD_NAMESPACE)
{{- include "meshwork.flags" (list
  (list "cluster-domain" $.Values.clusterDomain "cluster.local")
  (list "trust-propagation-period" .trustPropagationPeriod "5m")
) }}
{{- include "meshwork.loggingFlags" $ }}
{{- with .extraArgs }}
{{ toYaml . }}
{{- end }}
{{- end }}
{{- end }}

{{- define "meshwork.signerEnv" -}}
- name: POD_NAMESPACE
  valueFrom:
    fieldRef:
      fieldPath: metadata.namespace
{{- with .Values.signer.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end }}
