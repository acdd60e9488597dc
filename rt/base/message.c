/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * message.c - one line on the standard error that the process was started with.
 *
 * Descriptor 2 may be any file later: a data file of the program, or nothing.  So the file
 * that it leads to at the start is remembered, and a message goes there or nowhere.  It
 * never waits, whoever reads it, and no signal comes of it: a message is dropped where a
 * plain program would not have written.
 *
 * gprt_message_init() once at the start, then gprt_say(), with all signals blocked, as wherever
 * the lock is held.  So a terminal that stops writers in the background does not stop us.
 */
#include "base/message.h"

#include "base/sys.h"
#include "base/text.h"
#include "base/write.h"

#include <errno.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/uio.h>

#ifndef RWF_NOWAIT
#define RWF_NOWAIT 8
#endif

#define STDERR 2

/* The file that it leads to at the start. */
static struct {
	bool known;
	dev_t dev;
	ino_t ino;
} standard_error;

/* Files that somebody may read as text; all else is the program's own business. */
static bool is_for_text(const struct stat *st)
{
	return S_ISREG(st->st_mode) || S_ISFIFO(st->st_mode) || S_ISCHR(st->st_mode) ||
	       S_ISSOCK(st->st_mode);
}

void gprt_message_init(void)
{
	struct stat st;

	standard_error.known = sys_fstat(STDERR, &st) >= 0 && is_for_text(&st);
	standard_error.dev = st.st_dev;
	standard_error.ino = st.st_ino;
}

/* By now it may be a file that this process serves. */
static bool is_stderr(struct sys_status *s)
{
	return standard_error.known && sys_status(STDERR, s) >= 0 && s->ino == standard_error.ino &&
	       sys_device(s) == standard_error.dev;
}

static bool has_room(void)
{
	struct pollfd p = { STDERR, POLLOUT, 0 };
	static const struct timespec now;

	return gprt_syscall(SYS_ppoll, (long)&p, 1, (long)&now, 0, 0, 0) == 1 &&
	       (p.revents & POLLOUT);
}

/*
 * Pipes cannot be full between the question and the answer where the kernel has
 * RWF_NOWAIT for them; terminals have not, and take a line when they take anything.
 */
static long write_now(const struct sys_status *s, const char *line, size_t n)
{
	struct iovec part = { (void *)line, n };
	long done;

	if (S_ISREG(s->mode))
		return sys_write(STDERR, line, n);
	if (S_ISSOCK(s->mode))
		return gprt_syscall(SYS_sendto, STDERR, (long)line, (long)n,
				    MSG_DONTWAIT | MSG_NOSIGNAL, 0, 0);
	if (!has_room())
		return -EAGAIN;
	done = gprt_syscall(SYS_pwritev2, STDERR, (long)&part, 1, -1, -1, RWF_NOWAIT);
	if (done == -EOPNOTSUPP || done == -ENOSYS || done == -EINVAL)
		done = sys_write(STDERR, line, n);
	return done;
}

static void write_line(const struct sys_status *s, const char *line, size_t n)
{
	uint64_t pending = gprt_signals_pending();
	long done = write_now(s, line, n);

	if (done == -EFBIG)
		gprt_signal_drop(SIGXFSZ, pending);
	if (done == -EPIPE)
		gprt_signal_drop(SIGPIPE, pending);
}

void gprt_say(const char *a, const char *subject, const char *b, const char *c)
{
	char line[512];
	struct gprt_text t = gprt_text(line, sizeof(line) - 1);
	struct sys_status status;

	if (!is_stderr(&status))
		return;
	gprt_put(&t, "gprof-llvm: ");
	gprt_put(&t, a);
	gprt_put(&t, subject);
	gprt_put(&t, b);
	gprt_put(&t, c);
	t.end++;
	gprt_put_char(&t, '\n');
	write_line(&status, line, (size_t)(t.at - line));
}
