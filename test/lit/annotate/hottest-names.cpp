// The table of the lines with most time keeps its columns where names are long, and cuts those of more than 40 columns.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %recorded %s prog %gclangxx -g -O1
// RUN: %gprof annotate -b prog > out && FileCheck %s < out
// CHECK:      The lines with most time:
// CHECK:      line function source
// CHECK-NEXT: hottest-names.cpp:18 ..a_long_function { sink = 1;
// CHECK-NEXT: hottest-names.cpp:20 library::short_name {{.*}}sink = 2;
// RUN: awk '/ source$/ {at = index($0, "source")} at && /sink = / {if (substr($0, at - 2, 2) != "  " || substr($0, at, 1) == " ") exit 1; if (++n == 2) exit 0}' out
// RUN: awk '/sink = 1/ {if (length($0) > 100) exit 1}' out

volatile long sink;

namespace library { namespace with_a_namespace_inside {
struct of_a_struct_with_a_long_name {
	// SAMPLE: 9 _ZN7library23with_a_namespace_inside28of_a_struct_with_a_long_name15a_long_functionEv:18 < main:27 < libc
	static __attribute__((noinline)) void a_long_function()
	{ sink = 1; }
}; }
__attribute__((noinline)) void short_name() { sink = 2; }
}

// SAMPLE: 4 _ZN7library10short_nameEv:20 < main:28 < libc

int main()
{
	library::with_a_namespace_inside::of_a_struct_with_a_long_name::a_long_function();
	library::short_name();
	return 0;
}
