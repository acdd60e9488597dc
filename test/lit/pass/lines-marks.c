// The marks by which lines are followed through optimisation are gone afterwards; the user's pseudo-probes stay.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: env GPROF_PASS=count=blocks %gclang -g -O2 -S -emit-llvm %s -o - | FileCheck --implicit-check-not='call void @llvm.pseudoprobe' %s
// RUN: env GPROF_PASS=count=blocks %gclang -g -O0 -S -emit-llvm %s -o - | FileCheck --check-prefix=NONE --implicit-check-not='call void @llvm.pseudoprobe' %s
// RUN: env GPROF_PASS=count=blocks %gclang -O2 -S -emit-llvm %s -o - | FileCheck --check-prefix=NONE %s
// RUN: %gclang -g -O2 -S -emit-llvm %s -o - | FileCheck --check-prefix=NONE %s
// RUN: env GPROF_PASS=count=blocks %gclang -g -O2 -fpseudo-probe-for-profiling -S -emit-llvm %s -o - | FileCheck --check-prefix=PROBES %s
// CHECK: section "gprof_lines"
// NONE-NOT: section "gprof_lines"
// PROBES: section "gprof_lines"
// PROBES: call void @llvm.pseudoprobe

void callee(int);

void caller(int n)
{
	for (int i = 0; i < n; i++)
		if (i % 3)
			callee(i);
		else
			callee(-i);
}
