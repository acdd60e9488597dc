# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# shellcheck shell=bash
#
# Sourced by tests: `prepare PROG.C INCLUDES COMPILER...` makes what the examples are about: prog.c,
# a.out, the profile of a run, and a process of it that goes on until `finish`.  Sets 'pid'.

. "$(dirname "${BASH_SOURCE[0]}")/../../live/Inputs/talk.sh"

prepare()
{
	cp "$1" prog.c && export C_INCLUDE_PATH=$2 && shift 2 &&
		"$@" -O1 -g prog.c -o a.out && GPROF_OPTIONS=clock=wall ./a.out &&
		begin env GPROF_OPTIONS=clock=wall ./a.out serve
}
