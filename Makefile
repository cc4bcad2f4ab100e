# On a fresh machine: `make site`, `make test`, `make install`, `make test-web`, `make docs`. Each installs what is
# missing and starts from a clone.

PACKAGES = libbrotli-dev libcmark-dev libdeflate-dev libical-dev libicu-dev libjemalloc-dev libsqlite3-dev libssl-dev \
  libtomlplusplus-dev libxml2-dev libyaml-dev pkg-config
SWIFT = swift
# What `cellist --version` says that it was built from.
COMMIT = $(shell git rev-parse --short=10 HEAD 2>/dev/null)
# The address of the repository whose releases new pipelines take the program from, which release.yml knows; empty where
# there is none.
REPOSITORY = $(if $(GITHUB_REPOSITORY),$(GITHUB_SERVER_URL)/$(GITHUB_REPOSITORY))
# Where the files of a release are put.
DIST = .build/dist
# Where `make install` puts the program; a package is put together below DESTDIR.
PREFIX = /usr/local
DESTDIR =
# See Package.swift. All that builds for tests sets it, so that nothing is compiled twice.
export CELLIST_OPTIMIZED = 1
# A program that is built already, as in `make test-web CELLIST=/usr/local/bin/cellist`.
CELLIST ?=
PROGRAM = $(or $(CELLIST),.build/release/cellist)

.PHONY: site install deb release test test-web test-pages test-watch fuzzers pictures test-publish test-package test-all check examples docs \
  bench budget fuzz format lint \
  program packages clean

site: program
	$(PROGRAM) build

# The program with completions for bash, zsh and fish, and manual pages.
install: PACKAGES += help2man
install: program
	Packaging/install.sh $(PROGRAM) $(DESTDIR)$(PREFIX)

# A package for Debian, of a program with every library in it.
deb: PACKAGES += binutils dpkg-dev help2man icu-devtools liblzma-dev zlib1g-dev
deb: program
	$(if $(CELLIST),,Packaging/link.sh .build/release .build/cellist)
	Packaging/deb.sh $(or $(CELLIST),.build/cellist) .build/package

# All files of a release of that program: tarball, package, wheels, digests.
release: PACKAGES += binutils dpkg-dev help2man icu-devtools liblzma-dev python3 xz-utils zlib1g-dev
release: program
	rm -rf $(DIST)
	$(if $(CELLIST),,Packaging/link.sh .build/release .build/cellist)
	CELLIST_REPOSITORY=$(REPOSITORY) Packaging/release.sh $(or $(CELLIST),.build/cellist) $(DIST)

test: PACKAGES += cmark-gfm libvips-tools
test: packages
	$(SWIFT) test --disable-xctest

# The built site in a browser: every page, with axe-core, by keyboard, in the dark and on paper; then what `watch` does.
test-web: test-pages test-watch

# Two browsers at a time: one on this site, one on what tests build.
test-pages test-watch: PACKAGES += chromium default-jre-headless fonts-liberation nodejs python3-venv
test-pages: site .venv/installed
	.venv/bin/python -m pytest -q -p no:cacheprovider -n 2 --dist loadgroup --ignore-glob '*/test_watch*' Tests/Web

# One after the other, since these tests measure how open pages are patched.
test-watch: site .venv/installed
	.venv/bin/python -m pytest -q -p no:cacheprovider Tests/Web/test_watch.py Tests/Web/test_watch_server.py

# The pictures that README shows.
pictures: PACKAGES += chromium fonts-liberation python3-venv
pictures: site .venv/installed
	.venv/bin/python Tests/Web/pictures.py .github

# Publishing to real servers on this machine: rsync, git, nginx, ssh-keygen, and rclone's and moto's from PyPI.
test-publish: PACKAGES += curl git libvips-tools nginx-light openssh-client python3-venv rsync
test-publish: program .venv/publish
	CELLIST=$(abspath $(PROGRAM)) CELLIST_PUBLISHES=$(or $(PUBLISHES),20) \
	  .venv/bin/python -m pytest -q -p no:cacheprovider Tests/Publish

# The files of a release in an empty root, a fresh virtual environment, and bare systems that are put together first.
test-package: PACKAGES += curl debootstrap python3-venv
test-package: release
	Tests/Packaging/all.sh $(DIST)

.venv/publish: Tests/Publish/requirements.txt | packages
	test -d .venv || python3 -m venv .venv
	.venv/bin/pip install -q --disable-pip-version-check -r $<
	touch $@

