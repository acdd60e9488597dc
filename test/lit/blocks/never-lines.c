// Lines that certainly never ran are listed, as ranges of one function; a line ran if any copy of its code did, or may have.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: env GPROF_PASS=count=blocks %gclang -g -O0 %s -o a.out && env GPROF_OPTIONS=rate=0 ./a.out
// RUN: %gprof report -b --no-head --unexecuted a.out > out && FileCheck --match-full-lines %s < out
// RUN: %gprof report --classic --no-head --unexecuted --focus=work a.out | FileCheck --check-prefix=FOCUS --implicit-check-not=unused %s
// RUN: %gprof report -b --no-head --unexecuted --module=libc.so.6 a.out | FileCheck --check-prefix=MODULE %s
// RUN: bash -c "%gprof report --unexecuted --limit=1 a.out; echo status \$?" 2>&1 | FileCheck --check-prefix=LIMIT %s
// RUN: %gclang -g -O0 %s -o plain && env GPROF_OPTIONS=rate=0 ./plain
// RUN: not %gprof report --unexecuted plain 2>&1 | FileCheck --check-prefix=PLAIN %s
// RUN: env GPROF_PASS=count=blocks %gclang -O0 %s -o bare && env GPROF_OPTIONS=rate=0 ./bare
// RUN: %gprof report --unexecuted bare | FileCheck --check-prefix=BARE %s
// CHECK:      Lines never executed: 8; lines with code that ran: [[RAN:[0-9]+]] of [[ALL:[0-9]+]], and perhaps [[MAY:[0-9]+]] more
// CHECK-NEXT: Executions of 1 function are not known (--measure=instructions says why)
// CHECK-EMPTY:
// CHECK-NEXT: {{.*}}never-lines.c: ran: [[RAN]] of [[ALL]], and perhaps [[MAY]] more
// FOCUS:  Lines never executed: 4;
// FOCUS:  count=blocks is
// MODULE: Lines never executed: 0; lines with code that ran: 0 of 0
// LIMIT:  --limit changes nothing in --unexecuted
// LIMIT:  status 2
// PLAIN:  gprof-llvm: 'plain' does not count instructions: compile it with GPROF_PASS=count=blocks
// BARE:   No code has lines: compile it with -g

volatile int state = 1;

void unused(void)
{ // CHECK-NEXT: never-lines.c:[[#@LINE]]-[[#@LINE + 4]] unused
	state = 8;

	state = 9;
}

__attribute__((always_inline)) static inline void in_two(int n)
{
	if (n == 1)
		state++;
	if (n == 2)
		state--; // CHECK-NEXT: never-lines.c:[[#@LINE]] in_two
}

/* Copies in one that is not solved may have run. */
__attribute__((always_inline)) static inline void in_unknown(int n)
{
	if (n == 3)
		state ^= 2;
}

/* The branch leads behind the prefix: not solved. */
__attribute__((noinline)) int unknown(int i)
{
	__asm__ volatile("cmp $3, %0; je 1f; lock; 1: incl %1" : "+r"(i), "+m"(state) : : "cc");
	in_unknown(i);
	return i;
}

__attribute__((noinline)) int work(int n)
{
	in_two(n);
	in_two(n + 1);
	in_unknown(n);
	if (n > 7) {
		state = 4; // CHECK-NEXT: never-lines.c:[[#@LINE]]-[[#@LINE + 3]] work

		/* no code */
		state = 5;
	}
	if (n < -7)
		state = 6; // CHECK-NEXT: never-lines.c:[[#@LINE]] work
	return state;
}
// CHECK-NOT: {{.}}

int main(void)
{
	unknown(3);
	return work(0) + work(0) == 1;
}
