# `make help` lists the targets.

SHELL := /usr/bin/env bash -o pipefail
.SHELLFLAGS := -ec
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

VERSION ?= $(or $(shell git describe --tags --always --dirty 2>/dev/null),dev)
IMG ?= meshwork:$(VERSION)
IMAGE_ARCH ?= $(shell go env GOARCH)
CONTAINER_TOOL ?= docker
KUBECTL ?= kubectl
FUZZTIME ?= 30s
BENCHTIME ?= 1s
# More flags for the tests, for example TESTFLAGS='-run TestPlan -v'.
TESTFLAGS ?=
# What test-differential, test-loadbalancer, test-shadow and test-faults begin with.
SEED ?= 1
# Flags of bench-scale, for example SCALEFLAGS='-services 100 -only kcm'.
SCALEFLAGS ?=
# Rounds of each fault in test-faults.
ROUNDS ?= 10

BIN := bin
ASSETS := $(BIN)/k8s
PROGRAMS := $(addprefix $(ASSETS)/,etcd kube-apiserver kube-controller-manager kube-scheduler kubectl)
STEP := hack/step.sh

# Everything but the tests is built in one way, so that all of it shares one
# set of compiled packages. The version is stamped by VERSION alone.
STATIC := CGO_ENABLED=0 GOFLAGS="$(strip $(GOFLAGS) -trimpath -buildvcs=false)"
# The race detector needs cgo.
GO_TEST := CGO_ENABLED=1 KUBEBUILDER_ASSETS=$(CURDIR)/$(ASSETS) go test -race $(TESTFLAGS)
DIFFERENTIAL := $(STATIC) KUBEBUILDER_ASSETS=$(CURDIR)/$(ASSETS) go test -C test/differential -count=1 -v .
LOADBALANCER := $(STATIC) KUBEBUILDER_ASSETS=$(CURDIR)/$(ASSETS) go test -C test/loadbalancer -count=1
# What is tested is the manager's binary, which the race detector knows nothing of.
E2E_TEST := $(STATIC) KUBEBUILDER_ASSETS=$(CURDIR)/$(ASSETS) go test -count=1 $(TESTFLAGS)
CONTROLLER_GEN := $(STATIC) go tool controller-gen

# Kubernetes tells its version by these; hack/controlplane/go.mod decides it.
KUBERNETES_VERSION := $(shell awk '$$1 == "k8s.io/kubernetes" { print $$2; exit }' hack/controlplane/go.mod)
KUBERNETES_NUMBERS := $(subst ., ,$(KUBERNETES_VERSION:v%=%))
KUBERNETES_LDFLAGS := -s -w \
	-X k8s.io/component-base/version.gitVersion=$(KUBERNETES_VERSION) \
	-X k8s.io/component-base/version.gitMajor=$(word 1,$(KUBERNETES_NUMBERS)) \
	-X k8s.io/component-base/version.gitMinor=$(word 2,$(KUBERNETES_NUMBERS))

GENERATED := api config/crd/bases config/rbac charts/meshwork/files docs
# Modules beside the product's own, so that its go.mod stays small.
MODULES := cmd/kubectl-meshwork hack/apidocs hack/controlplane hack/helm hack/kwok hack/tools test/differential test/loadbalancer

##@ General

.PHONY: help
help: ## Show this help.
	@awk 'BEGIN { FS = ":.*## "; print "Usage: make <target>" } \
		/^##@ / { printf "\n%s\n", substr($$0, 5) } \
		/^[a-z0-9-]+:.*## / { printf "  %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

##@ Development

.PHONY: generate
generate: manifests chart ## Generate everything that is generated.
	$(CONTROLLER_GEN) object applyconfiguration paths=./api/...
	$(STATIC) go run ./hack/metricsdoc docs/metrics.md
	cd hack/apidocs && $(STATIC) go tool crd-ref-docs --source-path=../../api/v1alpha1 --config=config.yaml \
		--renderer=markdown --templates-dir=templates --output-path=../../docs/api.md --log-level=ERROR

.PHONY: manifests
manifests: ## Generate the CustomResourceDefinitions and the manager's ClusterRole.
	$(CONTROLLER_GEN) crd paths=./api/... output:crd:artifacts:config=config/crd/bases
	$(CONTROLLER_GEN) rbac:roleName=manager-role paths=./controllers/... paths=./cmd/... output:rbac:artifacts:config=config/rbac

