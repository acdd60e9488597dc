// A line that optimisation copies for two ways, and joins again because both begin alike, keeps the count that it had.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: env GPROF_PASS=count=blocks %gclang -g -O3 %s -o a.out
// RUN: env GPROF_OPTIONS=rate=0 ./a.out
// RUN: %gprof annotate -b get a.out | FileCheck %s
// RUN: %gprof annotate -b one a.out | FileCheck --check-prefix=ONE %s
#include <stdio.h>

struct set {
	unsigned char n;
	struct {
		const char *at;
		long length;
	} parts[8];
};

volatile long sum;
__attribute__((noinline, optnone)) void check(int n) { sum += n; }
__attribute__((noinline, optnone)) void add(const char *at, long length) { sum += *at * length; }
__attribute__((noinline, optnone)) void special(long value) { sum -= value; }

static long get(const struct set *s, int i, const char *from, const char *to, const char **at)
{
	if (i >= s->n) { // CHECK: {{^ +[0-9]+ +(>=)?130 .*}}i >= s->n
		if (i != 0)
			puts("out of range");
		*at = from;
		return to - from;
	} else {
		long length = s->parts[i].length; // CHECK: {{^ +[0-9]+ +(>=)?30 .*}}length = s->parts

		*at = s->parts[i].at;
		if (length == -1)
			puts("not closed");
		else if (length == -2)
			special(*at - from);
		return length;
	}
}

static void one(const struct set *s, int i, const char *from, const char *to)
{
	const char *at;
	long length = get(s, i, from, to, &at); // ONE: {{^ +[0-9]+ +(>=)?130 .*}}get(s

	if (length != -2)
		add(at, length);
}

__attribute__((noinline)) int all(const struct set *s, const char *from, const char *to)
{
	int n = s->n == 0 && from ? 1 : s->n;

	check(n);
	for (int i = 0; i < n; i++)
		one(s, i, from, to);
	return n;
}

int main(void)
{
	static const char text[] = "some text";
	struct set none = { 0 }, some = { 3, { { text, 1 }, { text, 2 }, { text, 3 } } };

	for (int i = 0; i < 100; i++)
		all(&none, text, text + i % 9);
	for (int i = 0; i < 10; i++)
		all(&some, text, text + 1);
	return sum == 0;
}
