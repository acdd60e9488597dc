// Where a switch goes on is told for each case, without what falls into it from the case before: by tests, ranges, bits and tables; lcov's file has a way for each.  A condition of several lines is none, and optimised code is not told.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: env GPROF_PASS=count=blocks %gclang -g -O0 %s -o a.out && env GPROF_OPTIONS=rate=0 ./a.out
// RUN: %gprof annotate -b --context=all switches.c a.out | FileCheck %s
// RUN: %gprof export --format=lcov a.out | FileCheck --check-prefix=LCOV %s
// RUN: %gprof annotate --format=json --limit=0 a.out | FileCheck --check-prefix=JSON %s
// RUN: env GPROF_PASS=count=blocks %gclang -g -O2 %s -o fast && env GPROF_OPTIONS=rate=0 ./fast
// RUN: %gprof annotate -b --context=all switches.c fast | FileCheck --check-prefix=FAST %s
// FAST: {{^ +[0-9]+ +[0-9]+ +}}switch (x)
// FAST-NOT: {{^ +}}goes on
// JSON: "cases":[{"line":[[#@LINE + 36]],"executions":{"least":40,"most":40,"value":40,"assumed":false}}
volatile int sink;

/* Fallthrough, the default in the middle, ranges, an empty case, one within another. */
__attribute__((noinline)) int pick(int x)
{
	int r = 0;

	switch (x) {
// CHECK: {{^ +[0-9]+ +1001 .*}}switch (x) {
// CHECK-NEXT: goes on at line [[#@LINE + 26]]: 4.0 %, 40 of 1001
// CHECK-NEXT: goes on at line [[#@LINE + 28]]: 4.0 %, 40 of 1001
// CHECK-NEXT: goes on at line [[#@LINE + 29]]: 24.0 %, 240 of 1001
// CHECK-NEXT: goes on at line [[#@LINE + 32]]: 8.0 %, 80 of 1001
// CHECK-NEXT: goes on at line [[#@LINE + 34]]: 44.0 %, 440 of 1001
// CHECK-NEXT: goes on at line [[#@LINE + 35]]: 4.0 %, 40 of 1001
// CHECK-NEXT: goes on at line [[#@LINE + 35]]: 4.0 %, 40 of 1001
// CHECK-NEXT: goes on at line [[#@LINE + 35]]: 4.0 %, 40 of 1001
// CHECK-NEXT: goes on at line [[#@LINE + 35]]: 4.0 %, 40 of 1001
// CHECK-NEXT: goes on at line [[#@LINE + 39]]: 0.1 %, 1 of 1001
// LCOV: BRDA:[[#@LINE - 12]],0,0,40
// LCOV-NEXT: BRDA:[[#@LINE - 13]],0,1,40
// LCOV-NEXT: BRDA:[[#@LINE - 14]],0,2,240
// LCOV-NEXT: BRDA:[[#@LINE - 15]],0,3,80
// LCOV-NEXT: BRDA:[[#@LINE - 16]],0,4,440
// LCOV-NEXT: BRDA:[[#@LINE - 17]],0,5,40
// LCOV-NEXT: BRDA:[[#@LINE - 18]],0,6,40
// LCOV-NEXT: BRDA:[[#@LINE - 19]],0,7,40
// LCOV-NEXT: BRDA:[[#@LINE - 20]],0,8,40
// LCOV-NEXT: BRDA:[[#@LINE - 21]],0,9,1
// LCOV-NEXT: BRDA:[[#@LINE + 28]],0,0,1
// LCOV-NEXT: BRDA:[[#@LINE + 27]],0,1,0
// LCOV-NEXT: BRDA:[[#@LINE + 26]],0,2,0
// LCOV-NOT: BRDA:[[#@LINE + 25]],
// CHECK-NOT: jump{{ }}of
	case 0:
		r = 1;
		break;
	case 1:
		r = 2; /* fallthrough */
	default:
		r += 3; // CHECK: {{^ +[0-9]+ +280 .*}}r += 3
		break;
	case 2:
	case 3:
		r = 4;
		break;
	case 10 ... 20:
		r = 5;
		break;
	case 4: r = 7; break;
	case 5: break;
	case 6: r = 8; /* fallthrough */
	case 7: r = 9; break;
	case 1000:
// CHECK: {{^ +[0-9]+ +[0-9]+ +}}switch (r) {
// CHECK-NEXT: goes on at line [[#@LINE + 3]]: 100.0 %, 1 of 1
// CHECK-NEXT: never goes on at lines [[#@LINE + 3]], [[#@LINE + 4]], 0 of 1
		switch (r) {
		case 0: sink = 1; break;
		case 1: sink = 2; break;
		default: sink = 3;
		}
		break;
	}
	return r;
}

/* A set of values, which is tested by bits; the sum of its ways is known, not each. */
__attribute__((noinline)) int is_one_of(int x)
{
// CHECK: {{^ +[0-9]+ +[0-9]+ +switch .x. . /}}* set
// CHECK-NEXT: goes on at line [[#@LINE + 5]]: 40.0 %, 4 of 10
// CHECK-NEXT: goes on at line [[#@LINE + 5]]: 10.0 %, 1 of 10
// CHECK-NEXT: goes on at line [[#@LINE + 5]]: 50.0 %, 5 of 10
	switch (x) { /* set */
	case 1: case 3: case 4: case 33:
		return 1;
	case 20: return 2;
	default: return 0;
	}
}

/* A table with holes, in a loop that its cases leave and continue. */
__attribute__((noinline)) int run(const char *code)
{
	int n = 0;

	for (;;) {
// CHECK: {{^ +[0-9]+ +[0-9]+ +}}switch (*code++) {
// CHECK-NEXT: goes on at line [[#@LINE + 8]]: 40.0 %, 4 of 10
// CHECK-NEXT: goes on at line [[#@LINE + 8]]: 20.0 %, 2 of 10
// CHECK-NEXT: goes on at line [[#@LINE + 11]]: 10.0 %, 1 of 10
// CHECK-NEXT: goes on at line [[#@LINE + 11]]: 10.0 %, 1 of 10
// CHECK-NEXT: goes on at line [[#@LINE + 12]]: 10.0 %, 1 of 10
// CHECK-NEXT: goes on at line [[#@LINE + 13]]: 10.0 %, 1 of 10
// CHECK-NEXT: never goes on at lines [[#@LINE + 4]], [[#@LINE + 6]], [[#@LINE + 9]], 0 of 10
		switch (*code++) {
		case 'a': n++; continue;
		case 'b': n--; continue;
		case 'c': n += 2; continue;
		case 'd':
			if (n < 0) break;
		case 'e': n += 3; continue;
		case 'h': n += 4; continue;
		case 'i': n += 5; continue;
		case 'j': return n;
		}
		n += 100;
	}
}

/* Not a switch: conditions, each of its own line. */
__attribute__((noinline)) int between(int x, int y)
{
	if (x > 0 && y > 0 && // CHECK: {{^ +[0-9]+ +[0-9]+ +}}if (x > 0
	    x < 10 &&         // CHECK-NEXT: {{^ +}}goes on at line [[#@LINE]]: 100.0 %, 1 of 1
	    y < 10)
		return 1;
	return 0;
}

int main(void)
{
	static const int values[] = { 1, 3, 4, 33, 20, 2, 5, 34, 64, -1 };

	for (int i = 0; i < 1000; i++)
		sink += pick(i % 25);
	sink += pick(1000);
	for (int i = 0; i < 10; i++)
		sink += is_one_of(values[i]);
	sink += run("abfaeabhaj") + between(1, 20);
	return 0;
}
