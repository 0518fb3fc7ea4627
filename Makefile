# Everything a person or a build server does with the tree. `make try` and `make test` start from a
# machine with make, git and Go only.

SHELL := /bin/bash
GO ?= go
# mingw-w64-common has the headers of the Windows driver development kit, for --platform wdm.
PACKAGES := gcc gcc-multilib pkg-config libz3-dev z3 cvc5 mingw-w64-common
# OPTIONAL_PACKAGES are installed where the release has them and nobody is asked for a password; "yogi doctor" says what a
# missing one costs.
OPTIONAL_PACKAGES := bitwuzla
# TEST_PACKAGES are for tests that are skipped without them: pages are looked at in a real browser, and what is known of
# AVR, whose int has 16 bits, is held against a compiler for it. Tests compare other machines in the same way where
# gcc-aarch64-linux-gnu, gcc-arm-none-eabi and gcc-riscv64-unknown-elf are installed, which are large.
TEST_PACKAGES := chromium gcc-avr avr-libc
# A package of scripts takes minutes on two loaded cores, more than the ten that go test allows by default.
TEST_FLAGS ?= -timeout 40m

.DEFAULT_GOAL := build
.PHONY: setup setup-tests build plots install install-files install-plots release uninstall try test check format golden regress clean

# setup installs what is missing of the Debian packages: as root, or through sudo; else it prints the
# one command to run.
setup:
	@missing=""; optional="$(OPTIONAL_PACKAGES)"; \
	[ "$$(id -u)" = 0 ] || sudo -n true 2>/dev/null || optional=""; \
	for p in $(PACKAGES) $$optional; do \
	  dpkg-query -W -f '$${Status}' $$p 2>/dev/null | grep -q 'install ok installed' && continue; \
	  case " $$optional " in *" $$p "*) apt-cache show $$p >/dev/null 2>&1 || continue;; esac; \
	  missing="$$missing $$p"; \
	done; \
	[ -z "$$missing" ] && exit 0; \
	install="apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends$$missing"; \
	if [ "$$(id -u)" = 0 ]; then bash -c "$$install"; \
	elif sudo -n true 2>/dev/null; then sudo bash -c "$$install"; \
	else echo "Run this once, then repeat: sudo bash -c '$$install'"; exit 1; fi

# setup-tests installs what some tests need, if that needs nobody's password; they are skipped without it.
setup-tests: setup
	@missing=""; \
	for p in $(TEST_PACKAGES); do \
	  dpkg-query -W -f '$${Status}' $$p 2>/dev/null | grep -q 'install ok installed' || missing="$$missing $$p"; \
	done; \
	[ -z "$$missing" ] && exit 0; \
	install="apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends$$missing"; \
	if [ "$$(id -u)" = 0 ]; then bash -c "$$install"; \
	elif sudo -n true 2>/dev/null; then sudo bash -c "$$install"; fi || true; \
	dpkg-query -W $$missing >/dev/null 2>&1 || echo "Tests that need$$missing are skipped."

build: setup
	$(GO) build -o bin/yogi ./cmd/yogi

# plots builds what draws the plots of "yogi bench --table", a program of its own.
plots:
	$(GO) build -o bin/yogi-plots ./cmd/yogi-plots

# install puts the program, its manual pages and the completions of shells below PREFIX. DESTDIR goes in front
# of that, for packages: make install DESTDIR=/tmp/package PREFIX=/usr
PREFIX ?= /usr/local
SHARE = $(DESTDIR)$(PREFIX)/share
BINARY ?= bin/yogi
PLOTS ?= bin/yogi-plots
install: build install-files

# install-files is install of a program that is built already, BINARY.
install-files:
	install -D -m 755 '$(BINARY)' '$(DESTDIR)$(PREFIX)/bin/yogi'
	install -d '$(SHARE)/bash-completion/completions' '$(SHARE)/zsh/site-functions' '$(SHARE)/fish/vendor_completions.d'
	'$(BINARY)' man '$(SHARE)/man/man1'
	'$(BINARY)' completion bash > '$(SHARE)/bash-completion/completions/yogi'
	'$(BINARY)' completion zsh > '$(SHARE)/zsh/site-functions/_yogi'
	'$(BINARY)' completion fish > '$(SHARE)/fish/vendor_completions.d/yogi.fish'
	install -D -m 755 ci/gate.sh '$(SHARE)/yogi/gate.sh'

# install-plots puts what draws the plots of "yogi bench --table" there.
install-plots:
	install -D -m 755 '$(PLOTS)' '$(DESTDIR)$(PREFIX)/bin/yogi-plots'

# release makes a Debian package, an archive for other systems, their list of parts and checksums.
release: setup
	$(GO) run ./tools/release --out out/release

# uninstall takes away what install put there.
uninstall:
	rm -f '$(DESTDIR)$(PREFIX)/bin/yogi' '$(SHARE)/yogi/gate.sh' '$(SHARE)'/man/man1/yogi.1 '$(SHARE)'/man/man1/yogi-*.1 \
	  '$(SHARE)/bash-completion/completions/yogi' '$(SHARE)/zsh/site-functions/_yogi' '$(SHARE)/fish/vendor_completions.d/yogi.fish'

