/* A program with privileges of its own writes no profile, whatever its environment says. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: root
// RUN: %gclang -O2 %s -o a.out && %gclang -O2 -static %s -o static
// RUN: export GPROF_FILE=x%%p GPROF_OPTIONS=verbose=1
// RUN: for i in a.out static; do ./$i; test $? = 0 && test $(ls | grep -c ^x) = 1 && rm x* || exit 1; done
// RUN: chgrp 65534 a.out static && chmod g+s a.out static
// RUN: for i in a.out static; do ./$i 2> err; test $? = 1 && test ! -s err || exit 1; done
// RUN: not ls x*

#include <sys/auxv.h>

int main(void)
{
	return getauxval(AT_SECURE) ? 1 : 0;
}
