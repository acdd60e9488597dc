/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * fuzz_gmon.c - any bytes as a gmon.out: of machines of both widths and byte orders,
 * in each format, alone and summed with itself; written again; reported on.
 */
#include "fuzz.h"
#include "gprof/gprof.h"
#include "gmon/gmon.h"

#include <stdio.h>
#include <stdlib.h>

static const struct gmon_target targets[] = {
	{ 8, false, false }, { 8, true, false }, { 4, false, false }, { 4, true, true },
};

static void write_again(const struct gmon *g, enum gmon_format format)
{
	struct gmon_loss loss;
	struct gp_error e;
	size_t size;
	char *bytes;
	FILE *f = open_memstream(&bytes, &size);

	if (f && gmon_write(g, f, format, &loss, &e) == 0)
		gmon_write_cut(g, f, format, &e);
	if (f)
		fclose(f);
	free(bytes);
}

static void read_twice(const uint8_t *data, size_t size, const struct gmon_target *t,
		       enum gmon_format format)
{
	void *copy = fuzz_copy(data, size);
	struct gp_error e = { "" };
	struct gmon g;

	gmon_init(&g, t);
	if (gmon_read(&g, copy, size, "input", format, NULL, &e) == 0 &&
	    gmon_read(&g, copy, size, "input", format, NULL, &e) == 0)
		write_again(&g, format);
	gmon_release(&g);
	free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const enum gmon_format formats[] = { GMON_AUTO, GMON_GNU, GMON_BSD, GMON_BSD44 };
	const char *path = fuzz_file(data, size);

	for (size_t i = 0; i < sizeof targets / sizeof *targets; i++)
		read_twice(data, size, &targets[i], formats[i % 4]);
	read_twice(data, size, &targets[0], GMON_BSD);
	fuzz_command(cmd_gprof, (const char *const[]){
		"gprof", "-b", "-z", "-i", "-p", "-q", FUZZ_PROGRAM, path, NULL });
	fuzz_command(cmd_gprof, (const char *const[]){
		"gprof", "-b", "-T", "--gnu-exact", FUZZ_PROGRAM, path, path, NULL });
	return 0;
}