# try runs the main job on the shipped examples: a driver with a bug, one without, a Boogie program. Each
# must end with the exit status of its expected verdict.
try: build
	@check() { \
	  echo; echo "$$ yogi check $${*:2}"; \
	  bin/yogi check "$${@:2}"; status=$$?; \
	  [ $$status = $$1 ] || { echo "expected exit status $$1, got $$status"; exit 1; }; \
	}; \
	check 1 --out out/serial_bug examples/drivers/serial_bug.c && \
	check 0 --out out/serial_ok examples/drivers/serial_ok.c && \
	check 0 --out out/pool examples/drivers/pool.bpl && \
	check 1 --rule wdm/SpinLock --out out/rule_bug rules/wdm/SpinLock.bad.c && \
	check 0 --rule wdm/SpinLock --out out/rule_ok rules/wdm/SpinLock.good.c && \
	{ echo; echo "$$ yogi angelic --check null examples/angelic/figure1.c"; \
	  bin/yogi angelic --check null examples/angelic/figure1.c; [ $$? = 1 ] || { echo "expected exit status 1"; exit 1; }; } && \
	$(MAKE) --no-print-directory try-again && \
	$(MAKE) --no-print-directory try-module && \
	for d in serial_bug serial_ok pool rule_bug rule_ok; do echo; echo "$$ yogi validate out/$$d"; bin/yogi validate out/$$d || exit 1; done

# try-again checks a program twice: the second time the proof is in the store, and nothing is searched.
.PHONY: try-again
try-again:
	@rm -rf out/kept; for round in first second; do \
	  echo; echo "$$ yogi check --cache out/kept --stats --opt states=off --opt induction=off --opt simulation=off examples/papers/synergy_fig3.c   # the $$round time"; \
	  bin/yogi check --cache out/kept --stats --opt states=off --opt induction=off --opt simulation=off examples/papers/synergy_fig3.c >out/again || exit 1; \
	  grep -E '^(iterations|solver queries|proofs from the cache|total|TRUE)' out/again; \
	done; grep -q '^proofs from the cache' out/again

# try-module checks a module that Debian's vpoll-dkms ships, where it and a kernel's headers are installed; docs/linux-module.md
# goes through it.
MODULE := $(firstword $(wildcard /usr/src/vpoll-*))
KERNEL := $(lastword $(wildcard /lib/modules/*/build))
.PHONY: try-module
try-module:
	@[ -n "$(MODULE)" ] && [ -n "$(KERNEL)" ] || exit 0; \
	rm -rf out/module && mkdir -p out && cp -r $(MODULE) out/module && cd out/module && \
	echo && echo '$$ yogi check --platform linux --rule linux/SpinLock --compile-commands compile_commands.json' && \
	../../bin/yogi capture -- $(MAKE) -s -C $(KERNEL) M=$$PWD modules && \
	../../bin/yogi check --platform linux --rule linux/SpinLock --compile-commands compile_commands.json

# test leaves out the longest tests and takes samples of others (go test -short), so that it suits a build server; check
# runs all of them.
test: setup-tests
	$(GO) test -short $(TEST_FLAGS) ./...

# check is the one command before a commit.
check: setup-tests format
	$(GO) vet ./...
	$(GO) tool staticcheck ./...
	$(GO) test $(TEST_FLAGS) ./...
	@$(MAKE) --no-print-directory golden

format:
	@bad=$$(gofmt -l $$(git ls-files '*.go')); [ -z "$$bad" ] || { echo "not formatted:"; echo "$$bad"; exit 1; }

# golden rewrites every golden file and fails if that changed one.
golden:
	@before=$$(git ls-files -m -- '*.txtar' '*.golden' | xargs -r cat | cksum); \
	packages=$$(grep -lr --include='*_test.go' 'internal/golden' cmd e2e examples internal | xargs -r -n1 dirname | sort -u | grep -v '^internal/golden$$' | sed 's,^,./,'); \
	[ -z "$$packages" ] || $(GO) test -count=1 $(TEST_FLAGS) $$packages -args -update >/dev/null || \
	  { echo "tests that rewrite golden files fail: $(GO) test -count=1 $(TEST_FLAGS) $$packages -args -update"; exit 1; }; \
	after=$$(git ls-files -m -- '*.txtar' '*.golden' | xargs -r cat | cksum); \
	[ "$$before" = "$$after" ] || { echo "golden files change under -update:"; git ls-files -m -- '*.txtar' '*.golden'; exit 1; }

# regress runs the short tasks of a manifest and says what was lost, won or got slower since the last run of another
# revision: make regress MANIFEST=tasks/manifest.json
REGRESS_RESULTS ?= out/regress.jsonl
REGRESS_TIMEOUT ?= 20s
REGRESS_FLAGS ?=
regress: build
	@[ -n "$(MANIFEST)" ] || { echo "usage: make regress MANIFEST=FILE"; exit 2; }
	bin/yogi bench --manifest "$(MANIFEST)" --short --timeout $(REGRESS_TIMEOUT) --results $(REGRESS_RESULTS) \
	  --against $(REGRESS_RESULTS) $(REGRESS_FLAGS)

clean:
	rm -rf bin out
