// A line of which optimisation took all marks is not told by its instructions: they are executed more or less often than it was. In code that never ran it is exact.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: env GPROF_PASS=count=blocks %gclang -g -O2 %s -o a.out
// RUN: env GPROF_OPTIONS=rate=0 ./a.out
// RUN: %gprof annotate -b 'work_*' a.out | FileCheck %s
// RUN: %gprof export --format=lcov a.out > lcov
// RUN: not grep "^DA:$(grep -n "// left$" %s | cut -d: -f1)," lcov
struct node {
	struct node *left, *right;
};
static volatile int sink;

/* The recursion becomes a loop, which returns once where the code as written did at each level. */
__attribute__((noinline)) static int work_walk(struct node *n, int i)
{
	if (n->left)
		i = work_walk(n->left, i + sink);
	if (n->right)
		i = work_walk(n->right, i + 1); // CHECK: {{^ +[0-9]+ +20 .*}}n->right, i + 1
	return i; // left
	// CHECK: {{^ +[0-9]+ +>=[0-9]+ .*}}// left
}

__attribute__((noinline)) static int work_never(struct node *n, int i)
{
	if (n->left)
		i = work_never(n->left, i + sink);
	if (n->right)
		i = work_never(n->right, i + 1);
	return i; // CHECK: {{^ +[0-9]+ +0 .*}}return i;
}

int main(void)
{
	struct node nodes[21] = { 0 };

	for (int i = 0; i < 20; i++)
		nodes[i].right = &nodes[i + 1];
	sink = work_walk(nodes, 0);
	if (sink < 0)
		sink = work_never(nodes, 0);
	return 0;
}
