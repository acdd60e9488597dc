// Where a loop was unrolled and what is the same in each round is asked once, lines of the rounds that are skipped then ran at least as often as the others say.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: for o in 0 1 2 3; do env GPROF_PASS=count=blocks %gclang -g -O$o %s -o a.$o && env GPROF_OPTIONS=rate=0 ./a.$o && %gprof annotate -b --limit=0 written-rounds.c a.$o | FileCheck %s || exit 1; done
#include <string.h>

static unsigned table[16];

__attribute__((noinline)) static unsigned filled(unsigned a, unsigned b)
{
	unsigned c = a ^ b; // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +64 +}}

	for (unsigned i = 0; i < (a & 15); i++) { // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +(544|>=[0-9]+) .*}}for
		unsigned k = c & 7; // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +((480|>=[0-9]+) +)?}}unsigned k
		while (k) {
			memset(table + (a & 3), c & 1, b & 31);
			k--;
		}
	}
	return c; // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +64 +}}
}

__attribute__((noinline)) static unsigned asked(unsigned a, unsigned b)
{
	unsigned n = 0; // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +64 +}}

	for (unsigned i = 0; i < (a & 15); i++) { // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +(544|>=[0-9]+) .*}}for
		n ^= b; // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +((480|>=[0-9]+) +)?n}}
		if (b & 2) // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +((480|>=[0-9]+) +)?if}}
			memset(table, n & 1, b & 31);
	}
	return n; // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +64 +}}
}

int main(void)
{
	volatile unsigned end;
	unsigned s = 0;

	for (unsigned i = 0; i < 64; i++)
		s += filled(i, i * 7) + asked(i, i * 7);
	for (int i = 0; i < 16; i++)
		s ^= table[i];
	end = s;
	(void)end;
	return 0;
}
