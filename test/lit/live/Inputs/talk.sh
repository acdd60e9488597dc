# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# shellcheck shell=bash
#
# Sourced by tests: runs a program of talk.c beside the test.
#
#   begin COMMAND...   sets 'pid'
#   calls N            it has made N calls when this returns
#   finish             it has ended when this returns
#   leaf REPORT...     calls of leaf in a report

begin()
{
	coproc TALK { exec "$@"; }
	pid=$TALK_PID from=${TALK[0]} to=${TALK[1]} # the shell forgets them when it ends
	read -r _ <&"$from"
}

calls()
{
	echo "$1" >&"$to"
	read -r _ <&"$from"
}

finish()
{
	exec {to}>&-
	wait "$pid"
}

leaf()
{
	"$@" --flat --brief | awk '$NF == "leaf" { print $4 }'
}
