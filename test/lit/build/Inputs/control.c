/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <gprof-llvm/gprof.h>

#ifdef __cplusplus
static void scope(void)
{
	gprof_phase phase("scope");
}
#else
static void scope(void)
{
}
#endif

/* Not compiled with the plugin: each function says ENOSYS. */
int main(void)
{
	scope();
	if (gprof_start() != ENOSYS || gprof_stop() != ENOSYS || gprof_reset() != ENOSYS)
		return 1;
	if (gprof_dump("x") != ENOSYS)
		return 2;
	if (gprof_alloc("x", 1) != ENOSYS || gprof_free("x") != ENOSYS)
		return 4;
	free(gprof_chunk(100));
	return gprof_phase_begin("x") == ENOSYS && gprof_phase_end("x") == ENOSYS ? 0 : 3;
}
