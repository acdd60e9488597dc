// The embedded runtime is untouched by the module's sanitizers: none of its code calls theirs.
//
// RUN: for s in address thread memory undefined; do \
// RUN:   %gclang -O1 -fsanitize=$s -c %s -o t.o && \
// RUN:   llvm-objdump -dr --no-show-raw-insn t.o > t.txt && \
// RUN:   %python %source/test/tools/no-calls.py t.txt '^(gprt_|__gprof_)' '^__(a|t|m|ub)san' || exit 1; \
// RUN: done

#include <stdatomic.h>

atomic_int counter;

int main(void)
{
	counter++;
	return 0;
}
