/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * messages.c - recv, send and their kin, as the program calls them.
 *
 * As calls.c.  They are a kind of their own because the kernel's totals of a process lack them.
 */
#include "io/count.h"
#include "io/real.h"

#include <limits.h>

ssize_t __recv_chk(int fd, void *to, size_t n, size_t room, int flags);
ssize_t __recvfrom_chk(int fd, void *to, size_t n, size_t room, int flags, struct sockaddr *from,
		       socklen_t *size);

/* A peek leaves the bytes where they are.  With MSG_TRUNC the whole message's length is returned,
   though only a part was taken. */
static GPRT_INLINE void count_received(int fd, ssize_t got, size_t room, int flags, uintptr_t pc,
				       uintptr_t sp)
{
	if (flags & MSG_PEEK)
		return;
	if (got > (ssize_t)room)
		got = (ssize_t)room;
	gprt_io_count(fd, GPROF_IO_RECEIVE, got, GPRT_NOWHERE, pc, sp);
}

GPRT_HOOK ssize_t recv(int fd, void *to, size_t n, int flags)
{
	ssize_t got = gprt_io_call(recv)(fd, to, n, flags);

	count_received(fd, got, n, flags, GPRT_CALLER);
	return got;
}

GPRT_HOOK ssize_t __recv_chk(int fd, void *to, size_t n, size_t room, int flags)
{
	ssize_t got = gprt_io_call(__recv_chk)(fd, to, n, room, flags);

	count_received(fd, got, n, flags, GPRT_CALLER);
	return got;
}

GPRT_HOOK ssize_t recvfrom(int fd, void *to, size_t n, int flags, struct sockaddr *from,
			   socklen_t *size)
{
	ssize_t got = gprt_io_call(recvfrom)(fd, to, n, flags, from, size);

	count_received(fd, got, n, flags, GPRT_CALLER);
	return got;
}

GPRT_HOOK ssize_t __recvfrom_chk(int fd, void *to, size_t n, size_t room, int flags,
				 struct sockaddr *from, socklen_t *size)
{
	ssize_t got = gprt_io_call(__recvfrom_chk)(fd, to, n, room, flags, from, size);

	count_received(fd, got, n, flags, GPRT_CALLER);
	return got;
}

GPRT_HOOK ssize_t recvmsg(int fd, struct msghdr *to, int flags)
{
	ssize_t got = gprt_io_call(recvmsg)(fd, to, flags);

	count_received(fd, got, SSIZE_MAX, flags, GPRT_CALLER);
	return got;
}

GPRT_HOOK ssize_t send(int fd, const void *from, size_t n, int flags)
{
	ssize_t got = gprt_io_call(send)(fd, from, n, flags);

	gprt_io_count(fd, GPROF_IO_SEND, got, GPRT_NOWHERE, GPRT_CALLER);
	return got;
}

GPRT_HOOK ssize_t sendto(int fd, const void *from, size_t n, int flags, const struct sockaddr *to,
			 socklen_t size)
{
	ssize_t got = gprt_io_call(sendto)(fd, from, n, flags, to, size);

	gprt_io_count(fd, GPROF_IO_SEND, got, GPRT_NOWHERE, GPRT_CALLER);
	return got;
}

GPRT_HOOK ssize_t sendmsg(int fd, const struct msghdr *from, int flags)
{
	ssize_t got = gprt_io_call(sendmsg)(fd, from, flags);

	gprt_io_count(fd, GPROF_IO_SEND, got, GPRT_NOWHERE, GPRT_CALLER);
	return got;
}
