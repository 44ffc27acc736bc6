{{/*
Ingress rules for a port with metrics and a port with probes, and egress rules to DNS and the API
server. The argument is a dict of root, metrics, and probes; a port may be empty.
*/}}
{{- define "meshwork.ingress" -}}
{{- with .root.Values.networkPolicy.ingress }}
{{- if and $.metrics .metricsFrom }}
- ports:
  - port: {{ $.metrics }}
  from:
  {{- toYaml .metricsFrom | nindent 2 }}
{{- end }}
{{- if and $.probes .probesFrom }}
- ports:
  - port: {{ $.probes }}
  from:
  {{- toYaml .probesFrom | nindent 2 }}
{{- end }}
{{- end }}
{{- end }}

{{- define "meshwork.egress" -}}
{{- with .Values.networkPolicy.egress }}
- ports:
  - port: 53
    protocol: UDP
  - port: 53
    protocol: TCP
  {{- with .dnsTo }}
  to:
  {{- toYaml . | nindent 2 }}
  {{- end }}
- ports:
  {{- range .apiServerPorts }}
  - port: {{ . }}
  {{- end }}
  {{- with .apiServerTo }}
  to:
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}
{{- end }}
