/* A chain of comparisons that became a switch: a condition of which the switch skips some executions shows the least. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: env GPROF_PASS=count=blocks %gclang -g -O2 %s -o a.out
// RUN: env GPROF_OPTIONS=rate=0 ./a.out
// RUN: %gprof annotate find a.out | FileCheck %s
// CHECK: {{^ +[0-9]+ +1000 }}{{.*}}if (op == 2)
// CHECK: {{^ +[0-9]+ +(>=[0-9]+|500)? }}{{.*}}else if (op == 0x9d)
// CHECK: {{^ +[0-9]+ +1000 }}{{.*}}return op;
__attribute__((noinline)) int find(int op)
{
	if (op == 2)
		op = 201;
	else if (op == '/')
		op = 0xb0;
	else if (op == 0x9d)
		op = 0x93;
	return op;
}

int main(void)
{
	static const int ops[] = { 2, '/', 0x9d, 7 };
	int sum = 0;

	for (int i = 0; i < 1000; i++)
		sum += find(ops[i % 4]);
	return sum == 0;
}
