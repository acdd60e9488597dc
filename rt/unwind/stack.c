/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * stack.c - call stacks of samples.
 *
 * A walk (unwind.c) collects the return addresses of the interrupted thread; then
 * they are looked up, outermost first, in the thread's tree of frames in the file
 * (table.c), whose node is the stack's name from then on.  Most of a stack is the same as in the
 * sample before: as far as both agree from the outermost frame on, the ids are known.
 *
 * What a walk needs, about 150 KB, most of it never touched, is mapped with the
 * thread's first sample and passes on with its slot.  It begins with a stack for the
 * handler, which may have been called on a small alternate one, and whose code
 * is not optimised where the program's is not.  In the sample handler only, all
 * signals blocked.
 *
 * Cost: 8 ns for a frame met before, 1 to 5 us for code met first; what does not
 * depend on depth is 1 to 2 us for each copy of stack, and 0.9 us for the sample itself.
 */
#include "unwind/stack.h"

#include "base/hash.h"
#include "base/process.h"
#include "base/sys.h"
#include "file/file.h"
#include "record/slot.h"
#include "record/table.h"
#include "unwind/unwind.h"

#include <gprof-llvm/format.h>

#define MAX_FRAMES 1024u
#define OWN_STACK 16384u

static struct gprt_stack *wait_stack; /* of the thread that looks at waiting ones */

struct gprt_stack {
	char own[OWN_STACK] __attribute__((aligned(16)));
	struct gprt_unwind unwind;
	uintptr_t pc[MAX_FRAMES]; /* return addresses of this walk, innermost first */
	/* The stack looked up last, outermost first. */
	unsigned nlast;
	const struct gprof_table *table; /* its ids are of */
	uint32_t epoch; /* of the last walk: since then addresses may be another's */
	uintptr_t last[MAX_FRAMES];
	uint32_t id[MAX_FRAMES];
};

static struct gprt_stack *make(struct gprt_stack **s)
{
	long at;

	if (*s)
		return *s;
	at = sys_mmap(0, gprt_round(sizeof(**s)), PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (sys_failed(at))
		return NULL;
	*s = (struct gprt_stack *)at;
	gprt_valgrind(GPRT_VALGRIND_STACK, (uintptr_t)at, (uintptr_t)at + OWN_STACK - 1);
	return *s;
}

/* The end of a stack for the handler; NULL: no memory for one. */
void *gprt_stack_top(struct gprt_thread *t)
{
	struct gprt_stack *s = make(&t->stack);

	return s ? s->own + OWN_STACK : NULL;
}

/* The same for the thread of wall_sampler.c. */
void *gprt_wall_sampler_stack_top(void)
{
	struct gprt_stack *s = make(&wait_stack);

	return s ? s->own + OWN_STACK : NULL;
}

/* For a new slot, and for a forked child, which has a file, and so ids, of its own. */
void gprt_tallies_init(struct gprt_thread *t)
{
	gprt_clear(&t->running, sizeof(t->running));
	gprt_clear(&t->waiting, sizeof(t->waiting));
	gprt_clear(&t->wait, sizeof(t->wait));
	t->running.thread = t->waiting.thread = t->index;
	t->running.number = t->waiting.number = (uint32_t)gprt_hash((uint64_t)gprt.pid, t->index);
	t->running.first_id = GPRT_FIRST_RUNNING;
	t->waiting.first_id = GPRT_FIRST_WAITING;
	if (t->stack)
		t->stack->nlast = 0;
	if (wait_stack)
		wait_stack->nlast = 0;
}

/*
 * The addresses are of the instruction after the call; one where a signal
 * interrupted is moved by 1, so that a reader can take 1 from all of them.
 */
static unsigned walk(struct gprt_stack *s, uint32_t *flags)
{
	struct gprt_unwind *u = &s->unwind;
	unsigned n = 0;
	enum gprt_step step;

	while ((step = gprt_unwind_step(u)) == GPRT_STEP_ON) {
		if (n == MAX_FRAMES) {
			step = GPRT_STEP_TRUNCATED;
			u->ended = GPROF_ENDED_DEEP;
			break;
		}
		s->pc[n++] = u->reg[GPRT_REG_PC] + u->exact;
	}
	if (step != GPRT_STEP_END)
		*flags |= GPROF_SAMPLE_TRUNCATED | u->ended << GPROF_SAMPLE_ENDED_SHIFT;
	if (step == GPRT_STEP_LOST && n)
		n--;
	return n;
}

/* There is none for a frame.  A stack without frames has no reason to end either. */
static uint32_t no_room(const struct gprt_tally *t, uint32_t *flags)
{
	if (!t->frames.full) {
		*flags |= GPRT_SAMPLE_LATER;
		return 0;
	}
	gprt_lose(GPROF_LOSS_STACKS);
	*flags &= ~(GPROF_SAMPLE_TRUNCATED | GPROF_SAMPLE_ENDED_BITS);
	*flags |= GPROF_SAMPLE_NO_STACK;
	return 0;
}

static uint32_t look_up(struct gprt_tally *t, struct gprt_stack *s, unsigned n, uint32_t *flags)
{
	unsigned same = 0;
	uint32_t id = 0;

	if (s->table != t->frames.table)
		s->nlast = 0;
	while (same < n && same < s->nlast && s->last[same] == s->pc[n - 1 - same])
		id = s->id[same++];
	for (unsigned i = same; i < n; i++) {
		id = gprt_frame_id(t, s->pc[n - 1 - i], id);
		if (!id) {
			s->nlast = i;
			return no_room(t, flags);
		}
		s->last[i] = s->pc[n - 1 - i];
		s->id[i] = id;
		s->nlast = i + 1;
	}
	s->table = t->frames.table;
	return id;
}

/* Facts of addresses end when a module is unloaded. */
static void renew(struct gprt_stack *s)
{
	if (s->epoch == gprt_file.epoch)
		return;
	s->epoch = gprt_file.epoch;
	s->nlast = 0;
	gprt_unwind_reset(&s->unwind);
}

/*
 * The id of the frame that called the one interrupted, 0 if there is none; flags
 * of the sample are set as it turns out.
 */
uint32_t gprt_stack_capture(struct gprt_thread *t, const void *context, uint32_t *flags)
{
	struct gprt_stack *s = t->stack;
	unsigned n;

	if (!s) {
		*flags |= GPROF_SAMPLE_NO_STACK;
		return 0;
	}
	renew(s);
	/* Words of the stack may never have been written. */
	gprt_valgrind(GPRT_VALGRIND_ERRORS, 1, 0);
	gprt_unwind_start(&s->unwind, context);
	n = walk(s, flags);
	gprt_valgrind(GPRT_VALGRIND_ERRORS, (uintptr_t)-1, 0);
	return look_up(&t->running, s, n, flags);
}

/*
 * The same of a thread that is blocked in the kernel, by the thread of wall_sampler.c.  The
 * other may wake and go meanwhile: false if 'same' says that it did.
 */
bool gprt_stack_capture_blocked(struct gprt_thread *t, struct gprof_sample *key, uintptr_t sp,
				bool (*same)(void *), void *argument)
{
	struct gprt_stack *s = wait_stack;
	unsigned n;

	renew(s);
	gprt_unwind_start_blocked(&s->unwind, sp, key->pc);
	n = walk(s, &key->flags);
	if (!same(argument))
		return false;
	key->stack = look_up(&t->waiting, s, n, &key->flags);
	return true;
}
