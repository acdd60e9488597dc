/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * predict.c ROUNDS - a program that can be built with changes (-DPARSE_FASTER ...), and
 * clocks by itself what they concern: lines "NAME NANOSECONDS" of its own CPU time.
 *
 * A clock is read a few times per millisecond, so that reading it does not count.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#ifdef PARSE_FASTER
#define TOKENS 20
#else
#define TOKENS 40
#endif
#ifdef TOKEN_FASTER
#define TOKEN_STEPS 1500
#else
#define TOKEN_STEPS 3000
#endif
#ifdef GET_INLINE
#define GET __attribute__((always_inline)) inline
#else
#define GET __attribute__((noinline))
#endif
#define NOINLINE __attribute__((noinline))

enum part { PARSE, NOTE, LOAD, PARTS };

static uint64_t clocked[PARTS]; /* ns */
static uint32_t table[256];
static char text[64];

static uint64_t cpu_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static inline uint32_t burn(uint32_t x, unsigned steps)
{
	for (unsigned i = 0; i < steps; i++) {
		x = x * 1664525u + 1013904223u;
		__asm__ volatile("" : "+r"(x));
	}
	return x;
}

NOINLINE static uint32_t hash(uint32_t x)
{
	return burn(x, 1000);
}

NOINLINE static uint32_t token(uint32_t x)
{
	return burn(hash(x), TOKEN_STEPS);
}

NOINLINE static uint32_t parse(uint32_t x)
{
	for (int i = 0; i < TOKENS; i++)
		x = burn(token(x), 1000);
	return x;
}

/* Most of its time is libc's. */
NOINLINE static uint32_t note(uint32_t x)
{
	for (unsigned i = 0; i < 400; i++)
		x += (uint32_t)snprintf(text, sizeof text, "%u %s %f", x, "noted", 1.5 * x);
	return x;
}

NOINLINE static uint32_t load(uint32_t x)
{
	return hash(burn(x, 20000));
}

NOINLINE static uint32_t mix(uint32_t x)
{
	x = (x ^ 61) ^ (x >> 16);
	__asm__ volatile("" : "+r"(x));
	return table[x & 255] ^ x * 9;
}

/* Called for so little that its calls are a large part; it saves registers over its own. */
GET static uint32_t get(uint32_t key, uint32_t seed)
{
	uint32_t first = mix(key), second = mix(seed + first);

	return first * second + key + seed;
}

NOINLINE static uint32_t sum(uint32_t x)
{
	for (unsigned i = 0; i < 60000; i++)
		x ^= get(i, i * 3);
	return x;
}

static uint32_t round_of(uint32_t x, unsigned number)
{
	uint64_t start = cpu_ns(), now;

	x = parse(x);
	now = cpu_ns();
	clocked[PARSE] += now - start;
#ifndef NO_NOTE
	x = note(x);
#endif
	start = cpu_ns();
	clocked[NOTE] += start - now;
#ifdef FEWER_LOADS
	if (number % 4 == 0)
#endif
		x = load(x);
	clocked[LOAD] += cpu_ns() - start;
	(void)number;
	return sum(hash(x));
}

int main(int argc, char **argv)
{
	unsigned rounds = argc > 1 ? (unsigned)atoi(argv[1]) : 1000;
	uint32_t x = 1;

	for (unsigned i = 0; i < 256; i++)
		table[i] = i * i;
	for (unsigned i = 0; i < rounds; i++)
		x = round_of(x, i);
	printf("parse %llu\nnote %llu\nload %llu\nall %llu\n", (unsigned long long)clocked[PARSE],
	       (unsigned long long)clocked[NOTE], (unsigned long long)clocked[LOAD],
	       (unsigned long long)cpu_ns());
	return x == 0;
}
