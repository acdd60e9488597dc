// An indirect call compares its target with the one seen first and counts a hit inline.
//
// RUN: %gclang -O2 -c %s -o t.o
// RUN: llvm-objdump -dr --no-show-raw-insn --disassemble-symbols=caller t.o | FileCheck %s

// CHECK-LABEL: <caller>:
// CHECK:       cmpq %rax, %gs:
// CHECK:       je
// CHECK:       jmp
// CHECK-NEXT:  __gprof_indirect_gs
// CHECK:       incq %gs:
// CHECK:       {{call|jmp}}
int caller(int (*f)(int), int x)
{
	return f(x) + 1;
}
