// A list that cannot be opened or read is an error that names it.
//
// RUN: env GPROF_PASS=exclude=nowhere not %gclang -c %s -o t.o 2>&1 | FileCheck %s --check-prefix=OPEN
// OPEN: error: gprof-llvm: cannot open list 'nowhere': No such file or directory
// RUN: echo 'function main' > list
// RUN: env GPROF_PASS=include=list not %gclang -c %s -o t.o 2>&1 | FileCheck %s --check-prefix=READ
// READ: error: gprof-llvm: cannot read list 'list': 'function main' is neither fun: nor src:

int main(void) { return 0; }
