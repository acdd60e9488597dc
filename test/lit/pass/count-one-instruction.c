// In an executable a direct call is counted by exactly one instruction through GS, at every level.
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
// CHECK-NOT:   %gs:
// CHECK:       {{incq|addq \$(0x)?1,}} %gs:
// CHECK-NOT:   %gs:
// CHECK:       call{{q?}}
// CHECK-NOT:   %gs:
// CHECK:       {{incq|addq \$(0x)?1,}} %gs:
// CHECK-NOT:   %gs:
// CHECK:       call{{q?}}
// CHECK-NOT:   %gs:
// CHECK:       ret
int caller(void)
{
	callee();
	callee();
	return 0;
}
