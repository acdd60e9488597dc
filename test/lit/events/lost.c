/* Samples that find no room in the kernel's buffer are counted as lost, also those after the last that found some. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out
// RUN: env GPROF_OPTIONS="rate=0 events=page-faults:1" GPROF_FILE=events.gprof ./a.out
// RUN: %gprof export --format=json a.out events.gprof | %python -c "import json, sys; k = json.load(sys.stdin)['events']['kinds'][0]; print(k['name'], abs(k['samples'] + k['lost_samples'] - 20000) < 200, k['lost_samples'] > 19000, k['events'] == k['samples'] + k['lost_samples'])" | FileCheck %s
// CHECK: page-faults True True True
// RUN: %gprof report --flat --measure=page-faults a.out events.gprof | FileCheck --check-prefix=EVENT %s
// RUN: %gprof info events.gprof | FileCheck --check-prefix=EVENT %s
// EVENT: lost: {{(19|20)[0-9][0-9][0-9]}} samples of the event 'page-faults'

// RUN: env GPROF_OPTIONS="rate=0 faults=1" GPROF_FILE=faults.gprof ./a.out
// RUN: %gprof export --format=json a.out faults.gprof | %python -c "import json, sys; k = json.load(sys.stdin)['events']['kinds'][0]; print(k['name'], abs(k['samples'] + k['lost_samples'] - 20000) < 200, k['lost_samples'] > 19000)" | FileCheck --check-prefix=FAULTS %s
// FAULTS: minor-faults True True
// RUN: %gprof report --flat --measure=faults a.out faults.gprof | FileCheck --check-prefix=FAULT %s
// RUN: %gprof info faults.gprof | FileCheck --check-prefix=FAULT %s
// FAULT: lost: {{(19|20)[0-9][0-9][0-9]}} samples of the event 'minor-faults'

// With room for all, none is lost.
// RUN: env GPROF_OPTIONS="rate=0 faults=100 events=page-faults:100" GPROF_FILE=none.gprof ./a.out
// RUN: %gprof info none.gprof | FileCheck --check-prefix=NONE %s
// NONE: lost: nothing
#include <sys/mman.h>
#include <unistd.h>

#define PAGE 4096
#define PAGES 20000

__attribute__((noinline)) static void touch(volatile char *p)
{
	for (long i = 0; i < PAGES; i++)
		p[i * PAGE] = 1;
}

int main(void)
{
	char *p = mmap(0, PAGES * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	madvise(p, PAGES * PAGE, MADV_NOHUGEPAGE);
	touch(p);
	usleep(100);
	return 0;
}
