/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * names.c - see names.h.
 *
 * A connection is named by its peer: each has a descriptor of its own, but a program talks to few
 * peers.  A port that the system chose says nothing: a server's connections are named by the
 * server's port and the peer's host.
 *
 *	tcp 10.0.0.5:80                 a client's
 *	tcp :8080 from 10.0.0.5         a server's
 *	udp :53                         without a peer
 *	udp without a peer              the same, at a port that the system chose
 *	unix /run/log, socket:[4711]    local; without a name by its inode
 *
 * Handlers may come here: no function of libc that takes a lock.
 */
#include "io/names.h"

#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#define CHOSEN 32768 /* ports from here on are the system's choice, by default */
#define LONGEST 1024 /* bytes of a path that is read: handlers have small stacks */

struct text {
	char *at, *end; /* where the next character goes, and where the NUL must be at last */
};

static void put(struct text *t, const char *s)
{
	while (*s && t->at < t->end)
		*t->at++ = *s++;
	*t->at = 0;
}

static void put_number(struct text *t, unsigned n, unsigned base)
{
	char digits[12], *s = digits + sizeof(digits);

	*--s = 0;
	do
		*--s = "0123456789abcdef"[n % base];
	while (n /= base);
	put(t, s);
}

union address {
	struct sockaddr any;
	struct sockaddr_in in;
	struct sockaddr_in6 in6;
	struct sockaddr_un un;
};

static bool is_internet(const union address *a)
{
	return a->any.sa_family == AF_INET || a->any.sa_family == AF_INET6;
}

static unsigned port_of(const union address *a)
{
	return ntohs(a->any.sa_family == AF_INET6 ? a->in6.sin6_port : a->in.sin_port);
}

static void put_four(struct text *t, const unsigned char *b)
{
	for (int i = 0; i < 4; i++) {
		put(t, i ? "." : "");
		put_number(t, b[i], 10);
	}
}

static void put_host(struct text *t, const union address *a)
{
	const unsigned char *b = a->in6.sin6_addr.s6_addr;

	if (a->any.sa_family == AF_INET) {
		put_four(t, (const unsigned char *)&a->in.sin_addr);
		return;
	}
	if (IN6_IS_ADDR_V4MAPPED(&a->in6.sin6_addr)) {
		put_four(t, b + 12);
		return;
	}
	for (int i = 0; i < 16; i += 2) {
		put(t, i ? ":" : "[");
		put_number(t, (unsigned)b[i] << 8 | b[i + 1], 16);
	}
	put(t, "]");
}

static void put_port(struct text *t, unsigned port)
{
	put(t, ":");
	put_number(t, port, 10);
}

static void put_internet(struct text *t, int type, const union address *own,
			 const union address *peer)
{
	put(t, type == SOCK_STREAM ? "tcp " : type == SOCK_DGRAM ? "udp " : "ip ");
	if (!peer) {
		if (port_of(own) < CHOSEN)
			put_port(t, port_of(own));
		else
			put(t, "without a peer");
	} else if (port_of(own) < CHOSEN && port_of(peer) >= CHOSEN) {
		put_port(t, port_of(own));
		put(t, " from ");
		put_host(t, peer);
	} else {
		put_host(t, peer);
		put_port(t, port_of(peer));
	}
}

/* Returns true if it has a path. */
static bool put_local(struct text *t, const union address *a, socklen_t size)
{
	const size_t head = offsetof(struct sockaddr_un, sun_path);
	char path[sizeof(a->un.sun_path) + 1] = { 0 };

	if (a->any.sa_family != AF_UNIX || size <= head + 1)
		return false;
	size -= head;
	memcpy(path, a->un.sun_path, size < sizeof(path) ? size : sizeof(path) - 1);
	if (!path[0])
		path[0] = '@';
	put(t, "unix ");
	put(t, path);
	return true;
}

/* Returns true if it is named by its ends. */
static bool put_socket(struct text *t, int fd)
{
	union address own = { .un = { 0 } }, peer = { .un = { 0 } };
	socklen_t own_size = sizeof(own), peer_size = sizeof(peer), size = sizeof(int);
	bool connected = !getpeername(fd, &peer.any, &peer_size);
	int type = 0;

	if (getsockname(fd, &own.any, &own_size))
		return false;
	if (!is_internet(&own))
		return (connected && put_local(t, &peer, peer_size)) ||
		       put_local(t, &own, own_size);
	getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size);
	put_internet(t, type, &own, connected && is_internet(&peer) ? &peer : NULL);
	return true;
}

static enum gprof_io_file_kind kind_of(int fd)
{
	struct stat st;

	if (fstat(fd, &st))
		return GPROF_IO_CLOSED;
	if (S_ISSOCK(st.st_mode))
		return GPROF_IO_SOCKET;
	if (S_ISFIFO(st.st_mode))
		return GPROF_IO_PIPE;
	return S_ISREG(st.st_mode) || S_ISBLK(st.st_mode) ? GPROF_IO_FILE : GPROF_IO_DEVICE;
}

/* The end of a long path is the part that says most. */
static void put_path(struct text *t, int fd)
{
	char link[32], path[LONGEST + 1];
	struct text l = { link, link + sizeof(link) - 1 };
	size_t room = (size_t)(t->end - t->at);
	ssize_t n;

	put(&l, "/proc/self/fd/");
	put_number(&l, (unsigned)fd, 10);
	n = readlink(link, path, LONGEST);
	if (n <= 0) {
		put(t, "descriptor ");
		put_number(t, (unsigned)fd, 10);
		return;
	}
	path[n] = 0;
	if ((size_t)n > room) {
		put(t, "...");
		put(t, path + n - room + 3);
	} else {
		put(t, path);
	}
}

uint32_t gprt_descriptor_name(int fd, char *name, size_t room)
{
	struct text t = { name, name + room - 1 };
	enum gprof_io_file_kind kind = kind_of(fd);

	*name = 0;
	if (kind == GPROF_IO_CLOSED)
		put(&t, "<not open>");
	else if (kind != GPROF_IO_SOCKET || !put_socket(&t, fd))
		put_path(&t, fd);
	return kind;
}
