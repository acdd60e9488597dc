/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * state.c - see state.h.
 *
 * The first allocation of the process comes before any constructor: it decides if there is
 * something to count.  A process without a runtime, and one that has an allocator of its own, are
 * left alone.
 *
 * No lock: who comes while another thread, or the code that a handler interrupted, changes the
 * state goes on with the one before.
 */
#include "heap/state.h"

#include "heap/claim.h"
#include "heap/pieces.h"
#include "heap/samples.h"
#include "heap/stacks.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef MADV_WIPEONFORK
#define MADV_WIPEONFORK 18
#endif

#define TABLES_WITH_STACKS (16u << 20) /* bytes in a profile */

struct gprt_heap_page gprt_heap_page __attribute__((aligned(GPRT_STATE_PAGE)));

static uint32_t first;  /* of the process; WIPED: it has not begun */
static uint32_t moving; /* 1: somebody moves the counts to the profile; atomic */

static void set(enum gprt_heap_progress to)
{
	bool fast = to == GPRT_HEAP_COUNTING && gprt_real.glibc;

	__atomic_store_n(&gprt_heap_page.progress, to, __ATOMIC_RELEASE);
	__atomic_store_n(&gprt_heap_page.filter, to == GPRT_HEAP_SAMPLES ? gprt_filter : NULL,
			 __ATOMIC_RELEASE);
	__atomic_store_n(&gprt_heap_page.fast, fast ? GPRT_MOST_SIZE + 1 : 0, __ATOMIC_RELEASE);
}

/* The last item of the options counts, so one of these at most is true. */
static enum gprt_stack_mode stacks_wanted(void)
{
	if (gprt_service_has_option("memory=", "all-stacks"))
		return GPRT_STACKS_ALL;
	return gprt_service_has_option("memory=", "stacks") ? GPRT_STACKS_SPARE : GPRT_STACKS_OFF;
}

static bool samples_wanted(void)
{
	return gprt_service_has_option("memory=", "samples");
}

static bool is_wanted(void)
{
	return stacks_wanted() || samples_wanted() || gprt_service_has_option("memory=", "callers");
}

static bool can_count(void)
{
	return gprt_real.usable && !gprt_real.mixed;
}

static void begin_stacks(void)
{
	if (samples_wanted() ? gprt_samples_init() : gprt_stacks_init(stacks_wanted()))
		gprt_service_allow(TABLES_WITH_STACKS);
}

static void begin(void)
{
	first = GPRT_HEAP_PASS;
	gprt_service_offer(&gprt_pieces);
	/* Without it (before Linux 4.14) a child could not be known. */
	if (!madvise(&gprt_heap_page, sizeof(gprt_heap_page), MADV_WIPEONFORK) &&
	    is_wanted() && can_count() && gprt_service_find())
		first = GPRT_HEAP_WAITING;
	if (first == GPRT_HEAP_WAITING)
		begin_stacks();
	set(first);
}

/* The parent's blocks and counts stay the parent's. */
static void fork_noticed(void)
{
	struct gprt_heap_sums *s = &gprt_heap_sums;

	if (!gprt_claim(&gprt_heap_page.noticing, &gprt_heap_page.progress, GPRT_HEAP_WIPED))
		return;
	s->own = (struct gprof_heap){ .epoch = 1 };
	s->heap = &s->own;
	if (s->generation < GPRT_MOST_GENERATIONS)
		s->generation += GPRT_GENERATION;
	moving = 0;
	gprt_counts_forked();
	gprt_stacks_forked();
	gprt_samples_forked();
	gprt_pieces_forked();
	gprt_service_forked();
	set(first);
}

/* The sums, which the program's first thread alone changes so far. */
static void move_sums(void)
{
	struct gprof_heap *h = gprt_heap_area(sizeof(*h), GPROF_AREA_HEAP);

	if (!h)
		return;
	*h = gprt_heap_sums.own;
	gprt_heap_sums.heap = h;
}

