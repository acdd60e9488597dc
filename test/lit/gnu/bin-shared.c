// A bin in which functions meet is divided by bytes of code: a function of one byte has one,
// what fills up to the next function has none.  GNU gprof divides it by units of two bytes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %clang -O1 -fno-pic -no-pie %s -o program
// RUN: %mkgmon gmon --program program < %s
// hist loop loop+64 16 100 1=40 2=80 3=21 4=5
// RUN: %gprof gprof -b -p program gmon | FileCheck %s --check-prefix=RIGHT
// RIGHT:      time {{.*}} name
// RIGHT-NEXT: {{ 0.40 +second$}}
// RIGHT-NEXT: {{ 0.30 +loop$}}
// RIGHT-NEXT: {{ 0.20 +first$}}
// RIGHT-NEXT: {{ 0.20 +third$}}
// RIGHT-NEXT: {{ 0.14 +padded$}}
// RIGHT-NEXT: {{ 0.12 +entered$}}
// RIGHT-NEXT: {{ 0.10 +one$}}
//
// RUN: %gprof gprof -b -p --gnu-exact program gmon | FileCheck %s --check-prefix=GNU
// GNU-DAG: {{ 0.20 +loop$}}
// GNU-DAG: {{ 0.20 +one$}}
//
// Without sizes a function reaches to the next.
// RUN: nm program > nm
// RUN: %gprof gprof -b -p -S nm %gprof gmon | FileCheck %s --check-prefix=UNSIZED
// UNSIZED-DAG: {{ 0.30 +loop$}}
// UNSIZED-DAG: {{ 0.10 +one$}}
// UNSIZED-DAG: {{ 0.16 +padded$}}
// UNSIZED-DAG: {{ 0.10 +entered$}}
//
// A bin that begins in what fills up is that of the function behind.
// RUN: echo 'hist loop+2 loop+66 16 100 7=8' | %mkgmon shifted --program program
// RUN: %gprof gprof -b -p program shifted | FileCheck %s --check-prefix=BEHIND
// BEHIND: {{100.00 .* 0.08 +next$}}
// RUN: %gprof gprof -b -p --gnu-exact program shifted | FileCheck %s --check-prefix=BEFORE
// BEFORE-DAG: {{ 0.04 +next$}}
// BEFORE-DAG: {{ 0.04 +entered$}}
#define FUNCTION(NAME, SIZE) \
	".globl " NAME "\n.type " NAME ",@function\n" NAME ": .skip " SIZE ",0xcc\n" \
	".size " NAME ", " SIZE "\n"

asm(".text\n.balign 64\n"
    FUNCTION("loop", "7") FUNCTION("one", "1")
    FUNCTION("first", "1") FUNCTION("second", "2") FUNCTION("third", "1")
    /* One byte that fills up; then whole bins of such, whose ticks nobody else can have. */
    FUNCTION("padded", "2") ".skip 1,0x90\n" FUNCTION("entered", "1") ".skip 16,0x90\n"
    FUNCTION("next", "2"));

int main(void)
{
	return 0;
}
