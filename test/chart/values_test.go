package chart

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"
)

// opaque are values of Kubernetes' own types, which are passed on as they are.
var opaque = []string{"resources", "signer.resources", "xds.resources", "podSecurityContext", "securityContext"}

// changes has a value other than the default for every path, as JSON. Some values
// have an effect only together with the given ones.
var changes = map[string]struct{ value, given string }{
	"zone":                                      {value: `"a"`},
	"clusterDomain":                             {value: `"a"`},
	"controllers":                               {value: `["mesh"]`},
	"endpointControllerName":                    {value: `"a"`},
	"maxEndpointsPerSlice":                      {value: `1`},
	"endpointUpdatesBatchPeriod":                {value: `"2s"`},
	"endpointRemovalsBatchPeriod":               {value: `"1s"`},
	"handoverTimeout":                           {value: `"2s"`},
	"loadBalancerClass":                         {value: `"a"`},
	"vipCooldownPeriod":                         {value: `"2s"`},
	"statusSyncPeriod":                          {value: `"2s"`},
	"concurrentServiceSyncs":                    {value: `1`},
	"featureGates":                              {value: `{"AllBeta": false}`},
	"leaderElection.enabled":                    {value: `false`},
	"leaderElection.leaseName":                  {value: `"a"`},
	"metrics.bindAddress":                       {value: `":1"`},
	"healthProbe.bindAddress":                   {value: `":1"`},
	"pprof.bindAddress":                         {value: `":1"`},
	"logging.level":                             {value: `"debug"`},
	"logging.encoder":                           {value: `"console"`},
	"logging.development":                       {value: `true`},
	"extraArgs":                                 {value: `["--zone=a"]`},
	"extraEnv":                                  {value: `[{"name": "a"}]`},
	"image.repository":                          {value: `"a"`},
	"image.tag":                                 {value: `"a"`},
	"image.digest":                              {value: `"sha256:` + strings.Repeat("a", 64) + `"`},
	"image.pullPolicy":                          {value: `"Always"`},
	"imagePullSecrets":                          {value: `[{"name": "a"}]`},
	"replicas":                                  {value: `2`},
	"resources":                                 {value: `{"requests": {"cpu": "1"}}`},
	"podLabels":                                 {value: `{"a": "b"}`},
	"podAnnotations":                            {value: `{"a": "b"}`},
	"priorityClassName":                         {value: `"a"`},
	"nodeSelector":                              {value: `{"a": "b"}`},
	"tolerations":                               {value: `[{"key": "a"}]`},
	"affinity":                                  {value: `{"podAffinity": {}}`},
	"topologySpreadConstraints":                 {value: `[{"maxSkew": 1}]`},
	"podSecurityContext":                        {value: `{"runAsUser": 1}`},
	"securityContext":                           {value: `{"runAsUser": 1}`},
	"crds.install":                              {value: `false`},
	"crds.keep":                                 {value: `false`},
	"serviceAccount.create":                     {value: `false`, given: `{"serviceAccount": {"name": "a"}}`},
	"serviceAccount.name":                       {value: `"a"`},
	"serviceAccount.annotations":                {value: `{"a": "b"}`},
	"rbac.create":                               {value: `false`},
	"admission.enabled":                         {value: `true`},
	"admission.endpointControllerNames":         {value: `["a"]`, given: `{"admission": {"enabled": true}}`},
	"meshProtection.enabled":                    {value: `true`},
	"requiredMesh.enabled":                      {value: `true`},
	"podDisruptionBudget.enabled":               {value: `true`},
	"podDisruptionBudget.maxUnavailable":        {value: `"50%"`, given: `{"podDisruptionBudget": {"enabled": true}}`},
	"podDisruptionBudget.minAvailable":          {value: `0`, given: `{"podDisruptionBudget": {"enabled": true}}`},
	"networkPolicy.enabled":                     {value: `false`},
	"networkPolicy.ingress.metricsFrom":         {value: `[{"podSelector": {}}]`},
	"networkPolicy.ingress.probesFrom":          {value: `[{"podSelector": {}}]`},
	"networkPolicy.egress.dnsTo":                {value: `[{"podSelector": {}}]`},
	"networkPolicy.egress.apiServerTo":          {value: `[{"podSelector": {}}]`},
	"networkPolicy.egress.apiServerPorts":       {value: `[1]`},
	"serviceMonitor.enabled":                    {value: `true`},
	"serviceMonitor.labels":                     {value: `{"a": "b"}`, given: `{"serviceMonitor": {"enabled": true}}`},
	"serviceMonitor.interval":                   {value: `"9s"`, given: `{"serviceMonitor": {"enabled": true}}`},
	"serviceMonitor.scrapeTimeout":              {value: `"9s"`, given: `{"serviceMonitor": {"enabled": true}}`},
	"prometheusRule.enabled":                    {value: `true`},
	"prometheusRule.labels":                     {value: `{"a": "b"}`, given: `{"prometheusRule": {"enabled": true}}`},
	"dashboard.enabled":                         {value: `true`},
	"dashboard.labels":                          {value: `{"a": "b"}`, given: `{"dashboard": {"enabled": true}}`},
	"dashboard.annotations":                     {value: `{"a": "b"}`, given: `{"dashboard": {"enabled": true}}`},
	"xds.enabled":                               {value: `true`},
	"xds.image.repository":                      {value: `"a"`, given: `{"xds": {"enabled": true}}`},
	"xds.image.tag":                             {value: `"a"`, given: `{"xds": {"enabled": true}}`},
	"xds.image.digest":                          {value: `"sha256:` + strings.Repeat("a", 64) + `"`, given: `{"xds": {"enabled": true}}`},
	"xds.replicas":                              {value: `3`, given: `{"xds": {"enabled": true}}`},
	"xds.resources":                             {value: `{"requests": {"cpu": "1"}}`, given: `{"xds": {"enabled": true}}`},
	"xds.maxStreamsPerClient":                   {value: `1`, given: `{"xds": {"enabled": true}}`},
	"xds.tls.secretName":                        {value: `"a"`, given: `{"xds": {"enabled": true}}`},
	"xds.clientCA.secretName":                   {value: `"a"`, given: `{"xds": {"enabled": true}}`},
	"xds.clientCA.configMapName":                {value: `"a"`, given: `{"xds": {"enabled": true}}`},
	"xds.clientCA.key":                          {value: `"a"`, given: `{"xds": {"enabled": true, "clientCA": {"secretName": "a"}}}`},
	"xds.insecure.enabled":                      {value: `true`, given: `{"xds": {"enabled": true}}`},
	"xds.insecure.clientsFrom":                  {value: `[{"podSelector": {}}]`, given: `{"xds": {"enabled": true, "insecure": {"enabled": true}}}`},
	"xds.meshClients.enabled":                   {value: `true`, given: `{"xds": {"enabled": true}}`},
	"xds.injection.enabled":                     {value: `true`, given: `{"xds": {"enabled": true}}`},
	"xds.extraArgs":                             {value: `["--drain-timeout=1s"]`, given: `{"xds": {"enabled": true}}`},
	"xds.extraEnv":                              {value: `[{"name": "a"}]`, given: `{"xds": {"enabled": true}}`},
	"xds.podDisruptionBudget.enabled":           {value: `false`, given: `{"xds": {"enabled": true}}`},
	"xds.podDisruptionBudget.maxUnavailable":    {value: `"50%"`, given: `{"xds": {"enabled": true}}`},
	"xds.networkPolicy.enabled":                 {value: `false`, given: `{"xds": {"enabled": true}}`},
	"xds.networkPolicy.clientsFrom":             {value: `[{"podSelector": {}}]`, given: `{"xds": {"enabled": true}}`},
	"xds.serviceMonitor.enabled":                {value: `true`, given: `{"xds": {"enabled": true}}`},
	"xds.serviceMonitor.labels":                 {value: `{"a": "b"}`, given: `{"xds": {"enabled": true, "serviceMonitor": {"enabled": true}}}`},
	"xds.serviceMonitor.interval":               {value: `"9s"`, given: `{"xds": {"enabled": true, "serviceMonitor": {"enabled": true}}}`},
	"xds.serviceMonitor.scrapeTimeout":          {value: `"9s"`, given: `{"xds": {"enabled": true, "serviceMonitor": {"enabled": true}}}`},
	"signer.enabled":                            {value: `true`},
	"signer.replicas":                           {value: `3`, given: `{"signer": {"enabled": true}}`},
	"signer.trustPropagationPeriod":             {value: `"2s"`, given: `{"signer": {"enabled": true}}`},
	"signer.resources":                          {value: `{"requests": {"cpu": "1"}}`, given: `{"signer": {"enabled": true}}`},
	"signer.extraArgs":                          {value: `["--status-sync-period=2s"]`, given: `{"signer": {"enabled": true}}`},
	"signer.extraEnv":                           {value: `[{"name": "a"}]`, given: `{"signer": {"enabled": true}}`},
	"signer.podDisruptionBudget.enabled":        {value: `false`, given: `{"signer": {"enabled": true}}`},
	"signer.podDisruptionBudget.maxUnavailable": {value: `"50%"`, given: `{"signer": {"enabled": true}}`},
	"signer.networkPolicy.enabled":              {value: `false`, given: `{"signer": {"enabled": true}}`},
	"signer.serviceMonitor.enabled":             {value: `true`, given: `{"signer": {"enabled": true}}`},
	"signer.serviceMonitor.labels":              {value: `{"a": "b"}`, given: `{"signer": {"enabled": true, "serviceMonitor": {"enabled": true}}}`},
	"signer.serviceMonitor.interval":            {value: `"9s"`, given: `{"signer": {"enabled": true, "serviceMonitor": {"enabled": true}}}`},
	"signer.serviceMonitor.scrapeTimeout":       {value: `"9s"`, given: `{"signer": {"enabled": true, "serviceMonitor": {"enabled": true}}}`},
	"uninstall.release":                         {value: `false`},
	"uninstall.timeout":                         {value: `"1h"`},
	"nameOverride":                              {value: `"a"`},
	"fullnameOverride":                          {value: `"a"`},
}

