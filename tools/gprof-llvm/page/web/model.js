/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * model.js - the data of the page (docs/json.md), and the only place that sums it.
 *
 *	const model = await Model.read(element)    the block of data in the file
 *
 * Functions, arcs and calls are numbers: positions in the columns of model.functions, model.arcs
 * and model.calls.  Figures of the whole run are the tool's, in these columns.  Figures of a part
 * of it (a thread, a range of time) are sums of samples: figures(part) has the same columns, with the
 * tool's arithmetic (analysis/measured.h, analysis/interval.h).  A part is asked for as { thread, from,
 * to, focus }: the number of a thread, or -1 for all; microseconds, of which neither or both are 0: it
 * has the moments (intervals) whose middle is in that range; a function that is on the
 * stack of each sample, or -1.
 *
 *	weights.js     columns, and sums of samples
 *	trees.js       trees for flame graphs
 *	comparison.js  what changed since the profile before
 */

import { Comparison } from "./comparison.js";
import { ALL, CUT, CUT_OFF, CYCLES, Inwards, NO_STACK, OTHER_NAMES, Outwards, PROGRAM, Place, ROOT, WHOLE, WITHOUT, readPlaces } from "./trees.js";
import { Strata, Weights, areFew, columns, effectiveOf, group, intervalOf, isFew, squaresOf, widened } from "./weights.js";

const KEPT = 6; /* parts that are not made again */

function bytesOf(text) {
	if (Uint8Array.fromBase64)
		return Uint8Array.fromBase64(text);
	const decoded = atob(text), bytes = new Uint8Array(decoded.length);

	for (let i = 0; i < bytes.length; i++)
		bytes[i] = decoded.charCodeAt(i);
	return bytes;
}

async function inflate(text) {
	const bytes = bytesOf(text);
	const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));

	return new Response(stream).text();
}

export class Model {
	static async read(element) {
		const text = element.textContent;

		return new Model(JSON.parse(element.type.endsWith("json") ? text
								: await inflate(text)));
	}

	constructor(data) {
		this.run = data; /* members that are not tables: docs/json.md */
		this.functions = columns(data.functions);
		this.arcs = columns(data.arcs);
		this.sites = columns(data.sites);
		this.calls = columns(data.calls);
		this.samples = columns(data.samples);
		this.samples.squares = this.samples.squares_us2;
		this.samples.usual = new Float64Array(this.samples.n); /* by weights() */
		this.cycles = data.cycles;
		this.inlined = columns(data.inlined || { function: [] });
		this.callersOf = group(this.arcs.callee, this.functions.n);
		this.calleesOf = group(this.arcs.caller, this.functions.n);
		this.sitesOf = group(this.sites.arc, this.arcs.n);
		this.inlinedOf = group(this.inlined.function, this.functions.n);
		this.cache = new Map();
		this.total = data.time.total_ns;
		this.whole = { ns: data.time.sampled_ns, squares: data.time.squares_us2,
			       samples: data.time.samples, usual: 0 };
		if (data.source_rows) {
			this.source = { functions: columns(data.source_functions), rows: columns(data.source_rows),
					ways: columns(data.source_ways), cases: columns(data.source_cases || {}) };
			this.source.rows.of_function = group(this.source.rows.of, this.source.functions.n);
			this.source.cases.of_row = group(this.source.cases.row || [], this.source.rows.n);
		}
		if (data.code)
			this.readCode(data.code);
		if (data.graph)
			this.graph = { ...data.graph, units: columns(data.graph_units), arcs: columns(data.graph_arcs) };
		if (data.graph_much)
			this.graphOfMuch = { ...data.graph_much, units: columns(data.graph_much_units), arcs: columns(data.graph_much_arcs) };
		this.noMoments = data.no_moments || "";
		if (data.moments) {
			this.moments = columns(data.moments);
			this.timed = columns(data.sample_times);
		}
		if (data.instructions_down)
			this.instructions = { down: readPlaces(data.instructions_down), up: readPlaces(data.instructions_up) };
		if (data.allocated)
			this.allocated = columns(data.allocated);
		if (data.block_calls)
			this.blockCalls = columns(data.block_calls);
		if (data.transfers)
			this.transfers = { ...columns(data.transfers), files: data.io_files };
		this.events = (data.events || []).map((event) => ({ ...event, functions: columns(event.functions) }));
		this.eventNames = data.event_names || [];
		this.comparison = new Comparison(data);
		this.markWays();
		this.everything = this.part({ thread: -1 });
	}

