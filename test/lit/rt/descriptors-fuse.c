/* A program that serves a file system and holds a file of it is sampled: it never waits for itself, and its server is asked nothing. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %clang -O2 -pthread %s -o plain.out && %gclang -O2 -pthread %s -o a.out
// RUN: %clang %S/Inputs/refuse.c -o refuse
// RUN: ./plain.out || exit 0; \
// RUN: for options in rate=5000 "rate=5000 tick-sampling=never"; do \
// RUN:   for with in "" "./refuse statmount"; do \
// RUN:     rm -f *.gprof; GPROF_OPTIONS=$options $with ./a.out && %expect a.out %s || exit 1; \
// RUN:   done; \
// RUN: done

/* Where the runtime cannot know it, it asks the server, and does not wait for long. */
// RUN: ./plain.out || exit 0; ./refuse statx ./plain.out || exit 0; \
// RUN: rm -f *.gprof; GPROF_OPTIONS="rate=5000 tick-sampling=never" ./refuse statx ./a.out asked && \
// RUN: %expect a.out %s

#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/fuse.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define NAME "served"
#define REFUSED 77

/* ARC: run -> work 1 */

static int fuse;
static int flushes; /* that the server was asked for; read when it does not run */
static int work_wanted;

__attribute__((noinline)) static void work(void)
{
	struct timespec now;

	do
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	while (!now.tv_sec && now.tv_nsec < 400000000);
	__asm__ volatile("");
}

static void attributes(struct fuse_attr *a, uint64_t node)
{
	a->ino = node;
	a->nlink = 1;
	a->mode = node == FUSE_ROOT_ID ? S_IFDIR | 0755 : S_IFREG | 0644;
}

static void reply(uint64_t unique, const void *data, size_t n)
{
	struct {
		struct fuse_out_header head;
		char data[256];
	} out = { { (uint32_t)(sizeof(out.head) + n), 0, unique }, "" };

	if (n)
		memcpy(out.data, data, n);
	if (write(fuse, &out, out.head.len) < 0)
		perror("fuse");
}

/* False: it is unmounted. */
static int serve(void)
{
	static char request[FUSE_MIN_READ_BUFFER + 4096];
	struct fuse_in_header *in = (void *)request;
	struct fuse_init_out init = { .major = 7, .minor = 31, .max_write = 4096 };
	struct fuse_entry_out entry = { .nodeid = 2 };
	struct fuse_attr_out attr = { 0 };
	struct fuse_open_out open = { .open_flags = FOPEN_DIRECT_IO };

	if (read(fuse, request, sizeof(request)) <= 0)
		return 0;
	switch (in->opcode) {
	case FUSE_INIT:
		reply(in->unique, &init, sizeof(init));
		break;
	case FUSE_LOOKUP:
		attributes(&entry.attr, 2);
		reply(in->unique, &entry, sizeof(entry));
		break;
	case FUSE_GETATTR:
		attributes(&attr.attr, in->nodeid);
		reply(in->unique, &attr, sizeof(attr));
		break;
	case FUSE_OPEN:
		reply(in->unique, &open, sizeof(open));
		break;
	case FUSE_READ:
		work_wanted = 1;
		reply(in->unique, "", 0);
		break;
	case FUSE_FORGET:
	case FUSE_BATCH_FORGET:
	case FUSE_INTERRUPT:
		break;
	default:
		flushes += in->opcode == FUSE_FLUSH;
		reply(in->unique, "", 0);
	}
	return 1;
}

static void *run(void *argument)
{
	while (!work_wanted && serve())
		;
	work();
	*(int *)argument = flushes;
	while (serve())
		;
	return NULL;
}

static int mount_here(void)
{
	char options[64];

	fuse = open("/dev/fuse", O_RDWR | O_CLOEXEC);
	if (fuse < 0)
		return -1;
	snprintf(options, sizeof(options), "fd=%d,rootmode=40000,user_id=%d,group_id=%d", fuse,
		 (int)geteuid(), (int)getegid());
	return mount(NAME, NAME, "fuse", MS_NOSUID | MS_NODEV, options);
}

static int serve_and_hold(bool may_be_asked)
{
	int flushed = -1, file;
	pthread_t server;
	char c;

	if (mount_here())
		return REFUSED;
	if (pthread_create(&server, NULL, run, &flushed))
		return 1;
	file = open(NAME "/file", O_RDONLY);
	if (file < 0 || read(file, &c, 1))
		return 2;
	while (__atomic_load_n(&flushed, __ATOMIC_SEQ_CST) < 0)
		usleep(1000);
	close(file);
	/* A thread of the runtime that asked may still be closing its copy. */
	for (int i = 0; umount(NAME); i++)
		if (!may_be_asked || i == 1000 || usleep(10000))
			return 3;
	pthread_join(server, NULL);
	return (flushed && !may_be_asked) || !flushes ? 4 : 0;
}

/* A process that waits for itself cannot be killed: its mount is taken away. */
static int watch(pid_t child)
{
	int status = 0;

	for (int i = 0; i < 600; i++) {
		if (waitpid(child, &status, WNOHANG) == child)
			return WIFEXITED(status) ? WEXITSTATUS(status) : 5;
		usleep(100000);
	}
	umount2(NAME, MNT_FORCE);
	kill(child, SIGKILL);
	waitpid(child, &status, 0);
	return 6;
}

int main(int argc, char **argv)
{
	bool may_be_asked = argc > 1;
	pid_t child;

	(void)argv;
	if ((unshare(CLONE_NEWNS) && unshare(CLONE_NEWUSER | CLONE_NEWNS)) ||
	    mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) ||
	    (mkdir(NAME, 0700) && access(NAME, F_OK)))
		return REFUSED;
	child = fork();
	if (!child)
		_exit(serve_and_hold(may_be_asked));
	return watch(child);
}
