// Time in code that the machine outliner split off is in a row of its own, below the functions that ran it, and of no line: not of the function in front of it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: %recorded %s prog %gclang -gdwarf-5 -Oz -mno-red-zone -mllvm -enable-machine-outliner=always
// RUN: %gprof report -b --flat prog prog.gprof | FileCheck --check-prefix=FLAT %s
// FLAT-DAG: {{^}} 75.0 % 75.0 % {{.*}} OUTLINED_FUNCTION_0{{$}}
// FLAT-DAG: {{^}} 25.0 % 100.0 % {{.*}} main{{$}}
// FLAT-DAG: {{^}} 0.0 % 45.0 % {{.*}} first{{$}}
// FLAT-DAG: {{^}} 0.0 % 30.0 % {{.*}} second{{$}}
// RUN: %gprof histogram --by=line prog prog.gprof | FileCheck --check-prefix=LINES %s
// LINES-NOT: {{ 30 }}
// LINES: no line known 30
struct fields {
	volatile unsigned a, b, c, d, e, f;
} s;

#define WORK x->a += 11; x->b ^= x->a * 3; x->c += x->b >> 2; x->d ^= 0x55; x->e += x->d; x->f ^= 7

// SAMPLE: 18 OUTLINED_FUNCTION_0 < first < main:39 < libc
__attribute__((noinline)) void first(struct fields *x)
{
	for (unsigned i = 0; i < 3; i++) {
		WORK;
	}
}

// SAMPLE: 12 OUTLINED_FUNCTION_0 < second < main:40 < libc
__attribute__((noinline)) void second(struct fields *x)
{
	for (unsigned i = 0; i < 2; i++) {
		x->f = 1;
		WORK;
	}
}

// The last function in the file, in front of the code that was split off.
int main(void)
{
	first(&s);
	second(&s);
	s.a++; // SAMPLE: 10 main:41 < libc
	return 0;
}
