# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# shellcheck shell=bash
#
# Sourced by tests: `calc INPUTS EXAMPLE` puts the program docs/example/calc.c, its binary and the stored
# profile of a run here.  The libraries of that run are not those of this machine.

calc()
{
	tar -xJf "$1/calc.tar.xz" && cp "$2/calc.c" . && touch -r calc calc.c
}
