// A list's path may have blanks, + and in quotes commas; several lists have + between them.
//
// RUN: mkdir 'my lists' 'c++' 'a, b' && echo 'fun:one' > 'my lists/one' && echo 'fun:two' > c++/two
// RUN: echo 'fun:one' > 'a, b/mode=call' && echo 'fun:one' > one && echo 'fun:one' > 'a mode=call'
// RUN: for list in 'exclude=my lists/one' 'exclude=my lists/one mode=counters' 'bias=auto exclude=my lists/one,mode=counters' "exclude='a, b/mode=call'" "mode=counters,exclude=\"a, b/mode=call\",bias=auto" "exclude='a mode=call'"; do env "GPROF_PASS=$list" %gclang -c %s -o t.o && llvm-objdump -d --no-show-raw-insn t.o | FileCheck --check-prefix=TWO %s || exit 1; done
// TWO-LABEL: <one>:
// TWO-NOT: incq %gs:
// TWO-LABEL: <two>:
// TWO: incq %gs:
//
// RUN: env GPROF_PASS=exclude=c++/two %gclang -c %s -o t.o && llvm-objdump -d --no-show-raw-insn t.o | FileCheck --check-prefix=ONE %s
// ONE-LABEL: <one>:
// ONE: incq %gs:
// ONE-LABEL: <two>:
// ONE-NOT: incq %gs:
//
// RUN: for list in exclude=one+c++/two exclude=c++/two+one exclude=one,exclude=c++/two 'exclude=c++/two exclude=one' 'exclude=c++/two+my lists/one'; do env "GPROF_PASS=$list" %gclang -c %s -o t.o && llvm-objdump -d --no-show-raw-insn t.o | FileCheck --check-prefix=NEITHER %s || exit 1; done
// NEITHER-NOT: incq %gs:
//
// RUN: env GPROF_PASS=exclude=one+nowhere not %gclang -c %s -o u.o 2>&1 | FileCheck --check-prefix=GONE %s
// GONE: error: gprof-llvm: cannot open list 'nowhere'
// RUN: env GPROF_PASS=exclude= not %gclang -c %s -o u.o 2>&1 | FileCheck --check-prefix=EMPTY %s
// EMPTY: error: gprof-llvm: cannot open list ''
// RUN: env 'GPROF_PASS=exclude=one moed=call' not %gclang -c %s -o u.o 2>&1 | FileCheck --check-prefix=TYPO %s
// TYPO: error: gprof-llvm: cannot open list 'one moed=call'

__attribute__((noinline)) int one(int x)
{
	return x + 1;
}

__attribute__((noinline)) int two(int x)
{
	return x + 2;
}
