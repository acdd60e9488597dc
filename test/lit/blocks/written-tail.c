// Where a recursive call at the end became a jump, the lines behind it are executed at least as often as the function returned.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: env GPROF_PASS=count=blocks %gclang -g -O2 %s -o a.out
// RUN: env GPROF_OPTIONS=rate=0 ./a.out
// RUN: %gprof annotate -b visit a.out | FileCheck %s
struct node {
	int value;
	const struct node *a, *b;
};

static volatile int sum;

__attribute__((noinline)) static void visit(const struct node *n)
{
	if (n->value == 4) // CHECK: {{^ +[0-9]+ +(>=)?7 .*}}n->value
		return;
	sum += n->value; // CHECK: {{^ +[0-9]+ +(>=)?6 .*}}sum +=
	if (n->a)
		visit(n->a);
	if (n->b)
		visit(n->b);
} // CHECK: {{^ +[0-9]+ +(7|>=[0-9]+) +[}] // CHECK}}

int main(void)
{
	static const struct node leaf = { 1, 0, 0 }, end = { 4, 0, 0 };
	static const struct node left = { 2, &leaf, &leaf }, right = { 3, &leaf, &end };
	static const struct node top = { 5, &left, &right };

	visit(&top);
	return 0;
}
