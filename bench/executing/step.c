/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * step.c OUTPUT PROGRAM - runs a program of x86-64 one instruction at a time, and writes for each
 * of its processes into OUTPUT.PID how often each instruction of the program's own file was
 * executed: "address executions", hexadecimal and decimal.  Threads and forks are followed, and
 * signals go on.
 */
#define _GNU_SOURCE
#include <elf.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
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
#define PROCESSES 64
#define OPTIONS (PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | \
		 PTRACE_O_TRACEEXIT | PTRACE_O_EXITKILL)

struct process {
	pid_t pid;
	uint32_t *counts; /* by address */
};

struct traced {
	pid_t tid; /* 0: it has ended */
	struct process *process;
	uint64_t pc; /* of the instruction that is executed next; 0: not known yet */
	int sig;     /* that is delivered with it */
};

static struct process processes[PROCESSES];
static size_t nprocesses;
static struct traced threads[THREADS];
static size_t nthreads;
static uint64_t base, entry, size; /* of the program's file in memory; bytes */

static void die(const char *what)
{
	perror(what);
	exit(9);
}

static struct process *process(pid_t pid)
{
	for (size_t i = 0; i < nprocesses; i++)
		if (processes[i].pid == pid)
			return &processes[i];
	if (nprocesses == PROCESSES)
		die("too many processes");
	processes[nprocesses] = (struct process){ pid, calloc(size, sizeof(uint32_t)) };
	if (!processes[nprocesses].counts)
		die("calloc");
	return &processes[nprocesses++];
}

static pid_t process_of(pid_t tid)
{
	char path[64], line[128];
	pid_t pid = tid;
	FILE *file;

	snprintf(path, sizeof path, "/proc/%d/status", tid);
	file = fopen(path, "r");
	while (file && fgets(line, sizeof line, file))
		sscanf(line, "Tgid: %d", &pid);
	if (file)
		fclose(file);
	return pid;
}

static struct traced *thread(pid_t tid)
{
	struct traced *free = NULL;

	for (size_t i = 0; i < nthreads; i++)
		if (threads[i].tid == tid)
			return &threads[i];
		else if (!threads[i].tid)
			free = &threads[i];
	if (!free && nthreads == THREADS)
		die("too many threads");
	free = free ? free : &threads[nthreads++];
	*free = (struct traced){ .tid = tid, .process = process(process_of(tid)) };
	return free;
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

static void count(const struct traced *t)
{
	if (t->pc && t->pc - base < size)
		t->process->counts[t->pc - base]++;
}

static uint64_t pc_of(pid_t tid)
{
	return ptrace(PTRACE_PEEKUSER, tid, offsetof(struct user_regs_struct, rip), 0);
}

/*
 * A thread ends, maybe by another one's exit, between the execution of its instruction and the
 * report of that.  The address tells whether the instruction was executed.
 */
static void ends(struct traced *t)
{
	if (!t->sig && pc_of(t->tid) != t->pc)
		count(t);
	ptrace(PTRACE_CONT, t->tid, 0, 0);
	t->tid = 0;
}

/* An instruction was executed unless a signal stopped the thread before it. */
static void stopped(pid_t tid, int status)
{
	struct traced *t = thread(tid);
	int sig = WSTOPSIG(status);

	if (status >> 8 == (SIGTRAP | PTRACE_EVENT_EXIT << 8)) {
		ends(t);
		return;
	}
	if (sig == SIGTRAP && !(status >> 16)) {
		if (!t->sig)
			count(t);
		sig = 0;
	} else if (status >> 16 || (sig == SIGSTOP && !t->pc)) {
		sig = 0;
	}
	t->pc = pc_of(tid);
	t->sig = sig;
	ptrace(PTRACE_SINGLESTEP, tid, 0, sig);
}

static bool write_counts(const struct process *p, const char *prefix)
{
	char path[4096];
	FILE *out;

	snprintf(path, sizeof path, "%s.%d", prefix, p->pid);
	out = fopen(path, "w");
	for (uint64_t i = 0; out && i < size; i++)
		if (p->counts[i])
			fprintf(out, "%lx %u\n", i, p->counts[i]);
	return out && !fclose(out);
}

int main(int argc, char **argv)
{
	pid_t pid = argc > 2 ? fork() : -1;
	bool written = true;
	int status;

	if (pid < 0)
		die("usage: step OUTPUT PROGRAM");
	if (!pid) {
		ptrace(PTRACE_TRACEME, 0, 0, 0);
		alarm(LIMIT);
		execv(argv[2], argv + 2);
		_exit(127);
	}
	waitpid(pid, &status, 0);
	ptrace(PTRACE_SETOPTIONS, pid, 0, OPTIONS);
	read_entry(pid);
	read_file(argv[2]);
	run_to_entry(pid);
	while ((pid = waitpid(-1, &status, __WALL)) > 0)
		if (WIFSTOPPED(status))
			stopped(pid, status);
	for (size_t i = 0; i < nprocesses; i++)
		written = write_counts(&processes[i], argv[1]) && written;
	return !written;
}
