/* The embedded runtime needs nothing of libc: calls of memset would change vector
   registers that instrumented code is using.  All it refers to is weak. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O0 -c %s -o O0.o && nm -u O0.o > O0.txt
// RUN: %gclang -O2 -c %s -o O2.o && nm -u O2.o > O2.txt
// RUN: grep ' w dl_iterate_phdr' O0.txt O2.txt
// RUN: not grep -h ' U ' O0.txt O2.txt

int main(void)
{
	return 0;
}