// Every value must change the rendered objects: no value may be ignored.
func TestEveryValueHasAnEffect(t *testing.T) {
	t.Parallel()
	leaves := leavesOf("", defaults(t))
	for path := range changes {
		if !slices.Contains(leaves, path) {
			t.Errorf("%s is not a value: remove it from changes", path)
		}
	}
	before := map[string][]byte{}
	for _, change := range changes {
		if before[change.given] == nil {
			before[change.given] = outside(t, change.given)
		}
	}
	for _, path := range leaves {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			change, listed := changes[path]
			if !listed {
				t.Fatal("changes has no other value for it: add one")
			}
			after := outside(t, change.given, "--set-json", path+"="+change.value)
			if bytes.Equal(before[change.given], after) {
				t.Errorf("%s changes nothing", change.value)
			}
		})
	}
}

// outside renders a release whose name differs from the chart's.
func outside(t *testing.T, values string, args ...string) []byte {
	t.Helper()
	manifest, err := installation{release: "east", namespace: "east", values: values}.template(t, args...)
	if err != nil {
		t.Fatal(err)
	}
	return manifest
}

func defaults(t *testing.T) map[string]any {
	t.Helper()
	var values map[string]any
	if err := yaml.Unmarshal([]byte(valuesFile(t)), &values); err != nil {
		t.Fatal(err)
	}
	return values
}

