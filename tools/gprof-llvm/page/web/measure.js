/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * measure.js - what views measure calls by: time, of samples, or instructions, which were counted
 * and are divided by numbers of calls.  Both have the same functions; figures are { value, ... }.
 *
 *	measure.all()        of the part of the run that is looked at
 *	measure.of(f)        { self, total } of a function
 *	measure.values(what) of all functions, by their numbers; what: "self" or "total"
 *	measure.arc(arc)     of the callee and what it called
 *	measure.trees(order, f)   roots of flame graphs: nodes with { f, ns, own, children() }
 *	measure.passing(found)    of what passes through functions
 *	measure.share(figure), measure.text(figure), measure.each(figure, calls)
 *
 * 'ns' of a node is the number of what is measured.  Of the address: by, "time" or "instructions",
 * where there are both.
 */
import { make, count, percent, share, timeOfEach, timeWithin } from "./text.js";

class Times {
	constructor(page) {
		this.page = page;
		this.model = page.model;
		this.total = "time with callees, 95 %";
		this.per = "time a call";
		this.known = true;
	}

	part() {
		return this.page.part();
	}

	all() {
		return this.model.totalOf(this.part());
	}

	of(f) {
		return this.model.times(f, this.part());
	}

	values(what) {
		const { functions } = this.model, part = this.part();

		return part.all ? functions[`${what}_ns`] : this.model.figures(part)[what].ns;
	}

	arc(arc) {
		return this.model.arcTime(arc, this.part());
	}

	share({ value, few }) {
		return share(value, this.all(), few);
	}

	plain({ value }) {
		return percent(value, this.all());
	}

	text({ value, low, high }) {
		return timeWithin(value, low, high);
	}

	each(figure, calls) {
		return this.model.knowsCalls(this.part()) ? timeOfEach(figure, calls) : "";
	}

	trees(order, f) {
		const { model } = this, part = this.part();

		if (order === "around")
			return [model.treeBelow(part, f), model.treeAround(part, f)];
		return [order === "out" ? model.treeOutwards(part) : model.treeInwards(part)];
	}

	passing(found) {
		const part = this.part(), sum = this.model.passing(found, part);

		return this.model.interval(sum, part);
	}

	hottest() {
		return this.model.hottest();
	}
}

/* Before a number of instructions: an average; the least, as the counts leave some open. */
function lead(average, open) {
	return (average ? "~" : "") + (open ? "≥" : "");
}

class Instructions {
	constructor(page) {
		this.page = page;
		this.model = page.model;
		this.total = "instructions with callees";
		this.per = "instructions a call";
		this.known = false;
	}

	all() {
		return this.model.instructions.down.total[0];
	}

	of(f) {
		const of = this.model.functions;

		return { self: { value: Math.max(of.instructions[f], 0), open: of.instructions[f] !== of.instructions_high[f] },
			 total: { value: of.instructions_total[f], average: of.instructions_average[f] > 0, open: of.instructions_open[f] > 0 } };
	}

	values(what) {
		const { functions } = this.model;

		return what === "self" ? functions.instructions : functions.instructions_total;
	}

	arc(arc) {
		const of = this.model.arcs;

		return { value: of.instructions[arc], average: of.instructions_average[arc] > 0, open: of.instructions_open[arc] > 0 };
	}

	share(figure) {
		return this.plain(figure) + "\u00a0\u2007";
	}

	plain({ value, average, open }) {
		return lead(average, open) + percent(value, this.all());
	}

	text({ value, average, open }) {
		return lead(average, open) + count(value);
	}

	each({ value, average, open }, calls) {
		const { began_inside: inside, of_some_runs: some } = this.model.run.executed;

		if (some)
			return "";
		const each = value / calls, whole = Number.isInteger(each);

		return lead(average || inside || !whole, open) + (each < 1000 && !whole ? each.toFixed(1) : count(Math.round(each)));
	}

	trees(order) {
		return [this.model.treeOfPlaces(order === "out" ? "up" : "down")];
	}

	passing(found) {
		const { low, high } = this.model.run.executed;

		return { value: this.model.placesPassing(found), average: true, open: low !== high };
	}

	hottest() {
		const { instructions } = this.model.functions;

		return instructions.reduce((best, n, f) => n > (best < 0 ? 0 : instructions[best]) ? f : best, -1);
	}
}

/* The measure asked for, else the one of the address, else the one that the page has. */
export function measureOf(page, asked = "") {
	const { model } = page, by = asked || page.state.by || (model.run.time.samples > 0 ? "time" : "instructions");

	return model.instructions && by === "instructions" ? new Instructions(page) : new Times(page);
}

/* Buttons for both, where there are both. */
export function chooser(page) {
	const { model } = page, now = measureOf(page) instanceof Instructions ? "instructions" : "time";

	if (!model.instructions || !(model.run.time.samples > 0))
		return [];
	return ["time", "instructions"].map((by) => make("button", { type: "button", "aria-pressed": String(by === now),
		onclick: () => page.go({ by: by === "time" ? "" : by, "flame.zoom": "" }) }, by));
}

export const AVERAGE = "~: an average, since other calls led there, too; each counts as an average one. ≥: the counts leave some open.";