	/* ---------------------------------------------------------- names */

	name(f) {
		if (f <= OTHER_NAMES)
			return this.eventNames[OTHER_NAMES - f];
		if (f < 0)
			return { [ROOT]: "all stacks", [NO_STACK]: "<no stack>",
				 [CUT_OFF]: "<truncated stack>", [PROGRAM]: "all instructions" }[f] ||
				(f < CYCLES ? `<cycle ${CYCLES - f}>` : "<unknown>");
		return this.functions.demangled[f] ?? this.functions.name[f];
	}

	brief(f) {
		return (f >= 0 && this.functions.brief[f]) || this.name(f);
	}

	/* The function of a name, of any form; or -1. */
	named(name) {
		if (!this.byName) {
			this.byName = new Map();
			for (const of of [(f) => this.functions.name[f], (f) => this.brief(f),
					  (f) => this.name(f)])
				for (let f = this.functions.n; f--;)
					this.byName.set(of(f), f);
		}
		return this.byName.get(name) ?? -1;
	}

	/* Names in sentences: 'function' is a Map of them, -1 for those that are nowhere but inlined; 'order': the longest first. */
	answerNames() {
		const { text, function: functions } = this.run.answer_names, names = new Map();

		for (const [of, name] of (this.source ? [...this.source.functions.name] : []).entries())
			if (this.source.functions.function[of] < 0)
				names.set(name, -1);
		text.forEach((name, i) => {
			if (functions[i] >= 0)
				names.set(name, functions[i]);
		});
		return { function: names, order: [...names.keys()].sort((a, b) => b.length - a.length) };
	}

	file(f) {
		const file = f >= 0 ? this.functions.file[f] : -1;

		return file < 0 ? "" : this.run.files[file];
	}

	/* "lvm.c:123", or "". */
	place(f) {
		const file = this.file(f);

		return file && file.slice(file.lastIndexOf("/") + 1) + (this.functions.line[f] ? ":" + this.functions.line[f] : "");
	}

	module(f) {
		const module = f >= 0 ? this.functions.module[f] : -1;

		return module < 0 ? "" : this.run.modules[module].name;
	}

	/* program, library, kernel, or none of these: "other". */
	kind(f) {
		const name = f >= 0 ? this.functions.name[f] : "<";

		if (name.startsWith("<kernel"))
			return "kernel";
		if (f < 0 || (this.functions.row[f] && name.startsWith("<")))
			return "other";
		return this.functions.instrumented[f] ? "program" : "library";
	}

	/* Names as they are searched; of many functions it takes a while, once. */
	lowered() {
		if (!this.lower)
			this.lower = Array.from({ length: this.functions.n }, (_, f) => {
				const name = this.name(f), linkage = this.functions.name[f];

				return (name === linkage ? name : name + "\n" + linkage).toLowerCase();
			});
		return this.lower;
	}

	/* Positions of functions in the order of their names; the same. */
	ranked() {
		if (!this.ranks) {
			const names = Array.from({ length: this.functions.n }, (_, f) => this.brief(f));
			const order = Uint32Array.from(names.keys()).sort((a, b) =>
				names[a] < names[b] ? -1 : names[a] > names[b] ? 1 : a - b);

			this.ranks = new Float64Array(order.length);
			order.forEach((f, rank) => {
				this.ranks[f] = rank;
			});
		}
		return this.ranks;
	}

