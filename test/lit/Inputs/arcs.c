/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * arcs.c - every kind of arc, with known counts.  The functions have effects
 * that no optimiser can see through, so the counts are the same at every level.
 *
 *   -DDIE     the process kills itself at the end of main, unannounced
 *   -DUNUSED  with a function that nothing calls
 */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NOINLINE __attribute__((noinline))

static volatile int sink;
static jmp_buf out;

NOINLINE void leaf(int x)
{
	sink += x;
}

NOINLINE static void local(int x)
{
	sink -= x;
}

/* ARC: middle -> leaf 2000+20 */
/* ARC: middle -> local 20 */
NOINLINE void middle(int n)
{
	for (int i = 0; i < n; i++)
		leaf(i);
	leaf(n);
	local(n);
}

/* The result is used by code the optimiser cannot drop: no tail call, no loop. */
/* ARC: recurse -> recurse 9*5 */
NOINLINE int recurse(int n)
{
	int r = n ? recurse(n - 1) : 0;

	__asm__ volatile("" : "+r"(r));
	return r + 1;
}

NOINLINE int pong(int n);

/* ARC: ping -> pong 7 */
/* ARC: pong -> ping 6 */
NOINLINE int ping(int n)
{
	int r = n ? pong(n - 1) : 0;

	__asm__ volatile("" : "+r"(r));
	return r;
}

NOINLINE int pong(int n)
{
	int r = n ? ping(n - 1) : 0;

	__asm__ volatile("" : "+r"(r));
	return r;
}

NOINLINE static void one(int x)
{
	sink += x;
}

NOINLINE static void two(int x)
{
	sink += 2 * x;
}

static void (*volatile table[3])(int) = { one, two, leaf };

/* ARC: through -> one 400 */
/* ARC: through -> two 300 */
/* ARC: through -> leaf 300 */
NOINLINE void through(int n)
{
	for (int i = 0; i < n; i++)
		table[i % 10 < 4 ? 0 : i % 10 < 7 ? 1 : 2](i);
}

/* ARC: variadic -> leaf 3*11 */
NOINLINE void variadic(int n, ...)
{
	va_list list;

	va_start(list, n);
	while (n--)
		leaf((int)va_arg(list, double));
	va_end(list);
}

/* ARC: jump -> leaf 5 */
NOINLINE void jump(void)
{
	leaf(1);
	longjmp(out, 1);
}

/* ARC: tail -> leaf 13 */
NOINLINE void tail(int x)
{
	leaf(x);
}

NOINLINE static int compare(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

/* CALLS: compare 17 */
/* ARC: sorts -> qsort 17 */
NOINLINE void sorts(void)
{
	int pair[2] = { 2, 1 };

	qsort(pair, 2, sizeof pair[0], compare);
	sink += pair[0];
}

#ifdef UNUSED
void unused_function(void)
{
	leaf(0);
}
#endif

/* ARC: main -> leaf 3 */
/* ARC: main -> middle 20 */
/* ARC: main -> recurse 5 */
/* ARC: main -> ping 1 */
/* ARC: main -> through 1 */
/* ARC: main -> variadic 11 */
/* ARC: main -> jump 5 */
/* ARC: main -> tail 13 */
/* ARC: main -> sorts 17 */
/* NOARC: main -> local */
/* CALLS: leaf 3+2020+300+33+5+13 */
/* CALLS: local 20 */
/* CALLS: recurse 50 */
int main(void)
{
	volatile int i;

	for (i = 0; i < 3; i++)
		leaf(i);
	for (i = 0; i < 20; i++)
		middle(100);
	for (i = 0; i < 5; i++)
		recurse(9);
	ping(13);
	through(1000);
	for (i = 0; i < 11; i++)
		variadic(3, 1.0, 2.0, 3.0);
	for (i = 0; i < 5; i++)
		if (!setjmp(out))
			jump();
	for (i = 0; i < 13; i++)
		tail(i);
	for (i = 0; i < 17; i++)
		sorts();
#ifdef DIE
	kill(getpid(), SIGKILL);
#endif
	return 0;
}
