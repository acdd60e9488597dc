// count=calls is the default: the same code and records, none of them of blocks.
//
// RUN: %gclang -O2 -c %s -o default.o
// RUN: env GPROF_PASS=count=calls %gclang -O2 -c %s -o calls.o
// RUN: cmp default.o calls.o
// RUN: env GPROF_PASS=count=blocks %gclang -O2 -c %s -o blocks.o
// RUN: for o in default blocks; do llvm-objdump -d $o.o | grep -c '%gs:' > $o.n || exit 1; done
// RUN: test $(cat blocks.n) -gt $(cat default.n)
// RUN: llvm-strings default.o | FileCheck %s
// CHECK: mode=counters,bias=auto{{$}}

void callee(void);

int caller(int n)
{
	if (n & 1)
		callee();
	for (int i = 0; i < n; i++)
		callee();
	return n;
}