.PHONY: chart
chart: CHART_FILES := charts/meshwork/files
chart: manifests ## Copy what the Helm chart shares with config into it.
	@rm -rf $(CHART_FILES)
	@mkdir -p $(addprefix $(CHART_FILES)/,crd rbac admission prometheus grafana)
	cp config/crd/bases/*.yaml $(CHART_FILES)/crd
	cp config/rbac/*role*.yaml $(CHART_FILES)/rbac
	cp config/admission/policy.yaml config/admission/binding.yaml config/admission/load_balancer_class*.yaml $(CHART_FILES)/admission
	cp config/prometheus/service_monitor.yaml config/prometheus/rules.yaml $(CHART_FILES)/prometheus
	cp config/grafana/dashboard.json $(CHART_FILES)/grafana

.PHONY: fmt
fmt: ## Format the Go code.
	gofmt -w $$(git ls-files --cached --others --exclude-standard '*.go')

.PHONY: vet
vet: ## Run go vet.
	$(STATIC) go vet ./...
	$(STATIC) go vet -C cmd/kubectl-meshwork ./...

.PHONY: lint
lint: $(BIN)/golangci-lint ## Run golangci-lint.
	$(STATIC) $(BIN)/golangci-lint run ./...
	@for module in cmd/kubectl-meshwork hack/kwok test/differential test/loadbalancer; do \
		(cd $$module && $(STATIC) $(CURDIR)/$(BIN)/golangci-lint run --config $(CURDIR)/.golangci.yml ./...) || exit 1; \
	done

.PHONY: verify
verify: verify-generated verify-format verify-modules vet lint ## Check generated files, formatting, modules, vet and lint.

.PHONY: verify-generated
verify-generated:
	hack/verify-generated.sh $(GENERATED)

.PHONY: verify-format
verify-format:
	@unformatted=$$(gofmt -l $$(git ls-files --cached --others --exclude-standard '*.go')); \
	if [[ -n $$unformatted ]]; then printf 'Not formatted (run `make fmt`):\n%s\n' "$$unformatted"; exit 1; fi

.PHONY: verify-modules
verify-modules:
	@for module in . $(MODULES); do \
		go -C $$module mod tidy -diff || { echo "$$module/go.mod is not tidy: run \`go -C $$module mod tidy\`"; exit 1; }; \
	done

##@ Test

.PHONY: test
test: test-unit test-chart test-differential-short test-suites test-e2e test-users test-loadbalancer-short test-release ## Run everything that a change must pass.

.PHONY: test-unit
test-unit: ## Run the tests that need no control plane.
	$(GO_TEST) -timeout 10m ./pkg/... ./cmd/...
	$(STATIC) go test -C cmd/kubectl-meshwork $(TESTFLAGS) ./...

.PHONY: test-differential
test-differential: controlplane ## Compare 10,000 random worlds with Kubernetes' own reconcilers.
	$(DIFFERENTIAL) -timeout 1h -args -worlds=10000 -endpoints=1000 -seed=$(SEED)

.PHONY: test-differential-short
test-differential-short: controlplane
	$(DIFFERENTIAL)

.PHONY: test-suites
test-suites: controlplane kwok ## Run the suites of the API and the controllers on a real API server.
	$(GO_TEST) -timeout 15m ./api/... ./controllers/... ./test/cluster/... ./test/admission/...

.PHONY: test-e2e
test-e2e: controlplane kwok build ## Run the manager on a whole cluster.
	$(E2E_TEST) -timeout 30m -p 1 $$(go list ./test/... | grep -Ev "/test/(admission|chart|cluster|docs|faults|install|monitoring)")
	$(E2E_TEST) -timeout 30m ./test/faults -ginkgo.label-filter='!long'
	$(STATIC) KUBEBUILDER_ASSETS=$(CURDIR)/$(ASSETS) go test -C cmd/kubectl-meshwork -count=1 $(TESTFLAGS) ./internal/e2e

.PHONY: test-shadow
test-shadow: controlplane kwok build ## Hand over 100 times each way, and compare with kube-controller-manager over 500 steps.
	$(E2E_TEST) -timeout 1h -v ./test/shadow -args -handovers=100 -steps=500 -seed=$(SEED)

.PHONY: test-loadbalancer
test-loadbalancer: controlplane build ## Let two Meshworks and a cloud provider share 500 Services that change all the time.
	$(LOADBALANCER) -timeout 1h -v . -args -services=500 -steps=5000 -seed=$(SEED)

.PHONY: test-loadbalancer-short
test-loadbalancer-short: controlplane build
	$(LOADBALANCER) -timeout 15m .

.PHONY: test-faults
test-faults: controlplane build ## Let things go wrong, ROUNDS (10) times each; SEED decides what happens.
	$(E2E_TEST) -timeout 2h -v ./test/faults -args -seed=$(SEED) -rounds=$(ROUNDS)

.PHONY: test-users
test-users: controlplane kwok helm prometheus build plugin ## Run the next three, two at a time.
	$(E2E_TEST) -timeout 20m -p 2 ./test/install ./test/docs ./test/monitoring

.PHONY: test-docs
test-docs: controlplane kwok build plugin ## Run every command of the documentation, and follow its links.
	$(E2E_TEST) -timeout 15m ./test/docs

.PHONY: test-monitoring
test-monitoring: controlplane kwok prometheus build ## Hold the alerts and the dashboard to the manager's metrics, with a real Prometheus.
	$(E2E_TEST) -timeout 15m ./test/monitoring

.PHONY: test-install
test-install: controlplane kwok helm build ## Install, upgrade and uninstall, by the chart and by kustomize.
	$(E2E_TEST) -timeout 15m ./test/install

.PHONY: test-chart
test-chart: controlplane helm build ## Hold the Helm chart to config/default, and render it in many ways.
	$(E2E_TEST) -timeout 10m ./test/chart

.PHONY: bench
bench: ## Run the benchmarks; the last ones are a table beside Kubernetes' own reconciler.
	$(STATIC) go test -run '^$$' -bench . ./pkg/...
	@$(STATIC) go build -C test/differential -o $(CURDIR)/$(BIN)/benchtable ./benchtable
	$(STATIC) go test -C test/differential -run '^$$' -bench SideBySide -benchtime $(BENCHTIME) . | $(BIN)/benchtable

.PHONY: bench-scale
bench-scale: controlplane build $(BIN)/kube-controller-manager ## Measure the EndpointSlice controller beside Kubernetes' own, on a real API server.
	@$(STATIC) go build -o $(BIN)/scale ./test/scale
	$(BIN)/scale $(SCALEFLAGS)

.PHONY: fuzz
fuzz: ## Run every fuzz target for FUZZTIME (30s).
	hack/fuzz.sh $(FUZZTIME) api pkg

##@ Build

.PHONY: build
build: ## Build the manager, bin/meshwork.
	$(STATIC) go build -ldflags "-s -w -X main.version=$(VERSION)" -o $(BIN)/meshwork ./cmd/meshwork

.PHONY: plugin
plugin: ## Build the kubectl plugin, bin/kubectl-meshwork.
	$(STATIC) go build -C cmd/kubectl-meshwork -ldflags "-s -w" -o $(CURDIR)/$(BIN)/kubectl-meshwork .

.PHONY: docker-build
docker-build: ## Build the manager's image, IMG, for IMAGE_ARCH (that of this machine).
	$(STATIC) GOOS=linux GOARCH=$(IMAGE_ARCH) go build -ldflags "-s -w -X main.version=$(VERSION)" -o dist/image/linux/$(IMAGE_ARCH)/meshwork ./cmd/meshwork
	$(CONTAINER_TOOL) build --platform linux/$(IMAGE_ARCH) -t $(IMG) .

.PHONY: release
release: controlplane helm ## Build the artifacts of release VERSION into dist/release; IMAGE is the image without its tag.
	VERSION=$(VERSION) hack/release.sh dist/release

.PHONY: test-release
test-release: controlplane helm ## Build a release for this machine twice, and compare byte for byte.
	PLATFORMS=$$(go env GOOS)/$$(go env GOARCH) hack/verify-release.sh

.PHONY: controlplane
controlplane: $(PROGRAMS) ## Build etcd and Kubernetes from their Go modules into bin/k8s.

.PHONY: kwok
kwok: $(ASSETS)/kwok $(ASSETS)/kwok-stages.yaml ## Build kwok, which plays the kubelets, into bin/k8s.

.PHONY: prometheus
prometheus: $(BIN)/prometheus/prometheus ## Fetch Prometheus and promtool, from Debian's package, into bin/prometheus.

.PHONY: helm
helm: $(BIN)/helm ## Build helm, bin/helm.

.PHONY: clean
clean: ## Remove everything that was built.
	rm -rf $(BIN) dist

$(PROGRAMS): $(ASSETS)/controlplane
	@ln -sf controlplane $@

$(ASSETS)/controlplane: $(wildcard hack/controlplane/*)
	@mkdir -p $(@D)
	@$(STEP) "Building Kubernetes $(KUBERNETES_VERSION) (the first time about 10 minutes)" \
		env $(STATIC) go build -C hack/controlplane -ldflags "$(KUBERNETES_LDFLAGS)" -o $(CURDIR)/$@ .
	@touch $@

$(BIN)/kube-controller-manager: hack/controlplane/go.mod hack/controlplane/go.sum
	@$(STEP) "Building kube-controller-manager as a program of its own" \
		env $(STATIC) go build -C hack/controlplane -ldflags "$(KUBERNETES_LDFLAGS)" -o $(CURDIR)/$@ k8s.io/kubernetes/cmd/kube-controller-manager
	@touch $@

$(ASSETS)/kwok: hack/kwok/go.mod hack/kwok/go.sum
	@mkdir -p $(@D)
	@$(STEP) "Building kwok (the first time about 2 minutes)" \
		env $(STATIC) go build -C hack/kwok -ldflags "-s -w" -o $(CURDIR)/$@ sigs.k8s.io/kwok/cmd/kwok
	@touch $@

$(ASSETS)/kwok-stages.yaml: $(wildcard hack/kwok/*)
	@mkdir -p $(@D)
	@$(STATIC) go run -C hack/kwok . >$@

$(BIN)/golangci-lint: hack/tools/go.mod hack/tools/go.sum
	@$(STEP) "Building golangci-lint (the first time about 4 minutes)" \
		env $(STATIC) go build -C hack/tools -ldflags "-s -w" -o $(CURDIR)/$@ github.com/golangci/golangci-lint/v2/cmd/golangci-lint
	@touch $@

# Helm renders for the Kubernetes of the tests when it talks to none.
$(BIN)/helm: HELM_LDFLAGS := -s -w $(foreach package,pkg/chartutil pkg/lint/rules, \
	-X helm.sh/helm/v3/$(package).k8sVersionMajor=$(word 1,$(KUBERNETES_NUMBERS)) \
	-X helm.sh/helm/v3/$(package).k8sVersionMinor=$(word 2,$(KUBERNETES_NUMBERS)))
$(BIN)/prometheus/prometheus: hack/prometheus.sh
	@$(STEP) "Fetching Prometheus" hack/prometheus.sh $(@D)
	@touch $@

$(BIN)/helm: hack/helm/go.mod hack/helm/go.sum
	@$(STEP) "Building helm (the first time about 2 minutes)" \
		env $(STATIC) go build -C hack/helm -ldflags "$(HELM_LDFLAGS)" -o $(CURDIR)/$@ helm.sh/helm/v3/cmd/helm
	@touch $@

##@ Run

.PHONY: run
run: build $(if $(KUBECONFIG),,controlplane kwok) ## Show the manager at work on its own cluster, or on KUBECONFIG; ONCE=1 ends by itself.
	$(STATIC) go run ./test/run $(if $(ONCE),-once) $(if $(KUBECONFIG),-kubeconfig=$(KUBECONFIG))

.PHONY: install
install: ## Install the CustomResourceDefinitions into the current cluster.
	$(KUBECTL) apply -k config/crd

.PHONY: uninstall
uninstall: ## Remove the CustomResourceDefinitions, and with them every Mesh, MeshService and VirtualIP.
	$(KUBECTL) delete --ignore-not-found -k config/crd

.PHONY: deploy
deploy: ## Deploy the manager to the current cluster.
	$(KUBECTL) apply -k config/default

.PHONY: undeploy
undeploy: ## Hand everything back, and remove Meshwork from the current cluster, with all Meshes.
	$(KUBECTL) apply -k config/release
	$(KUBECTL) wait -n meshwork-system --for=condition=Complete --timeout=6m job/meshwork-release
	$(KUBECTL) delete -k config/release
	$(KUBECTL) delete --ignore-not-found -k config/default
