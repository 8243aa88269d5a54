# Build, run and test targets. `make help` lists them.
.DEFAULT_GOAL := help
.PHONY: help run demo dev test lint lint-rust lint-ui test-rust test-ui test-e2e bench bench-cluster release cluster deb types screenshots docs clean

CARGO ?= cargo
TRIPLE := $(shell rustc -vV | sed -n 's/^host: //p')
RELEASE := target/$(TRIPLE)/release/marketdeck
DIST := target/$(TRIPLE)/dist/marketdeck
DEBUG := target/$(TRIPLE)/debug/marketdeck

# Tests are compiled with clippy-driver (rustc plus clippy's lints), because `cargo clippy` would check every dependency a
# second time. Warnings are errors, as with `cargo clippy -- -D warnings`.
lint-rust test-rust test-e2e types screenshots lint: export RUSTC_WORKSPACE_WRAPPER := clippy-driver
lint-rust test-rust test-e2e types screenshots lint: export CLIPPY_ARGS := -Dwarnings__CLIPPY_HACKERY__

help: ## List all targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## Build everything and serve the sample market on http://127.0.0.1:8080
	@$(CARGO) build --release --quiet
	@exec $(RELEASE) serve

demo: ## Build everything and serve a read-only demo on http://127.0.0.1:8080
	@$(CARGO) build --release --quiet
	@exec $(RELEASE) serve --demo

dev: ui/node_modules/.marketdeck-lock ## Serve the interface with hot reload on http://127.0.0.1:5173 (MARKETDECK_URL=...: use that server)
	@$(if $(MARKETDECK_URL),,$(CARGO) build --quiet)
	@exec scripts/run-dev $(DEBUG)

# Run two targets in parallel: neither uses two cores fully. Group their output if make supports it.
PAIR := $(MAKE) --no-print-directory -j2 $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)

test: lint ## Run all tests (installs what it needs)
	@$(PAIR) test-rust test-ui
	@$(MAKE) --no-print-directory test-e2e

lint: ui/node_modules/.marketdeck-lock ## Check formatting, lints and that generated files are up to date
	$(CARGO) fmt --check
	@$(PAIR) lint-rust lint-ui
	@scripts/check-types

lint-rust:
	$(CARGO) build --all-targets --quiet

lint-ui: ui/node_modules/.marketdeck-lock
	cd ui && npm run --silent lint

# Four test threads per core of a small machine: most of the tests wait for a socket, a file or another process.
test-rust: export RUST_TEST_THREADS ?= 8
test-rust: ## Run the Rust tests: unit tests, then black-box tests over real sockets and files
	@scripts/install-nats-server
	@scripts/install-openapi-tools
	@scripts/install-neighbors
	@scripts/install-release-tools
	$(CARGO) test --quiet

test-ui: ui/node_modules/.marketdeck-lock ## Run the interface's unit tests
	cd ui && npm test --silent

test-e2e: ui/node_modules/.marketdeck-lock ## Run the browser tests against the real binary
	@scripts/install-chromium
	$(CARGO) build --quiet
	cd ui && MARKETDECK_BIN=$(CURDIR)/$(DEBUG) npm run --silent e2e

bench: ## Run benchmarks against goals and references (ONLY="start http": these parts; WRITE=1: update docs/PERFORMANCE.md)
	@ulimit -n "$$(ulimit -Hn)"; $(CARGO) bench --profile dist --no-default-features --bench load -- $(ONLY) $(if $(WRITE),--write)

bench-cluster: ## Run the cluster benchmark with nats-server, about 15 minutes (WRITE=1: update docs/PERFORMANCE.md)
	@scripts/install-nats-server
	@ulimit -n "$$(ulimit -Hn)"; $(CARGO) bench --profile $(or $(PROFILE),dist) --bench load -- cluster $(if $(WRITE),--write)

release: ## Build the static release binary, smaller and slower to build, and print its path (CLUSTER=1: with NATS)
	$(CARGO) build --profile dist $(if $(CLUSTER),,--no-default-features)
	@ldd $(DIST) 2>&1 | grep -Eq 'statically linked|not a dynamic' || (echo "$(DIST) is not statically linked"; exit 1)
	@ls -lh $(DIST)

cluster: ## Run a cluster on this machine: a source, a standby and three edges over nats-server (no containers)
	@scripts/install-nats-server
	@$(CARGO) build --release --quiet
	@exec scripts/run-cluster $(RELEASE)

deb: release ## Build a Debian package in target/deb
	@scripts/build-deb $(DIST)

types: ui/node_modules/.marketdeck-lock ## Regenerate the OpenAPI document and the interface's types
	@scripts/generate-types

screenshots: ui/node_modules/.marketdeck-lock ## Take screenshots of every page at every width (ui/test-results), and the README's screenshots
	$(CARGO) build --quiet
	cd ui && MARKETDECK_BIN=$(CURDIR)/$(DEBUG) npm run --silent screenshots

docs: ## Build the documentation site in target/docs, and check every link
	@scripts/install-docs-tools
	@scripts/build-docs target/docs-tools/bin/mdbook

clean: ## Remove all build output (not your data)
	$(CARGO) clean
	rm -rf ui/node_modules ui/dist ui/test-results

ui/node_modules/.marketdeck-lock: ui/package-lock.json
	cd ui && npm ci --include=dev --no-audit --no-fund
	@cp ui/package-lock.json $@
