/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * step.c OUTPUT PROGRAM - runs a program of x86-64 one instruction at a time, and writes how often
 * each instruction of the program's own file was executed: "address executions", hexadecimal
 * and decimal.  Threads are followed, and signals go on.
 */
#define _GNU_SOURCE
#include <elf.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#define LIMIT 60 /* seconds */
#define THREADS 256

struct traced {
	pid_t tid;
	uint64_t pc; /* of the instruction that is executed next; 0: not known yet */
	int sig;     /* that is delivered with it */
};

static struct traced threads[THREADS];
static size_t nthreads;
static uint64_t base, entry, size; /* of the program's file in memory; bytes */
static uint32_t *counts;           /* by address */

static void die(const char *what)
{
	perror(what);
	exit(9);
}

static struct traced *thread(pid_t tid)
{
	for (size_t i = 0; i < nthreads; i++)
		if (threads[i].tid == tid)
			return &threads[i];
	if (nthreads == THREADS)
		die("too many threads");
	threads[nthreads] = (struct traced){ .tid = tid };
	return &threads[nthreads++];
}

static void read_entry(pid_t pid)
{
	char path[64];
	Elf64_auxv_t a;
	int fd;

	snprintf(path, sizeof path, "/proc/%d/auxv", pid);
	fd = open(path, O_RDONLY);
	while (read(fd, &a, sizeof a) == sizeof a)
		if (a.a_type == AT_ENTRY)
			entry = a.a_un.a_val;
	close(fd);
}

static void read_file(const char *path)
{
	int fd = open(path, O_RDONLY);
	Elf64_Ehdr e;
	Elf64_Phdr h;

	if (fd < 0 || read(fd, &e, sizeof e) != sizeof e)
		die(path);
	base = e.e_type == ET_EXEC ? 0 : entry - e.e_entry;
	for (int i = 0; i < e.e_phnum; i++) {
		if (pread(fd, &h, sizeof h, e.e_phoff + i * sizeof h) != sizeof h)
			die(path);
		if (h.p_type == PT_LOAD && h.p_vaddr + h.p_memsz > size)
			size = h.p_vaddr + h.p_memsz;
	}
	close(fd);
	counts = calloc(size, sizeof *counts);
	if (!counts)
		die("calloc");
}

/* Lets the dynamic linker run at full speed. */
static void run_to_entry(pid_t pid)
{
	struct user_regs_struct r;
	long word = ptrace(PTRACE_PEEKTEXT, pid, entry, 0);
	int status;

	ptrace(PTRACE_POKETEXT, pid, entry, (word & ~0xffL) | 0xcc);
	ptrace(PTRACE_CONT, pid, 0, 0);
	waitpid(pid, &status, 0);
	ptrace(PTRACE_GETREGS, pid, 0, &r);
	r.rip = entry;
	ptrace(PTRACE_SETREGS, pid, 0, &r);
	ptrace(PTRACE_POKETEXT, pid, entry, word);
	thread(pid)->pc = entry;
	ptrace(PTRACE_SINGLESTEP, pid, 0, 0);
}

/* An instruction was executed unless a signal stopped the thread before it. */
static void stopped(pid_t tid, int status)
{
	struct traced *t = thread(tid);
	int sig = WSTOPSIG(status);

	if (sig == SIGTRAP && !(status >> 16)) {
		if (!t->sig && t->pc && t->pc - base < size)
			counts[t->pc - base]++;
		sig = 0;
	} else if (status >> 16 || (sig == SIGSTOP && !t->pc)) {
		sig = 0;
	}
	t->pc = ptrace(PTRACE_PEEKUSER, tid, offsetof(struct user_regs_struct, rip), 0);
	t->sig = sig;
	ptrace(PTRACE_SINGLESTEP, tid, 0, sig);
}

int main(int argc, char **argv)
{
	pid_t pid = argc > 2 ? fork() : -1;
	int status;
	FILE *out;

	if (pid < 0)
		die("usage: step OUTPUT PROGRAM");
	if (!pid) {
		ptrace(PTRACE_TRACEME, 0, 0, 0);
		alarm(LIMIT);
		execv(argv[2], argv + 2);
		_exit(127);
	}
	waitpid(pid, &status, 0);
	ptrace(PTRACE_SETOPTIONS, pid, 0, PTRACE_O_TRACECLONE | PTRACE_O_EXITKILL);
	read_entry(pid);
	read_file(argv[2]);
	run_to_entry(pid);
	while ((pid = waitpid(-1, &status, __WALL)) > 0)
		if (WIFSTOPPED(status))
			stopped(pid, status);
	out = fopen(argv[1], "w");
	for (uint64_t i = 0; out && i < size; i++)
		if (counts[i])
			fprintf(out, "%lx %u\n", i, counts[i]);
	return !out || fclose(out) != 0;
}
