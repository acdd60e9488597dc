// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects that end 3 times where they stand and 6 times by delete.
#ifdef VIRTUAL
#define HIDDEN(p) asm volatile("" : "+r"(p))
#else
#define HIDDEN(p)
#endif
volatile int sink;

struct base { virtual ~base(); int n = 0; };
struct line { virtual ~line(); int n = 0; };

inline base::~base()
{
	sink = n;
}

// clang-format off
inline line::~line() { sink = n; }
// clang-format on

int main()
{
	for (int i = 0; i < 3; i++) {
		base here;
		line there;
		here.n = there.n = i;
	}
	for (int i = 0; i < 6; i++) {
		base *b = new base;
		line *l = new line;
		HIDDEN(b);
		HIDDEN(l);
		delete b;
		delete l;
	}
}
