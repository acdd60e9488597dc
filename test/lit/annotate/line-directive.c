/* A file that #line names, in which no function is defined, can be annotated: its lines have the time of the function around them. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: printf 'count up\nadd one\nmultiply it\nnothing\n' > rules.src && cp %s generated.c && %gclang -O1 -g generated.c -o a.out
// RUN: env GPROF_OPTIONS=rate=0 GPROF_FILE=with.gprof ./a.out && %python %source/test/tools/addsamples.py a.out with.gprof %s
// RUN: for words in rules.src rules.src:3 number; do %gprof annotate --brief $words a.out with.gprof | FileCheck %s || exit 1; done
// RUN: not %gprof annotate rules.txt a.out with.gprof 2>&1 | FileCheck --check-prefix=NONE %s
// RUN: not %gprof annotate rules.src:40 a.out with.gprof 2>&1 | FileCheck --check-prefix=LINE %s
// CHECK: {{^}}number
// CHECK: rules.src
// CHECK: multiply it
// NONE: no function, source file or profile has the name 'rules.txt'
// LINE: no function, source file or profile has the name 'rules.src:40'

/* SAMPLE: 30 number:3 */
/* SAMPLE: 10 number:2 */

volatile unsigned total;

__attribute__((noinline)) static void number(unsigned n)
{
#line 1 "rules.src"
	for (unsigned i = 0; i < n; i++) {
#line 2 "rules.src"
		total += 1;
#line 3 "rules.src"
		total *= 3;
	}
#line 29 "generated.c"
}

int main(void)
{
	number(20);
	return 0;
}
