// Functions whose names have characters that no language allows compile, and their calls are exact.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: for how in -O0 -O2 "-O2 -fPIC" "-O2 -flto -fuse-ld=lld"; do %gclang $how %s -o a.out && ./a.out && %gprof report --classic -b a.out && rm *.gprof || exit 1; done > reports
// RUN: GPROF_PASS=bias=tls %gclang -O2 %s -o a.out && ./a.out && %gprof report --classic -b a.out >> reports
// RUN: FileCheck %s < reports && FileCheck --check-prefix=OTHER %s < reports

// CHECK-COUNT-5: 1000/1000 {{ *}}two\x0alines
// OTHER-COUNT-5: 10/10 {{ *}}two%0alines

volatile int sink;

void lines(void) __asm__("two\nlines");
void percent(void) __asm__("two%0alines");
void quoted(void) __asm__("a \"quoted\\ name");

__attribute__((noinline)) void lines(void)
{
	sink++;
}

__attribute__((noinline)) void percent(void)
{
	sink++;
}

__attribute__((noinline)) void quoted(void)
{
	sink++;
}

int main(void)
{
	for (int i = 0; i < 1000; i++)
		lines();
	for (int i = 0; i < 10; i++)
		percent();
	quoted();
	return 0;
}
