// The monitor in a prologue is 31 bytes: compare, branch, two cold instructions, count.
//
// RUN: %gclang -O2 -c %s -o t.o
// RUN: llvm-objdump -d --no-show-raw-insn --disassemble-symbols=leaf t.o | FileCheck %s

// CHECK:      <leaf>:
// CHECK-NEXT: 0: {{ *}}cmpb $0{{(x0)?}}, %fs:
// CHECK-NEXT: 9: {{ *}}jne 0x[[#%x,BACK:]]
// CHECK-NEXT: b: {{ *}}leaq {{.*}}, %r11
// CHECK-NEXT: 12: {{ *}}jmp
// CHECK-NEXT: [[#%x,BACK]]: {{ *}}incq %gs:
// CHECK-NEXT: 1f: {{ *}}leal
// CHECK:      ret
int leaf(int x)
{
	return 2 * x + 1;
}
