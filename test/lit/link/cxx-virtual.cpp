// Virtual calls are counted per target.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %gclangxx -O2 %s -o a.out
// RUN: ./a.out
// RUN: %expect a.out %s

static volatile int sink;

struct Base {
	virtual void run() = 0;
};
struct A : Base {
	[[gnu::noinline]] void run() override { sink = sink + 1; }
};
struct B : Base {
	[[gnu::noinline]] void run() override { sink = sink + 2; }
};

// ARC: dispatch -> A::run() 90
// ARC: dispatch -> B::run() 10
extern "C" [[gnu::noinline]] void dispatch(Base *object)
{
	object->run();
	sink = sink + 1;
}

int main()
{
	A a;
	B b;
	for (volatile int i = 0; i < 100; i = i + 1)
		dispatch(i % 10 == 3 ? (Base *)&b : &a);
}
