// An object in the GS form cannot end up in a shared object unnoticed: the linker refuses it.
//
// RUN: %gclang -O2 -fPIE -c %s -o t.o
// RUN: not %clang -shared t.o -o t.so 2>&1 | FileCheck %s
// CHECK: __gprof_thread

int function(void)
{
	return 1;
}
