// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// template.h - a function that stands in every object that includes this.

extern volatile int sink;

template <typename T> [[gnu::noinline]] T twice(T x)
{
	sink += 1;
	return x + x;
}

struct Shape {
	virtual ~Shape() = default;
	virtual int area() const = 0;
};

struct Square : Shape {
	int side = 1;
	[[gnu::noinline]] int area() const override
	{
		sink += side;
		return side * side;
	}
};
