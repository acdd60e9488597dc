/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * frames.c - where a function makes and undoes its frame, by unwind and line tables (see body.h).
 *
 * .eh_frame is asked first.  Code that was built without it has .debug_frame.
 */
#include "code/body.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <stdlib.h>

struct frames {
	struct debug *information; /* or NULL */
	Dwarf_CFI *eh, *debug; /* or NULL; the second belongs to the Dwarf */
	uint64_t bias;         /* of debug */
	bool debug_tried;
};

struct frames *frames_open(const struct elfobj *elf, struct debug *d)
{
	struct frames *fr = gp_alloc(1, sizeof *fr);

	fr->information = d;
	gp_memory_watch();
	fr->eh = dwarf_getcfi_elf(elf->elf);
	gp_memory_check();
	return fr;
}

void frames_close(struct frames *fr)
{
	if (!fr)
		return;
	if (fr->eh)
		dwarf_cfi_end(fr->eh);
	free(fr);
}

/* ------------------------------------------------------------------ */

/* Returns true if the frame is found from the stack pointer. */
static bool is_on_stack(const struct body *code, Dwarf_Frame *frame)
{
	Dwarf_Op *ops;
	unsigned reg;
	size_t n;

	if (dwarf_frame_cfa(frame, &ops, &n) != 0 || n != 1)
		return false;
	if (ops[0].atom == DW_OP_bregx || ops[0].atom == DW_OP_regx)
		reg = ops[0].number;
	else if (ops[0].atom >= DW_OP_breg0 && ops[0].atom <= DW_OP_breg31)
		reg = ops[0].atom - DW_OP_breg0;
	else
		return false;
	return reg == processor_of(code->elf)->stack_pointer;
}

/* The rows of a function; false: the table does not cover all of it. */
static bool read_rows(struct body *code, Dwarf_CFI *cfi, uint64_t bias)
{
	uint64_t at = code->start;

	code->nrows = 0;
	while (cfi && at < code->end) {
		Dwarf_Addr start, end;
		Dwarf_Frame *frame;

		if (dwarf_cfi_addrframe(cfi, at - bias, &frame) != 0)
			break;
		if (dwarf_frame_info(frame, &start, &end, NULL) < 0 || end + bias <= at) {
			free(frame);
			break;
		}
		*gp_push(code->rows, code->nrows, code->rows_room) = (struct frame_row){
			.start = at, .on_stack = is_on_stack(code, frame) };
		at = end + bias;
		free(frame);
	}
	if (at < code->end)
		code->nrows = 0;
	return code->nrows;
}

static Dwarf_CFI *debug_frame(struct frames *fr)
{
	struct debug *d = fr->information;
	Dwarf *dwarf;

	if (fr->debug_tried)
		return fr->debug;
	fr->debug_tried = true;
	dwarf = d ? debug_dwarf(d, &fr->bias) : NULL;
	fr->debug = dwarf ? dwarf_getcfi(dwarf) : NULL;
	return fr->debug;
}

/* ------------------------------------------------------------------ */

static void take_line(struct body *code, Dwarf_Line *line, uint64_t address)
{
	bool flag;

	if (dwarf_lineprologueend(line, &flag) == 0 && flag && !code->prologue_end)
		code->prologue_end = address;
	if (dwarf_lineepiloguebegin(line, &flag) == 0 && flag)
		*gp_push(code->epilogues, code->nepilogues, code->epilogues_room) = address;
}

static uint64_t line_address(Dwarf_Lines *lines, size_t i, uint64_t bias)
{
	Dwarf_Addr address = 0;

	dwarf_lineaddr(dwarf_onesrcline(lines, i), &address);
	return address + bias;
}

/* The marks of the line table. */
static void read_lines(struct frames *fr, struct body *code)
{
	struct debug *d = fr->information;
	Dwarf_Lines *lines;
	Dwarf_Die unit;
	uint64_t bias;
	size_t n;

	if (!d || !debug_dwarf(d, &bias) || !debug_unit(d, code->start, &unit) ||
	    dwarf_getsrclines(&unit, &lines, &n) != 0)
		return;
	for (size_t i = gp_first(k, n, line_address(lines, k, bias) < code->start); i < n; i++) {
		uint64_t address = line_address(lines, i, bias);

		if (address >= code->end)
			break;
		take_line(code, dwarf_onesrcline(lines, i), address);
	}
}

void frames_read(struct frames *fr, struct body *code)
{
	gp_memory_watch();
	if (!read_rows(code, fr->eh, 0))
		read_rows(code, debug_frame(fr), fr->bias);
	read_lines(fr, code);
	gp_memory_check();
}
