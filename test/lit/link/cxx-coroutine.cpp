// Calls made by a coroutine's body are counted, however often it is suspended.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %gclangxx -std=c++20 -O2 %s -o a.out
// RUN: ./a.out
// RUN: %expect a.out %s
// RUN: rm *.gprof
// RUN: %gclangxx -std=c++20 -O0 %s -o a.out
// RUN: ./a.out
// RUN: %expect a.out %s

#include <coroutine>

static volatile int sink;

extern "C" {
// CALLS: step 1+20
[[gnu::noinline]] void step(int x)
{
	sink = sink + x;
}
}

struct Task {
	struct promise_type {
		Task get_return_object()
		{
			return {std::coroutine_handle<promise_type>::from_promise(*this)};
		}
		std::suspend_always initial_suspend() noexcept { return {}; }
		std::suspend_always final_suspend() noexcept { return {}; }
		void return_void() {}
		void unhandled_exception() {}
	};
	std::coroutine_handle<promise_type> handle;
};

[[gnu::noinline]] Task counting(int n)
{
	step(0);
	for (int i = 0; i < n; i++) {
		co_await std::suspend_always{};
		step(i);
	}
}

extern "C" [[gnu::noinline]] void resume_one(Task *task)
{
	task->handle.resume();
}

// ARC: main -> resume_one 21
int main()
{
	Task task = counting(20);
	for (int i = 0; i < 21; i++)
		resume_one(&task);
	task.handle.destroy();
	return sink != 190;
}
