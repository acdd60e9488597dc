/* With --inlines a difference follows inlining: the instructions of a callee that its own profile inlined into its caller are one row. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: x86_64
// RUN: %gprof cc --collect --plugin=%plugin -- %clang -O2 %s -o collected && env GPROF_OPTIONS=rate=0 ./collected && %gprof optimize -o files collected
// RUN: env GPROF_PASS=count=blocks %gclang -O2 -g1 %s -o before && env GPROF_OPTIONS=rate=0 GPROF_FILE=before.gprof ./before
// RUN: env GPROF_PASS=count=blocks %gclang -O2 -g1 -fpseudo-probe-for-profiling -fprofile-sample-use=files/collected.prof %s -o after && env GPROF_OPTIONS=rate=0 GPROF_FILE=after.gprof ./after
// RUN: %gprof diff --measure=instructions --all --binary=before --binary=after before.gprof after.gprof > code && FileCheck --check-prefix=CODE %s < code
// RUN: %gprof diff --inlines --measure=instructions --all --binary=before --binary=after before.gprof after.gprof > written && FileCheck %s < written
// CODE-NOT: written in
// CODE-DAG: {{ -[0-9]+ +-(100|99)\.[0-9]+%  mix$}}
// CODE-DAG: {{ \+[0-9]+ +\+[0-9]{3,}\.[0-9]+%  work$}}
// The names of a build with probes are the names of one without: no row is new or gone.
// CHECK:     {{^ +inlined code is of the function that it was written in$}}
// CHECK-NOT: {{new|gone|_ZL|mix\(}}
// CHECK-DAG: {{ [+-][0-9]+ +[+-][0-9]\.[0-9]+%  mix$}}
// CHECK-DAG: {{ -[0-9]+ +-[0-9.]+%  work$}}
// CHECK-DAG: {{ [+-][0-9]+ .*  all functions$}}
// RUN: %gprof diff -q --inlines --binary=before --binary=after --fail-if 'instructions(mix) < -10%%' --fail-if 'instructions(work) > -1%%' before.gprof after.gprof | count 0
// RUN: not %gprof diff -q --binary=before --binary=after --fail-if 'instructions(mix) < -10%%' before.gprof after.gprof | grep 'failed: instructions(mix)'
// RUN: %gprof diff --format=markdown --inlines --measure=instructions --binary=before --binary=after before.gprof after.gprof | grep -x -e '- inlined code is of the function that it was written in'
//
// An export has code as the compiler made it; without debug information nobody knows what is inlined.
// RUN: %gprof export --measure=instructions -o before.json before before.gprof
// RUN: not %gprof diff --inlines --measure=instructions --binary=after before.json after.gprof 2>&1 | FileCheck --check-prefix=EXPORT %s
// EXPORT: gprof-llvm: 'before.json' is an export, from which nothing can be selected
// RUN: llvm-strip -g after && %gprof diff --inlines --measure=instructions --binary=before --binary=after before.gprof after.gprof 2> notes > stripped && FileCheck --check-prefix=NOTE %s < notes && grep '+[0-9]*\..*  work$' stripped
// NOTE: gprof-llvm: warning: 'after' has no debug information: its inlined code is of the functions around it; compile with -g1

static volatile unsigned sink;
static unsigned table[256];

/* Too large to be inlined at two calls, but for a hot one. */
static unsigned mix(unsigned x, unsigned y)
{
	x ^= table[y & 255] + (x << 3);
	y += table[x & 255] ^ (y >> 5);
	x ^= table[y & 255] + (x << 4);
	y += table[x & 255] ^ (y >> 6);
	x ^= table[y & 255] + (x << 5);
	y += table[x & 255] ^ (y >> 7);
	x ^= table[y & 255] + (x << 6);
	y += table[x & 255] ^ (y >> 8);
	x ^= table[y & 255] + (x << 7);
	y += table[x & 255] ^ (y >> 9);
	x ^= table[y & 255] + (x << 8);
	y += table[x & 255] ^ (y >> 10);
	x ^= table[y & 255] + (x << 9);
	y += table[x & 255] ^ (y >> 11);
	x ^= table[y & 255] + (x << 10);
	y += table[x & 255] ^ (y >> 12);
	x ^= table[y & 255] + (x << 11);
	y += table[x & 255] ^ (y >> 13);
	return x ^ y;
}

__attribute__((noinline)) unsigned work(unsigned n)
{
	unsigned sum = 0;

	for (unsigned i = 0; i < n; i++)
		sum = mix(sum, i);
	return sum;
}

__attribute__((noinline)) unsigned other(unsigned n)
{
	return mix(n, 3);
}

int main(void)
{
	for (unsigned i = 0; i < 256; i++)
		table[i] = i * 2654435761u;
	sink = work(100000);
	sink += other(sink);
	return 0;
}
