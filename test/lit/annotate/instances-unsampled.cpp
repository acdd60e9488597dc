// Instances of a template without samples have their calls in its sum, without a pattern too.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %recorded %s prog %gclangxx -g -O1
// RUN: %gprof annotate -b prog | FileCheck %s
// CHECK:      {{^}}add ({{.*}}instances-unsampled.cpp:11)
// CHECK-NEXT: called 12 times
// CHECK-DAG:  int add<int>(int): 0.005 s, 10 calls
// CHECK-DAG:  long add<long>(long): 0.000 s, 2 calls
volatile long sink;

template <class T> __attribute__((noinline)) T add(T n)
{
	// SAMPLE: 5 _Z3addIiET_S0_:14 < main:22 < libc
	sink += n;
	return n;
}

int main()
{
	long all = 0;
	for (int i = 0; i < 10; i++)
		all += add<int>(i);
	return (int)((all + add<long>(3) + add<long>(4)) * 0);
}
