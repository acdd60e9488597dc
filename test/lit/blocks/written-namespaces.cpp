// A file that is included in two namespaces has functions of one source: where the one that ran keeps nothing of a line, the other one, which did not run, does not say that the line never ran.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: for o in 1 2 3; do env GPROF_PASS=count=blocks %gclangxx -g -O$o %s -o a.out && env GPROF_OPTIONS=rate=0 ./a.out && %gprof export --format=lcov a.out > lcov && not grep "^DA:$(grep -n "// lost$" %s | cut -d: -f1),0" lcov && grep "^DA:$(grep -n "// never$" %s | cut -d: -f1),0" lcov || exit 1; done
#ifndef AGAIN
#include <string.h>
static volatile int sink;
struct entry {
	char n;
	char text[20];
};
#define AGAIN
namespace first {
#include "written-namespaces.cpp"
}
namespace second {
#include "written-namespaces.cpp"
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
#else
struct reader {
	int utf8;
	int length(const char *st);
	int take(entry &to, const char *st);
};

int reader::length(const char *st)
{
	int l = 0;
	bool group = false;
	for (; *st; st++) {
		if (*st == '[') {
			group = true;
			l++;
		} else if (*st == ']') // lost
			group = false;
		else if (!group && (!utf8 || (!(*st & 0x80) || ((*st & 0xc0) == 0x80))))
			l++;
	}
	return l;
}

int reader::take(entry &to, const char *st)
{
	if (strcmp(st, ".") != 0) {
		to.n = (char)length(st);
		memcpy(to.text, st, 2);
	} else {
		to.n = 0;
		to.text[0] = 0;
	}
	return 0;
}
#endif
