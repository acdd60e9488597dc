// The monitor in a prologue is 23 bytes, a branch that is not taken; 12 cold ones stand after the code.
//
// RUN: %gclang -O2 -c %s -o t.o
// RUN: llvm-objdump -d --no-show-raw-insn t.o | FileCheck %s
// RUN: %gclang -O2 -ffunction-sections -c %s -o t.o
// RUN: llvm-objdump -d --no-show-raw-insn --section=.text.leaf t.o | FileCheck %s

// CHECK:      <leaf>:
// CHECK-NEXT: 0: {{ *}}cmpb $0{{(x0)?}}, %fs:
// CHECK-NEXT: 9: {{ *}}je 0x[[#%x,COLD:]]
// CHECK:      {{[bf]}}: {{ *}}incq %gs:
// CHECK-NEXT: {{ *}}leal
// CHECK-NOT:  jmp
// CHECK:      ret
// CHECK-NOT:  jmp
// CHECK:      [[#%x,COLD]]: {{ *}}leaq {{.*}}, %r11
// CHECK-NEXT: jmp
int leaf(int x)
{
	return 2 * x + 1;
}
