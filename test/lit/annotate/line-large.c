// Lines that the file does not have are shown by their figures; the numbers before them are not walked.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %recorded %s prog %gclang -g -O0
// RUN: bash -c "ulimit -v 1000000; %gprof annotate -b --context=all work prog" | FileCheck %s
// CHECK:      13 {{.*}} 62.5 {{.*}} sink++;
// CHECK-NEXT: 14 #line 2147483000
// CHECK:      {{^ *}}25 // end
// CHECK-NEXT: 2147483000 {{.*}} 37.5
volatile long sink;

__attribute__((noinline)) void work(void)
{
	sink++; /* SAMPLE: 5 work:13 < main:22 < libc */
#line 2147483000
	sink++; /* SAMPLE: 3 work:2147483000 < main:22 < libc */
#line 17
}

int main(void)
{
	int code = 0;
	work();
	return code;
}
// end
