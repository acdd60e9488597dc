/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * functions.js - view 3: a table of all functions, of which only the rows in view are elements.
 */
import { within } from "./inlined.js";
import { fitNames } from "./names.js";
import { ordered } from "./order.js";
import { make, bar, bounds, changed, count, executedChanged, ofSeveral, plural, share, timeError, timeWithin, FEW_LEGEND } from "./text.js";

export const name = "functions", title = "Functions";

const HEIGHT = 26; /* of a row, as in style.css */
const SPARE = 6;   /* rows above and below the visible ones */

/* key, heading, class, sort key, the largest first but for names: columns of the
   model by function. */
const COLUMNS = [
	["name", "function", "text", (r, m) => m.ranked()],
	["self", "self", "", (r) => r.self],
	[null, "", "middle", null],
	["total", "total", "total", (r) => r.total],
	[null, "", "wide", null],
	["instructions", "instructions", "compare", (r, m) => m.functions.instructions],
	["executed", "change of instructions", "compare", (r, m) => each(m, (f) => apart(m.comparison.executedChange(f)))],
	["change", "change of self", "compare", (r, m) => each(m, (f) => sureness(m.comparison.change(f, "self")))],
	["calls", "calls", "", (r, m) => each(m, (f) => m.callsOf(f))],
	["selfcall", "self a call", "middle each", (r, m) => each(m, (f) => m.callsOf(f) > 0 && !m.run.time.runs_unsampled ? r.self[f] / m.callsOf(f) : -1)],
	["totalcall", "total a call", "middle last each", (r, m) => each(m, (f) => m.callsOf(f) > 0 && !m.run.time.runs_unsampled ? r.total[f] / m.callsOf(f) : -1)],
	["samples", "samples", "wide", (r) => r.samples],
	["module", "module", "wide text", (r, m) => m.functions.module],
];

/* How much a change is beyond its error; rows without a comparison come last. */
function sureness(change) {
	return change ? Math.abs(change.change) / (change.error || 1) : -1;
}

/* The same for instructions: known numbers before unknown ones. */
function apart(change) {
	return change ? Math.abs(change.change) : -1;
}

function each(model, of) {
	const made = new Float64Array(model.functions.n);

	for (let f = 0; f < made.length; f++)
		made[f] = of(f);
	return made;
}

/* The scale of bars: of all functions, so that a search does not change it. */
function largest(...columns) {
	let most = 0;

	for (const column of columns)
		for (let i = 0; i < column.length; i++)
			if (column[i] > most)
				most = column[i];
	return most;
}

function ofRun({ functions: of }) {
	return { self: of.self_ns, total: of.total_ns, samples: of.samples, selfHigh: of.self_high_ns, totalHigh: of.total_high_ns };
}

function ofPart(model, part) {
	const { self, total } = model.figures(part);
	const high = (weights) => each(model, (f) => weights.ns[f] ? model.interval(weights.at(f), part).high : 0);

	return { self: self.ns, total: total.ns, samples: self.samples, selfHigh: high(self), totalHigh: high(total) };
}

/* The figures that rows are ordered and drawn by, of the part that is looked at; kept with it.  'base' is
   all functions in the order of rows that are equal in a column: most total time, most calls. */
function figuresOf(page) {
	const { model } = page, part = page.part();

	if (!part.table) {
		const { functions } = model, table = part.table = part.all ? ofRun(model) : ofPart(model, part);

		table.orders = new Map();
		table.most = { self: largest(table.self, table.selfHigh), total: largest(table.total, table.totalHigh) };
		table.base = ordered(ordered(Uint32Array.from(functions.calls, (_, f) => f), functions.calls, true), table.total, true);
	}
	return part.table;
}

class Table {
	constructor(container, page) {
		const { functions, comparison: { functions: before } } = page.model;

		this.page = page;
		this.columns = COLUMNS.filter(([key]) => this.has(key)).map((column) => this.placed(column));
		this.scroll = make("div", { className: "rows", tabIndex: 0, role: "grid", "aria-label": "Functions" });
		this.spacer = make("div");
		this.said = make("span", { className: "dim" });
		this.head = make("div", { className: "head row", role: "row" }, this.columns.map(([key, text, classes]) =>
			make("span", { className: classes, role: "columnheader" }, key ?
				make("button", { type: "button", onclick: () => this.sort(key) }, text) : "")));
		this.scroll.append(this.spacer);
		this.scroll.onscroll = () => {
			this.fill();
			fitNames([this.scroll, 1]);
		};
		container.append(make("div", { className: before && functions.instructions ? "list compared both" : before || functions.instructions ? "list compared" : "list" },
			make("div", { className: "tools" }, make("h2", null, "Functions"), this.said), this.head, this.scroll));
	}

