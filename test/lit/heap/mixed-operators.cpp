// The program's operator new beside another allocator's operator delete with a size: nothing is counted, and one line says so.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: other-allocator
// RUN: %gclangxx -O1 -fsized-deallocation %s -o a.out
// RUN: for a in %allocators; do env LD_PRELOAD=$a ./a.out || exit 1; env GPROF_OPTIONS="rate=0 memory=callers" LD_PRELOAD="%rtdir/libgprof_heap.so:$a" ./a.out 2>&1 || exit 1; done | FileCheck --match-full-lines %s
// RUN: %gclangxx -O1 -fsized-deallocation -DBOTH %s -o both.out && rm *.gprof
// RUN: for a in %allocators; do rm -f *.gprof; env GPROF_OPTIONS="rate=0 memory=callers" LD_PRELOAD="%rtdir/libgprof_heap.so:$a" ./both.out || exit 1; %gprof report --brief --measure=alloc both.out; done | FileCheck --check-prefix=BOTH %s
// RUN: rm *.gprof && %heap ./a.out && %gprof report --brief --measure=alloc a.out | FileCheck --check-prefix=BOTH %s
// CHECK: gprof-llvm: allocations are not counted: the program has operator new of its own, and operator delete of another allocator: replace both, with sizes too
// BOTH-NOT: not counted
// BOTH: {{ 1000 +1000 +1.0 .* 0 B .* operator new$}}
#include <cstdlib>
#include <cstring>
#include <new>

__attribute__((noinline)) void *operator new(std::size_t size)
{
	void *block = malloc(size);

	if (!block)
		abort();
	return block;
}

void operator delete(void *block) noexcept
{
	free(block);
}

#ifdef BOTH
void operator delete(void *block, std::size_t) noexcept
{
	free(block);
}
#endif

static char *live[100];

// A block that was freed as one of another size soon lies across another one.
int main()
{
	for (int round = 0; round < 10; round++) {
		for (int i = 0; i < 100; i++) {
			live[i] = (char *)operator new(112);
			memset(live[i], i, 112);
		}
		for (int i = 0; i < 100; i++) {
			for (int k = 0; k < 112; k++)
				if (live[i][k] != (char)i)
					return 1;
			operator delete(live[i], 112);
		}
	}
	return 0;
}
