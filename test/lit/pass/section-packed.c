// A packed record says of each call site its callee, counter, line, and where it was written.
//
// RUN: %gclang -g -O2 -c %s -o t.o && %gprof info --sites t.o | FileCheck %s
// RUN: %gclang -O2 -c %s -o bare.o && %gprof info --sites bare.o | FileCheck %s --check-prefix=BARE
//
// However often a record refers to a thing, it has one reference to it: the module's 3; of
// 'many' the counters, the name and 4 callees; of 'local' the counters, the name and a callee.
// References to the module's record, in the same section, need no linker.
// RUN: llvm-readelf -rW bare.o | FileCheck %s --check-prefix=REFS
// REFS: '.relagprof_cg' at offset {{.*}} contains 12 entries:

int external(int), other(int);
void take(int (*)(int));
int (*pointer)(int);
static __attribute__((noinline)) int local(int x) { return external(x) * 3; }
static int inlined(int x) { return external(x) + 1; }

// CHECK: {{^}}many {{.*}}section-packed.c:[[#@LINE+2]], exported
// BARE: {{^}}many, exported
int many(int x)
{
	// CHECK-NEXT: external direct, counter 1, line [[#@LINE+2]]{{$}}
	// BARE-NEXT:  external direct, counter 1{{$}}
	x += external(x);
	// CHECK-NEXT: local direct, counter 2, line [[#@LINE+1]]
	x += local(x);
	// CHECK-NEXT: external direct, counter 3, line [[#@LINE+1]]{{$}}
	x += external(x);
	// CHECK-NEXT: external direct, counter 4, line [[#@LINE-13]], inlined from inlined in {{.*}}section-packed.c
	x += inlined(x);
	// CHECK-NEXT: * indirect, counter 5, line [[#@LINE+1]]
	x += pointer(x);
	// CHECK-NEXT: other direct, counter 13, line [[#@LINE+1]]{{$}}
	x += other(x);
	// CHECK-NEXT: * indirect, counter 14, line [[#@LINE+1]]
	x += pointer(x + 1);
	// CHECK-NEXT: take direct, counter 22, line [[#@LINE+2]]{{$}}
	// CHECK-NEXT: external callback, by site 7
	take(external);
	// CHECK-NEXT: external direct, counter 23, line [[#@LINE+1]], tail{{$}}
	return external(x);
}
