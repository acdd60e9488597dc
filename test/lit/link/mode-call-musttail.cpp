// A guaranteed tail call is an arc from where the function will return to, and stays a tail call.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: for o in -O0 -O2; do \
// RUN:   GPROF_PASS=mode=call %gclangxx $o %s -o a.out || exit 1; \
// RUN:   (ulimit -s 256; ./a.out) && %expect a.out %s && rm *.gprof || exit 1; \
// RUN: done

static volatile int sink;

extern "C" {
[[gnu::noinline]] int done(int n) { return sink = n; }

[[gnu::noinline]] int pong(int n);

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

// ARC: main -> ping 500000
// ARC: main -> pong 500000
// ARC: main -> done 1
int main()
{
	int result = ping(999999);

	sink = result;
	return 0;
}
