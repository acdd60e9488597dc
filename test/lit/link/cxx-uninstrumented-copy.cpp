// A template also instantiated in a plain object links and runs, whichever copy is kept.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %gclangxx -O2 -c %s -o one.o
// RUN: %clangxx -O2 -c -DOTHER %s -o two.o
// RUN: %gclangxx one.o two.o -o a.out && ./a.out
// RUN: %expect --set first a.out %s
// RUN: %gclangxx two.o one.o -o b.out && ./b.out
// RUN: %expect --set second b.out %s

#include "Inputs/template.h"

#ifdef OTHER
volatile int sink;

extern "C" [[gnu::noinline]] void other()
{
	for (int i = 0; i < 30; i++)
		sink += twice(i);
}
#else
extern "C" void other();

// Calls made by plain code are known only where the callee counts them.
// ARC[first]: main -> int twice<int>(int) 12
// CALLS[first]: int twice<int>(int) 42
// SPONTANEOUS[first]: int twice<int>(int) 30
// ARC[second]: main -> int twice<int>(int) 12
// ARC: main -> other 1
int main()
{
	for (volatile int i = 0; i < 12; i++)
		sink += twice<int>(i);
	other();
}
#endif
