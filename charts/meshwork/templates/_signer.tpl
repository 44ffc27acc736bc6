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
{{- $logging := $.Values.logging }}
{{- if gt (int $logging.level) 7 }} {{- /* It refuses to log the bodies of requests, which have private keys. */}}
{{- $logging = merge (dict "level" 7) $logging }}
{{- end }}
{{- include "meshwork.loggingFlags" $logging }}
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
