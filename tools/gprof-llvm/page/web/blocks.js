/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * blocks.js - the flame graph of memory: the calls around blocks, of runs with
 * `gprof-llvm run --memory=stacks', by a figure of the blocks.
 *
 * A Blocks is a measure (measure.js) for the flame graph alone.  Of the address: flame.of, a key of
 * FIGURES.
 */
import { count, percent, size } from "./text.js";
import { group } from "./weights.js";
import { ROOT } from "./trees.js";

/* key: name of a button, the column, how a figure is written */
export const FIGURES = {
	peak: ["memory at the peak", "peak_bytes", size],
	alloc: ["allocated", "bytes", size],
	allocs: ["blocks", "blocks", (n) => `${count(n)} blocks`],
	leaked: ["not freed", "left_bytes", size],
	temporary: ["temporary", "temporary_blocks", (n) => `${count(n)} blocks`],
};

/* A tree from callers to callees: 'calls' are those on the path, which are added up. */
class Inwards {
	constructor(blocks, f, calls) {
		Object.assign(this, { blocks, f, calls, ns: 0, own: 0, inferred: false, made: null });
		for (const c of calls) {
			this.ns += blocks.total[c];
			this.own += blocks.own[c];
		}
	}

	children() {
		const { blocks } = this, by = new Map();
		const below = this.f === ROOT ? blocks.outermost : this.calls.flatMap((c) => [...blocks.below.of(c)]);

		if (this.made)
			return this.made;
		for (const c of below)
			if (blocks.total[c] > 0)
				by.set(blocks.of.function[c], [...by.get(blocks.of.function[c]) || [], c]);
		this.made = [...by].map(([f, calls]) => new Inwards(blocks, f, calls)).sort((a, b) => b.ns - a.ns || a.f - b.f);
		return this.made;
	}
}

/* From functions that allocate to their callers: each call has the part that came through it. */
class Outwards {
	constructor(blocks, f, calls, parts) {
		Object.assign(this, { blocks, f, calls, parts, ns: parts.reduce((a, b) => a + b, 0), own: 0, inferred: false, made: null });
	}

	children() {
		const { blocks } = this, { caller } = blocks.of, by = new Map();

		if (this.made)
			return this.made;
		this.calls.forEach((c, i) => {
			const at = this.f === ROOT ? c : caller[c];

			if (at < 0 || !(this.parts[i] > 0))
				return;
			const [calls, parts] = by.get(blocks.of.function[at]) || [[], []];

			calls.push(at);
			parts.push(this.parts[i]);
			by.set(blocks.of.function[at], [calls, parts]);
		});
		this.made = [...by].map(([f, [calls, parts]]) => new Outwards(blocks, f, calls, parts)).sort((a, b) => b.ns - a.ns || a.f - b.f);
		return this.made;
	}
}

export class Blocks {
	constructor(page, key) {
		const [name, column, written] = FIGURES[key], of = page.model.blockCalls;

		Object.assign(this, { page, key, name, written, of, known: false, blocks: true });
		this.own = of[column].map((n) => Math.max(n, 0));
		this.total = [...this.own];
		this.below = group(of.caller, of.n);
		this.outermost = [];
		for (let c = of.n; c--;)
			if (of.caller[c] >= 0)
				this.total[of.caller[c]] += this.total[c];
			else
				this.outermost.push(c);
		this.sum = this.own.reduce((a, b) => a + b, 0);
	}

	all() {
		return this.sum;
	}

	plain({ value }) {
		return percent(value, this.sum);
	}

	text({ value }) {
		return this.written(value);
	}

	trees(order) {
		if (order !== "out") {
			const root = new Inwards(this, ROOT, []);

			root.ns = this.sum;
			return [root];
		}
		return [new Outwards(this, ROOT, this.own.map((_, c) => c), this.own)];
	}

	/* Blocks of the outermost calls of these functions (Uint8Array). */
	passing(found) {
		const { of } = this, inside = new Uint8Array(of.n);
		let value = 0;

		for (let c = 0; c < of.n; c++) {
			inside[c] = of.caller[c] >= 0 && inside[of.caller[c]];
			if (!inside[c] && of.function[c] >= 0 && found[of.function[c]]) {
				inside[c] = 1;
				value += this.total[c];
			}
		}
		return { value };
	}
}

/* The figure of the address, if the page has blocks with stacks; else null. */
export function blocksOf(page) {
	const key = page.state["flame.of"];

	return page.model.blockCalls && FIGURES[key] ? new Blocks(page, key) : null;
}

/* key and name of each figure that some block has. */
export function figuresOf(model) {
	if (!model.blockCalls)
		return [];
	return Object.entries(FIGURES).filter(([, [, column]]) => model.blockCalls[column].some((n) => n > 0)).map(([key, [name]]) => [key, name]);
}
