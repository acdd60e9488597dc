/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * read_cache.c - the cache of stack, code and unwind tables that a walk reads by gprt_safe_read.
 *
 * Stack: one slice at a time, from the present frame's stack pointer upwards, so that a
 * stack of some frames is one call of the kernel.  Slices become larger as a walk goes on.
 * Code and tables: lines of GPRT_LINE_BYTES bytes, which no page's end divides, in a small
 * set-associative cache: with one place for each line, the two that CPython's walks need most
 * drove each other out.  Code is read anew in each walk, tables are kept as long as the rules made
 * of them: what is stale is wrong at most, as another's table would be.
 *
 * Budget.  What tables and frame pointers say may make a walk long: each byte or number of a
 * table, each operation of an expression takes one unit of u->work, each call of the kernel
 * CALL_WORK.  When all is spent nothing more is read, and the walk is truncated.
 */
#include "base/hash.h"
#include "base/safe_read.h"
#include "unwind/unwind.h"

#define PAGE 4096u
#define NEAR 1024u   /* bytes above the stack pointer for which a slice begins at it */
#define BEFORE 256u  /* bytes before the first word wanted: registers saved with it */
#define LEAST 1024u  /* bytes of a slice after that word */
#define CALL_WORK 100u    /* what a call of the kernel takes, about 1 us */

static uintptr_t page_of(uintptr_t at)
{
	return at & ~(uintptr_t)(PAGE - 1);
}

bool gprt_spend(struct gprt_unwind *u, unsigned work)
{
	if (u->work >= work) {
		u->work -= work;
		return true;
	}
	u->work = 0;
	return false;
}

static uintptr_t copy_from(struct gprt_unwind *u, uintptr_t from, uintptr_t end)
{
	size_t n;

	if (!gprt_spend(u, CALL_WORK))
		return 0;
	n = gprt_safe_read(u->how, u->copy, from, end - from);
	u->copied = from;
	u->copied_end = from + (n & ~7ul);
	return u->copied_end;
}

/*
 * Copies the part of the stack that has the word at 'at'.  What is before it need not be
 * readable: after an overflow the stack pointer itself is beyond the stack.
 */
static bool copy_stack(struct gprt_unwind *u, uintptr_t at)
{
	uintptr_t sp = u->reg[GPRT_REG_SP] & ~7ul, from = at, end = page_of(at) + PAGE;

	if (at > sp && at - sp > GPRT_REACH)
		return false;
	if (at > sp)
		from = at - sp <= NEAR ? sp : at - BEFORE;
	if (end - at < LEAST)
		end += PAGE;
	if (u->slices)
		end += PAGE;
	if (u->slices > 2)
		end += PAGE;
	u->slices++;
	return copy_from(u, from, end) > at ||
	       (from != at && copy_from(u, at, page_of(at) + PAGE) > at);
}

/*
 * Stack of another thread may go at any time.  A register's place may be just below the stack
 * pointer of interrupted code, which has taken the register from there, as clang's tables do not
 * say (at "ret" after "pop %rbp"), or saved it without moving the pointer.
 */
bool gprt_stack_word(struct gprt_unwind *u, uintptr_t at, uintptr_t *word)
{
	uintptr_t low = u->sp - (u->exact ? GPRT_RED_ZONE : 0);

	if (at < low || at & 7 || (u->blocked && u->how == GPRT_READ_PROBE))
		return false;
	if ((at < u->copied || at >= u->copied_end) && !copy_stack(u, at))
		return false;
	*word = *(const uintptr_t *)(u->copy + (at - u->copied));
	return true;
}

/* The place of the line that begins at 'at', or the one that it may take: least lately used. */
static struct gprt_cache_line *place_of(struct gprt_unwind *u, uintptr_t at)
{
	unsigned i = gprt_hash(at / GPRT_LINE_BYTES, 0) % (GPRT_CACHE_LINES / GPRT_CACHE_WAYS) *
		     GPRT_CACHE_WAYS;
	struct gprt_cache_line *set = &u->line[i], *oldest = set;

	for (i = 0; i < GPRT_CACHE_WAYS; i++) {
		if (set[i].at == at)
			return &set[i];
		if (u->uses - set[i].used > u->uses - oldest->used)
			oldest = &set[i];
	}
	return oldest;
}

/* The line that begins at 'at'; of this walk, or of any since the last gprt_unwind_reset. */
static const unsigned char *find_line(struct gprt_unwind *u, uintptr_t at, bool fresh)
{
	struct gprt_cache_line *p = place_of(u, at);
	unsigned char *bytes = u->bytes[p - u->line];

	p->used = u->uses++;
	if (p->at == at && (!fresh || p->age == u->age))
		return bytes;
	p->at = 0;
	if (!gprt_spend(u, CALL_WORK) ||
	    gprt_safe_read(u->how, bytes, at, GPRT_LINE_BYTES) != GPRT_LINE_BYTES)
		return NULL;
	p->at = at;
	p->age = u->age;
	return bytes;
}

static bool copy_lines(struct gprt_unwind *u, unsigned char *to, uintptr_t at, size_t n,
			bool fresh)
{
	const unsigned char *line = NULL;

	for (size_t i = 0; i < n; i++) {
		uintptr_t in = (at + i) & (GPRT_LINE_BYTES - 1);

		if (!line || !in)
			line = find_line(u, at + i - in, fresh);
		if (!line)
			return false;
		to[i] = line[in];
	}
	return true;
}

bool gprt_code(struct gprt_unwind *u, unsigned char *to, uintptr_t at, size_t n)
{
	return copy_lines(u, to, at, n, true);
}

const unsigned char *gprt_table(struct gprt_unwind *u, unsigned char *to, uintptr_t at, size_t n)
{
	uintptr_t in = at & (GPRT_LINE_BYTES - 1);
	const unsigned char *line;

	if (!gprt_spend(u, 1))
		return NULL;
	if (in + n > GPRT_LINE_BYTES)
		return copy_lines(u, to, at, n, false) ? to : NULL;
	line = find_line(u, at - in, false);
	return line ? line + in : NULL;
}
