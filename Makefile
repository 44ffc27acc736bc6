# Run `make help` for a list of the targets.

SHELL := /usr/bin/env bash -o pipefail
.SHELLFLAGS := -ec
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

VERSION ?= $(or $(shell git describe --tags --always --dirty 2>/dev/null),dev)
IMG ?= meshwork:$(VERSION)
XDS_IMG ?= meshwork-xds:$(VERSION)
IMAGE_ARCH ?= $(shell go env GOARCH)
CONTAINER_TOOL ?= docker
KUBECTL ?= kubectl
FUZZTIME ?= 30s
BENCHTIME ?= 1s
# Additional flags for the tests, for example TESTFLAGS='-run TestPlan -v'.
TESTFLAGS ?=
# Additional flags for ginkgo, which runs test-controllers and test-dataplane-short, for example GINKGOFLAGS='--focus=rollout -v'.
GINKGOFLAGS ?=
# Random seed of test-differential, test-loadbalancer, test-podcertificate, test-shadow and test-faults.
SEED ?= 1
# Flags for test-clients, for example CLIENTFLAGS='-calls=10000 -views=3000'.
CLIENTFLAGS ?=
# Flags for bench-scale, for example SCALEFLAGS='-services 100 -only kcm'.
SCALEFLAGS ?=
# Flags for bench-ui, for example UIFLAGS='-services 1000 -minutes 10'.
UIFLAGS ?=
# XDSFLAGS, PUSHFLAGS and SIGNERFLAGS are the flags for bench-xds, bench-xds-pushes and
# bench-signer, for example XDSFLAGS='-services 1000 -streams 100'.
# Version of Kubernetes for test-compat, of those that Go's module proxy serves.
K8S ?= v1.32.9
VULNDB ?= https://vuln.go.dev
# Directory of make release, and of make sign-release, with flags for cosign.
RELEASE ?= dist/release
SIGNFLAGS ?=
# Number of rounds per fault in test-faults.
ROUNDS ?= 10

BIN := bin
ASSETS := $(BIN)/k8s
PROGRAMS := $(addprefix $(ASSETS)/,etcd kube-apiserver kube-controller-manager kube-proxy kube-scheduler kwok)
COSIGN_VERSION := v3.1.3
COSIGN := $(BIN)/cosign-$(COSIGN_VERSION)
STEP := hack/step.sh

# Everything is built with the same flags, so that the build cache is shared, also between
# directories. Only VERSION sets the version. The binaries are stripped: without DWARF and symbols
# from the start, they compile in seven eighths of the time, and link in three quarters. make verify
# runs go vet.
STATIC := CGO_ENABLED=0 GOFLAGS="$(strip $(GOFLAGS) -trimpath -buildvcs=false -gcflags=all=-dwarf=false -ldflags=-s -vet=off)"
# The race detector needs cgo.
RACE := $(STATIC) CGO_ENABLED=1
DIFFERENTIAL := $(STATIC) KUBEBUILDER_ASSETS=$(CURDIR)/$(ASSETS) go test -C test/external -count=1 -v ./differential
DATAPLANE := $(STATIC) KUBEBUILDER_ASSETS=$(CURDIR)/$(ASSETS) go test -C test/external -count=1 -v $(TESTFLAGS)
LOADBALANCER := $(STATIC) KUBEBUILDER_ASSETS=$(CURDIR)/$(ASSETS) go test -C test/external -count=1
PODCERTIFICATE := $(STATIC) KUBEBUILDER_ASSETS=$(CURDIR)/$(ASSETS) go test -C test/external -count=1 $(TESTFLAGS)
# These tests run the manager's binary, which the race detector would not cover.
E2E_TEST := $(STATIC) KUBEBUILDER_ASSETS=$(CURDIR)/$(ASSETS) go test -count=1 $(TESTFLAGS)
# Runs a suite in two processes, each with a control plane of its own.
GINKGO := KUBEBUILDER_ASSETS=$(CURDIR)/$(ASSETS) go tool ginkgo run --procs=2 --succinct $(GINKGOFLAGS)
CONTROLLER_GEN := $(STATIC) go tool controller-gen

