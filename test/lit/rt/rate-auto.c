/* Without an option the rate is automatic: the file says the last period, and short runs have a stack for each sample. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O1 %s -o a.out
// RUN: GPROF_FILE=auto ./a.out && test $(od -An -tu8 -j256 -N8 auto) -ge 1000000
// RUN: GPROF_FILE=same GPROF_OPTIONS="rate=1000 rate=auto" ./a.out && test $(od -An -tu8 -j256 -N8 same) -ge 1000000
// RUN: GPROF_FILE=fixed GPROF_OPTIONS=rate=1000 ./a.out && test $(od -An -tu8 -j256 -N8 fixed) = 0
// RUN: GPROF_FILE=off GPROF_OPTIONS=rate=autox ./a.out 2>&1 | FileCheck %s
// CHECK: ignored 'rate=autox' in GPROF_OPTIONS: expected rate=auto|0..10000{{$}}
// RUN: %readprofile --stacks auto > stacks
// RUN: awk '{ n += $3 } $4 ~ /no-stack/ { bare += $3 } END { exit bare > n / 20 }' stacks

#define DEPTH 200
#include "Inputs/deep.c"
