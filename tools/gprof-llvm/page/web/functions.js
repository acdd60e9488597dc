/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * functions.js - view 3: a table of all functions, of which only the rows in view are elements.
 */
import { make, bar, count, percent, plural, time } from "./text.js";

export const name = "functions", title = "Functions";

const HEIGHT = 26; /* of a row, as in style.css */
const SPARE = 6;   /* rows above and below what is seen */

/* key, heading, class, what rows are ordered by (descending, but texts). */
const COLUMNS = [
	["name", "function", "text", (r, m, f) => m.brief(f)],
	["self", "self", "", (r, m, f) => r.self[f]],
	[null, "", "middle", null],
	["total", "total", "", (r, m, f) => r.total[f]],
	[null, "", "wide", null],
	["calls", "calls", "", (r, m, f) => m.callsOf(f)],
	["selfcall", "self a call", "middle", (r, m, f) => m.callsOf(f) > 0 ? r.self[f] / m.callsOf(f) : -1],
	["totalcall", "total a call", "middle", (r, m, f) => m.callsOf(f) > 0 ? r.total[f] / m.callsOf(f) : -1],
	["samples", "samples", "wide", (r, m, f) => r.samples[f]],
	["module", "module", "wide text", (r, m, f) => m.module(f)],
];

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
		container.append(make("div", { className: "list" },
			make("div", { className: "tools" }, make("h2", null, "Functions"), this.said), this.head, this.scroll));
	}

	sort(key) {
		const { state } = this.page, same = (state["functions.sort"] || "self") === key;

		this.page.go({ "functions.sort": key,
			       "functions.up": same && !state["functions.up"] ? "1" : "" }, true);
	}

	/* The figures that rows are ordered and drawn by, of the part that is looked at. */
	figures() {
		const { model } = this.page, part = this.page.part(), of = model.functions;

		if (part.all)
			return { self: of.self_ns, total: of.total_ns, samples: of.samples };
		const figures = model.figures(part);

		return { self: figures.self.ns, total: figures.total.ns, samples: figures.self.samples };
	}

	order(state) {
		const { model } = this.page, found = this.page.found(), rows = [];
		const key = state["functions.sort"] || "self", figures = this.figures();
		const of = COLUMNS.find((column) => column[0] === key) || COLUMNS[1], up = !!state["functions.up"];
		const all = state["functions.all"];
		let silent = 0;

		for (let f = 0; f < model.functions.n; f++) {
			if (found && !found[f])
				continue;
			if (!all && !figures.total[f] && !figures.self[f] && !model.functions.calls[f])
				silent++;
			else
				rows.push(f);
		}
		const values = new Map(rows.map((f) => [f, of[3](figures, model, f)]));
		const text = of[2].includes("text");
		const compare = text ? (a, b) => values.get(a) < values.get(b) ? -1 : values.get(a) > values.get(b) ? 1 : a - b
				     : (a, b) => values.get(b) - values.get(a) || figures.total[b] - figures.total[a] ||
						 model.functions.calls[b] - model.functions.calls[a] || a - b;

		rows.sort(up ? (a, b) => compare(b, a) : compare);
		this.rows = rows;
		this.silent = silent;
		this.most = { self: 0, total: 0 };
		for (const f of rows) {
			const { self, total } = this.times(f);

			this.most.self = Math.max(this.most.self, self.high, self.value);
			this.most.total = Math.max(this.most.total, total.high, total.value);
		}
		[...this.head.children].forEach((cell, i) => {
			const button = cell.querySelector("button");

			if (!button)
				return;
			button.className = COLUMNS[i][0] === key ? "sorted" : "";
			button.textContent = COLUMNS[i][1] + (COLUMNS[i][0] === key ? (text !== up ? " ▴" : " ▾") : "");
			if (COLUMNS[i][0] === key)
				cell.setAttribute("aria-sort", text !== up ? "ascending" : "descending");
			else
				cell.removeAttribute("aria-sort");
		});
	}

	times(f) {
		return this.page.model.times(f, this.page.part());
	}

	show(state) {
		const key = JSON.stringify([state["functions.sort"], state["functions.up"], state["functions.all"],
					    state.q, state.thread]);

		if (this.shownAs !== key) {
			this.shownAs = key;
			this.order(state);
			this.spacer.style.height = `${this.rows.length * HEIGHT}px`;
			this.scroll.scrollTop = 0;
			this.scroll.setAttribute("aria-rowcount", this.rows.length);
			this.said.replaceChildren(plural(this.rows.length, "function") + (state.q ? ` found by "${state.q}"` : ""),
				this.silent ? " · " : "", this.silent ? make("button", { className: "link", type: "button",
					onclick: () => this.page.go({ "functions.all": "1" }, true) },
					`${count(this.silent)} without time and calls`) : "");
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
		const each = (x) => calls > 0 && x.value > 0 && part.all ? time(x.value / calls, x.low / calls, x.high / calls) : "";
		const cell = (text, classes = "") => make("span", { className: classes, role: "gridcell" }, text);
		const made = make("div", { className: "row", role: "row", style: { top: `${i * HEIGHT}px` },
					   "aria-rowindex": i + 1, "aria-selected": String(f === page.state.f),
					   onclick: () => page.go({ f }), ondblclick: () => page.go({ f, view: "callers" }) },
			make("span", { className: "text name", role: "gridcell", title: model.name(f) }, model.brief(f)),
			cell(self.value ? percent(self.value, all) : ""),
			make("span", { className: "middle", role: "presentation", title: time(self.value, self.low, self.high) },
			     bar(self.value, self.low, self.high, this.most.self)),
			cell(total.value ? percent(total.value, all) : ""),
			make("span", { className: "wide", role: "presentation" },
			     bar(total.value, total.low, total.high, this.most.total, true)),
			cell(calls ? count(calls) : ""), cell(each(self), "middle"), cell(each(total), "middle"),
			cell(self.samples ? count(self.samples) : "", "wide"), cell(model.module(f), "wide text dim"));

		made.dataset.f = f;
		return made;
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
