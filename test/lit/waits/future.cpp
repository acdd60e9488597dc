/* A std::future is no mutex: it waits with a bit that a robust mutex has beside its holder's number. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclangxx -std=c++17 -g -O2 -pthread %s -o a.out && env GPROF_OPTIONS=clock=wall ./a.out
// RUN: %gprof report --no-head --locks a.out | FileCheck %s
// CHECK: (futex)
// CHECK-NEXT: waiting: {{.*}}get{{.*}} 100 %
// CHECK-NOT: mutex
#include <chrono>
#include <future>
#include <thread>

static std::promise<int> promise;

int main()
{
	std::future<int> future = promise.get_future();
	std::thread thread([] {
		std::this_thread::sleep_for(std::chrono::milliseconds(500));
		promise.set_value(0);
	});
	int value = future.get();

	thread.join();
	return value;
}
