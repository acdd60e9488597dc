// Executions are those of a ledger, and have upper bounds, where the base of a jump table is made before a loop, in a register that other code of the function uses too.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: env GPROF_PASS=count=blocks %gclang -O1 -I %S/Inputs %s -o a.out
// RUN: env GPROF_OPTIONS=rate=0 GPROF_FILE=a.gprof ./a.out
// RUN: %python %S/Inputs/ledger.py %build/bin/print_executions a.out a.gprof 80
// RUN: %build/bin/print_executions a.out a.gprof | FileCheck --implicit-check-not=..1152921504606846976 %s
// CHECK: prefetchnta
#include "ledger.h"

static volatile int sink, seed = 1;
static int other(int x);
static int (*volatile pointer)(int) = other;

__attribute__((noinline)) static int other(int x)
{
	sink += x;
	return sink % 7;
}

// More values over calls than there are registers that calls keep.
#define MIX(n)                                                                                     \
	do {                                                                                       \
		int c = a + n, d = b, e = a ^ b, f = a & b, g = a | b;                             \
                                                                                                   \
		for (int i = 0, j = a, k = b; i < 3; i++, j += c, k ^= j) {                        \
			MARK(20 + (n));                                                            \
			c += other(d + k);                                                         \
			d -= other(c ^ j);                                                         \
			e ^= other(c + f);                                                         \
			f += other(e - g);                                                         \
			g ^= other(f + d);                                                         \
		}                                                                                  \
		a += c ^ d ^ e ^ f ^ g;                                                            \
	} while (0)

__attribute__((noinline)) static int run(const unsigned char *code, int a, int b)
{
	static void *const labels[] = { &&again, &&skip, &&next };

	MIX(1);
	for (;; code++) {
		MARK(0);
		switch (*code) {
		case 0:
			MARK(1);
			a += 3;
			if (a % 3)
				goto skip;
			break;
		case 1:
			MARK(2);
			b ^= a;
			if (a & 1)
				goto skip;
			goto again;
		case 2:
			MARK(3);
			MIX(2);
			if (b & 1)
				goto again;
			break;
		case 3:
			MARK(4);
			a = other(b);
			goto skip;
		case 4:
			MARK(5);
			b = pointer(a) + 1;
			if (b & 4)
				goto again;
			goto skip;
		case 5:
			MARK(6);
			if (a & 8)
				goto again;
			break;
		case 6:
			goto *labels[(unsigned)a % 3];
		default:
			MARK(7);
			return a + b;
		}
		continue;
again:
		MARK(8);
		a = other(a);
		if (a & 1)
			continue;
skip:
		MARK(10);
		if (code[1] < 8)
			code++;
next:
		MARK(11);
	}
}

int main(void)
{
	unsigned char code[64];

	ledger_open();
	for (int n = 0; n < 400; n++) {
		for (int i = 0; i < 62; i++) {
			seed = seed * 1103515245u + 12345;
			code[i] = (unsigned)seed >> 16 & 7;
			code[i] = code[i] > 6 && i < 40 ? 0 : code[i];
		}
		code[62] = code[63] = 9;
		MARK(9);
		run(code, n, n % 5);
	}
	return 0;
}
