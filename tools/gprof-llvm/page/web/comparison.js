/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * comparison.js - what changed since the profile before; figures and errors are the tool's.  Without one
 * nothing was compared: 'functions' is null, and so is each change.
 */

import { columns } from "./weights.js";

/* High -1: no bound. */
export function executedBetween(before, after) {
	const most = ({ high }) => high < 0 ? Infinity : high;
	const change = Math.max(0, after.low - most(before)) || -Math.max(0, before.low - most(after));

	return { before, after, change, exact: before.low === before.high && after.low === after.high,
		 assumed: before.assumed || after.assumed, sure: change !== 0 };
}

/* Rows of a table by one of its columns. */
function rowsBy(column) {
	const rows = new Map();

	if (column)
		column.forEach((value, row) => {
			if (value >= 0)
				rows.set(value, row);
		});
	return rows;
}

export class Comparison {
	constructor(data) {
		this.functions = data.before ? columns(data.before) : null;
		this.arcs = data.before ? columns(data.before_arcs) : null;
		this.ofFunction = rowsBy(this.functions?.function);
		this.ofArc = rowsBy(this.arcs?.arc);
	}

	/* { before, after, change, error, sure } of "self" or "total"; null: it was not compared. */
	change(f, what) {
		const row = this.ofFunction.get(f);

		return row === undefined ? null : this.changeOf(row, what);
	}

	/* The same of an arc's total, with its calls before. */
	arcChange(arc) {
		const row = this.ofArc.get(arc);

		return row === undefined ? null : { ...this.changeOf(row, "total", this.arcs), calls: this.arcs.calls_before[row] };
	}

	changeOf(row, what, table = this.functions) {
		const before = table[`${what}_before_ns`][row], after = table[`${what}_after_ns`][row];
		const error = table[`${what}_error_ns`][row], change = after - before;

		return { before, after, change, error, sure: Math.abs(change) > error && change !== 0 };
	}

	/* { before, after, change, exact, assumed, sure } of own instructions, each side { low, high, assumed }; change is how far
	   the sides are apart at least.  null: both sides do not know them. */
	executedChange(f) {
		const row = this.ofFunction.get(f);

		return row === undefined ? null : this.executedChangeOf(row);
	}

	executedChangeOf(row) {
		const { functions: table } = this;

		if (!table.instructions_before || table.instructions_before[row] < 0)
			return null;
		const side = (when) => ({ low: table[`instructions_${when}`][row], high: table[`instructions_${when}_high`][row],
					  assumed: table[`instructions_${when}_assumed`][row] > 0 });

		return { ...executedBetween(side("before"), side("after")), together: table.together[row] };
	}
}
