/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * weights.js - what model.js counts with: columns of numbers, sums of samples, and the interval of a part
 * of them, with the tool's arithmetic (analysis/interval.h).
 */

const Z95 = 1.959964; /* as in interval.c */
const FEW = 30; /* WEIGHT_FEW of calltree.h */
const FEW_SAMPLES = 10; /* as in interval.h */
const VARIANCE = 0.155; /* WEIGHT_VARIANCE of calltree.h */
const OTHERS = 0.15; /* as in strata.c */
const WAIT = 3; /* of enum stratum_kind */

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

/* Rows by the value of a column: rows with value 'i' are items[start[i]..start[i + 1]). */
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
		this.usual = new Float64Array(n); /* us^2 */
	}

	add(i, from, k) {
		this.ns[i] += from.ns[k];
		this.squares[i] += from.squares[k];
		this.samples[i] += from.samples[k];
		this.usual[i] += from.usual[k];
	}

	at(i) {
		return { ns: this.ns[i], squares: this.squares[i], samples: this.samples[i], usual: this.usual[i] };
	}
}

/* Of a sum of so many samples, us^2: weight_of() of the tool. */
export function squaresOf(ns, samples) {
	return samples > 0 ? ns / 1e3 * (ns / 1e3) / samples * (1 + VARIANCE * (1 - 1 / samples)) : 0;
}

/* The weights of samples of each kind, us: computed as by strata_weigh() of the tool from the sums of samples,
   the chance part of their weights (us), and its squares. */
export class Strata {
	constructor() {
		this.kinds = [0, 1, 2, 3].map(() => ({ samples: 0, chance: 0, squares: 0 }));
		this.all = { samples: 0, chance: 0, squares: 0 };
	}

	add(kind, samples, chance, squares) {
		for (const to of kind === WAIT ? [this.kinds[kind]] : [this.kinds[kind], this.all]) {
			to.samples += samples;
			to.chance += chance;
			to.squares += squares;
		}
	}

	usual(kind) {
		const own = this.kinds[kind], all = kind === WAIT ? own : this.all;
		const mean = ({ squares, chance }) => chance > 0 ? squares / chance : 0;
		const some = (own.samples * mean(own) + FEW * mean(all)) / (own.samples + FEW);

		return OTHERS * mean(all) + (1 - OTHERS) * some;
	}
}

/* Of few samples others of their kind have a say: weight_variance() of the tool, us^2. */
function varianceOf({ squares, samples, usual }) {
	return Math.max((samples * squares + FEW * usual) / (samples + FEW), squares);
}

/* How many samples of usual weights would measure as well: weight_samples() of the tool. */
export function effectiveOf(weight) {
	const variance = varianceOf(weight), us = weight.ns / 1e3;

	if (!(variance > 0))
		return weight.samples;
	const kish = us * us / variance;

	return Math.min(kish * (1 + VARIANCE), Math.max(kish, weight.samples));
}

/* The same where the upper end of the interval was moved by so much: interval_widened() of the tool. */
export function widened(samples, value, by) {
	const error = value > 0 ? by / 2 / Z95 / value : 0;

	return error > 0 && samples > 0 ? 1 / (1 / samples + error * error) : samples;
}

/* Whether so many are few: interval_is_few() of the tool. */
export function areFew(samples) {
	return samples > 0 && samples < FEW_SAMPLES - 1e-6;
}

export function isFew(weight) {
	return areFew(effectiveOf(weight));
}

/* 95 % of a part of the samples: interval_of() of the tool. */
export function intervalOf(part, whole) {
	const t = whole.ns / 1e3, ns = part.ns / 1e3;

	if (!(t > 0) || !(whole.squares > 0))
		return { low: 0, high: 0 };
	const share = Math.min(ns / t, 1), rest = 1 - share, own = varianceOf(part);
	const others = Math.max(whole.squares - part.squares, 0);
	const variance = Math.min(own, rest * rest * own + share * share * others) / t / t;
	const n = variance > 0 && share * rest > 0 ? share * rest / variance
						    : t * t / whole.squares;
	const zz = Z95 * Z95, middle = (share + zz / 2 / n) / (1 + zz / n);
	const half = Z95 / (1 + zz / n) * Math.sqrt(share * rest / n + zz / 4 / n / n);

	return { low: share > 0 ? Math.max(0, middle - half) * whole.ns : 0,
		 high: share < 1 ? Math.min(1, middle + half) * whole.ns : part.ns };
}
