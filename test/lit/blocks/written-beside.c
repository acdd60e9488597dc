// Lines of a header ran at least as often as marks say, where an object without marks may have copies.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: env GPROF_PASS=count=blocks %gclang -O2 -c %S/Inputs/beside.c -o beside.o
// RUN: env GPROF_PASS=count=blocks %gclang -g -O2 -I%S/Inputs %s beside.o -o a.out
// RUN: env GPROF_OPTIONS=rate=0 ./a.out
// RUN: %gprof annotate -b halved a.out | FileCheck %s
// RUN: %gprof report -b --unexecuted a.out | FileCheck --check-prefix=NEVER --implicit-check-not=halved %s
// CHECK: {{^ +[0-9]+ +>=0 .*}}return n;
// NEVER: [[#@LINE + 12]] main
#include "path.h"

int other(int n);

int main(int argc, char **argv)
{
	int sum = 0;

	for (int i = 0; i < 10; i++)
		sum += other(i);
	if (argc > 5)
		sum += halved(argc);
	return sum == 12345;
}
