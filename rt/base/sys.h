/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * sys.h - the system calls the runtime makes.  Each returns what the kernel
 * does: a negative error number on failure.  All are safe in signal handlers.
 */
#ifndef GPROF_RT_SYS_H
#define GPROF_RT_SYS_H

#include <arch.h> /* of the processor: x86_64/ or aarch64/ */
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>

#define GPRT_HIDDEN __attribute__((visibility("hidden")))

#ifndef AT_EMPTY_PATH
#define AT_EMPTY_PATH 0x1000
#endif
#ifndef AT_NO_AUTOMOUNT
#define AT_NO_AUTOMOUNT 0x800
#endif
#ifndef AT_STATX_DONT_SYNC
#define AT_STATX_DONT_SYNC 0x4000
#endif
#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif
#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

/* The kernel's struct sigaction. */
struct gprt_sigaction {
	uintptr_t handler;
	unsigned long flags;
	void (*restorer)(void);
	uint64_t mask;
};
#define GPRT_SA_RESTORER 0x04000000ul

/* Asks valgrind for something (see its valgrind.h); elsewhere nothing happens, and it is 0. */
#define GPRT_VALGRIND_HERE 0x1001u   /* whether the program runs in it */
#define GPRT_VALGRIND_STACK 0x1501u  /* a, b: lowest and highest address of a stack */
#define GPRT_VALGRIND_ERRORS 0x1801u /* a: 1 do not report errors from here on, -1 do */
static inline uintptr_t gprt_valgrind(uintptr_t request, uintptr_t a, uintptr_t b)
{
	volatile uintptr_t arguments[6] = { request, a, b, 0, 0, 0 };

	return gprt_valgrind_request(arguments);
}

static inline int sys_failed(long result)
{
	return result < 0 && result >= -4095;
}

static inline long sys_open(const char *path, int flags, int mode)
{
	return gprt_syscall4(SYS_openat, AT_FDCWD, (long)path, flags, mode);
}

static inline long sys_close(int fd)
{
	return gprt_syscall3(SYS_close, fd, 0, 0);
}

static inline long sys_read(int fd, void *to, size_t n)
{
	return gprt_syscall3(SYS_read, fd, (long)to, (long)n);
}

static inline long sys_write(int fd, const void *from, size_t n)
{
	return gprt_syscall3(SYS_write, fd, (long)from, (long)n);
}

static inline long sys_pread(int fd, void *to, size_t n, uint64_t offset)
{
	return gprt_syscall4(SYS_pread64, fd, (long)to, (long)n, (long)offset);
}

static inline long sys_mmap(uintptr_t at, size_t n, int prot, int flags, int fd, uint64_t offset)
{
	return gprt_syscall(SYS_mmap, (long)at, (long)n, prot, flags, fd, (long)offset);
}

/* Makes the pages of a range, and has a file system give their space; what is in them stays. */
static inline long sys_populate(uintptr_t at, size_t n)
{
	long error;

	do
		error = gprt_syscall3(SYS_madvise, (long)at, (long)n, MADV_POPULATE_WRITE);
	while (error == -EINTR || error == -EAGAIN);
	return error;
}

static inline long sys_munmap(uintptr_t at, size_t n)
{
	return gprt_syscall3(SYS_munmap, (long)at, (long)n, 0);
}

static inline long sys_mremap(uintptr_t at, size_t n, size_t wanted)
{
	return gprt_syscall4(SYS_mremap, (long)at, (long)n, (long)wanted, MREMAP_MAYMOVE);
}

static inline long sys_fcntl(int fd, int command, long argument)
{
	return gprt_syscall3(SYS_fcntl, fd, command, argument);
}

static inline long sys_fstat(int fd, struct stat *st)
{
	return gprt_syscall3(SYS_fstat, fd, (long)st, 0);
}

