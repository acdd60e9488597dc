/* Sockets are named by their peers and ports, and their messages are a kind of their own. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out && %io ./a.out && %calls *.gprof | FileCheck %s
// CHECK-DAG: receive unix @gprof-llvm-io calls 1 bytes 3 errors 0 jumps 0
// CHECK-DAG: receive socket:[{{[0-9]+}}] calls 1 bytes 5 errors 0 jumps 0
// CHECK-DAG: send socket:[{{[0-9]+}}] calls 1 bytes 5 errors 0 jumps 0
// CHECK-DAG: send tcp 127.0.0.1:{{[0-9]+}} calls 1 bytes 7 errors 0 jumps 0
// CHECK-DAG: read tcp 127.0.0.1:{{[0-9]+}} calls 1 bytes 7 errors 0 jumps 0
#include <netinet/in.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static void check(int holds)
{
	if (!holds)
		abort();
}

static char to[100];

static void pair(void)
{
	int ends[2];

	check(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
	check(send(ends[0], "12345", 5, 0) == 5 && recv(ends[1], to, 5, 0) == 5);
}

static void local(void)
{
	struct sockaddr_un a = { .sun_family = AF_UNIX, .sun_path = "\0gprof-llvm-io" };
	socklen_t size = offsetof(struct sockaddr_un, sun_path) + 14;
	int in = socket(AF_UNIX, SOCK_DGRAM, 0), out = socket(AF_UNIX, SOCK_DGRAM, 0);

	if (bind(in, (struct sockaddr *)&a, size))
		abort();
	check(sendto(out, "123", 3, 0, (struct sockaddr *)&a, size) == 3);
	check(recvfrom(in, to, 100, 0, NULL, NULL) == 3);
}

static void internet(void)
{
	struct sockaddr_in a = { .sin_family = AF_INET,
				 .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	int door = socket(AF_INET, SOCK_STREAM, 0), out = socket(AF_INET, SOCK_STREAM, 0);
	socklen_t size = sizeof(a);

	check(bind(door, (struct sockaddr *)&a, size) == 0 && listen(door, 1) == 0);
	check(getsockname(door, (struct sockaddr *)&a, &size) == 0);
	check(connect(out, (struct sockaddr *)&a, size) == 0);
	check(send(out, "1234567", 7, 0) == 7);
	check(read(accept(door, NULL, NULL), to, 100) == 7);
}

int main(void)
{
	pair();
	internet();
	local();
	return 0;
}
