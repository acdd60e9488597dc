// A static function reached only by counted calls has no monitor; its calls have counters.
//
// RUN: %gclang -O2 -c %s -o t.o
// RUN: llvm-objdump -d --no-show-raw-insn t.o | FileCheck %s
// RUN: %gprof info t.o | FileCheck %s --check-prefix=INFO

// CHECK-LABEL: <only_called>:
// CHECK-NOT:   incq
// CHECK:       ret
static __attribute__((noinline)) int only_called(int x)
{
	return 3 * x;
}

// CHECK-LABEL: <pointed_at>:
// CHECK:       incq %gs:
// CHECK:       ret
static __attribute__((noinline)) int pointed_at(int x)
{
	return 5 * x;
}

int (*pointer)(int) = pointed_at;

// CHECK-LABEL: <caller>:
// CHECK:       incq %gs:
// CHECK:       incq %gs:
// CHECK:       {{call|jmp}}{{.*}}<only_called>
int caller(int x)
{
	return only_called(x);
}

// INFO: 3 functions
