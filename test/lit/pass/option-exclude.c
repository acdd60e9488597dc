// exclude=FILE leaves functions and files unmonitored, by glob; their calls stay as static arcs.
//
// RUN: printf '# a comment\n[section]\nfun:skip_*\n' > list
// RUN: env GPROF_PASS=exclude=list %gclang -O2 -c %s -o t.o
// RUN: llvm-objdump -d --no-show-raw-insn t.o | FileCheck %s
// RUN: printf 'src:*option-exclude.c\n' > list
// RUN: env GPROF_PASS=exclude=list %gclang -O2 -c %s -o t.o
// RUN: llvm-objdump -d --no-show-raw-insn t.o | FileCheck %s --check-prefix=SRC
// SRC-NOT: incq %gs:

// CHECK-LABEL: <skip_this>:
// CHECK-NOT:   incq
// CHECK:       ret
void external(void);
int skip_this(int x)
{
	external();
	return x;
}

// CHECK-LABEL: <keep_this>:
// CHECK:       incq %gs:
int keep_this(int x)
{
	return x + 1;
}
