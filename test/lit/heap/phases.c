/* Phases, the rest of the run and dumps have the blocks and bytes that were allocated there, and say that their peak is not known. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -I%source/include -O2 %s -o a.out && %heap ./a.out
// RUN: %gprof report --brief --measure=alloc --phase=load a.out | FileCheck --check-prefix=LOAD %s
// RUN: %gprof report --brief --measure=alloc --phase=work a.out | FileCheck --check-prefix=WORK %s
// RUN: %gprof report --brief --measure=allocs --no-phase a.out | FileCheck --check-prefix=REST %s
// RUN: %gprof report --brief --measure=live --snapshot=last a.out | FileCheck --check-prefix=DUMP %s
// RUN: %gprof report --brief --measure=alloc a.out | FileCheck --check-prefix=ALL %s
// RUN: not %gprof report --measure=peak --phase=work a.out 2>&1 | FileCheck --check-prefix=PEAK %s
// RUN: not %gprof export --format=pprof --measure=alloc --phase=work -o out a.out 2>&1 | FileCheck --check-prefix=EXPORT %s
// RUN: %gprof export --phase=work -o part.json a.out && grep -o '"peak_bytes":null,"freed_blocks":1100' part.json
// RUN: %python %S/../exchange/Inputs/validate.py part.json %source/docs/json.schema.json
// RUN: not %gprof diff --measure=alloc part.json part.json 2>&1 | FileCheck --check-prefix=DIFF %s
// LOAD: 97.7 KiB allocated in 100 blocks; 97.7 KiB in 100 blocks not freed
// LOAD-NEXT: of a part of the run: not freed are the blocks allocated there less those freed there, and the largest heap is not known
// LOAD: 100.00 97.7 KiB 100 100 1.0 97.7 KiB 100 0 0 load
// LOAD-NOT: work
// WORK: 97.7 KiB allocated in 1000 blocks; 97.7 KiB more were freed
// WORK: 100.00 97.7 KiB 1000 1000 1.0 0 B 0 100 100 work
// WORK-NEXT: 0.00 0 B 0 0 -97.7 KiB -100 0 0 load
// REST: 500 B allocated in 5 blocks; 500 B in 5 blocks not freed
// REST: 100.00 500 B 5 5 1.0 500 B 5 0 0 work
// DUMP: 195 KiB allocated in 1100 blocks; 0 B in 0 blocks not freed
// DUMP: load
// ALL: 196 KiB allocated in 1105 blocks; 97.8 KiB when the heap was largest; 500 B in 5 blocks not freed
// PEAK: the largest heap of a part of a run is not known: --measure=peak needs the whole run
// EXPORT: the largest heap of a part of a run is not known: the report and JSON have memory without it
// DIFF: cannot compare memory: 'part.json' has no memory, or of some profiles or a part of the run only
#include <gprof-llvm/gprof.h>
#include <stdlib.h>

static void *kept[100];
static void *volatile sink;

__attribute__((noinline)) static void *load(void)
{
	return sink = malloc(1000);
}

__attribute__((noinline)) static void *work(void)
{
	return sink = malloc(100);
}

int main(void)
{
	gprof_phase_begin("load");
	for (int i = 0; i < 100; i++)
		kept[i] = load();
	gprof_phase_end("load");
	gprof_phase_begin("work");
	for (int i = 0; i < 1000; i++)
		free(work());
	for (int i = 0; i < 100; i++)
		free(kept[i]);
	gprof_phase_end("work");
	gprof_dump("last");
	for (int i = 0; i < 5; i++)
		work();
	return 0;
}
