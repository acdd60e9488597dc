/* A program that neither reads nor writes has an empty report. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out && %io ./a.out
// RUN: %gprof report --io a.out | FileCheck %s
// CHECK: a.out: 0 B read in 0 calls, 0 B written in 0; 0 of them failed
// CHECK-NEXT: <inside libraries>: 0 B in 0 reads, 0 B in 0 writes
// CHECK-NOT: function:
int main(void)
{
	return 0;
}