	/* Functions whose name, file or module has the text; null for none asked for.  What has a longer
	   text has the shorter one: only what that found is looked at. */
	search(text) {
		const wanted = text.trim().toLowerCase(), { last } = this;
		const among = last && last.wanted && wanted.includes(last.wanted) ? last.found : null;
		const found = new Uint8Array(this.functions.n);
		const files = this.run.files.map((file) => file.toLowerCase().includes(wanted));
		const modules = this.run.modules.map((m) => m.name.toLowerCase().includes(wanted));

		if (!wanted)
			return null;
		const names = this.lowered();

		for (let f = 0; f < this.functions.n; f++)
			if (!among || among[f])
				found[f] = names[f].includes(wanted) || files[this.functions.file[f]] || modules[this.functions.module[f]];
		this.last = { wanted, found };
		return found;
	}

	/* An address is stored as the distance from the instruction before; rows of a function are consecutive. */
	readCode(table) {
		const code = this.code = columns(table);

		code.of = group(code.function, this.functions.n);
		for (let i = 1; i < code.n; i++)
			if (code.function[i] === code.function[i - 1])
				code.address[i] += code.address[i - 1];
	}

	/* ---------------------------------------------------------- arcs */

	/* The arc of a pair, or -1: searched among the arcs of the function that has fewer. */
	arc(caller, callee) {
		if (caller < 0 || callee < 0)
			return -1;
		const out = this.calleesOf.of(caller), into = this.callersOf.of(callee);

		if (out.length < into.length)
			return out.find((arc) => this.arcs.callee[arc] === callee) ?? -1;
		return into.find((arc) => this.arcs.caller[arc] === caller) ?? -1;
	}

	/* Whether times of one call are known: of the whole run, unless calls are of more runs than times. */
	knowsCalls(part) {
		return part.all && !this.run.time.runs_unsampled;
	}

	/* Calls without direct recursion, as the tool divides by. */
	callsOf(f) {
		return this.functions.calls[f] - this.functions.recursive_calls[f];
	}

	/* The function of the source that a function is an instance of; -1: it has no time on lines. */
	sourceOf(f) {
		return f < 0 ? -1 : this.source.functions.function.indexOf(f);
	}

	/* ---------------------------------------------------------- sums */

	/* Of each call: whether its function, and its arc, are not around it already. */
	markWays() {
		const { calls } = this, below = this.childrenOf = group(calls.caller, calls.n);
		const onFunction = new Uint32Array(this.functions.n), onArc = new Map();
		const stack = [];

		this.firstOfFunction = new Uint8Array(calls.n);
		this.firstOfArc = new Uint8Array(calls.n);
		this.arcOf = new Int32Array(calls.n).fill(-1);
		for (let c = calls.n; c--;)
			if (calls.caller[c] < 0)
				stack.push(c);
		while (stack.length) {
			const c = stack.pop();

			if (c < 0) {
				const left = ~c, f = calls.function[left];

				onFunction[f]--;
				if (this.arcOf[left] >= 0)
					onArc.set(this.arcOf[left], onArc.get(this.arcOf[left]) - 1);
				continue;
			}
			const f = calls.function[c], caller = calls.caller[c];

			this.firstOfFunction[c] = !onFunction[f]++;
			if (caller >= 0) {
				const arc = this.arc(calls.function[caller], f), n = onArc.get(arc) || 0;

				this.arcOf[c] = arc;
				this.firstOfArc[c] = arc >= 0 && !n;
				if (arc >= 0)
					onArc.set(arc, n + 1);
			}
			stack.push(~c);
			for (const child of below.of(c))
				stack.push(child);
		}
	}

	/* Of each moment, whether a part has it; null: it has all. */
	within({ from, to }) {
		const { moments } = this;

		return moments && to > from ? Uint8Array.from(moments.from_us, (start, i) => {
			const middle = (start + moments.to_us[i]) / 2;

			return middle >= from && middle < to;
		}) : null;
	}

