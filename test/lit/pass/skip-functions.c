// Naked functions, noprofile functions, and ifunc resolvers with what they call are not monitored.
//
// RUN: %gclang -O1 -c %s -o t.o
// RUN: llvm-objdump -d --no-show-raw-insn t.o | FileCheck %s

// CHECK-LABEL: <naked>:
// CHECK-NEXT:  ret
__attribute__((naked)) void naked(void)
{
	__asm__("ret");
}

// CHECK-LABEL: <unprofiled>:
// CHECK-NOT:   incq
// CHECK:       ret
__attribute__((no_profile_instrument_function)) int unprofiled(int x)
{
	return x + 1;
}

// CHECK-LABEL: <implementation>:
// CHECK:       incq %gs:
int implementation(int x)
{
	return x + 2;
}

// CHECK-LABEL: <helper>:
// CHECK-NOT:   %fs:
// CHECK:       ret
volatile int choice;
__attribute__((noinline)) int helper(void)
{
	return choice;
}

// CHECK-LABEL: <resolver>:
// CHECK-NOT:   {{(cmp|mov)[a-z]* .*%fs:|incq}}
// CHECK:       ret
typedef int (*function)(int);
static function resolver(void)
{
	return helper() ? implementation : 0;
}

int chosen(int x) __attribute__((ifunc("resolver")));
