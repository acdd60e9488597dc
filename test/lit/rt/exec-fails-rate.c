/* Without samples a failing exec does nothing, and leaves the program's pending signals. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o m && GPROF_OPTIONS=rate=0 ./m && %expect m %s && ./m
#include <signal.h>
#include <unistd.h>

/* CALLS: after 1 */
__attribute__((noinline)) int after(void)
{
	sigset_t set;

	sigpending(&set);
	return !sigismember(&set, SIGRTMAX);
}

int main(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGRTMAX);
	sigprocmask(SIG_BLOCK, &set, NULL);
	raise(SIGRTMAX);
	execl("./none", "none", NULL);
	return after();
}
