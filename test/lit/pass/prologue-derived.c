// A static function reached only by counted calls has no monitor; its calls have counters.
//
// RUN: %gclang -O2 -c %s -o t.o
// RUN: llvm-objdump -d --no-show-raw-insn --disassemble-symbols=only_called t.o | \
// RUN:   FileCheck %s --check-prefix=NONE
// RUN: llvm-objdump -d --no-show-raw-insn --disassemble-symbols=pointed_at t.o | \
// RUN:   FileCheck %s --check-prefix=ENTRY
// RUN: llvm-objdump -d --no-show-raw-insn --disassemble-symbols=caller t.o | \
// RUN:   FileCheck %s --check-prefix=CALLER

// NONE:     <only_called>:
// NONE-NOT: incq
// NONE:     ret
static __attribute__((noinline)) int only_called(int x)
{
	return 3 * x;
}

// ENTRY: <pointed_at>:
// ENTRY: incq %gs:
// ENTRY: ret
static __attribute__((noinline)) int pointed_at(int x)
{
	return 5 * x;
}

int (*pointer)(int) = pointed_at;

// CALLER: <caller>:
// CALLER: incq %gs:
// CALLER: {{incq|addq \$(0x)?1,}} %gs:
// CALLER: {{call|jmp}}{{.*}}<only_called>
int caller(int x)
{
	return only_called(x);
}