	/* Whether a row of samples is of a thread, and of calls of the function or below it. */
	sampleIn({ thread, focus = -1 }) {
		const { samples, calls } = this, below = new Uint8Array(calls.n);

		for (let c = 0; focus >= 0 && c < calls.n; c++)
			below[c] = calls.function[c] === focus || (calls.caller[c] >= 0 && below[calls.caller[c]]);
		return (row) => (thread < 0 || samples.thread[row] === thread) && (focus < 0 || below[samples.call[row]] > 0);
	}

	/* Weights of the samples that a part has, by row: each is a sum of its own. */
	weights(asked) {
		const { samples, timed } = this, inside = this.within(asked), strata = new Strata();
		const made = new Weights(samples.n), has = this.sampleIn({ ...asked, focus: -1 }), through = this.sampleIn(asked);

		for (let row = 0; !inside && row < samples.n; row++)
			if (has(row))
				made.add(row, samples, row);
		for (let i = 0; inside && i < timed.n; i++) {
			const row = timed.sample[i];

			if (inside[timed.moment[i]] && has(row)) {
				made.ns[row] += timed.ns[i];
				made.samples[row] += timed.samples[i];
			}
		}
		/* What has no samples is nothing, as in a window of the tool's. */
		for (let row = 0; inside && row < samples.n; row++) {
			made.ns[row] *= made.samples[row] > 0;
			/* As much of it is chance, and as heavy is usual, as in all of the row. */
			const chance = samples.squares[row] / squaresOf(samples.ns[row], samples.samples[row]) || 0;

			made.squares[row] = chance * squaresOf(made.ns[row], made.samples[row]);
		}
		/* What is usual is so in all that is chosen from, not only where the focus is. */
		const chanceOf = (row) => samples.chance_ns[row] / 1e3 * made.ns[row] / samples.ns[row] || 0;

		for (let row = 0; row < samples.n; row++)
			strata.add(samples.kind[row], made.samples[row], chanceOf(row), made.squares[row]);
		const usual = [0, 1, 2, 3].map((kind) => strata.usual(kind));

		for (let row = 0; row < samples.n; row++) {
			const is = through(row) ? 1 : 0;

			made.usual[row] = is * chanceOf(row) * usual[samples.kind[row]];
			for (const column of [made.ns, made.samples, made.squares])
				column[row] *= is;
		}
		return made;
	}

	/* Own weights of the calls, for each kind of stacks; kinds without samples are null. */
	ownOf(weights) {
		const { samples } = this, own = [WHOLE, CUT, WITHOUT, ALL].map(() => null);
		const add = (kind, row, times) => {
			const call = samples.call[row];

			own[kind] = own[kind] || new Weights(this.calls.n);
			own[kind].ns[call] += weights.ns[row] * times;
			own[kind].squares[call] += weights.squares[row] * times;
			own[kind].samples[call] += weights.samples[row] * times;
			own[kind].usual[call] += weights.usual[row] * times;
		};

		own[ALL] = new Weights(this.calls.n);
		for (let row = 0; row < samples.n; row++) {
			if (!(weights.ns[row] > 0))
				continue;
			const cut = samples.cut_ns[row] / samples.ns[row];
			const without = samples.without_ns[row] / samples.ns[row];

			add(ALL, row, 1);
			if (cut)
				add(CUT, row, cut);
			if (without)
				add(WITHOUT, row, without);
			if (cut + without < 1)
				add(WHOLE, row, 1 - cut - without);
		}
		return own;
	}

