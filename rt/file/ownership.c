/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * ownership.c - files that are, or may be, of ours: opened, distinguished from others, and claimed
 * for a living process.
 *
 * A folder may be shared, and a name may lead to another file from one call to the next.  So who
 * opens a file asks afterwards whether it is the one that was meant.
 */
#include "file/ownership.h"

#include "base/process.h"
#include "base/sys.h"

#ifndef F_OFD_SETLK
#define F_OFD_SETLK 37
#endif

long gprt_owned_open(const char *path, int flags)
{
	return sys_open(path, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0);
}

bool gprt_is_owned(const struct stat *st)
{
	return S_ISREG(st->st_mode) && st->st_nlink == 1 &&
	       st->st_uid == (uid_t)gprt_syscall3(SYS_geteuid, 0, 0, 0);
}

bool gprt_is_owned_at(int fd, const char *path)
{
	struct stat a, b;

	return sys_fstat(fd, &a) >= 0 && sys_stat(path, &b) >= 0 && a.st_dev == b.st_dev &&
	       a.st_ino == b.st_ino && gprt_is_owned(&a);
}

int gprt_owned_claim(int fd)
{
	struct flock whole;

	gprt_clear(&whole, sizeof(whole));
	whole.l_type = F_WRLCK;
	return sys_failed(sys_fcntl(fd, F_OFD_SETLK, (long)&whole)) ? -1 : 0;
}
