// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// throws.cpp - exceptions pass through functions with and without destructors, are caught by type,
// thrown again, and end one function in many.
#include "ledger.h"

#include <stdexcept>

#define NOINLINE __attribute__((noinline))

static volatile long sink;

struct guard {
	int n;
	explicit guard(int n) : n(n) { MARK(0); }
	~guard() { MARK(1); sink += n; }
};

NOINLINE static int leaf(int n)
{
	MARK(2);
	if (n % 7 == 3) {
		MARK(3);
		throw std::runtime_error("three");
	}
	if (n % 11 == 5)
		throw n;
	MARK(4);
	return n * 3;
}

NOINLINE static int plain(int n)
{
	int r = leaf(n);

	MARK(5);
	return r + 1;
}

NOINLINE static int guarded(int n)
{
	guard g(n);
	int r = plain(n);

	MARK(6);
	sink += r;
	return r;
}

NOINLINE static int caught(int n)
{
	try {
		int r = guarded(n);

		MARK(7);
		return r;
	} catch (const std::exception &) {
		MARK(8);
		return -1;
	}
}

NOINLINE static int again(int n)
{
	try {
		MARK(9);
		return caught(n);
	} catch (int x) {
		MARK(10);
		if (x % 2)
			throw;
		MARK(11);
		return x;
	}
}

int main()
{
	ledger_open();
	for (int i = 0; i < 500; i++) {
		try {
			sink += again(i);
			MARK(12);
		} catch (...) {
			MARK(13);
		}
	}
}
