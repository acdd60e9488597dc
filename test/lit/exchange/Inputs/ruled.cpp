/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions of all kinds: with a brace on its own line, on one line, inlined, never called, in a line that runs. */
#include <cstdio>
#include <vector>

static int twice(int x) { return x > 2 ? 2 * x : x; }

template <class T>
static T larger(T a, T b)
{
	if (a > b)
		return a;
	return b;
}

struct counter {
	counter() : n(0) {}
	virtual ~counter() {}
	virtual void add(int by)
	{
		n += by;
	}
	int n;
};

__attribute__((noinline)) static int
never(int x)
{
	return x + 1;
}

int main(int argc, char **)
{
	auto unused = [](int x) { return x * 3; };
	auto used = [](int x) { return x * 2; };
	std::vector<int> v = { twice(argc), larger(argc, 2), larger(3.0, 4.0) > 3 };
	counter c;

	for (int n : v)
		c.add(used(n));
	if (argc > 5)
		return never(unused(c.n));
	std::printf("%d\n", c.n);
	return 0;
}
