// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ledger.cpp - a C++ program that counts its own calls (ledger.c): virtual functions, templates,
// lambdas, constructors and destructors, exceptions, function objects, threads.
#include <cstdio>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#define NAMES(X) X(area) X(made) X(gone) X(twice) X(thrown) X(caught) X(called) X(applied) X(run) \
	X(main)
#define ENTRY(name) ROW_##name,
#define TEXT(name) #name,

enum row { NAMES(ENTRY) ROWS };

static unsigned long ledger[ROWS];
static volatile int sink;

#define MARK(name) __atomic_fetch_add(&ledger[ROW_##name], 1, __ATOMIC_RELAXED)
#define CALLED __attribute__((noinline))

extern "C" {
CALLED int area(int x) { MARK(area); return sink = x; }
CALLED void made() { MARK(made); sink = 1; }
CALLED void gone() { MARK(gone); sink = 2; }
CALLED int twice(int x) { MARK(twice); return sink = 2 * x; }
CALLED int called(int x) { MARK(called); return sink = x; }
CALLED int applied(int x) { MARK(applied); return sink = x; }
}

struct shape {
	shape() { made(); }
	virtual ~shape() { gone(); }
	virtual int size(int x) = 0;
};

struct square : shape {
	int size(int x) override { return area(x * x); }
};

struct circle : shape {
	int size(int x) override { return area(3 * x * x); }
};

template <typename T> T doubled(T x)
{
	return static_cast<T>(twice(static_cast<int>(x)));
}

#ifdef __cpp_exceptions
extern "C" CALLED void thrown(int x)
{
	MARK(thrown);
	if (x % 3 == 0)
		throw x;
}

extern "C" CALLED int caught(int x)
{
	MARK(caught);
	try {
		thrown(x);
	} catch (int y) {
		return y;
	}
	return 0;
}
#else
extern "C" CALLED void thrown(int) { MARK(thrown); }
extern "C" CALLED int caught(int x) { MARK(caught); thrown(x); return x; }
#endif

extern "C" CALLED void run(int n)
{
	MARK(run);
	for (int i = 0; i < n; i++)
		called(i);
}

int main()
{
	static const char *const names[] = { NAMES(TEXT) };
	int sum = 0;

	MARK(main);
	for (int i = 0; i < 300; i++) {
		std::unique_ptr<shape> s(i % 2 ? static_cast<shape *>(new square)
					       : static_cast<shape *>(new circle));
		std::function<int(int)> f = [i](int x) { return applied(x + i); };

		sum += s->size(i) + doubled(i) + doubled(1.5 * i) + f(i) + caught(i);
	}
	std::vector<std::thread> threads;
	for (int i = 0; i < 3; i++)
		threads.emplace_back(run, 50 * (i + 1));
	for (std::thread &t : threads)
		t.join();
	for (int i = 0; i < ROWS; i++)
		std::printf("%s %lu\n", names[i], ledger[i]);
	return sum == 12345;
}
