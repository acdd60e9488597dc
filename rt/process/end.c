/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * end.c - the orderly end where the executable is not instrumented.
 *
 * Only in the libraries: an embedded runtime learns of the end from the
 * executable's unit, and cannot be unloaded.
 */
#include "base/process.h"
#include "base/text.h"
#include "process/finish.h"

#include <dlfcn.h>
#include <elf.h>

extern __attribute__((weak)) int dladdr(const void *address, Dl_info *info);
extern __attribute__((weak)) void *dlopen(const char *path, int mode);
extern GPRT_HIDDEN const struct gprof_runtime gprt_runtime;

/*
 * A plugin that was linked with its own copy of the runtime stays loaded for good:
 * signal and fork handlers point into it, and so do other plugins' units.
 */
__attribute__((constructor)) static void stay(void)
{
	Dl_info self, program;

	if (__gprof_heap_found)
		__gprof_heap_found(&gprt_runtime);
	if (__gprof_io_found)
		__gprof_io_found(&gprt_runtime);
	if (!dladdr || !dlopen || !dladdr(&gprt, &self) || !self.dli_fname)
		return;
	if (!dladdr((void *)gprt_auxv(AT_PHDR), &program) || program.dli_fbase != self.dli_fbase)
		dlopen(self.dli_fname, RTLD_NOLOAD | RTLD_NODELETE | RTLD_LAZY);
}

__attribute__((destructor)) static void end(void)
{
	gprt_end();
}
