// The table of instructions has the time of a call of functions with enough samples; without samples it has no such column.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: env GPROF_PASS=count=blocks bash %source/test/lit/annotate/Inputs/recorded.sh %python %source %s a.out %gclang -g -O0
// RUN: %gprof report --measure=instructions a.out | FileCheck --match-full-lines %s
// RUN: env GPROF_OPTIONS=rate=0 GPROF_FILE=none ./a.out && %gprof report -b --measure=instructions a.out none | FileCheck --check-prefix=NONE --implicit-check-not='time per call' %s
// CHECK: {{.*}} all per call time per call function
// CHECK: {{.*}} 100 {{[0-9.]+}} = 400 +-{{[4-9]}}0 us often
// CHECK: {{.*}} 100 {{[0-9.]+}} = seldom
// NONE: all per call function
static volatile int sink;

__attribute__((noinline)) static void often(void)
{
	for (int i = 0; i < 9; i++)
		sink++;
}

__attribute__((noinline)) static void seldom(void)
{
	sink++;
}

int main(void)
{
	for (int i = 0; i < 100; i++) {
		often();
		seldom();
	}
	return 0;
}
/* SAMPLE: 40 often:16 < main:27 */
/* SAMPLE: 9 seldom:21 < main:28 */
