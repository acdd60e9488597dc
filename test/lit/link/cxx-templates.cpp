// A template instantiated in two objects is one function with the calls of both.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %gclangxx -O2 -c %s -o one.o
// RUN: %gclangxx -O2 -c -DOTHER %s -o two.o
// RUN: %gclangxx one.o two.o -o a.out
// RUN: ./a.out
// RUN: %expect a.out %s
// RUN: rm *.gprof
// RUN: %gclangxx -ffunction-sections -O2 -c %s -o one.o
// RUN: %gclangxx -ffunction-sections -O0 -c -DOTHER %s -o two.o
// RUN: %gclangxx -Wl,--gc-sections two.o one.o -o a.out
// RUN: ./a.out
// RUN: %expect a.out %s

#include "Inputs/template.h"

#ifdef OTHER
volatile int sink;

// ARC: other -> int twice<int>(int) 30
// ARC: other -> Square::area() const 30
extern "C" [[gnu::noinline]] void other(const Shape *shape)
{
	for (int i = 0; i < 30; i++)
		sink += twice(i) + shape->area();
}
#else
extern "C" void other(const Shape *shape);

// ARC: main -> int twice<int>(int) 12
// ARC: main -> long twice<long>(long) 5
// CALLS: int twice<int>(int) 42
// CALLS: Square::area() const 30
int main()
{
	Square square;
	for (volatile int i = 0; i < 12; i++)
		sink += twice<int>(i);
	for (volatile int i = 0; i < 5; i++)
		sink += twice<long>(i);
	other(&square);
}
#endif
