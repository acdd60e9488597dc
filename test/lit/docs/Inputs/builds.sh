# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# shellcheck shell=bash
#
# Sourced by tests: `project BUILD` copies the project of this folder, or another one, and lets prefix/
# be the installation; `build_row ROW` runs the command that the guide has for a build, and
# `profile_row ROW collect|profile` the one for a build that collects or has a profile.

inputs=$(dirname "${BASH_SOURCE[0]}")

project()
{
	cp -r "$inputs/${2:-builds}"/* . && mkdir -p prefix && ln -s "$1/bin" "$1/lib" prefix
}

build_row()
{
	python3 "$inputs/row.py" "$inputs/../../../../docs/using.md" "$1" "$PWD/prefix" >command || return
	cat command
	bash -e command
}

profile_row()
{
	export PATH=$PWD/prefix/bin:$PATH plugin=$PWD/prefix/lib/GprofPass.so
	python3 "$inputs/row.py" "$inputs/../../../../docs/using.md" "$1" "$PWD/prefix" "$2" >command || return
	cat command
	bash -e command
}
