// With -ffat-lto-objects the pass runs twice on a module and instruments it once.
//
// REQUIRES: llvm-19-or-newer
// RUN: %gclang -O2 -flto -ffat-lto-objects -c %s -o t.o
// RUN: llvm-objdump -d --no-show-raw-insn --disassemble-symbols=caller t.o | FileCheck %s

// CHECK-LABEL: <caller>:
// CHECK:       incq %gs:
// CHECK:       incq %gs:
// CHECK-NOT:   incq
// CHECK:       ret
int callee(int);
int caller(int x)
{
	return callee(x) + 1;
}
