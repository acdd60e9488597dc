// A way past a block whose code became one with that of others has no mark of it: its line has the least.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: for o in 1 2 3; do env GPROF_PASS=count=blocks %gclang -g -O$o %s -o a.out && env GPROF_OPTIONS=rate=0 ./a.out && %gprof annotate -b --limit=0 written-sunk.c a.out | FileCheck %s || exit 1; done
static volatile int sink;
struct parser {
	const char *where;
	int error;
};

#define FAIL(n) return p->where = s, p->error = (n), (const char *)0

static const char *declaration(struct parser *p, const char *s, char end)
{
	++s;
	if (s[0] == 'D' && s[1] == 'O' && s[2] == 'C') {
		s += 3;
	} else if (*s == 0 && end == '-') {
		FAIL(7);
	} else if (*s == 0 && end == '[') {
		FAIL(8);
	} else {
		FAIL(5); // CHECK: {{ (15|>=[0-9]+|0..[0-9]+) +}}FAIL(5)
	}
	return s;
}

__attribute__((noinline)) static const char *parse(struct parser *p, const char *s, char end)
{
	while (*s) {
		if (*s == '!') {
			s = declaration(p, s, end);
			if (!s)
				return s;
		} else if (*s == '?') {
			FAIL(2);
		} else {
			s++;
		}
	}
	return s;
}

int main(void)
{
	static const char *const in[] = { "a!", "!", "!x", "!D", "!DO", "!DOC", "!DOCx!", "?", "a!Q" };
	struct parser p;

	for (int i = 0; i < 9; i++)
		for (int k = 0; k < 3; k++)
			sink = !parse(&p, in[i], "-[>"[k]);
	sink = p.error;
	return 0;
}
