// In an executable a direct call is counted by exactly one incq through GS, at every level.
//
// RUN: for o in -O0 -O1 -O2 -O3 -Os -Oz; do \
// RUN:   %gclang $o -fno-pic -c %s -o t.o && llvm-objdump -d --no-show-raw-insn t.o > t.txt && \
// RUN:   FileCheck %s < t.txt || exit 1; \
// RUN:   %gclang $o -fPIE -c %s -o t.o && llvm-objdump -d --no-show-raw-insn t.o > t.txt && \
// RUN:   FileCheck %s < t.txt || exit 1; \
// RUN: done

void callee(void);

// CHECK-LABEL: <caller>:
// CHECK:       incq %gs:
// CHECK-NOT:   incq
// CHECK:       incq %gs:
// CHECK-NOT:   incq
// CHECK:       call{{q?}}
// CHECK-NOT:   incq
// CHECK:       incq %gs:
// CHECK-NOT:   incq
// CHECK:       call{{q?}}
// CHECK-NOT:   incq
// CHECK:       ret
int caller(void)
{
	callee();
	callee();
	return 0;
}