/* The kernel's struct statx. */
struct sys_status {
	uint32_t mask, block;
	uint64_t attributes;
	uint32_t links, uid, gid;
	uint16_t mode, pad;
	uint64_t ino, numbers[11];
	uint32_t device[2], dev_major, dev_minor;
	uint64_t mount; /* its unique number if SYS_STATUS_MOUNT is in the mask */
	uint64_t rest[13];
};
#define SYS_STATUS_MOUNT 0x4000u /* STATX_MNT_ID_UNIQUE, Linux 6.8 */

/*
 * The kernel's own facts of an open file: 'mode', 'ino' and the fields named here.  No file system
 * asks its server, which may be this process.
 */
static inline long sys_status(int fd, struct sys_status *s)
{
	const int flags = AT_EMPTY_PATH | AT_NO_AUTOMOUNT | AT_STATX_DONT_SYNC;

	return gprt_syscall(SYS_statx, fd, (long)"", flags, SYS_STATUS_MOUNT, (long)s, 0);
}

/* As st_dev has it. */
static inline dev_t sys_device(const struct sys_status *s)
{
	return (dev_t)(s->dev_minor & 0xff) | (dev_t)s->dev_major << 8 |
	       (dev_t)(s->dev_minor & ~0xffu) << 12;
}

static inline long sys_stat(const char *path, struct stat *st)
{
	return gprt_syscall4(SYS_newfstatat, AT_FDCWD, (long)path, (long)st, AT_SYMLINK_NOFOLLOW);
}

#ifndef RENAME_NOREPLACE
#define RENAME_NOREPLACE 1
#define RENAME_EXCHANGE 2
#endif

static inline long sys_rename(const char *from, const char *to, unsigned flags)
{
	return gprt_syscall(SYS_renameat2, AT_FDCWD, (long)from, AT_FDCWD, (long)to, flags, 0);
}

static inline long sys_readlink(const char *path, char *to, size_t n)
{
	return gprt_syscall4(SYS_readlinkat, AT_FDCWD, (long)path, (long)to, (long)n);
}

/* A soft limit of the process; 'otherwise' if it cannot be had. */
static inline uint64_t sys_limit(int resource, uint64_t otherwise)
{
	struct rlimit limit;

	if (gprt_syscall4(SYS_prlimit64, 0, resource, 0, (long)&limit) < 0)
		return otherwise;
	return limit.rlim_cur;
}

static inline int sys_getpid(void)
{
	return (int)gprt_syscall3(SYS_getpid, 0, 0, 0);
}

static inline int sys_gettid(void)
{
	return (int)gprt_syscall3(SYS_gettid, 0, 0, 0);
}

static inline long sys_tgkill(int pid, int tid, int sig)
{
	return gprt_syscall3(SYS_tgkill, pid, tid, sig);
}

static inline long sys_futex(uint32_t *word, int op, uint32_t value)
{
	return gprt_syscall4(SYS_futex, (long)word, op, value, 0);
}

/* Nanoseconds of a clock; 0 if it cannot be had. */
static inline uint64_t sys_clock(int clock)
{
	struct timespec t;

	if (gprt_syscall3(SYS_clock_gettime, clock, (long)&t, 0) < 0)
		return 0;
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static inline long sys_getrusage(int who, struct rusage *usage)
{
	return gprt_syscall3(SYS_getrusage, who, (long)usage, 0);
}

static inline uint64_t sys_timeval_ns(const struct timeval *t)
{
	return (uint64_t)t->tv_sec * 1000000000u + (uint64_t)t->tv_usec * 1000u;
}

/* Blocks every signal; 'old' is for sys_unblock. */
static inline void sys_block(uint64_t *old)
{
	uint64_t all = ~0ull;

	gprt_syscall4(SYS_rt_sigprocmask, SIG_SETMASK, (long)&all, (long)old, 8);
}

static inline void sys_unblock(const uint64_t *old)
{
	gprt_syscall4(SYS_rt_sigprocmask, SIG_SETMASK, (long)old, 0, 8);
}

static inline long sys_sigaction(int sig, const struct gprt_sigaction *action,
				 struct gprt_sigaction *old)
{
	return gprt_syscall4(SYS_rt_sigaction, sig, (long)action, (long)old, 8);
}

#endif
