/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * trees.js - trees for flame graphs, made as they are looked at: a node has the calls of the tool's tree that
 * it is for, and children() joins what is below them, or around them.
 */

import { columns, group } from "./weights.js";

/* The kinds of stacks: which part of a sample's time is meant. */
export const WHOLE = 0, CUT = 1, WITHOUT = 2, ALL = 3;
/* Functions of the page alone. */
export const ROOT = -2, NO_STACK = -3, CUT_OFF = -4, PROGRAM = -5;
/* and below: names that the page has for events alone */
export const OTHER_NAMES = -1000000;
export const CYCLES = -10; /* and below: cycles by their numbers */

/* Places of a tree by instructions: those below each other in 'below', numbers of functions in 'f'. */
export function readPlaces(table) {
	const places = columns(table);

	places.below = group(places.around, places.n);
	places.f = places.function.map((f, i) => places.around[i] < 0 ? PROGRAM : places.cycle[i] ? CYCLES - places.cycle[i] : f);
	return places;
}

/* A node of a tree by instructions: 'ns' and 'own' are these. */
export class Place {
	constructor(places, i) {
		Object.assign(this, { places, i, f: places.f[i], ns: places.total[i], own: places.own[i], average: places.average[i] > 0, open: places.open[i] > 0,
				      others: places.others[i], othersNs: places.others_total[i], inferred: false, made: null });
	}

	children() {
		if (!this.made)
			this.made = Array.from(this.places.below.of(this.i), (i) => new Place(this.places, i))
				.sort((a, b) => b.ns - a.ns || a.f - b.f);
		return this.made;
	}
}

/* What nodes of trees of stacks have: f, ns, squares, samples, own (ns), children(), the largest first. */
class Node {
	constructor(model, part, f) {
		Object.assign(this, { model, part, f, ns: 0, squares: 0, usual: 0, samples: 0, own: 0,
				      inferred: false, made: null });
	}

	add(weight) {
		this.ns += weight.ns;
		this.squares += weight.squares;
		this.usual += weight.usual;
		this.samples += weight.samples;
	}

	children() {
		if (!this.made)
			this.made = this.make().filter((node) => node.ns > 0)
				.sort((a, b) => b.ns - a.ns || a.f - b.f);
		return this.made;
	}
}

export class Inwards extends Node {
	constructor(model, part, f, calls, kind) {
		super(model, part, f);
		this.calls = calls;
		this.kind = kind;
		if (f === ROOT && !calls) {
			this.unsampled = part.all ? model.run.unsampled : [];
			this.add(part.sum);
			for (const row of this.unsampled)
				this.ns += row.ns;
		} else {
			for (const c of calls) {
				this.add(part.total[kind].at(c));
				this.own += part.own[kind].ns[c];
				this.inferred = this.inferred || model.calls.inferred[c] > 0;
			}
			if (f === NO_STACK || f === CUT_OFF)
				this.own = 0;
		}
	}

	make() {
		const { model, part } = this;

		if (this.f !== ROOT || this.calls)
			return this.join(this.f === NO_STACK || this.f === CUT_OFF
					 ? this.calls : this.calls.flatMap((c) => [...model.childrenOf.of(c)]),
					 this.kind);
		const outermost = [];

		for (let c = 0; c < model.calls.n; c++)
			if (model.calls.caller[c] < 0)
				outermost.push(c);
		const nodes = part.total[WHOLE] ? this.join(outermost, WHOLE) : [];

		for (const [kind, f] of [[CUT, CUT_OFF], [WITHOUT, NO_STACK]])
			if (part.total[kind])
				nodes.push(new Inwards(model, part, f, outermost, kind));
		for (const row of this.unsampled) {
			const node = new Inwards(model, part, row.function, [], ALL);

			node.ns = node.own = row.ns;
			nodes.push(node);
		}
		return nodes;
	}

	join(calls, kind) {
		const by = new Map(), { model, part } = this;

		for (const c of calls) {
			if (!(part.total[kind].ns[c] > 0))
				continue;
			const f = model.calls.function[c];

			if (by.has(f))
				by.get(f).push(c);
			else
				by.set(f, [c]);
		}
		return [...by].map(([f, list]) => new Inwards(model, part, f, list, kind));
	}
}

/* A node has the calls on this path, and the time of each. */
export class Outwards extends Node {
	constructor(model, part, f, calls, weights) {
		super(model, part, f);
		this.calls = calls;
		this.weights = weights;
		if (calls)
			for (const weight of weights)
				this.add(weight);
		else
			this.add(part.sum);
	}

	make() {
		const { model, part } = this, by = new Map();
		const put = (call, weight) => {
			const f = model.calls.function[call];

			if (!by.has(f))
				by.set(f, [[], []]);
			by.get(f)[0].push(call);
			by.get(f)[1].push(weight);
		};

		if (this.calls)
			this.calls.forEach((c, i) => {
				if (model.calls.caller[c] >= 0)
					put(model.calls.caller[c], this.weights[i]);
			});
		else
			for (let c = 0; c < model.calls.n; c++)
				if (part.own[ALL].ns[c] > 0)
					put(c, part.own[ALL].at(c));
		return [...by].map(([f, [calls, weights]]) => new Outwards(model, part, f, calls, weights));
	}
}