# Set the version that Kubernetes reports to the version in hack/controlplane/go.mod.
KUBERNETES_VERSION := $(shell awk '$$1 == "k8s.io/kubernetes" { print $$2; exit }' hack/controlplane/go.mod)
KUBERNETES_NUMBERS := $(subst ., ,$(KUBERNETES_VERSION:v%=%))
KUBERNETES_LDFLAGS := -s -w \
	-X k8s.io/component-base/version.gitVersion=$(KUBERNETES_VERSION) \
	-X k8s.io/component-base/version.gitMajor=$(word 1,$(KUBERNETES_NUMBERS)) \
	-X k8s.io/component-base/version.gitMinor=$(word 2,$(KUBERNETES_NUMBERS))

GENERATED := api cmd/kubectl-meshwork/web/src/core config/crd/bases config/rbac charts/meshwork/files docs pkg/endpointslice/api
# Modules other than the product's own; CONTRIBUTING.md has their reasons. The first ones use
# the product's versions of all libraries, so that nothing is compiled twice. The library uses
# the oldest ones that it supports.
KUBERNETES_MODULES := cmd/kubectl-meshwork cmd/meshwork-xds hack/controlplane hack/programs test/external
LIBRARY_MODULES := pkg/endpointslice pkg/endpointslice/controllerruntime
MODULES := $(KUBERNETES_MODULES) $(LIBRARY_MODULES) hack/flagger hack/metallb hack/tools
# To check the few lines of hack/controlplane, vet and lint would read all of Kubernetes, in 7 GB.
CHECKED_MODULES := . $(filter-out hack/controlplane,$(KUBERNETES_MODULES)) $(LIBRARY_MODULES) hack/tools

##@ General

.PHONY: help
help: ## Show this help.
	@awk 'BEGIN { FS = ":.*## "; print "Usage: make <target>" } \
		/^##@ / { printf "\n%s\n", substr($$0, 5) } \
		/^[a-z0-9-]+:.*## / { printf "  %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

##@ Development

.PHONY: generate
generate: manifests chart build plugin xds ## Generate code, manifests, the chart and the reference docs.
	$(CONTROLLER_GEN) object applyconfiguration paths=./api/...
	$(STATIC) go run -C cmd/kubectl-meshwork ./internal/typescript web/src/core/protocol.ts
	$(STATIC) go run -C cmd/meshwork-xds ./internal/metricsdoc | $(STATIC) go run ./hack/metricsdoc docs/metrics.md
	$(STATIC) go run ./hack/reference $(BIN)/meshwork $(BIN)/meshwork-xds $(BIN)/kubectl-meshwork >docs/reference.md
	$(STATIC) go run ./hack/exportedapi pkg/endpointslice $(addprefix pkg/endpointslice/,clientset controllerruntime \
		endpointslicetest metrics mirroring servicepods) >pkg/endpointslice/api/v0.txt
	cd hack/tools && $(STATIC) go tool crd-ref-docs --source-path=../../api/v1alpha1 --config=apidocs/config.yaml \
		--renderer=markdown --templates-dir=apidocs/templates --output-path=../../docs/api.md --log-level=ERROR

