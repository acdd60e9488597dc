#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# away.sh LEDGER HOW... -- LEAST - runs a0, a1 and a2, which leave a handler in each of the ways,
# and compares their marks with the command LEDGER, of which LEAST per cent must be exact.

ledger=$1
shift
while [ "$1" != -- ]; do
	for program in a0 a1 a2; do
		rm -f a.gprof
		GPROF_OPTIONS=rate=0 GPROF_FILE=a.gprof ./$program "$1" &&
			$ledger $program a.gprof "${!#}" ||
			{ echo "$program $1"; exit 1; }
	done
	shift
done
