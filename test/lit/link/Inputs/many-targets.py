#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""many-targets.py N - a C program whose one indirect call site has N targets,
target number i being called i + 1 times, with the counts as ARC: comments."""

import sys

n = int(sys.argv[1])
print("static volatile int sink;")
for i in range(n):
    print("/* ARC: main -> target%d %d */" % (i, i + 1))
    print("__attribute__((noinline)) void target%d(void) { sink += %d; }" % (i, i))
print("static void (*volatile table[])(void) = { %s };"
      % ", ".join("target%d" % i for i in range(n)))
print("""int main(void)
{
	for (int round = 0; round < %d; round++)
		for (int i = round; i < %d; i++)
			table[i]();
	return 0;
}""" % (n, n))
