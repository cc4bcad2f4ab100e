# Two commands on a fresh machine: `make site` and `make test`. Both install what is missing and start from a clone.

PACKAGES = libcmark-dev libicu-dev libsqlite3-dev pkg-config
SWIFT = swift
PROGRAM = .build/release/cellist

.PHONY: site test check bench format lint program packages clean

site: program
	$(PROGRAM) build

test: packages
	$(SWIFT) test --disable-xctest

# What CI runs: formatting, warnings as errors, tests.
check: packages lint
	CELLIST_STRICT=1 $(SWIFT) test --disable-xctest

# Beside Hugo, on Debian's package catalogue: RECORDS=0 takes all 63,000 packages.
bench: packages
	Benchmarks/run.sh $(RECORDS) $(ROUNDS)

lint:
	$(SWIFT) format lint --strict --recursive Sources Tests Benchmarks Package.swift

format:
	$(SWIFT) format --in-place --recursive Sources Tests Benchmarks Package.swift

program: packages
	$(SWIFT) build -c release --static-swift-stdlib --product cellist

# Asks for root only when something is missing.
packages:
	@missing=$$(for name in $(PACKAGES); do dpkg-query -W -f '$${db:Status-Status}' $$name 2>/dev/null | grep -qx installed || echo $$name; done); \
	if [ -n "$$missing" ]; then \
	  sudo=$$([ $$(id -u) = 0 ] || echo sudo); \
	  $$sudo apt-get update -qq && $$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $$missing; \
	fi

clean:
	rm -rf .build site .cellist
