/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * optimizers.c - what compilers and linkers read: optimize/ writes it.
 */
#include "export/writer.h"
#include "optimize/sample_profile.h"
#include "optimize/symbol_order.h"

int export_llvm_sample(const struct export *x, struct gp_error *e)
{
	return sample_profile_write(x->result, x->out, x->notes, e);
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
