// A call that was a jump stays one: no block counter comes between it and the return.
//
// RUN: for f in -O2 -O3 "-O2 -fPIC"; do \
// RUN:   env GPROF_PASS=count=blocks %gclang $f -c %s -o t.o && \
// RUN:   llvm-objdump -dr --no-show-raw-insn t.o > t.txt && \
// RUN:   FileCheck %s < t.txt || exit 1; \
// RUN: done

int next(int n), other(int n);

// CHECK-LABEL: <at_once>:
// CHECK: jmp {{.*}}
// CHECK-NEXT: next
int at_once(int n)
{
	return next(n + 1);
}

// The return is one block, which the code generator copies to each call.
//
// CHECK-LABEL: <by_copy>:
// CHECK-NOT: call
// CHECK: jmp
// CHECK-LABEL: <after>:
int by_copy(int n)
{
	switch (n) {
	case 1:
		return next(n);
	case 2:
		return other(n + 7);
	case 3:
		return next(n + 3);
	}
	return 5;
}

void after(void)
{
}
