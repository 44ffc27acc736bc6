package monitoring

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/meshwork-dev/meshwork/test/lib/cluster"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// prometheusAddress is the address of the Prometheus that scrapes the manager, the signer and
// the xDS server.
var prometheusAddress string

const prometheusConfig = `
global: {scrape_interval: 2s, evaluation_interval: 1s}
rule_files: [rules.yaml]
scrape_configs:
- job_name: meshwork
  scheme: https
  authorization: {credentials_file: token}
  tls_config: {insecure_skip_verify: true}
  static_configs: [{targets: ["%s"]}]
- job_name: meshwork-signer
  scheme: https
  authorization: {credentials_file: token}
  tls_config: {insecure_skip_verify: true}
  static_configs: [{targets: ["%s"]}]
- job_name: meshwork-xds
  scheme: https
  authorization: {credentials_file: token}
  tls_config: {insecure_skip_verify: true}
  static_configs: [{targets: ["%s"]}]
`

// startPrometheus starts a Prometheus that is only allowed to get metrics.
func startPrometheus(ctx SpecContext) {
	GinkgoHelper()
	env.Kubectl(ctx, "create", "serviceaccount", "prometheus")
	env.Kubectl(ctx, "create", "clusterrolebinding", "prometheus", "--clusterrole=meshwork-metrics-reader", "--serviceaccount=default:prometheus")
	directory := GinkgoT().TempDir()
	for name, content := range map[string]string{
		"prometheus.yml": fmt.Sprintf(prometheusConfig, manager.MetricsAddress, signer.MetricsAddress, xds.metricsAddress),
		"rules.yaml":     string(ruleFile(Default)),
		"token":          env.Token(ctx, "prometheus"),
	} {
		Expect(os.WriteFile(filepath.Join(directory, name), []byte(content), 0o600)).To(Succeed())
	}
	program := kit.Path("bin", "prometheus", "prometheus")
	Expect(program).To(BeAnExistingFile(), "run `make prometheus`")
	var err error
	prometheusAddress, err = cluster.FreeAddress()
	Expect(err).NotTo(HaveOccurred())
	_, err = env.Cluster.StartProcess("prometheus", program,
		"--config.file="+filepath.Join(directory, "prometheus.yml"),
		"--storage.tsdb.path="+filepath.Join(directory, "data"),
		"--web.listen-address="+prometheusAddress)
	Expect(err).NotTo(HaveOccurred())
	for _, job := range []string{"meshwork", "meshwork-signer", "meshwork-xds"} {
		Eventually(querying(ctx, fmt.Sprintf(`up{job=%q} == 1`, job))).ShouldNot(BeEmpty())
	}
}

// sample is a sample in the result of a query.
type sample struct {
	Metric map[string]string
	Value  [2]any
}

// querying returns a function that evaluates an expression in Prometheus.
func querying(ctx SpecContext, expr string) func() ([]sample, error) {
	return func() ([]sample, error) {
		var data struct{ Result []sample }
		err := ask(ctx, "query", url.Values{"query": {expr}}, &data)
		return data.Result, err
	}
}

// ask calls the API of Prometheus.
func ask(ctx SpecContext, what string, values url.Values, data any) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet,
		"http://"+prometheusAddress+"/api/v1/"+what+"?"+values.Encode(), http.NoBody)
	if err != nil {
		return err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	answer := struct {
		Status, Error string
		Data          any
	}{Data: data}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return err
	}
	if answer.Status != "success" {
		return fmt.Errorf("%s %v: %s", what, values, answer.Error)
	}
	return nil
}

// exposed returns the metrics as Prometheus has scraped them.
func exposed(ctx SpecContext) (map[string]documented, error) {
	var metadata map[string][]struct{ Type string }
	if err := ask(ctx, "metadata", nil, &metadata); err != nil {
		return nil, err
	}
	found := map[string]documented{}
	for name, of := range metadata {
		labels, err := labelsOf(ctx, name)
		if err != nil {
			return nil, err
		}
		found[name] = documented{Type: of[0].Type, Labels: labels}
	}
	return found, nil
}

// labelsOf returns the labels of a metric, without those that Prometheus adds.
func labelsOf(ctx SpecContext, name string) ([]string, error) {
	var all []string
	err := ask(ctx, "labels", url.Values{"match[]": {fmt.Sprintf(`{__name__=~"%s(_bucket)?"}`, name)}}, &all)
	var own []string
	for _, label := range all {
		if !slices.Contains([]string{"__name__", "instance", "job", "le"}, label) {
			own = append(own, label)
		}
	}
	return own, err
}
