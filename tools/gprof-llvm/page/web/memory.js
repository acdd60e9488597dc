/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * memory.js - view 8, of runs with `gprof-llvm run --memory': functions by the blocks that they
 * allocated.  Figures are counts of the whole run; memory.sort says which one orders them.
 */
import { make, bar, count, percent, plural, size } from "./text.js";

export const name = "memory", title = "Memory";

/* Other pages do not have the view. */
export function has(model) {
	return !!model.allocated;
}

const MOST = 200; /* rows, without a search */

/* key, name of a button and of the column of shares, the figure of a row */
const ORDERS = [
	["bytes", "allocated", (of, i) => of.bytes[i]],
	["peak", "at the peak", (of, i) => of.peak_bytes[i]],
	["left", "not freed", (of, i) => of.left_bytes[i]],
	["blocks", "blocks", (of, i) => of.blocks[i]],
	["temporary", "temporary", (of, i) => of.temporary_blocks[i]],
];

class Memory {
	constructor(container, page) {
		this.page = page;
		this.of = page.model.allocated;
		this.part = page.model.run.memory.of_part; /* of a run: its peak is not known */
		this.orders = ORDERS.filter(([key]) => key !== "peak" || !this.part);
		this.buttons = make("div", { className: "chips" });
		this.said = make("p", { className: "dim" });
		this.table = make("table", { className: "memory" });
		this.flame = make("p", null, make("button", { className: "link", type: "button",
			onclick: () => page.go({ view: "flame", "flame.of": { bytes: "alloc", blocks: "allocs", left: "leaked", temporary: "temporary" }[page.state["memory.sort"] || "bytes"] || "peak", "flame.zoom": "" }) },
			"flame graph of the calls around the blocks"));
		container.append(make("h2", null, "Memory"), this.said, this.flame, this.buttons, this.table);
	}

	sum(figure) {
		let all = 0;

		for (let i = 0; i < this.of.n; i++)
			all += figure(this.of, i);
		return all;
	}

	/* Bytes of all functions, and losses. */
	summary() {
		const { of } = this, { memory } = this.page.model.run, sums = ORDERS.map(([, , figure]) => this.sum(figure));
		const losses = [memory.folded_callers && `${plural(memory.folded_callers, "caller")} had no room and are <unknown>`,
				memory.unstored_threads && `${plural(memory.unstored_threads, "thread")} had no room and are missing`,
				memory.foreign_blocks && `${plural(memory.foreign_blocks, "block")} freed whose allocation was not seen`];

		return `${size(sums[0])} allocated in ${plural(sums[3], "block")}; ` + (this.part ? "" : `${size(sums[1])} when the heap was largest` +
			(memory.processes > 1 ? `, the sum of ${count(memory.processes)} processes` : "") +
			(memory.peak_is_exact || memory.sample_bytes ? "" : ", exact to 0.1 % for each thread") + "; ") +
			`${size(sums[2])} in ${plural(this.sum((_, i) => of.left_blocks[i]), "block")} not freed` +
			losses.filter(Boolean).map((text) => `. ${text}`).join("") +
			(this.part ? ", less those freed of earlier ones. Of a part of the run the largest heap is not known" : "") +
			(memory.sample_bytes ? `. Blocks are samples, one for ${size(memory.sample_bytes)} allocated, so all figures are estimates` : ". Blocks are counted") + `${this.part ? "" : ", of the whole run"}, for the function that allocated them.`;
	}

	rows(figure) {
		const { of, page } = this, found = page.found(), rows = [];

		for (let i = 0; i < of.n; i++)
			if (!found || (of.function[i] >= 0 && found[of.function[i]]))
				rows.push(i);
		return rows.sort((a, b) => figure(of, b) - figure(of, a) || of.bytes[b] - of.bytes[a] || a - b);
	}

	perCall(f, blocks) {
		const { model } = this.page, calls = f >= 0 ? model.functions.calls[f] : 0, each = blocks / calls;

		return calls > 0 && this.whole ? each.toFixed(each < 0.1 && each > 0 ? 3 : 1) : "";
	}

	row(i, figure, most, all) {
		const { of, page } = this, f = of.function[i], value = figure(of, i), blocks = of.blocks[i];
		const cell = (text, className = "") => make("td", { className }, text), part = (n) => blocks ? percent(n, blocks) : "";

		return make("tr", { "aria-selected": String(f >= 0 && f === page.state.f) },
			make("td", { className: "text" }, f >= 0 ? page.link(f) : "<others>"),
			cell(percent(value, all)), make("td", { className: "drawn spare" }, bar(value, -1, -1, most)),
			cell(size(of.bytes[i])), cell(count(blocks)), cell(this.perCall(f, blocks), "far"), cell(this.part ? "" : size(of.peak_bytes[i])),
			cell(size(of.left_bytes[i]), "far"), cell(count(of.left_blocks[i]), "spare"), cell(part(of.temporary_blocks[i]), "spare"),
			cell(part(of.young_blocks[i]), "spare"));
	}

	show(state) {
		const [now, what, figure] = this.orders.find(([key]) => key === state["memory.sort"]) || ORDERS[0];
		const rows = this.rows(figure), shown = state.q || state["memory.all"] ? rows : rows.slice(0, MOST), all = this.sum(figure);
		const most = rows.reduce((most, i) => Math.max(most, figure(this.of, i)), 0);
		const heads = ["function", what, "", "bytes", "blocks", "per call", "peak", "left", "blocks left", "temporary", "young"];
		const { memory, processes } = this.page.model.run;

		this.whole = memory.processes >= processes.length;
		this.said.textContent = this.summary();
		this.flame.hidden = !this.page.model.blockCalls;
		this.buttons.replaceChildren(...this.orders.map(([key, text]) => make("button", { type: "button", "aria-pressed": String(key === now),
			onclick: () => this.page.go({ "memory.sort": key }, true) }, text)));
		this.table.replaceChildren(make("tr", null, heads.map((text, i) => make("th", { className: ["text", "", "spare", "", "", "far", "", "far", "spare", "spare", "spare"][i],
			title: { temporary: "freed before the thread allocated another", young: "freed before the thread allocated 64 KiB more" }[text] || "" }, text))),
			...shown.map((i) => this.row(i, figure, most, all)));
		if (shown.length < rows.length)
			this.table.append(make("tr", null, make("td", { className: "text" }, make("button", { className: "link", type: "button",
				onclick: () => this.page.go({ "memory.all": "1" }, true) }, `and ${plural(rows.length - shown.length, "more function")}`))));
	}
}

export function open(container, page) {
	const view = new Memory(container, page);

	return { show: (state) => view.show(state) };
}
