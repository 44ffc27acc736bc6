package monitoring

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/prometheus/client_golang/api"
	prometheus "github.com/prometheus/client_golang/api/prometheus/v1"
	"github.com/prometheus/common/model"

	"github.com/meshwork-dev/meshwork/test/lib/cluster"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// prometheusAPI is the API of the Prometheus that scrapes the manager, the signer and the
// xDS server.
var prometheusAPI prometheus.API

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
	address, err := cluster.FreeAddress()
	Expect(err).NotTo(HaveOccurred())
	client, err := api.NewClient(api.Config{Address: "http://" + address})
	Expect(err).NotTo(HaveOccurred())
	prometheusAPI = prometheus.NewAPI(client)
	_, err = env.Cluster.StartProcess("prometheus", program,
		"--config.file="+filepath.Join(directory, "prometheus.yml"),
		"--storage.tsdb.path="+filepath.Join(directory, "data"),
		"--web.listen-address="+address)
	Expect(err).NotTo(HaveOccurred())
	for _, job := range []string{"meshwork", "meshwork-signer", "meshwork-xds"} {
		Eventually(querying(ctx, fmt.Sprintf(`up{job=%q} == 1`, job))).ShouldNot(BeEmpty())
	}
}

// querying returns a function that evaluates an expression in Prometheus.
func querying(ctx SpecContext, expr string) func() (model.Vector, error) {
	return func() (model.Vector, error) {
		value, _, err := prometheusAPI.Query(ctx, expr, time.Time{})
		vector, _ := value.(model.Vector)
		return vector, err
	}
}

// exposed returns the metrics as Prometheus has scraped them.
func exposed(ctx SpecContext) (map[string]documented, error) {
	metadata, err := prometheusAPI.Metadata(ctx, "", "")
	found := map[string]documented{}
	for name, of := range metadata {
		labels, err := labelsOf(ctx, name)
		if err != nil {
			return nil, err
		}
		found[name] = documented{Type: string(of[0].Type), Labels: labels}
	}
	return found, err
}

// labelsOf returns the labels of a metric, without those that Prometheus adds.
func labelsOf(ctx SpecContext, name string) (own []string, err error) {
	all, _, err := prometheusAPI.LabelNames(ctx, []string{fmt.Sprintf(`{__name__=~"%s(_bucket)?"}`, name)}, time.Time{}, time.Time{})
	for _, label := range all {
		if !slices.Contains([]model.LabelName{"__name__", "instance", "job", "le"}, label) {
			own = append(own, string(label))
		}
	}
	return own, err
}
