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
	pid=$TALK_PID
	read -r _ <&"${TALK[0]}"
}

calls()
{
	echo "$1" >&"${TALK[1]}"
	read -r _ <&"${TALK[0]}"
}

finish()
{
	local in=${TALK[1]}
	exec {in}>&-
	wait "$pid"
}

leaf()
{
	"$@" --flat --brief | awk '$NF == "leaf" { print $4 }'
}
