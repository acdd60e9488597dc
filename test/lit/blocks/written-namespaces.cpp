// A file that is included in two namespaces has functions of one source: where the one that ran keeps nothing of a line, the other one, which did not run, does not say that the line never ran.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: for o in 1 2 3; do env GPROF_PASS=count=blocks %gclangxx -g -O$o %s -o a.out && env GPROF_OPTIONS=rate=0 ./a.out && %gprof export --format=lcov a.out > lcov && not grep "^DA:$(grep -n "// lost$" %S/Inputs/reader.hpp | cut -d: -f1),0" lcov && grep "^DA:$(grep -n "// never$" %s | cut -d: -f1),0" lcov || exit 1; done
#include <string.h>
static volatile int sink;
struct entry {
	char n;
	char text[20];
};
namespace first {
#include "Inputs/reader.hpp"
}
namespace second {
#include "Inputs/reader.hpp"
}

int main()
{
	first::reader x{};
	entry e;

	for (volatile int i = 0; i < 5; i++) {
		x.utf8 = i & 1;
		sink = x.take(e, "a[bc]d");
		sink += e.n;
	}
	if (sink < 0)
		sink = 7; // never
	return 0;
}
