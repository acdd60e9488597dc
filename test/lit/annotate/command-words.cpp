/* The commands that sentences suggest name a function alone by its shortest readable name, quoted for the shell. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * RUN: %recorded %s prog %gclangxx -g -O1
 * RUN: %gprof report prog > out && FileCheck %s < out
 * RUN: grep -o 'annotate [^ ]* prog' out > words && xargs %gprof < words | FileCheck %s --check-prefix=LINES
 * CHECK: of it 75.0 % in 'ns::set::has', inlined (command-words.cpp:[[#]]): `gprof-llvm annotate ns::set::has prog' shows its lines.
 * LINES: sink += n
 *
 * Where another instance of the template has samples, its arguments are needed.
 * RUN: sed 's/TWO:/SAMPLE:/' %s > two.cpp && %recorded two.cpp two %gclangxx -g -O1 -DTWO
 * RUN: %gprof report two | FileCheck %s --check-prefix=INSTANCE
 * INSTANCE: `gprof-llvm annotate 'ns::set<int>::has' two' shows its lines.
 *
 * Where it is overloaded, its parameters.
 * RUN: sed 's/MORE:/SAMPLE:/' %s > more.cpp && %recorded more.cpp more %gclangxx -g -O1 -DMORE
 * RUN: %gprof report more | FileCheck %s --check-prefix=OVERLOADED
 * OVERLOADED: `gprof-llvm annotate 'ns::set<int>::has(long)' more' shows its lines.
 */
volatile long sink;

namespace ns {
template <class T> struct set {
	__attribute__((always_inline)) void has(long n)
	{
		sink += n;	/* SAMPLE: 120 _Z4workl:26 < main:51 < libc */
	}			/* TWO: 10 _Z4workl:26#2 < main:51 < libc */
	__attribute__((always_inline)) void has(char n)
	{
		sink -= n;	/* MORE: 10 _Z4workl:30 < main:51 < libc */
	}
};
}

__attribute__((noinline)) void work(long n)
{
	ns::set<int> s;

	sink = 1;		/* SAMPLE: 40 _Z4workl:39 < main:51 < libc */
	s.has(n);
#ifdef TWO
	sink = 2, ns::set<long>().has(n);
#elif defined(MORE)
	s.has('c');
#endif
}

int main()
{

	work(1);
	return 0;
}