	/* The text in place of comparisons. */
	has(key) {
		const { functions: { instructions }, comparison: { functions: before } } = this.page.model;

		return { instructions: !!instructions, executed: !!(instructions && before), change: !instructions }[key] ?? true;
	}

	/* Where there is room for one of them, it is the change. */
	placed([key, heading, classes, of]) {
		return [key, heading, key === "instructions" && this.has("executed") ? "compare wide" : classes, of];
	}

	usual() {
		const { functions, total, comparison: { functions: before } } = this.page.model;

		return before ? functions.instructions ? "executed" : "change" : functions.instructions && !total ? "instructions" : "self";
	}

	sort(key) {
		const { state } = this.page, same = (state["functions.sort"] || this.usual()) === key;

		this.page.go({ "functions.sort": key,
			       "functions.up": same && !state["functions.up"] ? "1" : "" }, true);
	}

	/* All in the order of a column; made once. */
	ordered(figures, key, column, descending) {
		const name = `${key} ${descending}`;

		if (!figures.orders.has(name))
			figures.orders.set(name, ordered(figures.base, column[3](figures, this.page.model), descending));
		return figures.orders.get(name);
	}

	/* The functions to show, in order: those with time or calls, or all. */
	shownOf(order, state, figures) {
		const { model } = this.page, found = this.page.found(), all = state["functions.all"];
		const rows = new Uint32Array(model.functions.n), { calls } = model.functions, { self, total } = figures;
		let n = 0;

		this.silent = 0;
		for (let i = 0; i < order.length; i++) {
			const f = order[i];

			if (found && !found[f])
				continue;
			if (!all && !total[f] && !self[f] && !calls[f])
				this.silent++;
			else
				rows[n++] = f;
		}
		return rows.subarray(0, n);
	}

	order(state) {
		const figures = figuresOf(this.page), key = state["functions.sort"] || this.usual(), up = !!state["functions.up"];
		const column = this.columns.find((c) => c[0] === key) || this.columns[1], text = column[2].includes("text");

		this.rows = this.shownOf(this.ordered(figures, key, column, text === up), state, figures);
		this.most = figures.most;
		this.markHead(key, text !== up);
	}

	markHead(key, ascending) {
		[...this.head.children].forEach((cell, i) => {
			const button = cell.querySelector("button"), sorted = this.columns[i][0] === key;

			if (!button)
				return;
			button.className = sorted ? "sorted" : "";
			button.textContent = this.columns[i][1] + (sorted ? ascending ? " ▴" : " ▾" : "");
			if (sorted)
				cell.setAttribute("aria-sort", ascending ? "ascending" : "descending");
			else
				cell.removeAttribute("aria-sort");
		});
	}

	times(f) {
		return this.page.model.times(f, this.page.part());
	}

	show(state) {
		const key = JSON.stringify([state["functions.sort"], state["functions.up"], state["functions.all"],
					    state.q, this.page.part().key]);

		if (this.shownAs !== key) {
			this.shownAs = key;
			this.order(state);
			this.spacer.style.height = `${this.rows.length * HEIGHT}px`;
			this.scroll.scrollTop = 0;
			this.scroll.setAttribute("aria-rowcount", this.rows.length);
			this.said.replaceChildren(plural(this.rows.length, "function") + (state.q ? ` found by "${state.q}"` : ""),
				this.silent ? " · " : "", this.silent ? make("button", { className: "link", type: "button",
					onclick: () => this.page.go({ "functions.all": "1" }, true) },
					`${count(this.silent)} without time and calls`) : "",
				` · ${FEW_LEGEND}`, this.page.model.hasLibraries() ? " · self of a library's function: with the library code that it calls" : "");
		}
		this.fill();
	}

	fill() {
		const first = Math.max(0, Math.floor(this.scroll.scrollTop / HEIGHT) - SPARE);
		const last = Math.min(this.rows.length,
				      Math.ceil((this.scroll.scrollTop + this.scroll.clientHeight) / HEIGHT) + SPARE);
		const rows = [];

		for (let i = first; i < last; i++)
			rows.push(this.row(this.rows[i], i));
		this.scroll.replaceChildren(this.spacer, ...rows);
	}

