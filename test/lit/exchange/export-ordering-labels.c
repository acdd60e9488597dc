/* Labels that a linker would read as something else are left out of an order of functions, with a line on stderr; others are in it whatever characters they have. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: x86_64, lld
// RUN: %gclang -O1 %s -o a.out && env GPROF_OPTIONS=rate=0 ./a.out
// RUN: %gprof export --format=ordering -o symbols a.out 2> notes && FileCheck --check-prefix=SYMBOLS %s < symbols && FileCheck --check-prefix=ONE %s < notes
// RUN: %gprof export --format=ordering --table=calls -o calls a.out 2> notes && FileCheck --check-prefix=CALLS %s < calls && FileCheck --check-prefix=TWO %s < notes
// RUN: %gprof export --format=ordering --table=sections -o sections a.out 2> notes && FileCheck --check-prefix=SECTIONS %s < sections && FileCheck --check-prefix=TWO %s < notes
// RUN: %gprof export --format=ordering --table=script -o script a.out 2> notes && FileCheck --check-prefix=ONE %s < notes
// RUN: %clang -O1 -ffunction-sections -fuse-ld=lld -Wl,--fatal-warnings,--symbol-ordering-file=symbols %s -o ordered && llvm-nm -n ordered | FileCheck --check-prefix=LAID %s
// RUN: %clang -O1 -ffunction-sections -fuse-ld=lld -Wl,--fatal-warnings,--call-graph-ordering-file=calls %s -o ordered
// RUN: %clang -O1 -ffunction-sections -fuse-ld=bfd -Wl,-T,script %s -o ordered && llvm-nm -n ordered | FileCheck --check-prefix=PLACED %s && ./ordered
// SYMBOLS-NOT: #lead
// SYMBOLS: {{^}}a blank{{$}}
// SYMBOLS: {{^}}in#side{{$}}
// CALLS-NOT: {{#lead|blank}}
// CALLS: {{^}}main in#side 1{{$}}
// SECTIONS-NOT: {{blank|st.r}}
// SECTIONS: {{^}}.text.#lead{{$}}
// ONE: gprof-llvm: left out: 1 function whose name a file of this form cannot have
// TWO: gprof-llvm: left out: 2 functions whose name a file of this form cannot have
// LAID:      T main
// LAID-NEXT: T st*r
// LAID-NEXT: T a blank
// LAID-NEXT: T in#side
// PLACED:      T main
// PLACED-NEXT: T a blank
// PLACED-NEXT: T #lead
// PLACED-NEXT: T in#side

#define LABELLED(name, label) \
	int name(int x) __asm__(label); \
	__attribute__((noinline)) int name(int x) { return sink = x; }

static volatile int sink;

LABELLED(star, "st*r")
LABELLED(blank, "a blank")
LABELLED(lead, "#lead")
LABELLED(inside, "in#side")

int main(void)
{
	return inside(1) + lead(2) + blank(3) + star(4) > 99;
}
