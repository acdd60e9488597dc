// A line where a lambda begins has the executions of its statement or of the lambda, whichever are more, and not their sum.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: env GPROF_PASS=count=blocks %gclangxx -g -O0 %s -o a.out
// RUN: env GPROF_OPTIONS=rate=0 ./a.out
// RUN: %gprof export --format=lcov a.out | grep -A99 "SF:.*lines-lambda" | FileCheck %s
static volatile int sink;

template <class F> static void each(F f)
{
	for (int i = 0; i < 4; i++)
		f(i);
}

int main()
{
	for (int i = 0; i < 10; i++)
		each([&](int n) { // CHECK-DAG: DA:[[#@LINE]],40{{$}}
			sink = n; // CHECK-DAG: DA:[[#@LINE]],40{{$}}
		});
	auto never = [](int n) {
		sink = n; // CHECK-DAG: DA:[[#@LINE]],0{{$}}
	};
	if (sink > 3)
		return 0; // CHECK-DAG: DA:[[#@LINE]],0{{$}}
	if (sink > 4)
		never(1);
	return 0;
}
