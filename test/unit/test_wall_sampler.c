/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * test_wall_sampler.c - waiting time has its place (clock=wall): what a thread was blocked counts
 * where it was, and what it waited for a processor counts as that, however long it runs between.
 *
 * A made-up thread is blocked in one of two calls, waits for a processor, and runs, in turn.
 */
#include "unit.h"

#include "base/options.h"
#include "base/sys.h"
#include "base/text.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static uint64_t ask_clock(int clock);

#define sys_clock(clock) ask_clock(clock)
#include "../../rt/sample/wall_sampler.c"

#define MS 1000000
#define TID 7

enum { LONG, SHORT, PLACES, QUEUED = PLACES, RUNS, STATES };

struct gprt_file gprt_file;
struct gprt_process gprt;
struct gprt_options gprt_options;
struct gprt_sampler gprt_sampler;
struct gprt_budget gprt_budget = { .period_ns = MS };
struct gprt_slots gprt_slots;

static bool tells;       /* the kernel says how long it was queued */
static uint64_t seed;
static int64_t now_ns, end_ns; /* elapsed; end of the present state */
static int state;               /* LONG, SHORT, QUEUED or RUNS */
static int64_t lasted[STATES]; /* ns, up to end_ns */
static int64_t queued_ns;      /* known to the kernel */
static double told[STATES];

/* What looks need of the rest of the runtime. */

static uint64_t ask_clock(int clock)
{
	if (clock == CLOCK_MONOTONIC)
		return (uint64_t)now_ns;
	return (uint64_t)(MS + lasted[RUNS] - (state == RUNS ? end_ns - now_ns : 0));
}

long gprt_read_file(const char *path, char *to, size_t size)
{
	if (strstr(path, "schedstat"))
		return snprintf(to, size, "%d %lld 3\n", tells, (long long)queued_ns);
	if (state < PLACES)
		return snprintf(to, size, "202 0x1 0x2 0x1000 0x%x\n", state + 16);
	return snprintf(to, size, "running\n");
}

bool gprt_sample_count(struct gprt_tally *t, const struct gprof_sample *key)
{
	(void)t;
	told[key->pc ? (int)key->pc - 16 : QUEUED] += (double)key->weight;
	return true;
}

struct gprt_text gprt_text(char *buffer, size_t size)
{
	buffer[0] = 0;
	return (struct gprt_text){ buffer, buffer + size };
}

void gprt_put(struct gprt_text *t, const char *s)
{
	t->at += snprintf(t->at, (size_t)(t->end - t->at), "%s", s);
}

void gprt_put_number(struct gprt_text *t, uint64_t n)
{
	t->at += snprintf(t->at, (size_t)(t->end - t->at), "%llu", (unsigned long long)n);
}

uint64_t gprt_number(const char *s)
{
	return strtoull(s, NULL, 10);
}

bool gprt_stack_capture_blocked(struct gprt_thread *t, struct gprof_sample *key, uintptr_t sp,
				bool (*same)(void *), void *argument)
{
	(void)t;
	(void)key;
	(void)sp;
	(void)same;
	(void)argument;
	return false;
}

void gprt_waited_find(struct gprt_thread *t, int tid, const struct gprt_call *call)
{
	(void)t;
	(void)tid;
	(void)call;
}

void gprt_waited_look(struct gprt_wall_state *w)
{
	(void)w;
}

/* Of the thread that looks, which does not run here. */

void *gprt_wall_sampler_stack_top(void)
{
	return NULL;
}

long gprt_thread_make(void *top, void (*f)(void), uint32_t *lives)
{
	(void)top;
	(void)f;
	(void)lives;
	return -1;
}

void gprt_leave_fd_table(void)
{
}

void gprt_tick(struct gprt_thread *t)
{
	(void)t;
}

void gprt_say(const char *a, const char *b, const char *c, const char *d)
{
	(void)a;
	(void)b;
	(void)c;
	(void)d;
}

/* ------------------------------------------------------------------ */

static int64_t between(int64_t low, int64_t high)
{
	return low + (int64_t)(unit_random(&seed) >> 16) % (high - low);
}

/* The next state, after the present one. */
static void step(int64_t queue, int64_t run)
{
	int64_t begin = end_ns;

	if (state < PLACES) {
		state = QUEUED;
		end_ns += between(1, queue);
	} else if (state == QUEUED) {
		queued_ns = lasted[QUEUED];
		state = RUNS;
		end_ns += between(1, run);
	} else {
		state = between(0, 2) ? LONG : SHORT;
		end_ns += state == LONG ? between(100000, 5000000) : between(500000, 1500000);
	}
	lasted[state] += end_ns - begin;
}

static void live(int64_t queue, int64_t ran)
{
	struct gprt_thread t = { .tid = TID };

	seed = 88172645463325252u;
	memset(lasted, 0, sizeof(lasted));
	memset(told, 0, sizeof(told));
	now_ns = end_ns = 0;
	queued_ns = 0;
	state = RUNS;
	while (now_ns < 100000ll * MS) {
		now_ns += between(MS / 2, 3 * MS / 2);
		while (end_ns <= now_ns)
			step(queue, ran);
		look(&t);
	}
}

/* How much each may be off, as a part of it. */
static void check(const char *what, int64_t queue, int64_t ran, double off)
{
	static const char *const names[] = { "long calls", "short calls", "processors" };

	live(queue, ran);
	for (int i = 0; i <= QUEUED; i++)
		CHECK(fabs(told[i] - (double)lasted[i]) < off * (double)lasted[i] + 3 * MS,
		      "%s: %g ms for %s, %g in truth", what, told[i] / MS, names[i],
		      (double)lasted[i] / MS);
}

int main(void)
{
	tells = true;
	check("hardly runs", 2000, 20000, 0.02);
	check("runs long", 2000, 3 * MS, 0.03);
	check("is queued long", 8 * MS, MS, 0.05);
	check("runs and is queued long", 20 * MS, 20 * MS, 0.05);
	tells = false;
	live(2000, 20000);
	CHECK(fabs((told[LONG] + told[SHORT] + told[QUEUED]) /
		   (double)(lasted[LONG] + lasted[SHORT] + lasted[QUEUED]) - 1) < 0.001,
	      "%g ms of waiting", (told[LONG] + told[SHORT] + told[QUEUED]) / MS);
	return unit_end();
}
