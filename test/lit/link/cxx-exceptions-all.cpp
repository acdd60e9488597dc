// Exceptions of every kind, through instrumented and plain frames, leave exact arcs at every level.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: lld
// RUN: %clangxx -O2 -fexceptions -DPLAIN -c %s -o plain.o
// RUN: for flags in -O0 -O1 -O2 -O3 -Os "-O2 -fPIC" "-O2 -flto=thin -fuse-ld=lld" "-O2 -flto -fuse-ld=lld"; do \
// RUN:   rm -f *.gprof; %gclangxx $flags %s plain.o -o a.out && ./a.out || exit 1; \
// RUN:   %expect a.out %s || { echo "$flags"; exit 1; }; \
// RUN: done

extern "C" {
void through_plain(void (*f)(int), int x);
}

#ifdef PLAIN
struct Plain {
	volatile int *p;
	~Plain() { *p = *p + 1; }
};

// Uninstrumented code between the one who throws and the one who catches.
void through_plain(void (*f)(int), int x)
{
	volatile int n = 0;
	Plain plain{&n};

	f(x);
}
#else
#include <exception>
#include <stdexcept>

#define NOINLINE [[gnu::noinline]]

static volatile int sink;

extern "C" {
NOINLINE void thrower(int x)
{
	if (x % 2)
		throw std::runtime_error("odd");
	sink = sink + x;
}

NOINLINE void cleanup() { sink = sink + 1; }
NOINLINE void caught(int x) { sink = sink + x; }

// ARC: plain_between -> through_plain 100
// ARC: through_plain -> thrower 100
NOINLINE void plain_between()
{
	for (int i = 0; i < 100; i++) {
		try {
			through_plain(thrower, i);
		} catch (const std::exception &) {
			caught(i);
		}
	}
}

// ARC: rethrow_inner -> thrower 100
// ARC: rethrow_inner -> caught 50
NOINLINE void rethrow_inner(int x)
{
	try {
		thrower(x);
	} catch (...) {
		caught(x);
		throw;
	}
}

// ARC: rethrow -> rethrow_inner 100
// ARC: rethrow -> caught 50
NOINLINE void rethrow()
{
	for (int i = 0; i < 100; i++) {
		try {
			rethrow_inner(i);
		} catch (const std::runtime_error &) {
			caught(i);
		}
	}
}

// A try block within a catch block, and one within that.
// ARC: nested -> thrower 300
// ARC: nested -> caught 150
NOINLINE void nested()
{
	for (int i = 0; i < 100; i++) {
		try {
			thrower(i);
			thrower(i);
			thrower(i);
		} catch (...) {
			caught(i);
			try {
				thrower(i);
			} catch (...) {
				caught(i);
				try {
					thrower(i);
				} catch (...) {
					caught(i);
				}
			}
		}
	}
}

// ARC: function_try -> thrower 100
// ARC: function_try -> caught 50
NOINLINE int function_try(int x)
try {
	thrower(x);
	return 0;
} catch (const std::exception &) {
	caught(x);
	return 1;
}
}

struct Guard {
	~Guard() { cleanup(); }
};

// Throws in its destructor, which is caught outside; but never while another exception is on its way.
struct Thrower {
	int x;
	~Thrower() noexcept(false)
	{
		if (!std::uncaught_exceptions())
			thrower(x);
	}
};

// CALLS: cleanup 300
// CALLS: destructors 100
// ARC: destructors -> caught 0
extern "C" NOINLINE void destructors(int x)
{
	Guard one;
	{
		Guard two;
		Thrower three{x};
		Guard four;
	}
	if (x < 0)
		caught(x);
}

// What a destructor calls while the stack unwinds may throw and catch itself.
struct Catches {
	~Catches()
	{
		function_try(1);
		function_try(2);
	}
};

// ARC: while_unwinding -> thrower 20
extern "C" NOINLINE void while_unwinding(int x)
{
	Catches catches;

	thrower(x);
}

// ARC: main -> while_unwinding 20
// ARC: main -> destructors 100
// ARC: main -> plain_between 1
// CALLS: function_try 100
// CALLS: thrower 720
int main()
{
	plain_between();
	rethrow();
	nested();
	for (volatile int i = 0; i < 60; i = i + 1)
		function_try(i);
	for (volatile int i = 0; i < 100; i = i + 1) {
		try {
			destructors(i);
		} catch (...) {
			caught(i);
		}
	}
	for (volatile int i = 0; i < 20; i = i + 1) {
		try {
			while_unwinding(i);
		} catch (...) {
			caught(i);
		}
	}
}
#endif
