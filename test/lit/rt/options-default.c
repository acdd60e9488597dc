/* The program's own default options hold unless GPROF_OPTIONS says otherwise. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out
// RUN: GPROF_FILE=one ./a.out 2> err && %readprofile one | FileCheck --check-prefix=ONE %s
// RUN: FileCheck %s < err
// RUN: GPROF_FILE=two GPROF_OPTIONS=rate=250 ./a.out && %readprofile two | FileCheck --check-prefix=TWO %s
// RUN: %clang -O2 %s -o plain && ./plain

/* From an executable that is not instrumented, through either library. */
// RUN: %gclang -O2 -fPIC -shared -DLIBRARY %s -o libinner.so
// RUN: %clang -O2 -DOUTER %s -o archive ./libinner.so -Wl,-u,__gprof_runtime -rdynamic -L%rtdir -l:libgprof_rt.a
// RUN: GPROF_FILE=three ./archive && %readprofile three | FileCheck --check-prefix=ONE %s
// RUN: %clang -O2 -DOUTER %s -o shared ./libinner.so -Wl,--no-as-needed -L%rtdir -lgprof_rt -Wl,-rpath,%rtdir
// RUN: GPROF_FILE=four ./shared && %readprofile four | FileCheck --check-prefix=ONE %s
// CHECK: gprof-llvm: ignored 'colour=red' in __gprof_default_options
// ONE: clock {{[012]}} period 20000000
// TWO: clock {{[012]}} period 4000000

int inner(int);

#ifndef OUTER
__attribute__((noinline)) int inner(int n)
{
	return n + 1;
}
#endif

#ifndef LIBRARY
const char *__gprof_default_options(void);

/* Itself instrumented: it runs before there is a profile. */
const char *__gprof_default_options(void)
{
	return inner(1) == 2 ? "rate=50 colour=red" : "rate=0";
}

int main(void)
{
	return inner(41) != 42;
}
#endif
