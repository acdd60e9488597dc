// In an executable a direct call is counted by exactly one instruction through GS, at every level.
//
// RUN: for o in -O0 -O1 -O2 -O3 -Os -Oz; do \
// RUN:   %gclang $o -fno-pic -c %s -o t.o && llvm-objdump -d --no-show-raw-insn t.o > t.txt && \
// RUN:   FileCheck %s < t.txt || exit 1; \
// RUN:   %gclang $o -fPIE -c %s -o t.o && llvm-objdump -d --no-show-raw-insn t.o > t.txt && \
// RUN:   FileCheck %s < t.txt || exit 1; \
// RUN: done
//
// So it is where code is generated without optimisation and functions do not say so: by other front
// ends (here without optnone), and by the linker after link-time optimisation.
//
// RUN: %gclang -O0 -Xclang -disable-O0-optnone -fPIE -c %s -o t.o
// RUN: llvm-objdump -d --no-show-raw-insn t.o | FileCheck %s
// RUN: %clang -O0 -Xclang -disable-O0-optnone -emit-llvm -c %s -o t.bc
// RUN: %gclang -O0 -c t.bc -o t.o && llvm-objdump -d --no-show-raw-insn t.o | FileCheck %s
// RUN: for l in full thin; do \
// RUN:   %gclang -O2 -flto=$l -fPIE -c %s -o t.o && %clang -O0 -c -x ir t.o -o u.o && \
// RUN:   llvm-objdump -d --no-show-raw-insn u.o > t.txt && FileCheck %s < t.txt || exit 1; \
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
