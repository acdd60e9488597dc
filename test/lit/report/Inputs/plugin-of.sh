# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# shellcheck shell=bash
#
# Sourced by tests of cc: `plugin_of N FILE COMPILER` makes a shared object that says it is a
# plugin for LLVM N, whose programs are in llvm-N/bin; `compiler_of N NAME LINK...` makes such a
# program, which prints its version and arguments, and links to it.

plugin_of()
{
	echo "__attribute__((section(\"gprof_llvm\"), used)) static const char llvm[] = \
\"$1:$PWD/llvm-$1/bin\";" >plugin.c
	"$3" -shared -fPIC plugin.c -o "$2"
}

compiler_of()
{
	local made=$PWD/llvm-$1/bin/$2
	mkdir -p "${made%/*}"
	printf '#!/bin/sh\necho "ran %s of %s: $*"\n' "$2" "$1" >"$made"
	chmod +x "$made"
	shift 2
	for link; do
		mkdir -p "$(dirname "$link")"
		ln -s "$made" "$link"
	done
}
