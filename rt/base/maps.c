/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * maps.c - the address space, as /proc/self/maps shows it.
 *
 * Four questions: which mapping is at an address, which there are, if a file is mapped at all, and
 * where above an address is room for a block.  The file is read in pieces through a small buffer on
 * the stack; a line that is longer than a path can be is shortened.  Under the lock.  Another
 * question, where the first stack began, is answered by /proc/self/stat.
 */
#include "base/maps.h"

#include "base/private_fds.h"
#include "base/process.h"
#include "base/sys.h"
#include "base/text.h"

#include <gprof-llvm/format.h>

#define STACK_ROOM (16ul << 20) /* left free below the stack's limit */

struct maps {
	int fd;
	size_t at, n;
	char buffer[256];
	uintptr_t low, high;
	char *name; /* in gprt.scratch, "" for anonymous memory */
};

/* Addresses that nothing is mapped at. */
struct gap {
	uintptr_t low, high;
};

static int next_char(struct maps *m)
{
	long n;

	if (m->at == m->n) {
		n = sys_read(m->fd, m->buffer, sizeof(m->buffer));
		if (n <= 0)
			return -1;
		m->at = 0;
		m->n = (size_t)n;
	}
	return (unsigned char)m->buffer[m->at++];
}

static uintptr_t hex(const char **s)
{
	uintptr_t n = 0;

	for (;; (*s)++) {
		char c = **s;

		if (c >= '0' && c <= '9')
			n = n * 16 + (uintptr_t)(c - '0');
		else if (c >= 'a' && c <= 'f')
			n = n * 16 + (uintptr_t)(c - 'a' + 10);
		else
			return n;
	}
}

static bool maps_open(struct maps *m)
{
	/* That of the process is empty when its first thread has ended. */
	long fd = gprt_open_system("/proc/thread-self/maps");

	m->fd = (int)fd;
	m->at = m->n = 0;
	return !sys_failed(fd);
}

/* Reads a line: low-high perms offset dev inode [spaces name]. */
static bool maps_next(struct maps *m)
{
	struct gprt_text t = gprt_text(gprt.scratch, sizeof(gprt.scratch));
	const char *s = gprt.scratch;
	int c;

	while ((c = next_char(m)) >= 0 && c != '\n')
		gprt_put_char(&t, (char)c);
	if (c < 0)
		return false;
	m->low = hex(&s);
	if (*s)
		s++;
	m->high = hex(&s);
	for (int field = 0; field < 4; field++) {
		while (*s == ' ')
			s++;
		while (*s && *s != ' ')
			s++;
	}
	while (*s == ' ')
		s++;
	m->name = (char *)s;
	return true;
}

struct region_wanted {
	uintptr_t address;
	struct gprt_text *to;
	struct gprt_range *range;
};

static long find_region(void *wanted)
{
	const struct region_wanted *w = wanted;
	struct maps m;
	bool found = false;

	if (!maps_open(&m))
		return 0;
	while (!found && maps_next(&m))
		found = w->address >= m.low && w->address < m.high;
	if (found) {
		gprt_put(w->to, m.name);
		*w->range = (struct gprt_range){ m.low, m.high };
	}
	sys_close(m.fd);
	return found;
}

bool gprt_maps_region(uintptr_t address, struct gprt_range *range, char *name, size_t size)
{
	struct gprt_text t = gprt_text(name, size);
	struct region_wanted w = { address, &t, range };

	return gprt_read_with_private_fds(find_region, &w);
}

bool gprt_maps_path(uintptr_t address, char *to, size_t size)
{
	struct gprt_range range;

	return gprt_maps_region(address, &range, to, size) && to[0];
}

struct visitor {
	void (*f)(const struct gprt_range *, const char *name);
};

static long visit(void *visitor)
{
	const struct visitor *v = visitor;
	struct maps m;

	if (!maps_open(&m))
		return 0;
	while (maps_next(&m))
		v->f(&(struct gprt_range){ m.low, m.high }, m.name);
	sys_close(m.fd);
	return 0;
}

void gprt_maps_each(void (*f)(const struct gprt_range *, const char *name))
{
	struct visitor v = { f };

	gprt_read_with_private_fds(visit, &v);
}

static long find_end(void *end)
{
	size_t n = gprt_length(end), length;
	struct maps m;
	bool found = false;

	if (!maps_open(&m))
		return 0;
	while (!found && maps_next(&m)) {
		length = gprt_length(m.name);
		found = length >= n && gprt_equal(m.name + length - n, end);
	}
	sys_close(m.fd);
	return found;
}

bool gprt_maps_has(const char *end)
{
	return gprt_read_with_private_fds(find_end, (void *)end);
}

/* Where the stack may grow down to. */
static uintptr_t stack_floor(uintptr_t low)
{
	uint64_t limit = sys_limit(RLIMIT_STACK, 8ul << 20);

	if (limit > low / 2)
		limit = 64ul << 20;
	return low - limit - STACK_ROOM;
}

/* Of two gaps the wider one. */
static void widen(struct gap *g, uintptr_t low, uintptr_t high)
{
	if (high > low && high - low > g->high - g->low)
		*g = (struct gap){ low, high };
}

/* The widest gap above its 'low'. */
static long find_gap(void *gap)
{
	struct gap *g = gap;
	uintptr_t free_from = g->low;
	struct maps m;

	g->low = g->high = 0;
	if (!maps_open(&m))
		return 0;
	while (maps_next(&m) && m.low < GPRT_ADDRESS_END) {
		widen(g, free_from,
		      gprt_equal(m.name, "[stack]") ? stack_floor(m.low) : m.low);
		if (m.high > free_from)
			free_from = m.high;
	}
	sys_close(m.fd);
	widen(g, free_from, GPRT_ADDRESS_END);
	return 0;
}

/*
 * A place for 'size' bytes above 'above', in the middle of the widest gap: the heap, the
 * stack and the mappings of the program grow from the ends of gaps.  0 if there is none.
 */
uintptr_t gprt_maps_gap(uintptr_t above, size_t size)
{
	struct gap g = { above, above };

	gprt_read_with_private_fds(find_gap, &g);
	if (g.high - g.low < size)
		return 0;
	return (g.low + (g.high - g.low - size) / 2) & ~(uintptr_t)(GPROF_PAGE - 1);
}

/* Where the kernel put the number of arguments, on which the first thread's stack began; or 0. */
uintptr_t gprt_stack_start(void)
{
	return gprt_stat_field("/proc/thread-self/stat", 28);
}
