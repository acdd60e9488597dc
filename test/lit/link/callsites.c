/* Which function a call calls is read from the code, for every kind of stub and slot that linkers make. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: x86_64
/*
 * RUN: echo '%python %source/test/tools/callsites.py $1 %bin/print_callsites $2 near far other' > look
 * RUN: %clang -O1 -fPIC -shared -nostdlib %s -o bfd.so && bash look llvm-objdump bfd.so
 * RUN: %clang -O1 -fPIC -shared -nostdlib -Wl,-z,now %s -o now.so && bash look llvm-objdump now.so
 * RUN: %clang -O1 -fPIC -shared -nostdlib -fno-plt %s -o slots.so && bash look llvm-objdump slots.so
 * RUN: %clang -O1 -fPIC -shared -nostdlib -fcf-protection -Wl,-z,ibtplt %s -o ibt.so
 * RUN: bash look llvm-objdump ibt.so
 */
extern int far(int n), other(int n);

__attribute__((noinline)) int near(int n)
{
	return far(n) + 1;
}

__attribute__((noinline)) static int here(int n)
{
	return other(n) * 2;
}

int all(int n)
{
	return near(n) + here(n) + far(n + 1) + 3;
}
