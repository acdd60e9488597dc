// What follows a call of the function itself that became a jump ran at least as often as the returns that are left say, though its mark is still there.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: env GPROF_PASS=count=blocks %gclang -g -O2 %s -o a.out
// RUN: env GPROF_OPTIONS=rate=0 ./a.out
// RUN: %gprof annotate -b --limit=0 written-recursive.c a.out | FileCheck %s
volatile int sink;
struct node {
	int kind;
	struct node *a, *b;
};

__attribute__((noinline)) static void work(struct node *n)
{
	if (n->kind == 3) { // CHECK: {{^ +[0-9]+ +4 .*}}kind == 3
		if (n->a)
			work(n->a);
		sink++; // CHECK: {{^ +[0-9]+ +1 .*}}sink++
		return;
	}
	if (n->kind == 2)
		sink--;
	if (n->a) // CHECK: {{^ +[0-9]+ +3 .*}}if (n->a)
		work(n->a);
	if (n->b)
		work(n->b);
	// CHECK: {{^ +[0-9]+ +>=[0-4] .*}}} // end
} // end

int main(void)
{
	struct node n[30] = { 0 };

	for (int i = 0; i < 28; i++) {
		n[i].kind = i % 4;
		n[i].b = i % 5 ? &n[i + 1] : 0;
		n[i].a = i % 3 ? 0 : &n[i + 2];
	}
	work(n);
	return 0;
}
