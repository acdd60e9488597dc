/* The tree names the functions that were inlined in one and have much of its time, below its row with most own time. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * RUN: %recorded %s prog %gclang -g -O1
 * RUN: env LC_ALL=C %gprof report -b --no-head --tree prog > tree && FileCheck %s < tree && FileCheck --check-prefix=ONCE %s < tree
 * Where the function is called on two ways, it is once, and says so; rows below it come after.
 * CHECK:      {{^  80.0 %   60.0 % .*  }}|- work{{$}}
 * CHECK-NEXT: {{^            40.0 % +}}|  |    of it, in all calls, pass, inlined (inlined-tree.c:[[#PASS:]]){{$}}
 * CHECK-NEXT: {{^            24.0 % +}}|  |    of it, in all calls, step, inlined (inlined-tree.c:[[#]]){{$}}
 * CHECK-NEXT: {{^  20.0 %   20.0 % .*  }}|  `- other{{$}}
 * CHECK-NEXT: {{^  14.0 % .*  }}`- twice -> work{{$}}
 * ONCE-COUNT-1: of it, in all calls, pass
 * ONCE-NOT: of it{{.*}} pass
 *
 * Upwards an outermost row has all of it.
 * RUN: env LC_ALL=C %gprof report -b --no-head --tree=bottom-up prog | FileCheck %s --check-prefix=UP
 * UP:      {{^  74.0 % .*  }}work{{$}}
 * UP-NEXT: {{^            40.0 % +}}|    of it pass, inlined (inlined-tree.c:[[#]]){{$}}
 * UP-NEXT: {{^            24.0 % +}}|    of it step, inlined (inlined-tree.c:[[#]]){{$}}
 * UP-NEXT: {{^  60.0 % .*  }}|- main
 *
 * Line tables have the names, and no line of the definition; -g1 is the same.
 * RUN: %recorded %s lines %gclang -gline-tables-only -O1
 * RUN: %gprof report lines | FileCheck %s --check-prefix=LINES
 * RUN: %recorded %s one %gclang -g1 -O1
 * RUN: %gprof report one | FileCheck %s --check-prefix=LINES
 * LINES: Call tree
 * LINES: of it, in all calls, pass, inlined (inlined-tree.c){{$}}
 *
 * Without debug information, in gprof's layout, of part of the samples and where they are rows, nothing is said.
 * RUN: %gprof report --classic --tree prog | FileCheck %s --check-prefix=NONE
 * RUN: %gprof report --tree --focus=twice prog | FileCheck %s --check-prefix=NONE
 * RUN: %gprof report --tree --inlines prog | FileCheck %s --check-prefix=NONE
 * NONE: Call tree
 * NONE-NOT: of it {{.*}}pass
 */
volatile long sink;

static inline __attribute__((always_inline)) void pass(long n)
{
	/* SAMPLE: 60 work:41 < main:59 < libc */ sink += n; /* SAMPLE: 20 work:41 < twice:54 < main:60 < libc */
}

static inline __attribute__((always_inline)) void step(long n)
{
	/* SAMPLE: 40 work:46 < main:59 < libc */ sink -= n; /* SAMPLE: 8 work:46 < twice:54 < main:60 < libc */
}

__attribute__((noinline)) void other(void) { sink++; }	/* SAMPLE: 40 other:49 < work:50 < main:59 < libc */
__attribute__((noinline)) void work(long n) { pass(n); step(n); if (n) other(); sink++; }	/* SAMPLE: 20 work:50 < main:59 < libc */

__attribute__((noinline)) void twice(void)
{
	work(0), sink++;
}

int main(void)
{
	work(1);	/* SAMPLE: 12 main:59 < libc */
	twice();
	return 0;
}
