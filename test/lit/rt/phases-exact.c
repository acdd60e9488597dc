/* What a phase holds is what happened between its begin and its end, exactly. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -I%source/include %s -o a.out && ./a.out
// RUN: %readprofile a.out.*.gprof | FileCheck %s

/* Counted between two: leaf's calls, its entries, and the call that ends what is counted. */
// CHECK: snapshot begin a {{[0-9]+}}
// CHECK-NEXT: snapshot begin b 201
// CHECK-NEXT: snapshot end a 2001
// CHECK-NEXT: snapshot end b 21
// CHECK-NEXT: since 4
#include <gprof-llvm/gprof.h>

static volatile int sink;

__attribute__((noinline, visibility("default"))) void leaf(void)
{
	sink++;
}

static void calls(int n)
{
	for (int i = 0; i < n; i++)
		leaf();
}

int main(void)
{
	int error = gprof_phase_begin("a");

	calls(100);
	error |= gprof_phase_begin("b");
	calls(1000);
	error |= gprof_phase_end("a");
	calls(10);
	error |= gprof_phase_end("b");
	calls(2);
	return error;
}
