/* SIGURG that is ignored stays so in what the program executes, and the program is sampled. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out
// RUN: %clang -O2 -DASK %s -o ask
// RUN: for how in exec spawn vfork; do (trap '' URG; ./a.out $how) || exit 1; ./a.out $how set || exit 1; done
// RUN: for how in exec spawn vfork; do not ./a.out $how unset || exit 1; done
// RUN: gprof-llvm export a.out | python3 %S/Inputs/sampled.py burn

#include "Inputs/burn.h"

#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef ASK

int main(void)
{
	return signal(SIGURG, SIG_DFL) != SIG_IGN;
}

#else

/* CALLS: burn 1 */
__attribute__((noinline)) void burn(void)
{
	burn_for(CLOCKS_PER_SEC / 20);
}

static int run(const char *how)
{
	char *ask[] = { "./ask", NULL };
	int status = 0;
	pid_t pid;

	if (!strcmp(how, "exec"))
		return execv(ask[0], ask);
	if (!strcmp(how, "spawn")) {
		if (posix_spawn(&pid, ask[0], NULL, NULL, ask, NULL))
			return 2;
	} else {
		pid = vfork();
		if (!pid) {
			execv(ask[0], ask);
			_exit(3);
		}
	}
	return waitpid(pid, &status, 0) == pid ? WEXITSTATUS(status) : 4;
}

int main(int argc, char **argv)
{
	if (argc > 2)
		signal(SIGURG, argv[2][0] == 's' ? SIG_IGN : SIG_DFL);
	burn();
	return run(argv[1]);
}

#endif
