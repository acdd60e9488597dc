// Instances of one template are shown together, on its source, and are named with their times.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %recorded %s prog %gclangxx -g -O1
// RUN: %gprof annotate -b add prog | FileCheck %s
// CHECK:      {{^}}add ({{.*}}templates.cpp:16)
// CHECK-NEXT: 0.008 s, 100.0 % of the program, in its body; 0.008 s, 100.0 % total; called 12 times
// CHECK-DAG:  int add<int>(int): 0.005 s, 10 calls
// CHECK-DAG:  long add<long>(long): 0.003 s, 2 calls
// CHECK:      19 X 8? 1.00 100.0 100.0 0.008? 100.0 ******** sink += n;
// CHECK-NEXT: 20 leaf();
// CHECK-NEXT: -> leaf(), 12 calls
volatile long sink;

__attribute__((noinline)) void leaf() { sink = 1; }

template <class T> __attribute__((noinline)) T add(T n)
{
	// SAMPLE: 5 _Z3addIiET_S0_:19 < main:29 < libc
	sink += n;
	leaf();
	// SAMPLE: 3 _Z3addIlET_S0_:19 < main:30 < libc
	return n;
}

int main()
{
	long all = 0;
	for (int i = 0; i < 10; i++)
		all += add<int>(i);
	return (int)((all + add<long>(3) + add<long>(4)) * 0);
}
