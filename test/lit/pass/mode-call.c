// mode=call puts the call of the monitoring routine before every prologue, at every level.
//
// RUN: for o in -O0 -O1 -O2 -O3 -Os; do \
// RUN:   env GPROF_PASS=mode=call %gclang $o -c %s -o t.o && \
// RUN:   llvm-objdump -dr --no-show-raw-insn t.o > t.txt && FileCheck %s < t.txt || exit 1; \
// RUN: done

// CHECK-LABEL: <leaf>:
// CHECK-NEXT:  call
// CHECK-NEXT:  __fentry__
// CHECK-NOT:   %gs:
// CHECK:       ret
__attribute__((noinline)) int leaf(int x)
{
	return x + 1;
}

// CHECK-LABEL: <caller>:
// CHECK-NEXT:  call
// CHECK-NEXT:  __fentry__
// CHECK-NOT:   %gs:
int caller(int x)
{
	return leaf(x) + leaf(x + 1);
}
