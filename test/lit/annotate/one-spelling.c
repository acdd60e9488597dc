/* A file that is found by -I. is one file with its lines, its samples and its text. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * RUN: mkdir sub && cp %s sub/main.c && cp %S/Inputs/spelled.c body.c
 * RUN: %recorded sub/main.c prog %gclang -g -O1 -I.
 * RUN: %gprof annotate -b work prog > out && FileCheck %s < out
 * RUN: %recorded sub/main.c prog %gclang -g -gdwarf-4 -O1 -I sub/..
 * RUN: %gprof annotate -b work prog > out && FileCheck %s < out
 * CHECK:      work ({{/.*[^.]}}/body.c:4)
 * CHECK-NOT:  {{[.]/|no source}}
 * CHECK:      6 X 5? {{.*}} sink += 2;
 * CHECK:      8 X 3? {{.*}} sink += 3;
 */
#include "body.c"

/* SAMPLE: 5 work:6 < main:20 < libc
   SAMPLE: 3 work:8 < main:20 < libc */
int main(void)
{
	work();
	return 0;
}
