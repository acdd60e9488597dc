// Code for shared objects counts through an initial-exec thread-local, never through GS.
//
// RUN: for o in -O0 -O2; do \
// RUN:   %gclang $o -fPIC -c %s -o t.o && \
// RUN:   llvm-objdump -dr --no-show-raw-insn t.o > t.txt && FileCheck %s < t.txt || exit 1; \
// RUN: done
// RUN: llvm-readelf -rW t.o | FileCheck %s --check-prefix=MODEL
// MODEL:     GOTTPOFF
// MODEL-NOT: {{TPOFF32|TLSGD|TLSLD}}

void callee(void);

// CHECK-LABEL: <caller>:
// CHECK-NOT:   %gs:
// CHECK:       R_X86_64_GOTTPOFF __gprof_thread
// CHECK:       {{incq|addq \$(0x)?1,}} (%r
// CHECK-NOT:   %gs:
// CHECK:       call
void caller(void)
{
	callee();
}
