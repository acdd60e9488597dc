/* The first function that a thread enters gets its arguments and leaves its result unchanged. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: for how in -O0 -O1 -O2 -O3 -fPIC "-O2 -fPIC" "-O2 -static"; do \
// RUN:   %gclang $how -pthread %s -o a.out || exit 1; \
// RUN:   ./a.out || exit 1; \
// RUN: done

#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>

#define NOINLINE __attribute__((noinline))
#define PLAIN NOINLINE __attribute__((no_profile_instrument_function))

/* The number of vector registers used is passed in al. */
NOINLINE double variadic(int n, ...)
{
	double sum = 0;
	va_list list;

	va_start(list, n);
	while (n--)
		sum += va_arg(list, double);
	va_end(list);
	return sum;
}

/* The argument may be in the register of the result before the prologue ends. */
NOINLINE int identity(int x)
{
	__asm__ volatile("" : "+r"(x));
	return x;
}

NOINLINE long six(long a, long b, long c, long d, long e, long f)
{
	return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f;
}

NOINLINE long double mixed(long double x, float y, double z)
{
	return x + (long double)y * (long double)z;
}

/* Not monitored, so that what each calls is the first entry of its thread. */
PLAIN static void *call_variadic(void *arg)
{
	(void)arg;
	return (void *)(uintptr_t)(variadic(3, 1.0, 2.0, 4.0) == 7.0);
}

PLAIN static void *call_identity(void *arg)
{
	(void)arg;
	return (void *)(uintptr_t)(identity(77) == 77);
}

PLAIN static void *call_six(void *arg)
{
	(void)arg;
	return (void *)(uintptr_t)(six(1, 2, 3, 4, 5, 6) == 91);
}

PLAIN static void *call_mixed(void *arg)
{
	(void)arg;
	return (void *)(uintptr_t)(mixed(1.5L, 2.0f, 0.25) == 2.0L);
}

static void *(*const calls[])(void *) = { call_variadic, call_identity, call_six, call_mixed };

int main(void)
{
	for (unsigned i = 0; i < sizeof calls / sizeof calls[0]; i++) {
		pthread_t thread;
		void *good = 0;

		if (pthread_create(&thread, 0, calls[i], 0) || pthread_join(thread, &good) || !good)
			return (int)i + 1;
	}
	return 0;
}
