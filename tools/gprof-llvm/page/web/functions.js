/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * functions.js - view 3: a table of all functions, of which only the rows in view are elements.
 */
import { make, bar, changed, count, plural, share, timeError, timeWithin, FEW_LEGEND } from "./text.js";

export const name = "functions", title = "Functions";

const HEIGHT = 26; /* of a row, as in style.css */
const SPARE = 6;   /* rows above and below what is seen */

/* key, heading, class, what rows are ordered by, the largest first but for names: columns of the
   model by function. */
const COLUMNS = [
	["name", "function", "text", (r, m) => m.ranked()],
	["self", "self", "", (r) => r.self],
	[null, "", "middle", null],
	["total", "total", "", (r) => r.total],
	[null, "", "wide", null],
	["change", "change of self", "compare", (r, m) => each(m, (f) => sureness(m.change(f, "self")))],
	["calls", "calls", "", (r, m) => each(m, (f) => m.callsOf(f))],
	["selfcall", "self a call", "middle", (r, m) => each(m, (f) => m.callsOf(f) > 0 ? r.self[f] / m.callsOf(f) : -1)],
	["totalcall", "total a call", "middle", (r, m) => each(m, (f) => m.callsOf(f) > 0 ? r.total[f] / m.callsOf(f) : -1)],
	["samples", "samples", "wide", (r) => r.samples],
	["module", "module", "wide text", (r, m) => m.functions.module],
];

/* How much a change is beyond its error; what was not compared comes last. */
function sureness(change) {
	return change ? Math.abs(change.change) / (change.error || 1) : -1;
}

function each(model, of) {
	const made = new Float64Array(model.functions.n);

	for (let f = 0; f < made.length; f++)
		made[f] = of(f);
	return made;
}

class Table {
	constructor(container, page) {
		this.page = page;
		this.scroll = make("div", { className: "rows", tabIndex: 0, role: "grid", "aria-label": "Functions" });
		this.spacer = make("div");
		this.said = make("span", { className: "dim" });
		this.head = make("div", { className: "head row", role: "row" }, COLUMNS.map(([key, text, classes]) =>
			make("span", { className: classes, role: "columnheader" }, key ?
				make("button", { type: "button", onclick: () => this.sort(key) }, text) : "")));
		this.scroll.append(this.spacer);
		this.scroll.onscroll = () => this.fill();
		container.append(make("div", { className: page.model.before ? "list compared" : "list" },
			make("div", { className: "tools" }, make("h2", null, "Functions"), this.said), this.head, this.scroll));
	}

	usual() {
		return this.page.model.before ? "change" : "self";
	}

	sort(key) {
		const { state } = this.page, same = (state["functions.sort"] || this.usual()) === key;

		this.page.go({ "functions.sort": key,
			       "functions.up": same && !state["functions.up"] ? "1" : "" }, true);
	}

	/* The figures that rows are ordered and drawn by, of the part that is looked at. */
	figures() {
		const { model } = this.page, part = this.page.part(), of = model.functions;

		if (part.all)
			return { self: of.self_ns, total: of.total_ns, samples: of.samples,
				 selfHigh: of.self_high_ns, totalHigh: of.total_high_ns };
		const { self, total } = model.figures(part), high = (weights) => each(model, (f) =>
			weights.ns[f] ? model.interval(weights.at(f), part).high : 0);

		return { self: self.ns, total: total.ns, samples: self.samples,
			 selfHigh: high(self), totalHigh: high(total) };
	}

	/* What is shown, in the order of positions: functions with time or calls, or all. */
	shownOf(state, figures) {
		const { model } = this.page, found = this.page.found(), all = state["functions.all"];
		const rows = new Uint32Array(model.functions.n);
		let n = 0;

		this.silent = 0;
		for (let f = 0; f < model.functions.n; f++) {
			if (found && !found[f])
				continue;
			if (!all && !figures.total[f] && !figures.self[f] && !model.functions.calls[f])
				this.silent++;
			else
				rows[n++] = f;
		}
		return rows.subarray(0, n);
	}

	order(state) {
		const { model } = this.page, { functions } = model, figures = this.figures();
		const key = state["functions.sort"] || this.usual(), up = !!state["functions.up"];
		const column = COLUMNS.find((c) => c[0] === key) || COLUMNS[1], text = column[2].includes("text");
		const values = column[3](figures, model), sign = text !== up ? 1 : -1, { total } = figures;
		const rows = this.shownOf(state, figures);

		rows.sort((a, b) => sign * (values[a] - values[b]) || total[b] - total[a] ||
			  functions.calls[b] - functions.calls[a] || a - b);
		this.rows = rows;
		this.most = { self: 0, total: 0 };
		for (const f of rows) {
			this.most.self = Math.max(this.most.self, figures.self[f], figures.selfHigh[f]);
			this.most.total = Math.max(this.most.total, figures.total[f], figures.totalHigh[f]);
		}
		this.markHead(key, text !== up);
	}

	markHead(key, ascending) {
		[...this.head.children].forEach((cell, i) => {
			const button = cell.querySelector("button"), sorted = COLUMNS[i][0] === key;

			if (!button)
				return;
			button.className = sorted ? "sorted" : "";
			button.textContent = COLUMNS[i][1] + (sorted ? ascending ? " ▴" : " ▾" : "");
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
				` · ${FEW_LEGEND}`);
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

	row(f, i) {
		const { page } = this, { model } = page, { self, total } = this.times(f), part = page.part();
		const all = model.totalOf(part), calls = model.callsOf(f);
		const each = (x) => calls > 0 && x.value > 0 && part.all ? timeError(x.value / calls, x.low / calls, x.high / calls) : "";
		const cell = (text, classes = "") => make("span", { className: classes, role: "gridcell" }, text);
		const made = make("div", { className: "row", role: "row", style: { top: `${i * HEIGHT}px` },
					   "aria-rowindex": i + 1, "aria-selected": String(f === page.state.f),
					   onclick: () => page.go({ f }), ondblclick: () => page.go({ f, view: "callers" }) },
			make("span", { className: "text name", role: "gridcell", title: model.name(f) }, model.brief(f)),
			cell(self.value ? share(self.value, all, self.samples) : ""),
			make("span", { className: "middle", role: "presentation", title: timeWithin(self.value, self.low, self.high) },
			     bar(self.value, self.low, self.high, this.most.self)),
			cell(total.value ? share(total.value, all, total.samples) : ""),
			make("span", { className: "wide", role: "presentation" },
			     bar(total.value, total.low, total.high, this.most.total, true)),
			this.changeCell(f), cell(calls ? count(calls) : ""), cell(each(self), "middle"), cell(each(total), "middle"),
			cell(self.samples ? count(self.samples) : "", "wide"), cell(model.module(f), "wide text dim"));

		made.dataset.f = f;
		return made;
	}

	changeCell(f) {
		const change = this.page.model.before && this.page.model.change(f, "self");

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

export function open(container, page) {
	const table = new Table(container, page);

	return { show: (state) => table.show(state), key: (event) => table.key(event) };
}
