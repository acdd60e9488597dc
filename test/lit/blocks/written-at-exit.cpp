// A destructor with nothing to do is called at the end of the program, unless optimisation removes what would have it called: its lines do not say then that it never ran.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: for o in 1 2 3; do env GPROF_PASS=count=blocks %gclangxx -g -O$o %s -o a.out && env GPROF_OPTIONS=rate=0 ./a.out && %gprof export --format=lcov a.out > lcov && not grep "^DA:$(grep -n "// lost$" %s | cut -d: -f1),0" lcov && grep "^DA:$(grep -n "// never$" %s | cut -d: -f1),0" lcov || exit 1; done
static volatile int sink;

struct base {
	base();
	virtual ~base() {} // lost
	virtual int run();
};

struct test : base {
	int run() override;
};

base::base()
{
	sink++;
}

int base::run()
{
	return 1; // never
}

int test::run()
{
	return sink;
}

static test first, second;

int main()
{
	return first.run() != 2;
}