func valuesFile(t *testing.T) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(chartDirectory(t), "values.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// leavesOf returns the paths of the values that are set as a whole: values that are
// not maps, and maps whose keys the user chooses.
func leavesOf(prefix string, values map[string]any) []string {
	var leaves []string
	for _, key := range slices.Sorted(maps.Keys(values)) {
		path := strings.TrimPrefix(prefix+"."+key, ".")
		nested, isMap := values[key].(map[string]any)
		if !isMap || len(nested) == 0 || slices.Contains(opaque, path) || path == "dashboard.labels" {
			leaves = append(leaves, path)
			continue
		}
		leaves = append(leaves, leavesOf(path, nested)...)
	}
	return leaves
}

// The schema refuses unknown keys, so it has all keys of values.yaml. This test checks
// that values.yaml also has all keys of the schema.
func TestSchemaHasNoOtherValues(t *testing.T) {
	t.Parallel()
	content, err := os.ReadFile(filepath.Join(chartDirectory(t), "values.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	var schema struct {
		Properties map[string]struct {
			Reference  string         `json:"$ref"`
			Properties map[string]any `json:"properties"`
		} `json:"properties"`
	}
	if err := json.Unmarshal(content, &schema); err != nil {
		t.Fatal(err)
	}
	values := defaults(t)
	for key, property := range schema.Properties {
		value, exists := values[key]
		if !exists && key != "enabled" && key != "global" { // set by a chart that depends on this one
			t.Errorf("the schema has %s, but values.yaml does not", key)
		}
		nested, _ := value.(map[string]any)
		for inner := range property.Properties {
			if _, exists := nested[inner]; !exists && key != "featureGates" {
				t.Errorf("the schema has %s.%s, but values.yaml does not", key, inner)
			}
		}
	}
}

// Every value has a comment above it, or above the map whose first value it is.
func TestEveryValueIsDocumented(t *testing.T) {
	t.Parallel()
	lines := strings.Split("\n"+valuesFile(t), "\n")
	inside := ""
	for i, line := range lines {
		key, value, isKey := strings.Cut(strings.TrimSpace(line), ":")
		if !isKey || strings.HasPrefix(key, "#") {
			continue
		}
		if !strings.HasPrefix(line, " ") {
			inside = key
		}
		isOpaque := slices.Contains(opaque, inside)
		if value == "" && !isOpaque || isOpaque && inside != key {
			continue
		}
		above := lines[i-1]
		if strings.HasSuffix(above, ":") {
			above = lines[i-2]
		}
		if !strings.HasPrefix(strings.TrimSpace(above), "#") {
			t.Errorf("values.yaml:%d: %s is not documented", i, key)
		}
	}
}
