// AArch64: a count cannot be torn by a signal: a loop with the exclusive monitor, or one stadd.
//
// RUN: for o in -O0 -O2; do \
// RUN:   %aclang $o -c %s -o t.o && llvm-objdump -dr --no-show-raw-insn t.o > t.txt && \
// RUN:     FileCheck %s < t.txt && \
// RUN:   %aclang $o -march=armv8.1-a -c %s -o t.o && llvm-objdump -dr --mattr=+lse --no-show-raw-insn t.o > t.txt && \
// RUN:     FileCheck %s --check-prefix=LSE < t.txt && \
// RUN:   %aclang $o -fPIC -c %s -o t.o && llvm-objdump -dr --no-show-raw-insn t.o > t.txt && \
// RUN:     FileCheck %s --check-prefix=PIC < t.txt || exit 1; \
// RUN: done

void other(void);

// The counter's address is made anew for every count: nothing is kept over a call.
// CHECK-LABEL: <caller>:
// CHECK:      bl
// CHECK:      mrs x16, TPIDR_EL0
// CHECK-NEXT: add x16, x16, #{{0x0|0}}, lsl #12
// CHECK-NEXT: R_AARCH64_TLSLE_ADD_TPREL_HI12 __gprof_thread
// CHECK-NEXT: ldr x16, [x16]
// CHECK-NEXT: R_AARCH64_TLSLE_LDST64_TPREL_LO12_NC __gprof_thread
// CHECK-NEXT: adrp x17
// CHECK-NEXT: R_AARCH64_ADR_PREL_PG_HI21
// CHECK-NEXT: add x17, x17
// CHECK-NEXT: R_AARCH64_ADD_ABS_LO12_NC
// CHECK-NEXT: add x16, x16, x17
// CHECK-NEXT: ldxr x17, [x16]
// CHECK-NEXT: add x17, x17, #{{0x1|1}}
// CHECK-NEXT: stxr w15, x17, [x16]
// CHECK-NEXT: cbnz w15
// CHECK-NEXT: bl
//
// LSE-LABEL: <caller>:
// LSE:      bl
// LSE:      add x16, x16, x17
// LSE-NEXT: mov w17, #{{0x1|1}}
// LSE-NEXT: stadd x17, [x16]
// LSE-NEXT: bl
//
// PIC-LABEL: <caller>:
// PIC:      bl
// PIC:      mrs x16, TPIDR_EL0
// PIC:      R_AARCH64_TLSIE_ADR_GOTTPREL_PAGE21 __gprof_thread
// PIC:      R_AARCH64_TLSIE_LD64_GOTTPREL_LO12_NC __gprof_thread
// PIC-NEXT: ldr x16, [x16, x17]
void caller(void)
{
	other();
	other();
	other();
}
