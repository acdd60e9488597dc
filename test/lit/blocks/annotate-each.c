// A line with enough samples has the time of one execution, with its error; not if it ran in code that does not count, too.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: %gclang -g -O0 -c %S/Inputs/uncounted.c
// RUN: env GPROF_PASS=count=blocks bash %source/test/lit/annotate/Inputs/recorded.sh %python %source %s a.out %gclang -g -O0 -I %S/Inputs uncounted.o
// RUN: %gprof annotate -b work a.out | FileCheck --match-full-lines %s
// RUN: %gprof annotate work a.out | FileCheck --check-prefix=TOLD %s
// RUN: %gprof annotate -b shared a.out | FileCheck --check-prefix=BOTH %s
// RUN: %gprof annotate -b --focus=work work a.out | FileCheck --check-prefix=NONE --implicit-check-not='time of an' %s
// RUN: %gprof annotate -b --asm work a.out | FileCheck --check-prefix=NONE --implicit-check-not='time of an' %s
// RUN: %gprof annotate --format=json work a.out | %python -c "import json, sys; print([(r['line'], r['time_per_execution_ns']) for f in json.load(sys.stdin)['functions'] for r in f['rows'] if 'time_per_execution_ns' in r])" > times
// RUN: FileCheck --check-prefix=JSON %s < times
// RUN: env GPROF_OPTIONS=rate=0 GPROF_FILE=none ./a.out && %gprof annotate -b work a.out none | FileCheck --check-prefix=NONE --implicit-check-not='time of an' %s
// RUN: mv none not-sampled.gprof && %gprof annotate -b --all work a.out > sum && FileCheck --check-prefix=SUM --implicit-check-not='time of an' %s < sum
// TOLD: {{line executed execution +samples}}
// TOLD: time of the line's own time by its executions, with half of its 95 % interval; blank:
// NONE: executed
// SUM: 2000 X 40 {{.*}} sink += i;
// BOTH: {{ 6 +2000 +X +60 .*}} sink++;
#include "shared.h"

void uncounted(void);

__attribute__((noinline)) static void work(void)
{
	for (int i = 0; i < 1000; i++) {
		sink += i; // CHECK: {{.*}} 1000 40 +-10 us X 40 {{.*}} sink += i; // {{.*}}
		sink ^= i; // CHECK: {{.*}} 1000 X 9? {{.*}} sink ^= i; // {{.*}}
		shared();
	}
	for (int i = 0; i < 1000; i++)
		shared();
}

int main(void)
{
	work();
	uncounted();
	return 0;
}
// JSON: {{^}}[([[#]], {'value': 40000{{.*}}, 'low': {{[23][0-9]{4}\..*}}, 'high': {{5[0-9]{4}\..*}}})]{{$}}
/* SAMPLE: 40 work:27 < main:37 */
/* SAMPLE: 9 work:28 < main:37 */
/* SAMPLE: 30 work:6 < main:37 */
/* SAMPLE: 30 uncounted:6 < main:38 */
