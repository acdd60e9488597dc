/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * optimizers.c - what compilers and linkers read: optimize/ writes it.
 */
#include "writer/writer.h"
#include "optimize/sample_binary.h"
#include "optimize/sample_text.h"
#include "optimize/symbol_order.h"

int export_llvm_sample(const struct export *x, struct gp_error *e)
{
	struct sample_profile s;
	int rc = sample_profile_init(&s, x->result, e);

	if (rc == 0) {
		if (x->table == EXPORT_EXTBINARY)
			sample_binary_write(&s, x->out);
		else
			sample_text_write(&s, x->out);
		sample_profile_note(&s, x->notes);
	}
	sample_profile_release(&s);
	return rc;
}

int export_ordering(const struct export *x, struct gp_error *e)
{
	static const enum order_form forms[EXPORT_TABLES] = {
		[EXPORT_WHOLE] = ORDER_SYMBOLS, [EXPORT_SYMBOLS] = ORDER_SYMBOLS,
		[EXPORT_CALLS] = ORDER_CALLS, [EXPORT_SECTIONS] = ORDER_SECTIONS,
		[EXPORT_SCRIPT] = ORDER_SCRIPT,
	};

	return symbol_order_write(x->result, forms[x->table], x->out, x->notes, e);
}
