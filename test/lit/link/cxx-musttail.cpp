// A guaranteed tail call is counted, and stays a tail call.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %gclangxx -O2 %s -o a.out
// RUN: ./a.out
// RUN: %expect a.out %s
// RUN: rm *.gprof
// RUN: %gclangxx -O0 %s -o a.out
// RUN: (ulimit -s 256; ./a.out)
// RUN: %expect a.out %s

static volatile int sink;

extern "C" {
[[gnu::noinline]] int done(int n) { return sink = n; }

[[gnu::noinline]] int pong(int n);

// ARC: ping -> pong 500000
// ARC: pong -> ping 499999
// ARC: ping -> done 0
// ARC: pong -> done 1
[[gnu::noinline]] int ping(int n)
{
	if (!n)
		[[clang::musttail]] return done(n);
	[[clang::musttail]] return pong(n - 1);
}

[[gnu::noinline]] int pong(int n)
{
	if (!n)
		[[clang::musttail]] return done(n);
	[[clang::musttail]] return ping(n - 1);
}
}

// ARC: main -> ping 1
int main()
{
	return ping(999999);
}
