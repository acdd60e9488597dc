/* A peek at a message is no read, and a message is as long as the part that was taken. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out && %io ./a.out && %calls *.gprof | FileCheck %s
// CHECK: receive {{.*}} calls 10 bytes 5000 errors 0
#include <sys/socket.h>

static char bytes[1000];

int main(void)
{
	int pair[2];

	if (socketpair(AF_UNIX, SOCK_DGRAM, 0, pair))
		return 1;
	for (int i = 0; i < 10; i++)
		if (send(pair[0], bytes, 1000, 0) != 1000 ||
		    recv(pair[1], bytes, 0, MSG_PEEK | MSG_TRUNC) != 1000 ||
		    recv(pair[1], bytes, 500, MSG_TRUNC) != 1000)
			return 2;
	return 0;
}
