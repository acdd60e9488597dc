// probes=add lets the plugin place pseudo-probes, once; with probes=only nothing is instrumented; without either there are none.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: env GPROF_PASS=probes=add %gclang -g1 -O2 -S -emit-llvm %s -o - | FileCheck --check-prefix=ADD %s
// RUN: env GPROF_PASS=probes=only %gclang -g1 -O2 -S -emit-llvm %s -o only.ll && FileCheck --check-prefix=ONLY %s < only.ll
// RUN: env GPROF_PASS=probes=compiler %gclang -g1 -O2 -S -emit-llvm %s -o - | FileCheck --check-prefix=NONE %s
// RUN: %clang -g1 -O2 -fpseudo-probe-for-profiling -S -emit-llvm %s -o clang.ll && grep -o 'llvm.pseudoprobe(i64.*)' clang.ll > theirs && grep -o 'llvm.pseudoprobe(i64.*)' only.ll | diff theirs -
// RUN: env GPROF_PASS=probes=some not %gclang -c %s -o t.o 2>&1 | FileCheck --check-prefix=VALUE %s
// RUN: env GPROF_PASS=probes=only,count=blocks not %gclang -c %s -o t.o 2>&1 | FileCheck --check-prefix=BOTH %s
// ADD:     call void @llvm.pseudoprobe(i64
// ADD:     gprof_cnt
// ADD:     !llvm.pseudo_probe_desc = !{!{{[0-9]+}}, !{{[0-9]+}}}
// ONLY:     call void @llvm.pseudoprobe(i64
// ONLY-NOT: gprof
// ONLY:     !llvm.pseudo_probe_desc = !{!{{[0-9]+}}, !{{[0-9]+}}}
// NONE-NOT: pseudo
// VALUE: error: gprof-llvm: invalid value 'some' for 'probes' in GPROF_PASS: expected compiler, add or only
// BOTH: error: gprof-llvm: cannot have 'count=blocks' in GPROF_PASS: probes=only counts nothing

static volatile int s;

int step(int x)
{
	return x > 3 ? s = x : 2 * s;
}

int main(void)
{
	return step(s);
}
