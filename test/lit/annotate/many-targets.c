/* A call by pointer to more functions than its site has room for has a row for each, by line and by instruction. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * RUN: %recorded %s prog %gclang -g -O1
 * RUN: %gprof annotate -b main prog | FileCheck %s
 * RUN: %gprof annotate -b --asm main prog | FileCheck %s
 * CHECK-DAG: -> a, 10 calls
 * CHECK-DAG: -> b, 20 calls
 * CHECK-DAG: -> c, 30 calls
 * CHECK-DAG: -> d, 40 calls
 * CHECK-DAG: -> e, 50 calls
 * CHECK-DAG: -> f, 60 calls
 */
volatile int sink;
void a(void) { sink += 1; }	/* SAMPLE: 1 a < main < libc */
void b(void) { sink += 2; }
void c(void) { sink += 3; }
void d(void) { sink += 4; }
void e(void) { sink += 5; }
void f(void) { sink += 6; }

static void (*volatile functions[])(void) = { a, b, c, d, e, f };

int main(void)
{
	for (int i = 0; i < 6; i++)
		for (int k = 0; k < 10 * (i + 1); k++)
			functions[i]();
	return 0;
}