	/* What is known of a part: own and total weights of calls, and their sum.  'base' is the part without its
	   focus, whose samples are those that intervals are of. */
	part(asked) {
		const timed = !!this.moments && asked.to > asked.from, { focus = -1 } = asked;
		const key = [asked.thread, ...(timed ? [asked.from, asked.to] : []), ...(focus >= 0 ? ["f", focus] : [])].join();

		if (this.cache.has(key))
			return this.cache.get(key);
		const weights = this.weights(asked), own = this.ownOf(weights), sum = new Weights(1);
		const total = own.map((weights) => {
			if (!weights)
				return null;
			const sums = new Weights(this.calls.n);

			for (let c = this.calls.n; c--;) {
				sums.add(c, weights, c);
				if (this.calls.caller[c] >= 0)
					sums.add(this.calls.caller[c], sums, c);
			}
			return sums;
		});

		for (let c = 0; c < this.calls.n; c++)
			sum.add(0, own[ALL], c);
		const nsOf = (kind) => own[kind] ? own[kind].ns.reduce((a, b) => a + b, 0) : 0;
		const made = { asked, key, timed, weights, own, total, sum: sum.at(0), cut: nsOf(CUT),
			       without: nsOf(WITHOUT), all: asked.thread < 0 && !timed && focus < 0 };

		made.base = focus < 0 ? made : this.part({ ...asked, focus: -1 });

		/* Ranges are many: the oldest go; the whole run is the first of all. */
		if (this.cache.size > KEPT)
			this.cache.delete([...this.cache.keys()][1]);
		this.cache.set(key, made);
		return made;
	}

	/* What threads can have run after their last samples: known of the whole run alone. */
	afterLast({ base }) {
		return base.all ? this.run.time.after_last_ns : 0;
	}

	/* 95 % of own time: measured_interval() of the tool. */
	ownInterval(weight, part, whole = part.base.all ? this.whole : part.base.sum) {
		const { low, high } = intervalOf(weight, whole);

		if (!(whole.ns > 0))
			return { value: weight.ns, low: weight.ns, high: weight.ns };
		return { value: weight.ns, low, high: high + high / whole.ns * this.afterLast(part) };
	}

	/* 95 % of a figure from stacks, and whether it rests on few samples: measured_stack_interval() of the tool.
	   'open' and 'among' are as in the tool's struct weight; without them the values of all samples. */
	interval(weight, part = this.everything, open = -1, among = 0) {
		/* A choice of functions keeps less than all samples, of which they are parts. */
		const { base } = part, whole = base.all && this.run.selection.length ? this.wholeOfStacks() : base.sum;
		const i = this.ownInterval(weight, part, whole), most = whole.ns + this.afterLast(part), { stacks } = this.run;
		const unknown = base.all ? stacks.cut_ns + stacks.without_ns : base.cut + base.without;

		i.few = isFew(weight);
		if (!(whole.ns > 0))
			return i;
		const { high } = i;

		if (!(among > 0))
			[open, among] = [unknown, whole.ns];
		/* As often as others, but all of them at most. */
		const most_open = Math.min(most, high + open);

		i.high = high * among < most_open * (among - open) ? high * among / (among - open)
								   : Math.max(high, most_open);
		i.few = areFew(widened(effectiveOf(weight), weight.ns, i.high - high));
		return i;
	}

	wholeOfStacks() {
		const { stacks } = this.run, ns = stacks.whole_ns + stacks.cut_ns + stacks.without_ns;

		return { ...this.whole, ns };
	}

	/* Own and total weights of functions and arcs in a part: O(calls), then kept. */
	figures(part) {
		const { calls } = this, own = part.own[ALL], total = part.total[ALL];

		if (part.figures)
			return part.figures;
		const made = part.figures = {
			self: new Weights(this.functions.n), total: new Weights(this.functions.n),
			arcSelf: new Weights(this.arcs.n), arcTotal: new Weights(this.arcs.n),
			open: new Float64Array(this.functions.n), arcOpen: new Float64Array(this.arcs.n),
		};
		/* At and below a call: samples whose outer callers are not known. */
		const openOf = (c) => [CUT, WITHOUT].reduce((sum, kind) => sum + (part.total[kind] ? part.total[kind].ns[c] : 0), 0);

		for (let c = 0; c < calls.n; c++) {
			const f = calls.function[c], arc = this.arcOf[c];

			if (f < 0)
				continue;
			made.self.add(f, own, c);
			if (this.firstOfFunction[c]) {
				made.total.add(f, total, c);
				made.open[f] += openOf(c);
			}
			if (arc >= 0)
				made.arcSelf.add(arc, own, c);
			if (arc >= 0 && this.firstOfArc[c]) {
				made.arcTotal.add(arc, total, c);
				made.arcOpen[arc] += openOf(c);
			}
		}
		return made;
	}

