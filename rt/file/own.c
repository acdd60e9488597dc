/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * own.c - files that are, or may be, of ours: opened, and claimed for a living process.
 */
#include "file/own.h"

#include "base/process.h"
#include "base/sys.h"

#ifndef F_OFD_SETLK
#define F_OFD_SETLK 37
#endif

/* A file of our own that exists; whether it is the one that was meant is to be asked. */
long gp_open_own(const char *path, int flags)
{
	return sys_open(path, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0);
}

/* Marks a file as that of a living process. */
int gp_pool_claim(int fd)
{
	struct flock whole;

	gp_clear(&whole, sizeof(whole));
	whole.l_type = F_WRLCK;
	return sys_failed(sys_fcntl(fd, F_OFD_SETLK, (long)&whole)) ? -1 : 0;
}
