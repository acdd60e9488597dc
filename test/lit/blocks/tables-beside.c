// A jump by a table is not taken to lead where the next table does: how often it ran is known.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: env GPROF_PASS=count=blocks %gclang -O1 %s -o a.out
// RUN: env GPROF_OPTIONS=rate=0 GPROF_FILE=a.gprof ./a.out
// RUN: %build/bin/print_executions a.out a.gprof | FileCheck --implicit-check-not='between walk jmp' %s
// CHECK: exact walk jmp {{r[0-9a-z]+}}

static volatile unsigned kinds[8] = { 0, 1, 2, 3, 4, 5, 6, 7 };
volatile unsigned long sink;

__attribute__((noinline)) void walk(const unsigned char *p)
{
	for (;;) {
		switch (*p++) {
		case 0: return;
		case 1: sink += 3; break;
		case 2: sink ^= 5; break;
		case 3: sink *= 7; break;
		case 4: sink -= 9; break;
		case 5:
			switch (kinds[*p & 7]) {
			case 0: sink += 11; break;
			case 1: continue;
			case 2: sink ^= 12; break;
			case 3: sink *= 13; break;
			case 4: sink -= 14; break;
			case 5: sink += 15; break;
			}
			break;
		case 6:
			switch (kinds[*p & 7]) {
			case 0: sink += 16; break;
			case 1: sink ^= 17; continue;
			case 2: continue;
			case 3: sink *= 18; break;
			case 4: sink -= 19; break;
			case 5: sink += 20; break;
			}
			continue;
		case 7: sink |= 21; break;
		}
		sink++;
	}
}

int main(void)
{
	static unsigned char code[4001];

	for (int i = 0; i < 4000; i++)
		code[i] = 1 + i % 9;
	walk(code);
	return 0;
}
