/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* main leaves by a tail call of run. */
static volatile unsigned sink;

__attribute__((noinline)) int run(int argc, char **argv)
{
	(void)argv;
	for (unsigned i = 0; i < 300000000u; i++)
		sink += argc;
	return 0;
}

int main(int argc, char **argv)
{
	__attribute__((musttail)) return run(argc, argv);
}
