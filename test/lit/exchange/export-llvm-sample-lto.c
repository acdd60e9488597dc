/* After full link-time optimisation the entries of a function's profile are those of its own code: copies that were inlined at link time have their own. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: x86_64, lld
// RUN: for o in NONE THIN FULL; do case $o in NONE) lto=;; THIN) lto=-flto=thin;; FULL) lto=-flto;; esac; \
// RUN:   rm -f *.gprof && for p in 1 2; do env GPROF_PASS=count=blocks %gclang -O2 -g1 -fpseudo-probe-for-profiling $lto -DPART=$p -c %s -o $p.o || exit 1; done; \
// RUN:   %gclang -O2 $lto -fuse-ld=lld 1.o 2.o -o a.out && env GPROF_OPTIONS=rate=0 ./a.out && \
// RUN:   %gprof export --format=llvm-sample a.out > $o && FileCheck --check-prefix=$o %s < $o || exit 1; done
// NONE:      {{^}}main:{{[0-9]+}}:1{{$}}
// NONE:      {{^}}shared:{{[0-9]+}}:13{{$}}
// NONE-NEXT: {{^}} 1: 13{{$}}
// THIN:      {{^}}shared:{{[0-9]+}}:13{{$}}
// THIN-NEXT: {{^}} 1: 13{{$}}
// FULL:      {{^}}main:{{[0-9]+}}:1{{$}}
// FULL:      {{^}} {{[0-9]+}}: shared:{{[0-9]+}}{{$}}
// FULL-NEXT: {{^}}  1: 10{{$}}
// FULL:      {{^}}shared:{{[0-9]+}}:3{{$}}
// FULL-NEXT: {{^}} 1: 3{{$}}

extern volatile int sink;

#if PART == 1
int shared(int x)
{
	return x & 1 ? x * 3 + sink : sink;
}
#else
int shared(int x);

volatile int sink;
int (*volatile pointer)(int) = shared;

int main(void)
{
	int n = 0;

	for (int i = 0; i < 10; i++) {
		n += shared(i);
		if (i < 3)
			n += pointer(i);
	}
	return n > 1000000;
}
#endif