	/* Whether functions were chosen, in the page or before. */
	isChosen(part) {
		return part.asked.focus >= 0 || this.run.selection.length > 0;
	}

	/* Own and total time of a function with intervals: { self, total }, each { value, low, high,
	   samples, few }; of the whole run they are the tool's. */
	times(f, part = this.everything) {
		const of = this.functions;

		if (part.all)
			return {
				self: { value: of.self_ns[f], low: of.self_low_ns[f], high: of.self_high_ns[f],
					samples: of.samples[f], few: of.self_few[f] > 0 },
				total: { value: of.total_ns[f], low: of.total_low_ns[f],
					 high: of.total_high_ns[f], samples: of.total_samples[f],
					 few: of.total_few[f] > 0 },
			};
		const figures = this.figures(part), self = figures.self.at(f), total = figures.total.at(f), all = part.sum.ns;
		const open = of.leaf[f] ? 0 : Math.max(part.cut + part.without - figures.open[f], 0);

		/* A truncated stack may have the chosen function or not, so even own time is open. */
		if (this.isChosen(part))
			return { self: { ...this.interval(self, part), samples: self.samples },
				 total: { ...this.interval(total, part), samples: total.samples } };
		return { self: { ...this.interval(self, part, 0, all), samples: self.samples },
			 total: { ...this.interval(total, part, open, all), samples: total.samples } };
	}

	/* The same of an arc: its time, including callees of the callee. */
	arcTime(arc, part = this.everything) {
		const of = this.arcs;

		if (part.all)
			return { value: of.total_ns[arc], low: of.total_low_ns[arc],
				 high: of.total_high_ns[arc], samples: of.total_samples[arc],
				 few: of.total_few[arc] > 0 };
		const figures = this.figures(part), weight = figures.arcTotal.at(arc), callee = of.callee[arc];
		const open = Math.max(figures.open[callee] - figures.arcOpen[arc], 0);

		if (this.isChosen(part))
			return { ...this.interval(weight, part), samples: weight.samples };
		return { ...this.interval(weight, part, open, figures.total.ns[callee]), samples: weight.samples };
	}

	/* Own weights of the threads in a part, by their numbers. */
	threadsOf(part) {
		const { samples } = this, made = new Weights(this.run.threads.length);

		for (let row = 0; row < samples.n; row++)
			if (samples.thread[row] >= 0)
				made.add(samples.thread[row], part.weights, row);
		return made;
	}

	/* For rows of the source: ns and samples of code there; of its callees for the whole run only. */
	linesOf(part) {
		return part.all ? this.source.rows : this.lineWeights(part);
	}

	/* Weights of the code of these rows. */
	lineWeights(part) {
		const { samples, source: { rows, ways } } = this;

		if (part.lines)
			return part.lines;
		part.lines = new Weights(rows.n);
		for (let sample = 0; sample < samples.n; sample++)
			for (let way = part.weights.ns[sample] > 0 ? samples.way[sample] : -1; way >= 0; way = ways.around[way])
				if (ways.row[way] >= 0)
					part.lines.add(ways.row[way], part.weights, sample);
		return part.lines;
	}

	/* Samples of a part whose stack has one of these functions (Uint8Array), each once. */
	passing(found, part) {
		const { calls } = this, own = part.own[ALL], inside = new Uint8Array(calls.n), sum = new Weights(1);

		for (let c = 0; c < calls.n; c++) {
			const caller = calls.caller[c], f = calls.function[c];

			inside[c] = (caller >= 0 && inside[caller]) || (f >= 0 && found[f]);
			if (inside[c])
				sum.add(0, own, c);
		}
		for (const row of part.all ? this.run.unsampled : [])
			if (found[row.function])
				sum.ns[0] += row.ns;
		return sum.at(0);
	}

