/* The report names the inlined functions that have much of a large row: below the row, and in the sentence on it. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * RUN: %recorded %s prog %gclang -g -O1
 * RUN: %gprof report prog > out && FileCheck %s < out && FileCheck --check-prefix=NOT %s < out
 * RUN: %gprof report --classic prog | FileCheck %s --check-prefix=CLASSIC
 * CHECK:      'work' itself uses 80.0 % of the time, {{.*}}in one call; of it 75.0 % in 'pass', inlined (inlined-parts.c:[[#PASS:]]) and 23.8 % in 'step', inlined (inlined-parts.c:[[#]]): `gprof-llvm annotate pass prog' shows its lines.
 * CHECK:      {{^}}  80.0 %  {{.*}} 1 {{.*}}  work{{$}}
 * CHECK-NEXT: {{^}}  60.0 %  {{.*}}  of it pass, inlined (inlined-parts.c:[[#PASS]])
 * CHECK-NEXT: {{^}}  19.0 %  {{.*}}  of it step, inlined (inlined-parts.c:[[#]])
 * CHECK-NEXT: {{^}}  20.0 %  {{.*}}  other{{$}}
 * NOT-NOT: of it outer
 * NOT-NOT: of it small
 * CLASSIC-NOT: {{  }}of it pass
 *
 * Line tables alone have the name, and no line of the definition.
 * RUN: %recorded %s lines %gclang -gline-tables-only -O1
 * RUN: %gprof report lines | FileCheck %s --check-prefix=LINES
 * LINES: {{^}}  60.0 %  {{.*}}  of it pass, inlined (inlined-parts.c)
 *
 * Without debug information nothing is said of them; with --inlines they are rows.
 * RUN: %gclang -O1 %s -o plain && GPROF_OPTIONS=rate=0 ./plain
 * RUN: %gprof report plain | FileCheck %s --check-prefix=NONE
 * NONE-NOT: inlined
 * RUN: %gprof report --inlines prog | FileCheck %s --check-prefix=ROWS
 * ROWS-NOT: {{  }}of it pass
 * ROWS: {{^}}  60.0 % {{.*}}  pass <inlined at
 *
 * Of part of the samples nothing is said.
 * RUN: %gprof report --focus=other prog | FileCheck %s --check-prefix=PART
 * PART-NOT: {{  }}of it pass
 *
 * What is faster may be an inlined function, or a line with what it calls.
 * RUN: %gprof predict -b --no-head --faster=pass=2x prog | FileCheck %s --check-prefix=FASTER
 * FASTER: {{^}}0.060 [{{.*}} pass: 0.5 of total time (inlined)
 * RUN: %gprof predict -b --no-head --faster=small=self:2x prog | FileCheck %s --check-prefix=SELF
 * SELF: {{^}}0.020 [{{.*}} small: 0.5 of self time (inlined)
 * RUN: %gprof predict -b --no-head --faster=inlined-parts.c:60=2x prog | FileCheck %s --check-prefix=LINE
 * LINE: {{^}}0.060 [{{.*}} inlined-parts.c:60: 0.5 of total time of the line
 * RUN: %gprof predict -b --no-head --faster=inlined-parts.c:86=2x prog | FileCheck %s --check-prefix=CALLS
 * CALLS: {{^}}0.020 [{{.*}} inlined-parts.c:86: 0.5 of total time of the line
 * RUN: not %gprof predict -b --no-head --faster=inlined-parts.c:86=self:2x --faster=inlined-parts.c:60=2x prog 2>&1 | FileCheck %s --check-prefix=EMPTY
 * EMPTY: --faster: no samples at 'inlined-parts.c:86' or in its callees
 * RUN: not %gprof predict --remove=pass prog 2>&1 | FileCheck %s --check-prefix=NEVER
 * NEVER: --remove: 'pass' was inlined, so its calls are not counted: only --faster can change it
 * RUN: not %gprof predict --faster=nothing=2x prog 2>&1 | FileCheck %s --check-prefix=NOTHING
 * NOTHING: --faster: 'nothing' matches no function of the profile
 *
 * A difference has them as rows; a merged profile has no addresses.
 * RUN: cp prog.gprof one.prof && cp one.prof two.prof && %gprof diff --inlines --all prog one.prof two.prof | FileCheck %s --check-prefix=DIFF
 * DIFF: {{  }}pass
 * RUN: %gprof merge -o merged prog one.prof
 * RUN: not %gprof diff --inlines merged merged 2>&1 | FileCheck %s --check-prefix=MERGED
 * MERGED: 'merged' is a merged profile, which has no addresses: --inlines needs the original profiles
 */
volatile long sink;

static inline __attribute__((always_inline)) void pass(long n)
{
	sink += n;	/* SAMPLE: 120 work:60 < main:85 < libc */
}

static inline __attribute__((always_inline)) void outer(long n)
{
	pass(n);
}

static inline __attribute__((always_inline)) void step(long n)
{
	sink -= n;	/* SAMPLE: 38 work:70 < main:85 < libc */
}

static inline __attribute__((always_inline)) void small(long n)
{
	sink ^= n;	/* SAMPLE: 2 work:75 < main:85 < libc */
	step(n);	/* mostly this one */
}

__attribute__((noinline)) void work(long n) { outer(n); small(n); }
__attribute__((noinline)) void other(void) { sink++; }	/* SAMPLE: 40 other:80 < main:86 < libc */

int main(void)
{

	work(1);
	other();
	return 0;
}
