/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * events.js - the last view, of runs that sampled page faults or other events: functions by the events that they met
 * themselves, and with their callees.  events.of says which event, by its word; events.sort which column orders them.
 */
import { make, bar, count, FEW_LEGEND, percent, plural, share, time } from "./text.js";

export const name = "events", title = "Events";

/* Other pages do not have the view. */
export function has(model) {
	return model.events.length > 0;
}

const MOST = 200; /* rows, without a search */
const COLUMNS = [["own", "own"], ["total", "with callees"]];

class Events {
	constructor(container, page) {
		this.page = page;
		this.kinds = make("div", { className: "chips", role: "group", "aria-label": "Event" });
		this.orders = make("div", { className: "chips", role: "group", "aria-label": "Order" });
		this.said = make("p", { className: "dim" });
		this.table = make("table", { className: "events" });
		container.append(make("h2", null, "Events"), this.kinds, this.said, this.orders, this.table);
	}

	/* A number of events; the kernel counts its clocks in nanoseconds. */
	written(n) {
		return this.event.units === "ns" ? time(n) : count(n);
	}

	/* Own events with half of their 95 % interval; "2 +30" where half is more than they are. */
	own(i) {
		const { functions: of } = this.event, half = Math.round((of.own_high[i] - of.own_low[i]) / 2);

		if (half > of.own[i])
			return `${this.written(of.own[i])} +${this.written(of.own_high[i] - of.own[i])}`;
		return this.written(of.own[i]) + (half > 0 ? ` ±${this.written(half)}` : "");
	}

	row(i, most, column) {
		const { page, event } = this, { functions: of, total } = event, f = of.function[i], cell = (text, className = "") => make("td", { className }, text);
		const own = column === "own", low = own ? of.own_low[i] : -1, high = own ? of.own_high[i] : -1;

		return make("tr", { "aria-selected": String(f >= 0 && f === page.state.f) },
			make("td", { className: "text" }, f >= 0 ? page.link(f) : page.model.name(f)),
			cell(share(of.own[i], total, of.own_few[i])), cell(this.own(i)), make("td", { className: "drawn spare" }, bar(of[column][i], low, high, most)),
			cell(percent(of.total[i], total)), cell(this.written(of.total[i]), "far"));
	}

	/* What the run had of the event, and how it is known. */
	summary() {
		const { event } = this, what = event.units === "ns" ? `(${event.name})` : event.name;

		return `${event.least ? "At least " : ""}${this.written(event.total)} ${what} in the whole run, by function from ` +
			`${plural(event.samples, "sample")}, with intervals of 95 %. Samples of events have no stacks: callees' events are divided by numbers of calls. ${FEW_LEGEND}.`;
	}

	show(state) {
		const { model } = this.page, found = this.page.found();
		const [column] = COLUMNS.find(([key]) => key === state["events.sort"]) || COLUMNS[0];

		this.event = model.events.find(({ word }) => word === state["events.of"]) || model.events[0];
		const { functions: of } = this.event, order = of[column], rows = [...order.keys()].filter((i) => !found || (of.function[i] >= 0 && found[of.function[i]]))
			.sort((a, b) => order[b] - order[a] || of.own[b] - of.own[a] || a - b);
		const shown = state.q || state["events.all"] ? rows : rows.slice(0, MOST), most = rows.length ? order[rows[0]] : 0;

		this.kinds.replaceChildren(...model.events.map(({ word, name }) => make("button", { type: "button", "aria-pressed": String(word === this.event.word),
			onclick: () => this.page.go({ "events.of": word }, true) }, name)));
		this.orders.replaceChildren(...COLUMNS.map(([key, text]) => make("button", { type: "button", "aria-pressed": String(key === column),
			onclick: () => this.page.go({ "events.sort": key }, true) }, text)));
		this.said.textContent = this.summary();
		this.table.replaceChildren(make("tr", null, ["function", "own", "", "", "with callees", ""].map((text, i) => make("th", {
			className: ["text", "", "", "spare", "", "far"][i] }, text))), ...shown.map((i) => this.row(i, most, column)));
		if (shown.length < rows.length)
			this.table.append(make("tr", null, make("td", { className: "text" }, make("button", { className: "link", type: "button",
				onclick: () => this.page.go({ "events.all": "1" }, true) }, `and ${plural(rows.length - shown.length, "more function")}`))));
	}
}

export function open(container, page) {
	const view = new Events(container, page);

	return { show: (state) => view.show(state) };
}