	/* Own instructions of a function, { low, high, assumed }. */
	executed(f) {
		const { instructions: low, instructions_high: high, instructions_assumed: assumed } = this.functions;

		return { low: low[f], high: high[f], assumed: assumed[f] > 0 };
	}

	/* ---------------------------------------------------------- time */

	/* Time of a thread, or all (-1), and of a focus, in each moment: the time that was sampled in it. */
	loads(thread, focus) {
		const { timed } = this, ns = new Float64Array(this.moments.n), has = this.sampleIn({ thread, focus });

		for (let i = 0; i < timed.n; i++)
			if (has(timed.sample[i]))
				ns[timed.moment[i]] += timed.ns[i];
		return ns;
	}

	/* Own time of functions in each moment: a Float64Array for each of them. */
	courses(functions, thread, focus) {
		const { calls, samples, timed } = this, has = this.sampleIn({ thread, focus });
		const by = new Map(functions.map((f) => [f, new Float64Array(this.moments.n)]));

		for (let i = 0; i < timed.n; i++) {
			const row = timed.sample[i], ns = by.get(calls.function[samples.call[row]]);

			if (ns && has(row))
				ns[timed.moment[i]] += timed.ns[i];
		}
		return functions.map((f) => by.get(f));
	}

	/* How many moments a part has, of how many. */
	momentsIn(part) {
		const inside = this.within(part.asked);

		return { n: inside ? inside.reduce((a, b) => a + b, 0) : this.moments.n, of: this.moments.n };
	}

	/* All time of a part; only the whole run has time without samples. */
	totalOf(part) {
		return part.all ? this.total : part.sum.ns;
	}

	/* ---------------------------------------------------------- trees */

	hasLibraries() {
		return this.functions.self_ns.some((ns, f) => ns > 0 && this.kind(f) === "library");
	}

	/* The function with the most own time, or if none has any the row of something else; -1: there is none. */
	hottest() {
		const { self_ns, row } = this.functions;
		const most = (rows) => self_ns.reduce((best, ns, f) => !!row[f] === rows && ns > (best < 0 ? 0 : self_ns[best]) ? f : best, -1);
		const f = most(false);

		return f < 0 ? most(true) : f;
	}

	/* A flame graph from the outermost functions inwards. */
	treeInwards(part) {
		return part.inwards = part.inwards || new Inwards(this, part, ROOT, null, ALL);
	}

	/* From the functions that ran outwards. */
	treeOutwards(part) {
		return part.outwards = part.outwards || new Outwards(this, part, ROOT, null, null);
	}

	/* What a function called, wherever it was called: a sample counts once. */
	treeBelow(part, f) {
		return new Inwards(this, part, f, this.outermostCalls(f), ALL);
	}

	/* Who called it. */
	treeAround(part, f) {
		const calls = this.outermostCalls(f);

		return new Outwards(this, part, f, calls, calls.map((c) => part.total[ALL].at(c)));
	}

	/* "down": callers with their callees; "up": functions with their callers. */
	treeOfPlaces(which) {
		return new Place(this.instructions[which], 0);
	}

	/* Instructions of the outermost places of these functions (Uint8Array). */
	placesPassing(found) {
		const { down } = this.instructions, inside = new Uint8Array(down.n);
		let sum = 0;

		for (let i = 0; i < down.n; i++) {
			const around = down.around[i];

			inside[i] = around >= 0 && inside[around];
			if (!inside[i] && down.f[i] >= 0 && found[down.f[i]]) {
				inside[i] = 1;
				sum += down.total[i];
			}
		}
		return sum;
	}

	outermostCalls(f) {
		const { calls } = this, found = [];

		for (let c = 0; c < calls.n; c++)
			if (calls.function[c] === f && this.firstOfFunction[c])
				found.push(c);
		return found;
	}
}
