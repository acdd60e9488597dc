/* Without faults= a profile has no page faults, and the report says how to get them; what it cannot have is refused. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out && env GPROF_OPTIONS="rate=0 faults=0" ./a.out
// RUN: not %gprof report --faults a.out 2>&1 | FileCheck --check-prefix=NONE %s
// RUN: not %gprof report --faults --flat a.out 2>&1 | FileCheck --check-prefix=PARTS %s
// RUN: not %gprof report --faults --sort=calls a.out 2>&1 | FileCheck --check-prefix=ORDER %s
// RUN: env GPROF_OPTIONS="rate=0 faults=off" ./a.out 2>&1 | FileCheck --check-prefix=VALUE %s
// RUN: env GPROF_OPTIONS="rate=0 faults=61" GPROF_FILE=%%e.%%4m.gprof ./a.out 2>&1 | FileCheck --check-prefix=POOL %s
// NONE: no profile of 'a.out' has page faults: run it with GPROF_OPTIONS=faults=auto
// PARTS: --faults prints tables of page faults, and no other part
// ORDER: --sort changes nothing in --faults
// VALUE: ignored 'faults=off' in GPROF_OPTIONS: expected faults=auto|0..1000000
// POOL: ignored 'faults' in GPROF_OPTIONS: the files of a pool have no page faults
int main(void)
{
	return 0;
}
