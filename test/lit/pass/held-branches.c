// With the compiler's pseudo-probes a branch does not become a select, so that each way keeps its probe; with count=blocks alone it does.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: env GPROF_PASS=count=blocks %gclang -g1 -O2 -fpseudo-probe-for-profiling -S -emit-llvm %s -o - | FileCheck --check-prefix=HELD %s
// RUN: env GPROF_PASS=count=blocks %gclang -g1 -O2 -S -emit-llvm %s -o - | FileCheck --check-prefix=FREE %s
// RUN: %gclang -g1 -O2 -fpseudo-probe-for-profiling -S -emit-llvm %s -o - | FileCheck --check-prefix=FREE %s
// HELD-LABEL: define {{.*}}@larger(
// HELD-NOT: select
// HELD: br i1
// HELD: {{^}}}
// FREE-LABEL: define {{.*}}@larger(
// FREE-NOT: br i1
// FREE: {{^}}}

int larger(int *a, int *b)
{
	int x = *a, y = *b;

	if (x < y)
		x = y * 2;
	return x;
}
