// With count=blocks the code of each count names its counter: in -fPIC code, and in the input of link-time optimisation.
//
// REQUIRES: lld, x86_64
// RUN: export GPROF_PASS=count=blocks
// RUN: for f in "-O0 -fPIC" "-O2 -fPIC" "-O2 -fPIC -flto" "-O2 -fPIC -flto=thin" "-O2 -flto" "-O2 -flto=thin"; do \
// RUN:   %gclang $f -fuse-ld=lld %s -o a.out && ./a.out && \
// RUN:   llvm-objdump -d --no-show-raw-insn --disassemble-symbols=main,caller,callee a.out > t.txt && \
// RUN:   %python %S/Inputs/named.py t.txt || { echo "$f"; exit 1; }; \
// RUN: done

static volatile int sink;
int (*volatile pointer)(int);

__attribute__((noinline)) int callee(int n)
{
	if (n & 1)
		sink++;
	else
		sink += 2;
	return sink;
}

int caller(int n)
{
	int r = 0;

	for (int i = 0; i < n; i++)
		r += i & 2 ? callee(i) : pointer(i);
	return r;
}

int main(void)
{
	pointer = callee;
	return caller(10) == 12345;
}