	/* The name keeps its room: names of inlined functions follow it if there is room. */
	nameCell(f) {
		const { model } = this.page, inlined = within(this.page, f), title = model.name(f), name = model.brief(f);

		return inlined ? make("span", { className: "text name", role: "gridcell", title: `${title}: of its own time ${inlined}` },
				make("span", { "data-name": name }, name), make("span", { className: "inside" }, `  ${inlined}`)) :
			make("span", { className: "text name", role: "gridcell", title, "data-name": name }, name);
	}

	row(f, i) {
		const { page } = this, { model } = page, { self, total } = this.times(f), part = page.part();
		const all = model.totalOf(part), calls = model.callsOf(f);
		const each = (x) => calls > 0 && x.value > 0 && model.knowsCalls(part) ? `${timeError(x.value / calls, x.low / calls, x.high / calls)}${x.few ? "\u00a0?" : "\u00a0\u2007"}` : "";
		const cell = (text, classes = "") => make("span", { className: classes, role: "gridcell" }, text);
		const made = make("div", { className: "row", role: "row", style: { top: `${i * HEIGHT}px` },
					   "aria-rowindex": i + 1, "aria-selected": String(f === page.state.f),
					   onclick: () => page.go({ f }), ondblclick: () => page.go({ f, view: "callers" }) },
			this.nameCell(f),
			cell(self.value ? share(self.value, all, self.few) : ""),
			make("span", { className: "middle", role: "presentation", title: timeWithin(self.value, self.low, self.high) },
			     bar(self.value, self.low, self.high, this.most.self)),
			cell(total.value ? share(total.value, all, total.few) : "", "total"),
			make("span", { className: "wide", role: "presentation" },
			     bar(total.value, total.low, total.high, this.most.total, true)),
			...this.compared(f), cell(calls ? count(calls) : ""), cell(each(self), "middle each"), cell(each(total), "middle last each"),
			cell(self.samples ? count(self.samples) : "", "wide"), cell(model.module(f), "wide text dim"));

		made.dataset.f = f;
		return made;
	}

	/* Of bounds the lower, with the range. */
	executedCell(f, classes) {
		const { model } = this.page, { run } = model, executed = model.executed(f), { low, high, assumed } = executed;
		const calls = model.callsOf(f), known = low >= 0;
		const said = !known ? "not counted" : (low === high ? "" : high < 0 ? "at least this; " : `at most ${count(high)}; `) +
			(calls > 0 && !run.executed.of_some_runs ? `${run.executed.began_inside ? "~" : ""}${(low / calls).toFixed(1)} a call` : "");

		return make("span", { className: classes, role: "gridcell", title: said },
			    known && (low || calls) ? (assumed ? "~" : "") + count(low) + (low === high ? "" : " …") : "");
	}

	executedChangeCell(f) {
		const change = this.page.model.comparison.executedChange(f);

		return make("span", { className: "compare" + (change && change.sure ? change.change > 0 ? " more" : " less" : " dim"), role: "gridcell",
				      title: change ? `${bounds(change.before)} before, ${bounds(change.after)} now${ofSeveral(change)}` : "not known of both" },
			    change && (change.before.high || change.after.high) ? executedChanged(change) : "");
	}

	/* The cells of the columns that this page has of these. */
	compared(f) {
		const cells = { instructions: (classes) => this.executedCell(f, classes), executed: () => this.executedChangeCell(f), change: () => this.changeCell(f) };

		return this.columns.filter(([key]) => cells[key]).map(([key, , classes]) => cells[key](classes));
	}

	changeCell(f) {
		const change = this.page.model.comparison.functions && this.page.model.comparison.change(f, "self");

		return make("span", { className: "compare" + (change && change.sure ? change.change > 0 ? " more" : " less" : " dim"), role: "gridcell" },
			    change && (change.before || change.after) ? changed(change) : "");
	}

	key(event) {
		const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20 }[event.key];
		const at = this.rows.indexOf(this.page.state.f);

		if (event.key === "Enter" && at >= 0) {
			this.page.go({ view: "callers" });
			return true;
		}
		if (!step || !this.rows.length)
			return false;
		const next = Math.max(0, Math.min(this.rows.length - 1, at < 0 ? 0 : at + step)), top = next * HEIGHT;

		if (top < this.scroll.scrollTop)
			this.scroll.scrollTop = top;
		else if (top + HEIGHT > this.scroll.scrollTop + this.scroll.clientHeight)
			this.scroll.scrollTop = top + HEIGHT - this.scroll.clientHeight;
		this.page.go({ f: this.rows[next] }, true);
		return true;
	}
}

/* What takes long for many functions. */
export function prepare(page) {
	figuresOf(page);
}

export function open(container, page) {
	const table = new Table(container, page);

	return { show: (state) => table.show(state), key: (event) => table.key(event) };
}