.venv/installed: Tests/Web/requirements.txt | packages
	python3 -m venv .venv
	.venv/bin/pip install -q --disable-pip-version-check -r $<
	touch $@

# What CI runs: formatting, warnings as errors, tests.
check: PACKAGES += cmark-gfm libvips-tools
check: packages lint
	CELLIST_STRICT=1 $(SWIFT) test --disable-xctest

# Sites that are declared in Swift. Their packages are read, and their programs built with what tests have compiled.
examples: packages
	for name in Bookshop Conference; do \
	  $(SWIFT) package --package-path Examples/$$name describe >/dev/null && $(SWIFT) build --product $$name || exit; \
	  for command in build check verify; do .build/debug/$$name $$command --site Examples/$$name || exit; done; \
	done

# All of that, and what takes longer: every view in every window, thousands of edits, hundreds of made-up sites, fuzzers,
# the nastiest inputs.
test-all: export CELLIST_EVERY_SCREEN = 1
test-all: check test-web test-publish test-package examples docs budget
	for seed in 1 2 3 4; do CELLIST_SEED=$$seed CELLIST_EDITS=3000 $(SWIFT) test --disable-xctest --filter RandomEditTests || exit; done
	$(MAKE) fuzz TARGET=sites RUNS=300
	$(MAKE) fuzz SECONDS=600

# The documentation of the library: python3 -m http.server --directory .build/docs/site
docs: packages
	$(SWIFT) build --target Cellist
	rm -rf .build/docs
	Tests/Cellist/symbols.sh .build/debug .build/docs/symbols
	docc convert Sources/Cellist/Cellist.docc --additional-symbol-graph-dir .build/docs/symbols \
	  --fallback-default-module-kind Library --warnings-as-errors --output-path .build/docs/site

# Beside Hugo, on Debian's package catalogue: RECORDS=0 takes all 63,000 packages.
bench: packages
	Benchmarks/run.sh $(RECORDS) $(ROUNDS)

# Every reader of what others write against inputs that are made up: for a share of SECONDS each, or one target for all of
# them or for RUNS. `make fuzz TARGET=json RUNS=1000000`, `make fuzz TARGET=sites RUNS=10000`. A finding is an input in
# FOUND; `$(FUZZ_BUILD)/debug/CellistFuzz TARGET FILE` runs it again. With TRACED=laws the fuzzers do not see which branches
# of the program an input takes, and are built in a minute where FUZZ_BUILD has its tests. SEED begins with the same inputs.
SECONDS = 120
FOUND = .build-fuzz/found
FUZZ_BUILD = .build-fuzz
TRACED = all
fuzz: packages
ifeq ($(TARGET),sites)
	CELLIST_SITES=$(or $(RUNS),1000) $(SWIFT) test --disable-xctest --filter RandomSiteTests
else
	$(MAKE) fuzzers
	FOUND=$(FOUND) SEED=$(SEED) RUNS_EACH=$(RUNS) SECONDS_EACH=$(if $(RUNS),,$(or $(and $(TARGET),$(SECONDS)),$(shell expr $(SECONDS) / 10))) \
	  Tests/Fuzz/run.sh $(FUZZ_BUILD)/debug/CellistFuzz $(TARGET)
endif

fuzzers: packages
	CELLIST_FUZZ=$(TRACED) $(SWIFT) build --scratch-path $(FUZZ_BUILD) --product CellistFuzz

# Time and memory per megabyte of the nastiest inputs, and whether they grow as those do.
budget: program
	python3 Benchmarks/budget.py $(PROGRAM) $(CASES)

lint:
	$(SWIFT) format lint --strict --recursive Sources Tests Benchmarks Examples/*/Sources Examples/*/Tests Package.swift

format:
	$(SWIFT) format --in-place --recursive Sources Tests Benchmarks Examples/*/Sources Examples/*/Tests Package.swift

program: packages
	$(if $(CELLIST),,CELLIST_COMMIT=$(COMMIT) CELLIST_REPOSITORY=$(REPOSITORY) $(SWIFT) build -c release --static-swift-stdlib --product cellist)

# Asks for root only when something is missing.
packages:
	@missing=$$(for name in $(PACKAGES); do dpkg-query -W -f '$${db:Status-Status}' $$name 2>/dev/null | grep -qx installed || echo $$name; done); \
	if [ -n "$$missing" ]; then \
	  sudo=$$([ $$(id -u) = 0 ] || echo sudo); \
	  $$sudo apt-get update -qq && $$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $$missing; \
	fi

clean:
	rm -rf .build .build-fuzz .venv site .cellist