.PHONY: manifests
manifests: ## Generate the CustomResourceDefinitions and the manager's ClusterRole.
	$(CONTROLLER_GEN) crd paths=./api/... output:crd:artifacts:config=config/crd/bases
	$(STATIC) go run ./hack/crdparagraphs config/crd/bases/*.yaml
	$(CONTROLLER_GEN) rbac:roleName=manager-role paths=./controllers/... paths=./internal/... paths=./cmd/... output:rbac:artifacts:config=config/rbac

.PHONY: chart
chart: CHART_FILES := charts/meshwork/files
chart: manifests ## Copy the files that the Helm chart shares with config.
	@rm -rf $(CHART_FILES)
	@mkdir -p $(addprefix $(CHART_FILES)/,crd rbac admission mesh-protection required-mesh prometheus grafana signer xds xds-injection)
	cp config/crd/bases/*.yaml $(CHART_FILES)/crd
	cp config/rbac/*role*.yaml $(CHART_FILES)/rbac
	cp config/admission/policy.yaml config/admission/binding.yaml config/admission/load_balancer_class*.yaml $(CHART_FILES)/admission
	cp config/mesh-protection/policy.yaml config/mesh-protection/binding.yaml $(CHART_FILES)/mesh-protection
	cp config/required-mesh/policy.yaml config/required-mesh/binding.yaml $(CHART_FILES)/required-mesh
	cp config/prometheus/service_monitor.yaml config/prometheus/rules.yaml $(CHART_FILES)/prometheus
	cp config/grafana/dashboard.json $(CHART_FILES)/grafana
	cp config/xds-injection/policy.yaml config/xds-injection/binding.yaml $(CHART_FILES)/xds-injection
	cp config/xds/role.yaml config/xds/role_binding.yaml config/prometheus/xds/service_monitor.yaml $(CHART_FILES)/xds
	cp config/signer/*role*.yaml config/prometheus/signer/service_monitor.yaml $(CHART_FILES)/signer

.PHONY: fmt
fmt: ## Format the Go code.
	gofmt -w $$(git ls-files --cached --others --exclude-standard '*.go')

.PHONY: vet
vet: ## Run go vet.
	@for module in $(CHECKED_MODULES); do \
		$(STATIC) go vet -C $$module ./... || exit 1; \
	done

.PHONY: lint
lint: $(BIN)/golangci-lint ## Run golangci-lint.
	@for module in $(CHECKED_MODULES); do \
		(cd $$module && $(STATIC) $(CURDIR)/$(BIN)/golangci-lint run --config $(CURDIR)/.golangci.yml ./...) || exit 1; \
	done

.PHONY: verify
verify: verify-generated verify-format verify-modules verify-workflows verify-web vet lint ## Check generated files, formatting and modules, and run vet and lint.

# The database is on the web, so this is not part of verify: a new entry must not fail a change.
.PHONY: vulncheck
vulncheck: ## Check the modules that make verify checks for known vulnerabilities. VULNDB is the URL of the database, for example file:///tmp/vulndb.
	@for module in $(CHECKED_MODULES); do \
		echo "$$module:"; (cd $$module && $(STATIC) go run golang.org/x/vuln/cmd/govulncheck@v1.9.0 -db $(VULNDB) ./...) || failed=1; \
	done; exit $${failed:-0}

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
	$(STATIC) hack/verify-versions.sh . $(KUBERNETES_MODULES)

# hack/tools cannot have actionlint: it needs another version of a YAML library than golangci-lint.
.PHONY: verify-workflows
verify-workflows:
	$(STATIC) go run github.com/rhysd/actionlint/cmd/actionlint@v1.7.12 -shellcheck= -pyflakes= .github/workflows/*.yml

# The page of the plugin is checked in as it is built, so that nobody needs npm.
.PHONY: verify-web
verify-web:
	hack/web.sh verify

.PHONY: web
web: ## Build the page of kubectl meshwork ui from its sources. Needs npm.
	hack/web.sh build

##@ Test

# Most suites wait for clusters more than they compute. The longest come first. The programs that
# they need are built before: make puts off a target while others build its prerequisites.
TESTS := test-install test-controllers test-clients test-docs test-race test-suites test-ui test-e2e test-release \
	test-differential-short test-monitoring test-chart test-loadbalancer-short test-xds test-plugin test-shadow-short \
	test-faults-short test-podcertificate-short test-library test-pure
BUILT := build plugin xds greeter
.PHONY: test-parallel
test-parallel: controlplane coredns helm prometheus $(BIN)/earlier/meshwork $(BUILT)
	@$(MAKE) --no-print-directory --jobs=4 --output-sync=target $(addprefix --old-file=,$(BUILT)) $(TESTS)

# The suite of the data plane counts connections that are lost within milliseconds, so it runs
# beside no other.
.PHONY: test
test: ## Run all tests that a change must pass, four suites at a time.
	@$(MAKE) --no-print-directory test-parallel
	@$(MAKE) --no-print-directory test-dataplane-short

UNIT_TEST := go test -timeout 30m $(TESTFLAGS)
.PHONY: test-unit
test-unit: test-race test-pure test-clients ## Run the tests that need no control plane.

# The packages in which goroutines share memory.
.PHONY: test-race
test-race:
	$(RACE) KUBEBUILDER_ASSETS=not-for-unit-tests $(UNIT_TEST) -race ./cmd/... ./controllers/... ./internal/... ./pkg/podaddress
	cd cmd/meshwork-xds && $(RACE) $(UNIT_TEST) -race -short ./internal/catalog ./internal/server ./internal/xdscache

LIBRARY := github.com/meshwork-dev/meshwork/pkg/endpointslice
.PHONY: test-pure
test-pure:
	$(STATIC) $(UNIT_TEST) ./pkg/... ./test/bench/... ./test/lib/kit $(LIBRARY)/... # with the product's versions of all libraries
	@for module in $(LIBRARY_MODULES); do \
		(cd $$module && $(STATIC) $(UNIT_TEST) ./...) || exit 1; \
	done
	cd test/external && $(STATIC) $(UNIT_TEST) ./dataplane/network ./dataplane/traffic
	cd cmd/kubectl-meshwork && packages=$$(go list ./... | grep -v /e2e$$) && $(STATIC) $(UNIT_TEST) $$packages
	cd cmd/meshwork-xds && packages=$$(go list ./... | grep -vE '/(catalog|clients|e2e|server)$$') && $(STATIC) $(UNIT_TEST) $$packages

# Most of its tests wait for clients in other processes.
.PHONY: test-clients
test-clients: ## Call servers with grpc-go, and, where they are installed, grpc-js and C-core, by the xDS server.
	cd cmd/meshwork-xds && $(STATIC) $(UNIT_TEST) ./internal/clients $(CLIENTFLAGS)

.PHONY: test-differential
test-differential: controlplane ## Compare with Kubernetes' own reconcilers and kube-proxy in 10,000 random scenarios.
	$(DIFFERENTIAL) -timeout 1h -args -scenarios=10000 -endpoints=1000 -seed=$(SEED)

.PHONY: test-differential-short
test-differential-short: controlplane
	$(DIFFERENTIAL)

.PHONY: test-controllers
test-controllers: controlplane ## Run the controllers against a real API server.
	$(RACE) $(GINKGO) --race --timeout=1h ./test/controllers

.PHONY: test-suites
test-suites: controlplane ## Run the suites of the API, the policies and the test clusters against a real API server.
	$(E2E_TEST) -timeout 30m ./api/... ./test/admission
	$(RACE) KUBEBUILDER_ASSETS=$(CURDIR)/$(ASSETS) go test -race -count=1 $(TESTFLAGS) -timeout 30m ./test/lib/cluster

.PHONY: test-library
test-library: controlplane ## Run controllers that use the library for EndpointSlices.
	$(E2E_TEST) -timeout 15m ./test/library

.PHONY: test-e2e
test-e2e: controlplane build ## Run the manager in a complete cluster, and volumes of real kubelets.
	$(E2E_TEST) -timeout 30m -p 1 ./test/e2e ./test/lib/kubelet/...

.PHONY: test-plugin
test-plugin: controlplane build plugin ## Run the plugin in a complete cluster.
	$(STATIC) KUBEBUILDER_ASSETS=$(CURDIR)/$(ASSETS) go test -C cmd/kubectl-meshwork -count=1 $(TESTFLAGS) ./internal/e2e

.PHONY: test-xds
test-xds: controlplane build xds ## Run the xDS server in a complete cluster.
	$(STATIC) KUBEBUILDER_ASSETS=$(CURDIR)/$(ASSETS) go test -C cmd/meshwork-xds -count=1 $(TESTFLAGS) ./internal/e2e

.PHONY: test-shadow-short
test-shadow-short: controlplane build
	$(E2E_TEST) -timeout 30m ./test/shadow

.PHONY: test-shadow
test-shadow: controlplane build ## Run 100 handovers each way, and compare with kube-controller-manager over 500 steps.
	$(E2E_TEST) -timeout 1h -v ./test/shadow -args -handovers=100 -steps=500 -seed=$(SEED)

.PHONY: test-loadbalancer
test-loadbalancer: controlplane build ## Run two Meshworks and a cloud provider on 500 Services that change constantly.
	$(LOADBALANCER) -timeout 1h -v ./loadbalancer -args -services=500 -steps=5000 -seed=$(SEED)

.PHONY: test-loadbalancer-short
test-loadbalancer-short: controlplane build
	$(LOADBALANCER) -timeout 15m ./loadbalancer

.PHONY: test-podcertificate
test-podcertificate: controlplane build ## Request certificates with the kubelet's own code, and kill the signer; SEED says when.
	$(PODCERTIFICATE) -timeout 30m -v ./podcertificate -args -requests=1000 -seed=$(SEED)

.PHONY: test-podcertificate-short
test-podcertificate-short: controlplane build
	$(PODCERTIFICATE) -timeout 15m ./podcertificate -args -ginkgo.label-filter='!long' -requests=60

.PHONY: test-ui
test-ui: controlplane build plugin ## Drive the page of kubectl meshwork ui with Chromium. SCREENSHOTS is a directory for what it shows.
	$(STATIC) KUBEBUILDER_ASSETS=$(CURDIR)/$(ASSETS) go test -C test/external -count=1 $(TESTFLAGS) -timeout 20m ./ui $(if $(SCREENSHOTS),-args -screenshots=$(abspath $(SCREENSHOTS)))

.PHONY: test-dataplane
test-dataplane: controlplane coredns flagger metallb build xds ## Send packets through what Meshwork writes. Needs root, nftables and iproute2.
	$(DATAPLANE) -timeout 2h ./dataplane -ginkgo.timeout=115m

.PHONY: test-dataplane-short
test-dataplane-short: controlplane coredns build xds
	$(STATIC) $(GINKGO) --timeout=25m --label-filter='!long' ./test/external/dataplane

.PHONY: test-faults
test-faults: controlplane build ## Inject each fault ROUNDS (10) times; SEED selects the sequence.
	$(E2E_TEST) -timeout 2h -v ./test/faults -args -ginkgo.timeout=115m -seed=$(SEED) -rounds=$(ROUNDS)

.PHONY: test-faults-short
test-faults-short: controlplane build
	$(E2E_TEST) -timeout 30m ./test/faults -ginkgo.label-filter='!long'

# Leaves out the specs that need a newer Kubernetes, by their version constraints.
COMPAT = $(STATIC) KUBEBUILDER_ASSETS=$(CURDIR)/$(BIN)/k8s-$(K8S)
COMPAT_GINKGO = $(COMPAT) go tool ginkgo run --procs=2 --succinct --sem-ver-filter=$(K8S:v%=%) $(GINKGOFLAGS)
.PHONY: test-compat
test-compat: controlplane coredns helm build xds $(BIN)/k8s-$(K8S)/controlplane ## Run suites with Kubernetes K8S (v1.32.9), which is built from its Go modules.
	$(COMPAT_GINKGO) --timeout=1h ./test/controllers
	$(COMPAT_GINKGO) --timeout=30m ./test/admission
	$(COMPAT) go test -count=1 $(TESTFLAGS) -timeout 30m -p 1 ./test/e2e ./test/install -ginkgo.sem-ver-filter=$(K8S:v%=%)
	$(COMPAT_GINKGO) --timeout=25m --label-filter='!long' ./test/external/dataplane

.PHONY: test-stress
test-stress: ## Run make test, or TARGETS, N (1) times while busy loops take all cores, and print what failed how often.
	hack/test-stress.sh $(or $(N),1) $(TARGETS)

.PHONY: test-docs
test-docs: controlplane helm build plugin xds greeter ## Run every command in the documentation, and check its links.
	$(E2E_TEST) -timeout 30m ./test/docs

.PHONY: test-monitoring
test-monitoring: controlplane prometheus build xds ## Check the alerts and the dashboard against the metrics, with a real Prometheus.
	$(E2E_TEST) -timeout 15m ./test/monitoring

.PHONY: test-install
test-install: controlplane helm build xds greeter $(BIN)/earlier/meshwork ## Install, upgrade and uninstall with the chart and with kustomize.
	$(E2E_TEST) -timeout 30m ./test/install

.PHONY: test-chart
test-chart: controlplane helm build xds ## Compare the Helm chart with config, and render it with many values.
	$(E2E_TEST) -timeout 30m ./test/chart

.PHONY: bench
bench: ## Run the benchmarks, and compare with Kubernetes' own reconciler in a table.
	$(STATIC) go test -run '^$$' -bench . ./pkg/...
	@$(STATIC) go build -C test/external -o $(CURDIR)/$(BIN)/benchtable ./differential/benchtable
	$(STATIC) go test -C test/external -run '^$$' -bench SideBySide -benchtime $(BENCHTIME) ./differential | $(BIN)/benchtable

.PHONY: bench-scale
bench-scale: controlplane build $(BIN)/kube-controller-manager ## Benchmark the EndpointSlice controller against Kubernetes' own, on a real API server.
	@$(STATIC) go build -o $(BIN)/scale ./test/bench/scale
	$(BIN)/scale $(SCALEFLAGS)

.PHONY: bench-xds
bench-xds: ## Benchmark the xDS server, beside the caches of go-control-plane.
	@$(STATIC) go build -C cmd/meshwork-xds -o $(CURDIR)/$(BIN)/xdsbench ./internal/bench
	$(BIN)/xdsbench $(XDSFLAGS)

.PHONY: bench-xds-pushes
bench-xds-pushes: controlplane xds ## Measure the xDS server on a real API server.
	@$(STATIC) go build -C cmd/meshwork-xds -o $(CURDIR)/$(BIN)/xdspushes ./internal/bench/pushes
	KUBEBUILDER_ASSETS=$(CURDIR)/$(ASSETS) $(BIN)/xdspushes -services=300 -streams=30 -flips=100 $(PUSHFLAGS)

.PHONY: bench-signer
bench-signer: controlplane build ## Measure how many certificates the signer issues a second, and what one costs.
	@$(STATIC) go build -o $(BIN)/signerbench ./test/bench/signer
	$(BIN)/signerbench $(SIGNERFLAGS)

.PHONY: bench-ui
bench-ui: controlplane plugin ## Measure the page of kubectl meshwork ui at 10,000 Services. Needs chromium.
	@$(STATIC) go build -C test/external -o $(CURDIR)/$(BIN)/uibench ./ui/bench
	$(STATIC) KUBEBUILDER_ASSETS=$(CURDIR)/$(ASSETS) $(BIN)/uibench $(UIFLAGS)

.PHONY: fuzz
fuzz: ## Run every fuzz target for FUZZTIME (30s).
	hack/fuzz.sh $(FUZZTIME) api pkg
	cd cmd/meshwork-xds && $(STATIC) ../../hack/fuzz.sh $(FUZZTIME) internal

##@ Build

.PHONY: build
build: ## Build the manager, bin/meshwork.
	$(STATIC) go build -ldflags "-s -w -X main.version=$(VERSION)" -o $(BIN)/meshwork ./cmd/meshwork

.PHONY: plugin
plugin: ## Build the kubectl plugin, bin/kubectl-meshwork.
	$(STATIC) go build -C cmd/kubectl-meshwork -ldflags "-s -w -X main.version=$(VERSION)" -o $(CURDIR)/$(BIN)/kubectl-meshwork .

.PHONY: xds
xds: ## Build the xDS server, bin/meshwork-xds.
	$(STATIC) go build -C cmd/meshwork-xds -ldflags "-s -w -X main.version=$(VERSION)" -o $(CURDIR)/$(BIN)/meshwork-xds .

.PHONY: greeter
greeter: ## Build the sample of a gRPC server and its client, bin/greeter.
	$(STATIC) go build -C test/external -ldflags "-s -w" -o $(CURDIR)/$(BIN)/greeter ./greeter

.PHONY: docker-build
docker-build: ## Build the manager's image, IMG, for IMAGE_ARCH (default: the architecture of this machine).
	$(STATIC) GOOS=linux GOARCH=$(IMAGE_ARCH) go build -ldflags "-s -w -X main.version=$(VERSION)" -o dist/image/linux/$(IMAGE_ARCH)/meshwork ./cmd/meshwork
	$(CONTAINER_TOOL) build --platform linux/$(IMAGE_ARCH) --target manager -t $(IMG) .

.PHONY: docker-build-xds
docker-build-xds: ## Build the xDS server's image, XDS_IMG, for IMAGE_ARCH.
	$(STATIC) GOOS=linux GOARCH=$(IMAGE_ARCH) go build -C cmd/meshwork-xds -ldflags "-s -w -X main.version=$(VERSION)" -o $(CURDIR)/dist/image/linux/$(IMAGE_ARCH)/meshwork-xds .
	$(CONTAINER_TOOL) build --platform linux/$(IMAGE_ARCH) --target xds -t $(XDS_IMG) .

.PHONY: release
release: controlplane helm ## Build the artifacts of release VERSION into RELEASE (dist/release); IMAGE and XDS_IMAGE are the images without a tag.
	VERSION=$(VERSION) hack/release.sh $(RELEASE)

.PHONY: test-release
test-release: controlplane helm ## Build a release for one platform twice, and compare the builds byte for byte.
	$(STATIC) go test -C hack/tools $(TESTFLAGS) ./...
	PLATFORMS=linux/$$(go env GOARCH) hack/verify-release.sh

.PHONY: sign-release
sign-release: $(COSIGN) ## Sign the checksums in RELEASE (dist/release), with the identity of the CI, or with SIGNFLAGS='--key FILE'.
	$(COSIGN) sign-blob --yes $(SIGNFLAGS) --bundle $(RELEASE)/checksums.txt.sigstore.json $(RELEASE)/checksums.txt

.PHONY: test-signature
test-signature: $(COSIGN) ## Sign checksums, and verify the signature. Builds cosign, which takes minutes.
	hack/verify-signature.sh $(COSIGN)

.PHONY: controlplane
controlplane: $(PROGRAMS) $(ASSETS)/kubectl $(ASSETS)/kwok-stages.yaml ## Build etcd, Kubernetes and kwok, which simulates kubelets, from their Go modules into bin/k8s.

.PHONY: coredns
coredns: $(ASSETS)/coredns ## Build CoreDNS, with the plugins for a cluster's own names, into bin/k8s.

.PHONY: flagger
flagger: $(BIN)/flagger/flagger $(BIN)/flagger/crd.yaml ## Build Flagger into bin/flagger, with its CRDs and RBAC.

.PHONY: metallb
metallb: $(BIN)/metallb/speaker $(BIN)/metallb/crds ## Build MetalLB's speaker into bin/metallb, with its CRDs and RBAC.

.PHONY: prometheus
prometheus: $(BIN)/prometheus/prometheus ## Fetch Prometheus and promtool from Debian's package into bin/prometheus.

.PHONY: helm
helm: $(BIN)/helm ## Build helm, bin/helm.

.PHONY: clean
clean: ## Remove bin and dist.
	rm -rf $(BIN) dist

$(PROGRAMS): $(ASSETS)/controlplane
	@ln -sf controlplane $@

$(ASSETS)/controlplane: $(wildcard hack/controlplane/go.* hack/controlplane/*.go)
	@mkdir -p $(@D)
	@$(STEP) "Building Kubernetes $(KUBERNETES_VERSION) (about 6 minutes the first time)" \
		env $(STATIC) go build -C hack/controlplane -ldflags "$(KUBERNETES_LDFLAGS)" -o $(CURDIR)/$@ .
	@touch $@

$(ASSETS)/kubectl: $(wildcard hack/controlplane/go.* hack/controlplane/*.go)
	@mkdir -p $(@D)
	@rm -f $@ # it may be a symbolic link to an earlier controlplane
	@$(STEP) "Building kubectl" \
		env $(STATIC) go build -C hack/controlplane -ldflags "$(KUBERNETES_LDFLAGS)" -o $(CURDIR)/$@ k8s.io/kubernetes/cmd/kubectl

$(BIN)/kube-controller-manager: hack/controlplane/go.mod hack/controlplane/go.sum
	@$(STEP) "Building kube-controller-manager as a separate binary" \
		env $(STATIC) go build -C hack/controlplane -ldflags "$(KUBERNETES_LDFLAGS)" -o $(CURDIR)/$@ k8s.io/kubernetes/cmd/kube-controller-manager
	@touch $@

$(BIN)/k8s-%/controlplane: hack/compat.sh hack/controlplane/main.go | controlplane coredns
	@$(STEP) "Building Kubernetes $* (about 10 minutes the first time)" hack/compat.sh $* $(@D)
	@touch $@

$(ASSETS)/kwok-stages.yaml: $(wildcard hack/controlplane/go.* hack/controlplane/kwokstages/*)
	@mkdir -p $(@D)
	@$(STATIC) go run -C hack/controlplane ./kwokstages >$@

$(ASSETS)/coredns: $(wildcard hack/programs/go.* hack/programs/coredns/*)
	@mkdir -p $(@D)
	@$(STEP) "Building CoreDNS (about 2 minutes the first time)" \
		env $(STATIC) go build -C hack/programs -ldflags "-s -w" -o $(CURDIR)/$@ ./coredns
	@touch $@

$(BIN)/flagger/flagger: hack/flagger/go.mod hack/flagger/go.sum
	@mkdir -p $(@D)
	@$(STEP) "Building Flagger (about 2 minutes the first time)" \
		env $(STATIC) go build -C hack/flagger -ldflags "-s -w" -o $(CURDIR)/$@ github.com/fluxcd/flagger/cmd/flagger
	@touch $@

$(BIN)/flagger/crd.yaml: hack/flagger/go.mod
	@mkdir -p $(@D)
	@install -m 644 "$$(go list -C hack/flagger -m -f '{{.Dir}}' github.com/fluxcd/flagger)"/artifacts/flagger/{account,crd}.yaml $(@D)

$(BIN)/metallb/speaker: hack/metallb/go.mod hack/metallb/go.sum
	@mkdir -p $(@D)
	@$(STEP) "Building MetalLB's speaker (about 3 minutes the first time)" \
		env $(STATIC) go build -C hack/metallb -ldflags "-s -w" -o $(CURDIR)/$@ go.universe.tf/metallb/speaker
	@touch $@

$(BIN)/metallb/crds: hack/metallb/manifests.sh hack/metallb/go.mod
	@hack/metallb/manifests.sh $(@D)

$(BIN)/earlier/meshwork: hack/earlier.sh
	@hack/earlier.sh $(@D)

$(BIN)/golangci-lint: hack/tools/go.mod hack/tools/go.sum
	@$(STEP) "Building golangci-lint (about 4 minutes the first time)" \
		env $(STATIC) go build -C hack/tools -ldflags "-s -w" -o $(CURDIR)/$@ github.com/golangci/golangci-lint/v2/cmd/golangci-lint
	@touch $@

# cosign requires 250 modules. Its own go.mod pins them, and the checksum database verifies them.
$(COSIGN):
	@$(STEP) "Building cosign (about 5 minutes the first time)" \
		env $(STATIC) GOBIN=$(CURDIR)/$(BIN) go install github.com/sigstore/cosign/v3/cmd/cosign@$(COSIGN_VERSION)
	@mv $(BIN)/cosign $@

$(BIN)/prometheus/prometheus: hack/prometheus.sh
	@$(STEP) "Fetching Prometheus" hack/prometheus.sh $(@D)
	@touch $@

# Without a cluster, Helm renders for the same version of Kubernetes as the tests use.
$(BIN)/helm: HELM_LDFLAGS := -s -w $(foreach package,pkg/chartutil pkg/lint/rules, \
	-X helm.sh/helm/v3/$(package).k8sVersionMajor=$(word 1,$(KUBERNETES_NUMBERS)) \
	-X helm.sh/helm/v3/$(package).k8sVersionMinor=$(word 2,$(KUBERNETES_NUMBERS)))
$(BIN)/helm: hack/programs/go.mod hack/programs/go.sum
	@$(STEP) "Building helm (about 2 minutes the first time)" \
		env $(STATIC) go build -C hack/programs -ldflags "$(HELM_LDFLAGS)" -o $(CURDIR)/$@ helm.sh/helm/v3/cmd/helm
	@touch $@

##@ Run

# A KUBECONFIG in the environment is ignored: it may be that of a cluster in use.
RUN_IN := $(if $(filter command,$(origin KUBECONFIG)),$(KUBECONFIG))
.PHONY: run
run: build plugin xds greeter $(if $(RUN_IN),,controlplane) ## Demonstrate the manager in a cluster of its own, or in that of KUBECONFIG=FILE; ONCE=1 stops when done.
	$(STATIC) go run ./test/run $(if $(ONCE),-once) $(if $(RUN_IN),-kubeconfig=$(RUN_IN))

.PHONY: run-dataplane
run-dataplane: controlplane coredns build ## Keep a cluster in which packets flow, with sample Services. Needs root, nftables and iproute2.
	$(STATIC) KUBEBUILDER_ASSETS=$(CURDIR)/$(ASSETS) go run -C test/external ./dataplane/run

.PHONY: install
install: ## Install the CustomResourceDefinitions into the current cluster.
	$(KUBECTL) apply -k config/crd

.PHONY: uninstall
uninstall: ## Remove the CustomResourceDefinitions, which deletes every Mesh, MeshService, MeshCertificate and VirtualIP.
	$(KUBECTL) delete --ignore-not-found -k config/crd

.PHONY: deploy
deploy: ## Deploy the manager to the current cluster, with the image IMG.
	$(KUBECTL) kustomize config/default | sed "s|image: meshwork:latest|image: $(IMG)|" | $(KUBECTL) apply -f -

.PHONY: undeploy
undeploy: ## Hand all Services back, and remove Meshwork and all Meshes from the current cluster.
	$(KUBECTL) delete --ignore-not-found -k config/admission
	$(KUBECTL) delete --ignore-not-found -k config/mesh-protection
	$(KUBECTL) delete --ignore-not-found -k config/required-mesh
	$(KUBECTL) kustomize config/release | sed "s|image: meshwork:latest|image: $(IMG)|" | $(KUBECTL) apply -f -
	$(KUBECTL) wait -n meshwork-system --for=condition=Complete --timeout=6m job/meshwork-release
	$(KUBECTL) delete -k config/release
	$(KUBECTL) delete --ignore-not-found -k config/default
