// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ledger.c - a C program that counts its own calls: each function marks itself in a ledger, which
// is printed at the end.  Recursion, calls by pointer, callbacks of libc, switches, variable
// arguments, tail calls, a constructor and a weak function.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define NAMES(X) X(leaf) X(recurse) X(by_pointer) X(compare) X(choose) X(varied) X(last) X(before) \
	X(constructed) X(weak) X(main)
#define ENTRY(name) ROW_##name,
#define TEXT(name) #name,

enum row { NAMES(ENTRY) ROWS };

static volatile unsigned long ledger[ROWS];
static volatile int sink;

#define MARK(name) (ledger[ROW_##name]++)
#define CALLED __attribute__((noinline))

CALLED static int leaf(int x)
{
	MARK(leaf);
	return sink = x + 1;
}

CALLED static int recurse(int n)
{
	MARK(recurse);
	return n ? recurse(n - 1) + leaf(n) : 0;
}

CALLED static int by_pointer(int x)
{
	MARK(by_pointer);
	return leaf(x) - 1;
}

static int (*volatile pointer)(int) = by_pointer;

CALLED static int compare(const void *a, const void *b)
{
	MARK(compare);
	return *(const int *)a - *(const int *)b;
}

CALLED static int choose(int x)
{
	MARK(choose);
	switch (x) {
	case 0: return leaf(x);
	case 1: return sink;
	case 2: return pointer(x);
	case 3: return leaf(x) + leaf(x);
	case 4: return -1;
	case 7: return recurse(2);
	default: return x;
	}
}

CALLED static int varied(int n, ...)
{
	va_list list;
	int sum = 0;

	MARK(varied);
	va_start(list, n);
	while (n--)
		sum += va_arg(list, int);
	va_end(list);
	return sum;
}

CALLED static int last(int x)
{
	MARK(last);
	return sink = x;
}

CALLED static int before(int x)
{
	MARK(before);
	return last(x * 2);
}

__attribute__((constructor)) CALLED static void constructed(void)
{
	MARK(constructed);
}

__attribute__((weak)) CALLED int weak(int x)
{
	MARK(weak);
	return x;
}

int main(void)
{
	static const char *const names[] = { NAMES(TEXT) };
	int numbers[64], sum = 0;

	MARK(main);
	for (int i = 0; i < 64; i++)
		numbers[i] = i * 37 % 64;
	for (int i = 0; i < 1000; i++)
		sum += choose(i % 9) + before(i) + varied(3, i, i, i) + weak(i);
	sum += recurse(100);
	qsort(numbers, 64, sizeof *numbers, compare);
	for (int i = 0; i < ROWS; i++)
		printf("%s %lu\n", names[i], ledger[i]);
	return sum == 12345;
}
