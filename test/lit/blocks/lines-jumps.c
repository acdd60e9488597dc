// The head of an endless loop is executed as often as its rounds begin, and what only jumps on from the end of a statement within is not executed for that; also if a loop within begins with the round.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: for o in 0 1 2; do env GPROF_PASS=count=blocks %gclang -g -O$o %s -o a.$o && env GPROF_OPTIONS=rate=0 ./a.$o && %gprof annotate -b --limit=0 lines-jumps.c a.$o > out.$o || exit 1; done
// RUN: FileCheck --check-prefixes=CHECK,ZERO %s < out.0
// RUN: for o in 1 2; do FileCheck %s < out.$o || exit 1; done
// RUN: %gprof export --format=lcov a.0 | FileCheck --check-prefix=LCOV %s
// LCOV: DA:[[#@LINE + 10]],8
volatile int sink;
__attribute__((noinline)) int is_odd(int n)
{
	sink++;
	return n & 1;
}

/* One round each. */
__attribute__((noinline)) void once(void)
{
	while (1) { /* one */ // CHECK-DAG: {{^ +[0-9]+ +8 .*}}/* one
		if (sink >= 0)
			return;
	}
}

/* Each third round goes on at once. */
__attribute__((noinline)) void again(void)
{
	int n = 0;

	for (;;) { // CHECK-DAG: {{^ +[0-9]+ +80 .*}}(;;)
		if (n == 9)
			break; // CHECK-DAG: {{^ +[0-9]+ +8 .*}}break
		n++;
		if (n % 3 == 0)
			continue; // ZERO-DAG: {{^ +[0-9]+ +24 .*}}continue
		sink++;
	}
}

__attribute__((noinline)) void inner(int n)
{
	while (1) { /* inner */ // CHECK-DAG: {{^ +[0-9]+ +8 .*}}/* inner
		while (is_odd(n))
			n /= 2;
		if (sink)
			break;
	}
}

/* The jump on from the inner loop is where that ends. */
__attribute__((noinline)) int within(int n)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			if (is_odd(i) && sink < 0)
				return 5; // ZERO-DAG: {{^ +[0-9]+ +0 .*}}return 5
	return 1;
}

/* Of the two jumps of that line one goes on to what is next. */
__attribute__((noinline)) void into(int n)
{
	if (n % 4 == 0) {
		if (n == 4)
			goto label;
		is_odd(n);
	} else { /* into */ // ZERO-DAG: {{^ +[0-9]+ +1 .*}}/* into
	label:
		is_odd(n + 1);
	}
}

/* Cases without code jump on, and have no line. */
__attribute__((noinline)) int cases(int n)
{
	switch (n % 11) {
	case 1:
		sink += 8;
		break; // ZERO-DAG: {{^ +[0-9]+ +1 .*}}break; // ZERO
	case 2:;
	case 3:;
	case 4:;
	case 5:;
	case 6:;
	case 7:
		sink -= 8; // ZERO-DAG: {{^ +[0-9]+ +14 .*}}sink -= 8
		break;
	default:
		sink++;
	}
	return sink;
}

int main(void)
{
	for (int i = 0; i < 8; i++) {
		once();
		again();
			inner(i);
		within(4);
		into(i);
		cases(i);
		cases(2);
	}
	return 0;
}
