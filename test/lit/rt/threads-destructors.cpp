// Calls made by destructors of thread-specific data, every round of them, and of thread_local objects are counted.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %gclangxx -O2 -pthread %s -o a.out && ./a.out
// RUN: %expect a.out %s
// RUN: rm *.gprof
// RUN: %gclangxx -O0 -pthread %s -o a.out && ./a.out
// RUN: %expect a.out %s

#include <limits.h>
#include <pthread.h>
#include <thread>

static pthread_key_t key;
static thread_local volatile int sink;

extern "C" {
[[gnu::noinline]] void leaf() { sink = sink + 1; }
[[gnu::noinline]] void last_leaf() { sink = sink + 1; }

// libc calls the destructor PTHREAD_DESTRUCTOR_ITERATIONS times, which is 4, while it sets the key again.
// CALLS: destroy 40
// ARC: destroy -> leaf 120
// ARC: destroy -> last_leaf 10
[[gnu::noinline]] void destroy(void *round)
{
	for (int i = 0; i < 3; i++)
		leaf();
	if ((long)round == PTHREAD_DESTRUCTOR_ITERATIONS)
		last_leaf();
	pthread_setspecific(key, (void *)((long)round + 1));
}

[[gnu::noinline]] void from_object() { sink = sink + 1; }
}

// CALLS: from_object 20
struct Object {
	int used = 0;
	~Object()
	{
		from_object();
		from_object();
	}
};
static thread_local Object object;

static void run()
{
	object.used++;
	pthread_setspecific(key, (void *)1);
}

int main()
{
	static_assert(PTHREAD_DESTRUCTOR_ITERATIONS == 4);
	pthread_key_create(&key, destroy);
	for (volatile int i = 0; i < 10; i = i + 1)
		std::thread(run).join();
}
