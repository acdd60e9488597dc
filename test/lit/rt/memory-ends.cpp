/* Counts kept in memory are written before _exit, quick_exit, abort, a failed assertion and std::terminate. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclangxx -O2 %s -o a.out
// RUN: for end in _exit _Exit quick_exit abort assert terminate vfork; do \
// RUN:   rm -rf later; GPROF_FILE=later/profile ./a.out $end 2> /dev/null; \
// RUN:   test $(ls later | wc -l) = 1 || exit 1; \
// RUN:   %expect --set all a.out %s later/profile || exit 1; \
// RUN: done
// RUN: rm -rf later; GPROF_FILE=later/profile ./a.out kill 2> /dev/null; test $(ls later | wc -l) = 0

#include <assert.h>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int sink;

// ARC[all]: main -> leaf() 1000
__attribute__((noinline)) void leaf()
{
	sink = sink + 1;
}

/* Its child has its parent's counters, and is not to write them anywhere. */
static void by_vfork()
{
	if (!vfork())
		_exit(0);
	wait(nullptr);
	if (!access("later/profile", F_OK))
		unlink("later/profile");
	_exit(0);
}

static void end(const char *how)
{
	if (!strcmp(how, "_exit"))
		_exit(0);
	if (!strcmp(how, "_Exit"))
		_Exit(0);
	if (!strcmp(how, "quick_exit"))
		quick_exit(0);
	if (!strcmp(how, "abort"))
		abort();
	if (!strcmp(how, "vfork"))
		by_vfork();
	assert(strcmp(how, "assert"));
	if (!strcmp(how, "terminate"))
		std::terminate();
	raise(SIGKILL);
}

int main(int argc, char **argv)
{
	for (int i = 0; i < 1000; i++)
		leaf();
	mkdir("later", 0700);
	end(argc > 1 ? argv[1] : "");
}
