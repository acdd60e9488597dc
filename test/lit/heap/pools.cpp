/* A C++ arena counts its objects, and a forked child, which knows none of them, its own. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclangxx -std=c++11 -O2 -I%source/include %s -o a.out && %heap ./a.out
// RUN: %gprof report --brief --measure=alloc a.out | FileCheck %s
// CHECK: {{ 62.5 KiB +1001 +1 .* 62.5 KiB +0 B +0 .* fill}}
#include <gprof-llvm/gprof.h>
#include <new>
#include <sys/wait.h>
#include <unistd.h>

struct node {
	char content[64];
};

/* Its memory is a variable, so malloc may never be called. */
class arena {
public:
	~arena()
	{
		for (std::size_t i = 0; i < used; i++)
			if (gprof_free(&room[i]))
				_exit(3);
	}
	void *get(std::size_t bytes)
	{
		void *at = &room[used++];

		return gprof_alloc(at, bytes) ? nullptr : at;
	}

private:
	node room[1000];
	std::size_t used = 0;
};

__attribute__((noinline)) static int fill(arena &a)
{
	for (int i = 0; i < 1000; i++)
		if (!new (a.get(sizeof(node))) node)
			return 1;
	/* The pieces are the parent's. */
	pid_t child = fork();
	int status = 0;

	if (!child)
		_exit(gprof_free(&a) == EINVAL && !gprof_alloc(&a, 8) && !gprof_free(&a) ? 0 : 1);
	return waitpid(child, &status, 0) == child && !status ? 0 : 2;
}

int main()
{
	static arena a;

	return fill(a);
}
