# `make run` plays, `make install` sets up .venv for work on the code, `make check` is what a change must pass.

PYTEST := .venv/bin/pytest
KERNEL := $(shell find src/tavla/kernel -name "*.py" -o -name "*.pxd" -o -name "*.h" 2>/dev/null)
INSTALL_SOURCES := pyproject.toml setup.py $(KERNEL)
CATALOGUES := $(wildcard src/tavla/words/locale/*/*.po)

.DEFAULT_GOAL := help
.PHONY: help install run words lint style types arrows test check soak bench clean

help:
	@echo "make run       play in the browser (PORT=8000 chooses where)"
	@echo "make install   set up .venv with everything, tools for development included"
	@echo "make test      all tests            make lint    style, types, arrows between rooms"
	@echo "make check     lint and test        make words   compile the catalogues"
	@echo "make soak      random tests at their full counts: about two hours on two free cores"
	@echo "make bench     measure speed        make clean   remove what was built"

install: .venv/.installed-dev words

.venv/.installed-dev: $(INSTALL_SOURCES) tools/install
	@tools/install dev
	@touch .venv/.installed-runtime $@

.venv/.installed-runtime: $(INSTALL_SOURCES) $(CATALOGUES) tools/install
	@tools/install runtime
	@touch $@

run: .venv/.installed-runtime
	@.venv/bin/tavla serve $(if $(PORT),--port $(PORT))

words: .venv/.words

.venv/.words: .venv/.installed-dev $(CATALOGUES)
	@.venv/bin/python setup.py --quiet build_words
	@touch $@

lint: style types arrows

style: install
	@.venv/bin/ruff check
	@.venv/bin/ruff format --check

types: install
	@.venv/bin/mypy
	@tests/web/typecheck.sh

arrows: install
	@.venv/bin/lint-imports --no-logo

test: install
	@tools/test-needs
	@$(PYTEST) -n 3 --dist loadfile

check: lint test

soak: install
	@$(PYTEST) --soak -m soak -n 2 --timeout 7200

bench: install
	@for measure in benchmarks/*.py; do .venv/bin/python -m benchmarks.$$(basename $$measure .py) || failed=1; done; [ -z "$$failed" ]

clean:
	rm -rf .venv build dist src/tavla.egg-info
	find src -name '*.mo' -delete -o -name '*.so' -delete -o -path '*/kernel/*.c' -delete
