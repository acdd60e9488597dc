/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * weights.js - what model.js counts with: columns of numbers, sums of samples, and the interval of a part
 * of them, with the tool's arithmetic (analysis/interval.h).
 */

const Z95 = 1.959964, FEW = 20; /* as in interval.c */
const FEW_SAMPLES = 10; /* as in interval.h */
const VARIANCE = 0.155; /* as in calltree.c */

/* Columns of numbers as arrays of one type, with their number of rows as 'n'. */
export function columns(table) {
	const made = { n: 0 };

	for (const [name, values] of Object.entries(table)) {
		made.n = values.length;
		/* Texts may be null; numbers are not. */
		made[name] = typeof values.find((value) => value !== null) === "number" ? Float64Array.from(values) : values;
	}
	return made;
}

/* Rows by the value of a column: those of 'i' are items[start[i]..start[i + 1]). */
export function group(column, n) {
	const start = new Uint32Array(n + 2), items = new Uint32Array(column.length);

	for (const value of column)
		if (value >= 0)
			start[value + 2]++;
	for (let i = 2; i < n + 2; i++)
		start[i] += start[i - 1];
	column.forEach((value, row) => {
		if (value >= 0)
			items[start[value + 1]++] = row;
	});
	return { start, items, of: (i) => items.subarray(start[i], start[i + 1]) };
}

export class Weights {
	constructor(n) {
		this.ns = new Float64Array(n);
		this.squares = new Float64Array(n); /* us^2 */
		this.samples = new Float64Array(n);
	}

	add(i, from, k) {
		this.ns[i] += from.ns[k];
		this.squares[i] += from.squares[k];
		this.samples[i] += from.samples[k];
	}

	at(i) {
		return { ns: this.ns[i], squares: this.squares[i], samples: this.samples[i] };
	}
}

/* Of a sum of so many samples, us^2: weight_of() of the tool. */
export function squaresOf(ns, samples) {
	return samples > 0 ? ns / 1e3 * (ns / 1e3) / samples * (1 + VARIANCE * (1 - 1 / samples)) : 0;
}

/* Whether a weight rests on few samples of usual weights: interval_rests_on_few() of the tool. */
export function isFew({ ns, squares, samples }) {
	const usual = squares > 0 ? ns / 1e3 * (ns / 1e3) * (1 + VARIANCE) / squares : samples, n = Math.min(usual, samples);

	return n > 0 && n < FEW_SAMPLES - 1e-6;
}

/* 95 % of a part of the samples: interval_of() of the tool. */
export function intervalOf(part, whole) {
	const t = whole.ns / 1e3, ns = part.ns / 1e3;

	if (!(t > 0) || !(whole.squares > 0))
		return { low: 0, high: 0 };
	const share = Math.min(ns / t, 1), rest = 1 - share;
	const others = Math.max(whole.squares - part.squares, 0), even = share * whole.squares;
	const squares = Math.max((part.samples * part.squares + FEW * even) / (part.samples + FEW),
				 part.squares);
	const variance = (rest * rest * squares + share * share * others) / t / t;
	const n = variance > 0 && share * rest > 0 ? share * rest / variance
						    : t * t / whole.squares;
	const zz = Z95 * Z95, middle = (share + zz / 2 / n) / (1 + zz / n);
	const half = Z95 / (1 + zz / n) * Math.sqrt(share * rest / n + zz / 4 / n / n);

	return { low: share > 0 ? Math.max(0, middle - half) * whole.ns : 0,
		 high: share < 1 ? Math.min(1, middle + half) * whole.ns : part.ns };
}
