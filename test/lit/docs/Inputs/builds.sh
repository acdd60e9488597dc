# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# shellcheck shell=bash
#
# Sourced by tests: `project BUILD` copies the project of this folder, and lets prefix/ be the
# installation; `build_row ROW` runs the command that the guide has for a build.

inputs=$(dirname "${BASH_SOURCE[0]}")

project()
{
	cp -r "$inputs"/builds/* . && mkdir -p prefix && ln -s "$1/bin" "$1/lib" prefix
}

build_row()
{
	python3 "$inputs/row.py" "$inputs/../../../../docs/using.md" "$1" "$PWD/prefix" >command || return
	cat command
	bash -e command
}
