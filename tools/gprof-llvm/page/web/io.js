/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * io.js - view 8 or 9, of runs with `gprof-llvm run --io': functions and files by their reads and
 * writes.  Figures are counts of the whole run; io.sort says which one orders both tables.
 */
import { make, bar, count, percent, plural, size } from "./text.js";

export const name = "io", title = "I/O";

/* Other pages do not have the view. */
export function has(model) {
	return !!model.transfers;
}

const MOST = 200; /* rows of a table, without a search */

/* key, name of a button and of the column of shares, the figure of a row */
const ORDERS = [
	["read", "read", (row) => row.read],
	["written", "written", (row) => row.written],
	["calls", "calls", (row) => row.reads + row.writes],
];

const nothing = (of) => ({ of, read: 0, reads: 0, written: 0, writes: 0, streams: 0, errors: 0, parts: new Map() });

function add(row, t, i) {
	if (t.input[i]) {
		row.read += t.bytes[i];
		row.reads += t.calls[i];
	} else {
		row.written += t.bytes[i];
		row.writes += t.calls[i];
	}
	row.streams += t.stream[i] ? t.bytes[i] : 0;
	row.errors += t.errors[i];
}

class Transfers {
	constructor(container, page) {
		this.page = page;
		this.of = page.model.transfers;
		this.all = nothing(-1);
		for (let i = 0; i < this.of.n; i++)
			add(this.all, this.of, i);
		this.buttons = make("div", { className: "chips" });
		this.said = make("p", { className: "dim" }, this.summary());
		this.functions = make("table", { className: "io" });
		this.files = make("table", { className: "io" });
		container.append(make("h2", null, "Reads and writes"), this.said, this.buttons, this.functions, make("h2", null, "Files"), this.files);
	}

	/* Sums of all functions, and losses. */
	summary() {
		const { io, processes } = this.page.model.run, { all } = this;
		const losses = [io.folded && `${plural(io.folded, "time")} there was no room for a caller or file: the calls are of <unknown>`,
				io.unnamed_files && `${plural(io.unnamed_files, "time")} there was no room for a file's name: it is <unknown>`,
				io.lost_calls && `${plural(io.lost_calls, "call")} found no room and are missing`,
				io.processes < processes.length && `${count(io.processes)} of ${plural(processes.length, "profile")} count reads and writes`];

		return `${size(all.read)} read in ${plural(all.reads, "call")}, ${size(all.written)} written in ${plural(all.writes, "call")}; ` +
			`${count(all.errors)} failed` + losses.filter(Boolean).map((text) => `. ${text}`).join("") +
			". Calls are counted, of system calls and stdio, of the whole run, for the function that made them.";
	}

	/* Sums by a key of each call, whose parts are by the other one. */
	rows(keys, others, figure, is) {
		const { of } = this, rows = new Map();

		for (let i = 0; i < of.n; i++) {
			const row = rows.get(keys[i]) || rows.set(keys[i], nothing(keys[i])).get(keys[i]);

			add(row, of, i);
			row.parts.set(others[i], (row.parts.get(others[i]) || 0) + of.bytes[i]);
		}
		return [...rows.values()].filter(is).sort((a, b) => figure(b) - figure(a) ||
			b.read + b.written - a.read - a.written || a.of - b.of);
	}

	nameOf(file) {
		return this.of.files[file] || "<unknown>";
	}

	/* The part of a row with most bytes, and how many more there are. */
	mainly(row, text) {
		const parts = [...row.parts].sort((a, b) => b[1] - a[1] || a[0] - b[0]);

		return text(parts[0][0]) + (parts.length > 1 ? ` and ${count(parts.length - 1)} more` : "");
	}

	row(row, what, mainly, figure, most, all) {
		const { page } = this, value = figure(row), bytes = row.read + row.written, cell = (text, className = "") => make("td", { className }, text);

		return make("tr", { "aria-selected": String(mainly.function && row.of >= 0 && row.of === page.state.f) },
			make("td", { className: "text" }, what), cell(percent(value, all)), make("td", { className: "drawn spare" }, bar(value, -1, -1, most)),
			cell(size(row.read)), cell(count(row.reads), "far"), cell(size(row.written)), cell(count(row.writes), "far"),
			cell(count(row.errors), "spare"), cell(bytes ? percent(row.streams, bytes) : "", "spare"), make("td", { className: "text far" }, mainly.text));
	}

	table(table, heads, rows, cells, state) {
		const [, , figure] = this.order, shown = state.q || state["io.all"] ? rows : rows.slice(0, MOST), all = figure(this.all);
		const most = rows.reduce((most, row) => Math.max(most, figure(row)), 0);
		const spare = ["text", "", "spare", "", "far", "", "far", "spare", "spare", "text far"];

		table.replaceChildren(make("tr", null, heads.map((text, i) => make("th", { className: spare[i] }, text))),
			...shown.map((row) => this.row(row, ...cells(row), figure, most, all)));
		if (shown.length < rows.length)
			table.append(make("tr", null, make("td", { className: "text" }, make("button", { className: "link", type: "button",
				onclick: () => this.page.go({ "io.all": "1" }, true) }, `and ${count(rows.length - shown.length)} more`))));
	}

	/* A search is for functions, and for the files that these use. */
	show(state) {
		const { of, page } = this, found = page.found(), link = (f) => f >= 0 ? page.link(f) : "<others>";
		const has = (f) => !found || (f >= 0 && found[f]), heads = ["", "read", "calls", "written", "calls", "errors", "stdio"];

		this.order = ORDERS.find(([key]) => key === state["io.sort"]) || ORDERS[0];
		this.buttons.replaceChildren(...ORDERS.map(([key, text]) => make("button", { type: "button", "aria-pressed": String(key === this.order[0]),
			onclick: () => page.go({ "io.sort": key }, true) }, text)));
		this.table(this.functions, ["function", this.order[1], ...heads, "mainly"],
			this.rows(of.function, of.file, this.order[2], (row) => has(row.of)),
			(row) => [link(row.of), { function: true, text: this.mainly(row, (file) => this.nameOf(file)) }], state);
		this.table(this.files, ["file", this.order[1], ...heads, "mainly by"],
			this.rows(of.file, of.function, this.order[2], (row) => [...row.parts.keys()].some(has)),
			(row) => [this.nameOf(row.of), { text: this.mainly(row, (f) => f >= 0 ? page.model.name(f) : "<others>") }], state);
	}
}

export function open(container, page) {
	const view = new Transfers(container, page);

	return { show: (state) => view.show(state) };
}
