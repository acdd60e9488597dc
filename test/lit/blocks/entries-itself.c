// A function that calls itself by a jump to its start is entered as often as its calls say; where the jump may be a loop as well, its executions have bounds.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64, llvm-19-or-newer
// RUN: env GPROF_PASS=count=blocks %gclang -g -O2 -S %s -o itself.s
// RUN: grep 'jmp.*walk' itself.s
// RUN: %gclang itself.s -o itself
// RUN: env GPROF_OPTIONS=rate=0 GPROF_FILE=itself.gprof ./itself
// RUN: %build/bin/print_executions itself itself.gprof > executions && FileCheck %s < executions
// The count of the call moved away from the jump.
// RUN: sed 's/^\tjmp\twalk.*/\tjmp 7f\n7:\n&/' itself.s > far.s
// RUN: %gclang far.s -o far
// RUN: env GPROF_OPTIONS=rate=0 GPROF_FILE=far.gprof ./far
// RUN: %build/bin/print_executions far far.gprof | FileCheck --check-prefix=FAR %s
// CHECK: {{ 1500 exact walk push}}
// CHECK: {{ 800 exact walk ret}}
// FAR-NOT: {{ [0-9]+ exact walk push}}
// FAR: {{ [0-9]+\.\.[0-9]+ between walk push}}
struct node {
	struct node *left, *right;
	int seen;
};

static int total;

__attribute__((noinline)) static void visit(struct node *n, int i)
{
	__asm__ volatile("");
	total += i;
}

// In a chain of 8 to the left, of which the last is followed by 7 to the right.
__attribute__((noinline)) static int walk(struct node *n, int i)
{
	if (n->left)
		i = walk(n->left, i);
	if (!n->seen)
		visit(n, i++);
	if (n->right)
		i = walk(n->right, i);
	return i;
}

int main(void)
{
	static struct node nodes[15];

	for (int i = 0; i < 7; i++)
		nodes[i].left = &nodes[i + 1];
	for (int i = 7; i < 14; i++)
		nodes[i].right = &nodes[i + 1];
	for (int i = 0; i < 100; i++)
		total += walk(nodes, 0);
	return 0;
}
