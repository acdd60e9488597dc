/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * flush.c - finds out if another process notices that a copy of a descriptor is closed: the helper
 * of private_fds.c begins with copies.
 *
 * To close any descriptor of a file flushes it, where its file system knows that: one that is
 * served by a process (FUSE) or over a network asks its server, and waits.  A program that
 * serves the file itself would wait for itself.  A message queue loses its mq_notify.
 *
 * No question here may reach a server either, as fstatfs does.  The mount has the kind of the file
 * system (statmount, Linux 6.8), or a name of its device in /sys shows it.
 *
 * Cost: 1 us for a descriptor, 2 for a regular file (10 before Linux 6.8).
 */
#include "base/private_fds.h"
#include "base/sys.h"
#include "base/text.h"

#include <errno.h>

#define LOW 64 /* descriptors that a new table gets copies of */

#ifndef SYS_statmount
#define SYS_statmount 457
#endif

/* The kernel's struct mnt_id_req and struct statmount, as they were at first. */
struct mount_request {
	uint32_t size, spare;
	uint64_t mount, wanted;
};
struct mount_status {
	uint32_t size, options;
	uint64_t mask;
	uint32_t dev_major, dev_minor;
	uint64_t magic;
	uint64_t rest[60];
};
#define SUPERBLOCK 1u /* STATMOUNT_SB_BASIC */

static bool asks_server(uint64_t magic)
{
	static const uint32_t known[] = {
		0x65735546, /* FUSE */
		0x6969,     /* NFS */
		0xff534d42, /* CIFS */
		0xfe534d42, /* SMB2 */
		0x01021997, /* 9P */
		0x5346414f, /* AFS */
		0x6b414653, /* AFS of the kernel */
		0xf15f,     /* eCryptfs, which may lie on any of these */
		0x20030528, /* OrangeFS */
		0x0bd00bd0, /* Lustre */
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		if (known[i] == magic)
			return true;
	return false;
}

/* The device has a name of its own where FUSE is, and where NFS is the bare number of one. */
static bool is_named(const struct sys_status *f, const char *suffix)
{
	char path[64];
	struct gprt_text t = gprt_text(path, sizeof(path));
	struct stat st;

	gprt_put(&t, "/sys/class/bdi/");
	gprt_put_number(&t, f->dev_major);
	gprt_put_char(&t, ':');
	gprt_put_number(&t, f->dev_minor);
	gprt_put(&t, suffix);
	return sys_stat(path, &st) >= 0;
}

static bool is_served(const struct sys_status *f)
{
	struct mount_request request = { sizeof(request), 0, f->mount, SUPERBLOCK };
	struct mount_status status;

	/* Valgrind complains about system calls that it does not know. */
	if ((f->mask & SYS_STATUS_MOUNT) && !gprt_valgrind(GPRT_VALGRIND_HERE, 0, 0) &&
	    gprt_syscall4(SYS_statmount, (long)&request, (long)&status, sizeof(status), 0) >= 0)
		return asks_server(status.magic);
	return is_named(f, "-fuse") || is_named(f, "-fuseblk") ||
	       (!f->dev_major && is_named(f, ""));
}

/* Of one descriptor, if it is open. */
static bool is_flushed(int fd, bool *open)
{
	struct sys_status f;
	long error = sys_status(fd, &f);

	*open = error != -EBADF;
	if (error == -EACCES) /* of another user's server */
		return true;
	if (error < 0 || !S_ISREG(f.mode))
		return false;
	return is_served(&f) || gprt_syscall3(SYS_mq_getsetattr, fd, 0, 0) >= 0;
}

/* How many descriptors the process has; more than any number where the kernel does not say. */
static uint64_t count_open(void)
{
	struct stat st;

	/* The size is their number, from Linux 6.2 on. */
	if (sys_stat("/proc/thread-self/fd", &st) < 0 || !st.st_size)
		return LOW;
	return (uint64_t)st.st_size;
}

/*
 * Returns true if a table that starts with copies of the caller's lowest descriptors, which are
 * then closed, would be noticed.  Another thread may open such a file right after.
 */
bool gprt_close_is_noticed(void)
{
	uint64_t left = count_open();
	bool open;

	for (int fd = 0; left && fd < LOW; fd++) {
		if (is_flushed(fd, &open))
			return true;
		left -= open;
	}
	return false;
}
