// Commas and blanks of all kinds, several of them too, separate the options of GPROF_PASS; a key may repeat.
//
// RUN: env "GPROF_PASS=mode=counters bias=tls" %gclang -c %s -o t.o && %gprof info t.o | FileCheck %s
// RUN: env "GPROF_PASS=$(printf ' ,mode=call\n,\tmode=counters ,, bias=tls\n')" %gclang -c %s -o t.o && %gprof info t.o | FileCheck %s
// RUN: env GPROF_PASS=mode=counters,bias=tls %gclang -c %s -o t.o && %gprof info t.o | FileCheck %s
// CHECK: mode=counters,bias=tls
//
// What is wrong is still an error, whatever stands before it.
// RUN: env "GPROF_PASS=bias=tls colour=red" not %gclang -c %s -o u.o 2>&1 | FileCheck --check-prefix=KEY %s
// KEY: error: gprof-llvm: unknown option 'colour' in GPROF_PASS: known are mode, bias
// RUN: env "GPROF_PASS=bias=tls mode count=blocks" not %gclang -c %s -o u.o 2>&1 | FileCheck --check-prefix=NONE %s
// NONE: error: gprof-llvm: option 'mode' in GPROF_PASS has no value
// RUN: env "GPROF_PASS=mode= bias=tls" not %gclang -c %s -o u.o 2>&1 | FileCheck --check-prefix=EMPTY %s
// EMPTY: error: gprof-llvm: invalid value '' for 'mode' in GPROF_PASS
// RUN: env "GPROF_PASS=mode=call+counters" not %gclang -c %s -o u.o 2>&1 | FileCheck --check-prefix=LIST %s
// LIST: error: gprof-llvm: invalid value 'call+counters' for 'mode' in GPROF_PASS
// RUN: env "GPROF_PASS=mode='call" not %gclang -c %s -o u.o 2>&1 | FileCheck --check-prefix=OPEN %s
// OPEN: error: gprof-llvm: the value of 'mode' in GPROF_PASS lacks its closing quote
// RUN: env "GPROF_PASS=mode='call'er" not %gclang -c %s -o u.o 2>&1 | FileCheck --check-prefix=BEHIND %s
// BEHIND: error: gprof-llvm: the value of 'mode' in GPROF_PASS goes on behind its closing quote
// RUN: test ! -e u.o

int main(void)
{
	return 0;
}
