/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * state.c - see state.h.
 *
 * The runtime comes to have its file while the program starts; until then each call asks for it.
 * Who comes while another thread changes the state waits for it.  Who interrupts the thread that
 * does goes on with the state before.
 *
 * The kernel's totals of the process are read when counting begins and when the process ends, so
 * that a reader knows how much went past the hooks.
 */
#include "io/state.h"

#include "heap/claim.h"
#include "io/counts.h"
#include "io/descriptors.h"
#include "io/real.h"
#include "io/stream.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef MADV_WIPEONFORK
#define MADV_WIPEONFORK 18
#endif

static uint32_t first;  /* of the process; WIPED: it has not begun */
static uint32_t moving; /* tid of the thread that makes the areas; atomic */
static bool found;      /* the real functions are known */
static FILE *output;    /* stdout, before the program can give it another stream */

static void set(enum gprt_io_progress to)
{
	if (to == GPRT_IO_COUNTING)
		gprt_io_page.real = gprt_io_real;
	__atomic_store_n(&gprt_io_page.progress, to, __ATOMIC_RELEASE);
}

/* ------------------------------------------------------------------ the kernel's totals */

static uint64_t number_after(const char *text, const char *key)
{
	const char *at = strstr(text, key);
	uint64_t n = 0;

	for (at = at ? at + strlen(key) : ""; *at >= '0' && *at <= '9'; at++)
		n = n * 10 + (uint64_t)(*at - '0');
	return n;
}

/* Of all threads, also of those that have ended; the bytes of this very read are not in it. */
static bool read_totals(struct gprof_io_totals *to, bool counted)
{
	long fd = syscall(SYS_openat, AT_FDCWD, "/proc/self/io", O_RDONLY | O_CLOEXEC, 0);
	char text[512];
	long n;

	if (fd < 0)
		return false;
	n = syscall(SYS_read, fd, text, sizeof(text) - 1);
	syscall(SYS_close, fd);
	if (n <= 0)
		return false;
	text[n] = 0;
	to->read_bytes = number_after(text, "rchar: ") + (counted ? (uint64_t)n : 0);
	to->written_bytes = number_after(text, "wchar: ");
	to->reads = number_after(text, "syscr: ") + (counted ? 1 : 0);
	to->writes = number_after(text, "syscw: ");
	return true;
}

/* The kernel adds the totals of children that were waited for. */
static bool has_children(void)
{
	struct rusage u;

	return getrusage(RUSAGE_CHILDREN, &u) || u.ru_minflt || u.ru_majflt;
}

/* Its buffer is written when the process is as good as over.  libc's own stream is never freed,
   which another one in its place may be. */
static void add_buffered(struct gprof_io_totals *to)
{
	size_t n = output ? __fpending(output) : 0;

	to->written_bytes += n;
	to->writes += n > 0;
}

__attribute__((destructor)) static void end(void)
{
	struct gprof_io_process *p;

	gprt_io_prepare();
	p = gprt_io_process;
	if (!gprt_io_counts() || p->complete || !p->begun || has_children())
		return;
	if (!read_totals(&p->last, false))
		return;
	add_buffered(&p->last);
	__atomic_store_n(&p->complete, 1, __ATOMIC_RELEASE);
}

/* ------------------------------------------------------------------ the state */

static void begin(void)
{
	first = GPRT_IO_PASS;
	/* Without it (before Linux 4.14) a child could not be known. */
	if (!madvise(&gprt_io_page, sizeof(gprt_io_page), MADV_WIPEONFORK) &&
	    gprt_service_has_option("io=", "files") && gprt_service_find())
		first = GPRT_IO_WAITING;
	set(first);
}

/* The parent's counts stay the parent's. */
static void fork_noticed(void)
{
	if (!gprt_claim(&gprt_io_page.noticing, &gprt_io_page.progress, GPRT_IO_WIPED))
		return;
	moving = 0;
	gprt_io_counts_forked();
	gprt_service_forked();
	set(first);
}

static void attach(bool on)
{
	sigset_t all, old;

	sigfillset(&all);
	if (pthread_sigmask(SIG_SETMASK, &all, &old))
		return;
	if (gprt_claim(&moving, &gprt_io_page.progress, GPRT_IO_WAITING)) {
		if (on) {
			gprt_service_attach();
			gprt_descriptors_begin();
			gprt_io_counts_begin();
			gprt_io_process->begun = read_totals(&gprt_io_process->first, true);
		}
		set(on ? GPRT_IO_COUNTING : GPRT_IO_PASS);
	}
	pthread_sigmask(SIG_SETMASK, &old, NULL);
}

void gprt_io_proceed(void)
{
	int error = errno;
	enum gprof_heap_state state;

	if (!found) {
		gprt_io_real_find();
		gprt_stream_real_find();
		found = true;
	}
	if (!gprt_io_page.progress) {
		if (first)
			fork_noticed();
		else if (environ)
			begin();
	}
	if (gprt_io_page.progress == GPRT_IO_WAITING) {
		state = gprt_service_state();
		if (state != GPROF_HEAP_LATER)
			attach(state == GPROF_HEAP_ON);
	}
	errno = error;
}

/* A child notices the fork in the thread that it has: that one's counts are the parent's, and only
   it can know so.  Its next thread may read or write before it. */
static void in_child(void)
{
	if (gprt_io_page.progress == GPRT_IO_WIPED && first > GPRT_IO_PASS)
		fork_noticed();
}

__attribute__((constructor)) static void init(void)
{
	output = stdout;
	gprt_io_counts_init();
	pthread_atfork(NULL, NULL, in_child);
	gprt_io_proceed();
}

__attribute__((visibility("default"))) void __gprof_io_found(const struct gprof_runtime *runtime)
{
	if (gprt_io_page.progress != GPRT_IO_PASS || !gprt_service_has_option("io=", "files") ||
	    !gprt_service_take(runtime))
		return;
	first = GPRT_IO_WAITING;
	set(first);
}