static void attach(bool on)
{
	sigset_t all, old;

	sigfillset(&all);
	if (pthread_sigmask(SIG_SETMASK, &all, &old))
		return;
	if (!__atomic_exchange_n(&moving, 1, __ATOMIC_ACQUIRE)) {
		if (on) {
			gprt_service_attach();
			move_sums();
			gprt_counts_move();
		}
		if (gprt_sampling)
			set(gprt_samples_attach() ? GPRT_HEAP_SAMPLES : GPRT_HEAP_SLOW);
		else if (gprt_early_used)
			set(GPRT_HEAP_SLOW);
		else
			set(gprt_stacks_mode ? GPRT_HEAP_STACKS : GPRT_HEAP_COUNTING);
	}
	pthread_sigmask(SIG_SETMASK, &old, NULL);
}

enum gprt_heap_progress gprt_heap_proceed(void)
{
	int error = errno;
	enum gprof_heap_state state;

	if (!gprt_heap_page.progress) {
		if (first)
			fork_noticed();
		else if (environ)
			begin();
		else
			return GPRT_HEAP_PASS; /* libc is not there yet */
	}
	if (gprt_heap_page.progress == GPRT_HEAP_WAITING) {
		state = gprt_service_state();
		if (state != GPROF_HEAP_LATER)
			attach(state == GPROF_HEAP_ON);
	}
	errno = error;
	return gprt_heap_page.progress;
}

/* ------------------------------------------------------------------ */

/* The allocator of a program that has one; those that check a program by a function that only they
   have. */
static const char *allocator_name(void)
{
	static const char *const known[][2] = {
		{ "__asan_init", "the allocator of AddressSanitizer" },
		{ "__hwasan_init", "the allocator of HWAddressSanitizer" },
		{ "__msan_init", "the allocator of MemorySanitizer" },
		{ "__tsan_init", "the allocator of ThreadSanitizer" },
		{ "__lsan_init", "the allocator of LeakSanitizer" },
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		if (dlsym(RTLD_DEFAULT, known[i][0]))
			return known[i][1];
	return "an allocator of its own";
}

/* Where the executable has a malloc, the program's calls do not come here. */
static bool is_called(void)
{
	void *used = dlsym(RTLD_DEFAULT, "malloc");
	Dl_info its, ours;

	return used && dladdr(used, &its) && dladdr(&gprt_heap_page, &ours) &&
	       its.dli_fbase == ours.dli_fbase;
}

/* The profile says so if the program, or this forked child, allocated nothing. */
static void at_exit(void)
{
	if (gprt_heap_page.progress == GPRT_HEAP_WAITING ||
	    gprt_heap_page.progress == GPRT_HEAP_WIPED)
		gprt_heap_proceed();
}

/* The program has 'it'. */
static void say_refused(const char *it)
{
	if (gprt_service_find())
		gprt_service_say("allocations are not counted: the program has ", it);
}

/*
 * A child notices the fork in the thread that it has: that one's counts are the parent's, and only
 * it can know so.  Its next thread may come to allocate before it, for pthread_create() calls
 * malloc only where it has no old stack to use again.
 */
static void in_child(void)
{
	if (gprt_heap_page.progress == GPRT_HEAP_WIPED && first > GPRT_HEAP_PASS)
		fork_noticed();
}

__attribute__((constructor)) static void init(void)
{
	gprt_counts_init();
	pthread_atfork(NULL, NULL, in_child);
	if (is_called()) {
		/* A program may have pools alone. */
		if (gprt_real_find() && gprt_heap_proceed() > GPRT_HEAP_PASS)
			atexit(at_exit);
		else if (is_wanted() && gprt_real.mixed)
			say_refused("operator new of its own, and operator delete of another "
				    "allocator: replace both, with sizes too");
		return;
	}
	if (is_wanted())
		say_refused(allocator_name());
	first = GPRT_HEAP_PASS;
	set(first);
}

__attribute__((visibility("default"))) void __gprof_heap_found(const struct gprof_runtime *runtime)
{
	if (gprt_heap_page.progress != GPRT_HEAP_PASS || !is_wanted() ||
	    !can_count() || !gprt_service_take(runtime))
		return;
	first = GPRT_HEAP_WAITING;
	begin_stacks();
	set(first);
}
