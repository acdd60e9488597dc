/* A line of an included file is not said to have never run because the copy of its function out of line did not. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: cp %s %S/Inputs/loop-body.inc .
// RUN: for level in 0 1 2 3; do \
// RUN:   GPROF_PASS=count=blocks %gclang -O$level -g executed-included.c -o a$level && GPROF_OPTIONS=rate=0 ./a$level || exit 1; \
// RUN:   %gprof annotate -b scan a$level > annotated || exit 1; \
// RUN:   if [ $level = 0 ]; then want=' 5000'; else want='>=0|5000'; fi; \
// RUN:   grep -E " 1 +($want) +while" annotated || { cat annotated; exit 1; }; \
// RUN: done
// RUN: %gprof annotate --format=json scan a2 > a2.json && not grep -E '"least": *0, *"most": *0' a2.json
//
// The export names the lines that it leaves out.
// RUN: %gprof export --format=lcov a2 2>&1 >/dev/null | FileCheck %s --check-prefix=LEFT
// LEFT: left out: {{.*}}loop-body.inc:1
#include <stdio.h>

unsigned long sum;

int scan(int n, char *p)
{
	int r = 0;

#include "loop-body.inc"
	return r;
}

int main(void)
{
	char text[5] = "axbx";

	for (int i = 0; i < 1000; i++) {
		text[i & 3]++;
		sum += scan(4, text);
	}
	return sum == 0;
}
