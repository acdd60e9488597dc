/* Functions of an instrumented shared object have their lines, calls and instructions too. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * REQUIRES: x86_64
 * RUN: %gclang -g -O1 -fPIC -shared -DLIBRARY %s -o libwork.so
 * RUN: %recorded %s prog %gclang -g -O1 -L. -lwork -Wl,-rpath,$PWD
 * RUN: %gprof annotate -b work prog | FileCheck %s
 * RUN: %gprof annotate -b --asm work prog | FileCheck %s
 * CHECK: {{^}}work (
 * CHECK: callee();
 * CHECK: -> callee, 5 calls
 */
#ifdef LIBRARY
volatile int sink;
__attribute__((noinline)) static void callee(void) { sink += 1; }
void work(int n)
{
	while (n--)
		callee();
}
#else
void work(int n);
int main(void)	/* SAMPLE: 1 main < libc */
{
	work(5);
	return 0;
}
#endif
