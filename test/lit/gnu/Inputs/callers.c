// Two functions within 16 bytes, of which the second calls.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
asm(".text\n"
    ".balign 16\n.globl before\n.type before,@function\nbefore: xor %eax, %eax\nret\n"
    ".size before, .-before\n"
    ".globl caller\n.type caller,@function\ncaller: push %rbp\ncall callee\npop %rbp\nret\n"
    ".size caller, .-caller\n"
    ".balign 16\n.globl callee\n.type callee,@function\ncallee: ret\n.size callee, .-callee\n");

int main(void)
{
	return 0;
}
