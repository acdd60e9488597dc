// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shapes.cpp - a profiled C++ program: templates, virtual calls, lambdas, inlined code.
#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

namespace {

struct Shape {
	virtual ~Shape() = default;
	virtual long area() const = 0;
};

struct Square : Shape {
	explicit Square(long side) : side(side) {}
	long area() const override { return side * side; }
	long side;
};

struct Wide final : Square {
	Wide(long side, long factor) : Square(side), factor(factor) {}
	long area() const override
	{
		return Square::area() * factor;
	}
	long factor;
};

template <typename T> __attribute__((noinline)) T largest(const std::vector<T> &values)
{
	T best{};
	for (const T &v : values)
		if (best < v)
			best = v;
	return best;
}

template <int N> struct Depth {
	static __attribute__((noinline)) int sum(int n) { return n + Depth<N - 1>::sum(n + 1); }
};
template <> struct Depth<0> {
	static int sum(int n) { return n; }
};

static long counter;

} // namespace

namespace outer {
inline namespace v1 {
long operator""_steps(unsigned long long n)
{
	return static_cast<long>(n) + counter;
}
} // namespace v1
} // namespace outer

extern "C" int plain_c_name(int n)
{
	return n & 1 ? n : plain_c_name(n / 2) + 1;
}

int main()
{
	using namespace outer;
	std::vector<Shape *> shapes;
	std::vector<long> areas;
	std::vector<std::string> names;
	std::map<std::string, long> totals;

	for (long i = 0; i < 60; i++)
		shapes.push_back(i % 3 ? new Square(i) : new Wide(i, 2));
	for (const Shape *s : shapes)
		areas.push_back(s->area());
	std::sort(areas.begin(), areas.end(), [](long a, long b) { return a % 17 < b % 17; });
	for (long a : areas) {
		names.push_back("n" + std::to_string(a));
		totals[names.back()] += a;
	}
	auto bump = [&](int n) __attribute__((noinline)) { counter += n; };
	for (int i = 1; i < 500; i++) {
		bump(plain_c_name(i));
		counter += Depth<3>::sum(i);
	}
	counter += largest(areas) + static_cast<long>(largest(names).size()) + 5_steps;
	for (Shape *s : shapes)
		delete s;
	std::printf("%ld\n", counter % 10 + static_cast<long>(totals.size()));
}
