// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// checked.cpp - calls by pointer, of functions of the file and of a lambda, and exceptions.  With
// an argument two functions take time, so that samples meet them.
#include <functional>
#include <string>

static volatile int sink, spins;

/* CALLS: one(int) 59 */
static __attribute__((noinline)) int one(int x)
{
	for (int i = 0; i < spins; i++)
		sink = i;
	sink = x;
	return sink;
}

/* ARC: run(int) -> may_throw(int) 10 */
__attribute__((noinline)) static int may_throw(int x)
{
	if (x == 3)
		throw std::string("three");
	return x;
}

/* ARC: main -> run(int) 1 */
__attribute__((noinline)) static int run(int n)
{
	int sum = 0;

	for (int i = 0; i < 50 * spins; i++)
		sink = i;
	for (int i = 0; i < n; i++) {
		try {
			sum += may_throw(i);
		} catch (std::string &) {
			sum += 100;
		}
	}
	return sum;
}

int main(int argc, char **)
{
	std::function<int(int)> call = [](int x) { return one(x); };
	int (*volatile to_one)(int) = one;
	int sum = 0;

	spins = argc > 1 ? 2000000 : 0;
	for (int i = 0; i < 50; i++)
		sum += call(i);
	for (int i = 0; i < 9; i++)
		sum += to_one(i);
	return run(10) + sum == 0;
}
