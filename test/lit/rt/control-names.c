/* A name that is missing or too long is refused, and stores nothing. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -I%source/include %s -o a.out && ./a.out
// RUN: %readprofile a.out.*.gprof | FileCheck %s
// CHECK: lost 0 0 0 0 0 0
// CHECK-NOT: snapshot
// CHECK: snapshot begin 123456789012345678901234567890123456789012345678901234567890123 {{[0-9]+}}
// CHECK-NOT: snapshot
#include <gprof-llvm/gprof.h>

#define LONGEST "123456789012345678901234567890123456789012345678901234567890123"

int main(void)
{
	return gprof_phase_begin(LONGEST "4") != EINVAL || gprof_phase_begin("") != EINVAL ||
	       gprof_phase_end(0) != EINVAL || gprof_dump(0) != EINVAL ||
	       gprof_phase_begin(LONGEST);
}
