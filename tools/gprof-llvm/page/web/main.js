/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * main.js - the page: the bar, the selected function, the address, keys.
 *
 * A view is a module with
 *
 *	export const name = "flame", title = "Flame graph";
 *	export function open(container, page)    makes its elements in an empty <section>; returns
 *		{ show(state),    draws what the state says; called after open() and whenever any
 *				  of it has changed
 *		  key(event),     optional: a key that the page has no use for; true: it was used
 *		  close() }       optional: gives back what is not below the container
 *	export function prepare(page)    optional: makes what would take long at first
 *	export function missing(page)    optional: why there is nothing to see, or ""
 *	export function has(model)       optional: false: this page does not have the view
 *
 * and is listed in VIEWS below.  A view keeps nothing that the address should hold.  It
 * has of the page:
 *
 *	page.model                 the data (model.js); the only place that sums
 *	page.state                 what the address says: { view, f, q, thread, ... }, below
 *	page.part()                the part of the run that is looked at, for model.times() etc.
 *	page.go({ f: 3, zoom })    changes the state and the address, and shows; a second argument
 *				   true: without a step for the button "back"
 *	page.found()               of functions: whether the search finds them (Uint8Array), or null
 *	page.link(f)               an element that selects a function; page.show() shortens its name where
 *				   it has no room (names.js)
 *	page.inlined(name)         the same of a function that is nowhere but inlined in others
 *	page.chosen()              the function that the panel is of: the selected one, or that with most
 *	page.tip(element, x, y)    shows an element beside the pointer; null: hides it
 *	page.colour("hot")         a variable of style.css, for canvases
 *
 * The state, and the address after '#', as in view=flame&f=luaV_execute&q=table:
 *	view     name of a view; in an address that somebody typed it may be alone: flame
 *	f        the selected function, -1: none; in the address its name
 *	q        what is searched for, ""
 *	thread   number of a thread, -1: all
 *	by       what views of calls measure by (measure.js): "time", "instructions", or "": what there is
 *	from, to microseconds of a range of time, 0: the whole run
 *	focus    a function that all samples pass through, -1: none; these and the thread are the part
 *	others   a view's own, texts; they are named after it: flame.zoom
 */
import { Model } from "./model.js";
import { make, bounds, broken, changed, clock, count, executedChanged, instructionsOf, ofSeveral, percent, plural, time, timeOfEach, timeWithin, FEW_LEGEND } from "./text.js";
import { measureOf } from "./measure.js";
import { fitNames } from "./names.js";
import { inside } from "./inlined.js";
import * as answers from "./answers.js";
import * as flame from "./flame.js";
import * as functions from "./functions.js";
import * as callers from "./callers.js";
import * as graph from "./graph.js";
import * as source from "./source.js";
import * as overTime from "./time.js";
import * as memory from "./memory.js";
import * as io from "./io.js";
import * as events from "./events.js";

const VIEWS = [answers, flame, functions, callers, graph, source, overTime, memory, io, events];
const MOST_FOUND = 12; /* functions below the search */
const SHORT = 24;      /* letters of a name that a sentence does not break */
const WRITTEN = 150;   /* ms until the address has the typed text and the sort column */

const element = (id) => document.getElementById(id);

const NOTHING = { view: VIEWS[0].name, f: -1, q: "", thread: -1, from: 0, to: 0, focus: -1 };

class Page {
	constructor(model) {
		this.model = model;
		this.views = VIEWS.filter((view) => !view.has || view.has(model));
		this.state = { ...NOTHING };
		this.shown = null; /* the open view */
		this.strange = []; /* parts of the address that this page does not have */
	}

	/* ---------------------------------------------------------- state and address */

	address() {
		const words = new URLSearchParams(), { f, q, thread, from, to, focus, ...others } = this.state;

		words.set("view", this.state.view);
		if (f >= 0)
			words.set("f", this.model.name(f));
		if (q)
			words.set("q", q);
		if (thread >= 0)
			words.set("thread", thread);
		if (focus >= 0)
			words.set("focus", this.model.name(focus));
		if (to > from) {
			words.set("from", from);
			words.set("to", to);
		}
		for (const [key, value] of Object.entries(others))
			if (key !== "view" && value)
				words.set(key, value);
		return "#" + words.toString();
	}

	read(address) {
		const words = new URLSearchParams(address.slice(1)), { model } = this;
		const state = { ...NOTHING }, strange = [];

		for (const [key, value] of words) {
			const us = Number(value), of = { f: "function", focus: "function", view: "view", thread: "thread" }[key];

			if (/^(f|focus)$/.test(key) && model.named(value) >= 0)
				state[key] = model.named(value);
			else if (key === "thread" && model.run.threads[value])
				state.thread = Number(value);
			else if (/^(from|to)$/.test(key) && model.moments && us >= 0)
				state[key] = us;
			else if (key === "q" || key.includes("."))
				state[key] = value;
			else if (key === "by" && model.instructions && /^(time|instructions)$/.test(value))
				state.by = value;
			else if (this.views.some((view) => view.name === (key === "view" ? value : !value && key)))
				state.view = value || key;
			else
				strange.push(of ? `the ${of} '${value}'` : `'${value ? `${key}=${value}` : key}'`);
		}
		this.state = state;
		this.strange = strange;
		this.at = location.hash; /* to notice that somebody went elsewhere, before the event */
	}

	go(changes, silent) {
		const before = this.address();

		this.strange = [];
		Object.assign(this.state, changes);
		const after = this.address();

		if (after !== before && silent) {
			clearTimeout(this.later);
			this.later = setTimeout(() => this.write(), WRITTEN);
			this.unwritten = after;
		} else if (after !== before) {
			this.write();
			this.expected = after;
			location.hash = after;
			this.at = location.hash;
		}
		this.show();
	}

	/* Puts changes without a step of their own into the address.  It waits, since this takes long and browsers
	   allow it a few times a second only.  One browser lets a file change its address only by going there. */
	write() {
		const address = this.unwritten;

		clearTimeout(this.later);
		this.unwritten = null;
		if (!address || location.hash !== this.at)
			return;
		this.expected = address;
		try {
			history.replaceState(null, "", address);
		} catch {
			location.replace(address);
		}
		this.at = location.hash;
	}

	part() {
		const { thread, from, to, focus } = this.state;

		return this.model.part({ thread, from, to, focus });
	}

	found() {
		if (this.searched !== this.state.q) {
			this.searched = this.state.q;
			this.result = this.model.search(this.state.q);
		}
		return this.result;
	}

	/* ---------------------------------------------------------- used by views */

	link(f, text = this.model.brief(f)) {
		return this.linked(this.model.name(f), text, { f: this.model.name(f) }, { f });
	}

	/* A function that is nowhere but in others: it has lines, and no figures of its own. */
	inlined(name, text = name) {
		return this.linked(name, text, { view: "source", "source.inlined": name }, { view: "source", f: -1, "source.inlined": name });
	}

	/* Not a button: that is one box in a line, with a break before the comma after it. */
	linked(title, text, words, changes) {
		const href = "#" + new URLSearchParams({ view: this.state.view, ...words });

		return make("a", { className: "link name", href, title, "data-name": text, onclick: (event) => {
			if (event.ctrlKey || event.metaKey || event.shiftKey)
				return;
			event.preventDefault();
			this.go(changes);
		} }, text.length > SHORT ? broken(text) : text);
	}

	/* Without a selection the panel says something, too: of the function with most; -1: there is none. */
	chosen() {
		return this.state.f < 0 ? measureOf(this).hottest() : this.state.f;
	}

	tip(content, x, y) {
		const tip = element("tip");

		tip.hidden = !content;
		if (!content)
			return;
		tip.replaceChildren(content);
		const { width, height } = tip.getBoundingClientRect();

		tip.style.left = `${Math.max(4, Math.min(x + 14, innerWidth - width - 8))}px`;
		tip.style.top = `${y + 18 + height > innerHeight ? Math.max(4, y - height - 10) : y + 18}px`;
	}

	colour(name) {
		return getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
	}

	/* ---------------------------------------------------------- drawing */

	show() {
		const module = this.views.find((view) => view.name === this.state.view);

		this.tip(null);
		if (!this.shown || this.shown.name !== module.name) {
			if (this.shown && this.shown.instance.close)
				this.shown.instance.close();
			const container = element("view");

			container.replaceChildren();
			container.setAttribute("aria-label", module.title);
			this.shown = { name: module.name, instance: module.open(container, this) };
		}
		for (const button of element("views").children)
			button.setAttribute("aria-selected", button.dataset.view === module.name);
		if (document.activeElement !== element("search"))
			element("search").value = this.state.q;
		element("thread").value = this.state.thread;
		this.showPart();
		this.shown.instance.show(this.state);
		this.showSide();
		fitNames([element("view"), 1], [element("side"), 4]);
		document.documentElement.dataset.shown = this.address(); /* tests wait for it */
	}

	showRun() {
		const { run } = this.model, kinds = { cpu: "CPU time", wait: "waiting", wall: "time" };
		const processes = run.processes.reduce((sum, p) => sum + p.processes, 0);
		const process = processes === 1 && run.processes[0];
		const facts = [`${time(run.time.total_ns)} of ${kinds[run.time.kind]}`,
			       plural(run.time.samples, "sample")];
		const known = facts.length; /* these always have room; the others if there is some */
		const counted = this.model.instructions;
		const threads = new Set(this.model.samples.thread);
		const notes = [];

		if (counted && !run.time.samples)
			facts.length = 0;
		if (counted)
			facts.push(instructionsOf(run.executed));
		if (process && process.start_ns)
			facts.push(new Date(process.start_ns / 1e6).toISOString().slice(0, 16).replace("T", " "));
		else if (processes > 1)
			facts.push(plural(processes, "process"));
		document.title = `${run.program}: profile`;
		element("program").textContent = run.program;
		if (process && process.command)
			element("program").title = process.command;
		element("facts").replaceChildren(...facts.map((fact, i) =>
			make("span", { className: i < known ? "" : "spare" }, (i ? " · " : "") + fact)));
		threads.delete(-1);
		if (threads.size > 1) {
			element("thread-label").hidden = false;
			element("thread").append(make("option", { value: -1 }, "all"), ...[...threads].sort((a, b) => a - b)
				.map((i) => make("option", { value: i },
						 `${run.threads[i].name} [${run.threads[i].tid}]`)));
			element("thread").onchange = (event) => this.go({ thread: Number(event.target.value) });
		}
		if (run.selection.length)
			notes.push("Only a part of the run: " + run.selection.join(", ") + ".");
		const lost = run.processes.reduce((sum, p) => sum + p.lost, 0);

		if (lost)
			notes.push(`${plural(lost, "record")} of this run were lost.`);
		if (run.too_many)
			notes.push(`Left out of the page, which has room for ${count(this.model.functions.n)} functions: ${count(run.too_many.functions)} without time, ` +
				`called ${count(run.too_many.calls)} times in all, none more than ${plural(run.too_many.most_calls, "time")}, ` +
				`and ${count(run.too_many.arcs)} arcs to and from them.`);
		if (run.source_left_out)
			notes.push(`Left out of the page, which has room for ${(run.source_left_out.most_bytes / 1e6).toFixed(0)} MB of source text: ` +
				`${(run.source_left_out.bytes / 1e6).toFixed(1)} MB.`);
		for (const text of run.left_out)
			notes.push("Left out: " + text + ".");
		element("note").hidden = !notes.length;
		element("note").textContent = notes.join(" ");
	}

	/* Says which part is shown, if not the whole run, and which figures are of the whole run all the same. */
	showPart() {
		const { model } = this, part = this.part(), line = element("part"), { thread, from, to, focus } = this.state;

		element("strange").hidden = !this.strange.length;
		element("strange").textContent = `This profile does not have what the address asks for: ${this.strange.join(", ")}.`;
		line.hidden = part.all;
		if (part.all)
			return;
		const moments = part.timed ? model.momentsIn(part) : null, who = model.run.threads[thread];
		const what = [part.timed ? `${clock(from)} to ${clock(to)}` : "", who ? `thread ${who.name} [${who.tid}]` : "",
			      focus >= 0 ? `what passes through ${model.name(focus)}` : ""];

		line.replaceChildren("Only ", make("b", null, what.filter(Boolean).join(", ")),
			`: ${time(part.sum.ns)} of ${time(model.run.time.sampled_ns)}, in ${plural(part.sum.samples, "sample")}` +
			(moments ? ` and ${count(moments.n)} of ${plural(moments.of, "interval")}` : "") +
			`. Numbers of calls${model.instructions ? ", instructions" : ""}, and what is compared, are of the whole run. `,
			make("button", { className: "link", type: "button",
					 onclick: () => this.go({ thread: -1, from: 0, to: 0, focus: -1 }) }, "whole run"));
	}

	showViews() {
		element("views").replaceChildren(...this.views.map((view, i) =>
			make("button", { type: "button", role: "tab", className: this.missing(view) ? "missing" : "",
					 title: `${view.title} (${i + 1})${this.missing(view)}`, onclick: () => this.go({ view: view.name }) }, view.title)));
		[...element("views").children].forEach((button, i) => {
			button.dataset.view = this.views[i].name;
		});
	}

	/* Why there is nothing in a view, ": ...", or "". */
	missing(view) {
		const why = view.missing ? view.missing(this) : "";

		return why && `: ${why}`;
	}

	figures(f) {
		const { model } = this, part = this.part(), { self, total } = model.times(f, part);
		const all = model.totalOf(part), calls = model.callsOf(f), rows = [];
		const row = (name, value) => rows.push(make("dt", null, name), make("dd", null, value));
		const each = (i) => timeOfEach(i, calls);

		row("self", percent(self.value, all) + (self.few ? " ?" : ""));
		row("", timeWithin(self.value, self.low, self.high));
		row("total", percent(total.value, all) + (total.few ? " ?" : ""));
		row("", timeWithin(total.value, total.low, total.high));
		for (const what of ["self", "total"]) {
			const change = model.comparison.change(f, what);

			if (change && (change.before || change.after))
				row(`${what} before`, `${time(change.before)}  ${changed(change)}`);
		}
		if (model.functions.instructions && model.functions.instructions[f] >= 0) {
			const executed = model.comparison.executedChange(f);

			row("instructions", bounds(model.executed(f)));
			if (executed)
				row("instructions before", `${bounds(executed.before)}  ${executedChanged(executed)}${ofSeveral(executed)}`);
			if (model.instructions)
				row("with callees", (model.functions.instructions_average[f] ? "~" : "") + (model.functions.instructions_open[f] ? "≥" : "") +
				    count(model.functions.instructions_total[f]));
		}
		row("samples", `${count(self.samples)} / ${count(total.samples)}`);
		if (calls > 0) {
			row("calls", count(calls));
			if (self.value && model.knowsCalls(part))
				row("self a call", each(self));
			if (total.value && model.knowsCalls(part))
				row("total a call", each(total));
		}
		if (model.functions.recursive_calls[f])
			row("recursive", count(model.functions.recursive_calls[f]));
		if (model.functions.cycle[f])
			row("cycle", `of ${model.cycles[model.functions.cycle[f] - 1].members.length}`);
		return [make("dl", { className: "figures" }, rows),
			self.few || total.few ? make("p", { className: "dim" }, FEW_LEGEND) : ""];
	}

	arcTable(title, arcs, other) {
		const { model } = this, measure = measureOf(this);
		const rows = [...arcs].filter((arc) => model.arcs.calls[arc] || measure.arc(arc).value > 0)
			.sort((a, b) => measure.arc(b).value - measure.arc(a).value ||
			      model.arcs.calls[b] - model.arcs.calls[a]);

		if (!rows.length)
			return null;
		return [make("h3", null, title), make("table", null, rows.slice(0, 8).map((arc) =>
			make("tr", null, make("td", { className: "text" }, this.link(other[arc])),
			     make("td", null, measure.arc(arc).value > 0 ? measure.share(measure.arc(arc)) : ""),
			     make("td", { className: "dim" }, model.arcs.calls[arc] ? `${count(model.arcs.calls[arc])}×` : "")))),
			rows.length > 8 ? make("p", { className: "dim" }, `and ${plural(rows.length - 8, "other")}`) : null];
	}

	showSide() {
		const { model } = this, side = element("side");
		const f = this.chosen(), brief = f < 0 ? "" : model.brief(f);

		side.hidden = f < 0;
		element("main").classList.toggle("alone", f < 0);
		if (f < 0)
			return;
		side.replaceChildren(this.state.f < 0 ? make("p", { className: "dim" }, "Nothing is selected. Most by itself:") : "",
			make("h2", { className: "name", title: model.name(f) }, broken(brief)),
			brief === model.name(f) ? "" : make("p", { className: "name dim whole" }, broken(model.name(f))),
			make("p", { className: "dim" }, [model.place(f), model.module(f)].filter(Boolean).join(" · ")),
			make("button", { className: "chip", type: "button", "aria-pressed": String(f === this.state.focus),
					 onclick: () => this.go({ focus: f === this.state.focus ? -1 : f }) }, "only what passes through it"),
			...this.figures(f), inside(this, f) || "",
			...[this.arcTable("Callers", model.callersOf.of(f), model.arcs.caller),
			    this.arcTable("Callees", model.calleesOf.of(f), model.arcs.callee)].flat().filter(Boolean));
	}
}

/* ------------------------------------------------------------------ search */

function listenToSearch(page) {
	const input = element("search"), list = element("found");
	let chosen = 0, rows = [];
	const close = () => {
		list.hidden = true;
		input.setAttribute("aria-expanded", "false");
	};
	const mark = () => [...list.children].forEach((item, i) => item.setAttribute("aria-selected", i === chosen));
	const take = (f) => {
		close();
		input.blur();
		page.go({ f });
	};
	const listFound = () => {
		const found = page.found(), { model } = page, part = page.part();
		const total = part.all ? model.functions.total_ns : model.figures(part).total.ns;
		const before = (a, b) => total[b] - total[a] || model.functions.calls[b] - model.functions.calls[a];
		let n = 0;

		/* The first few of all, kept in their order. */
		rows = [];
		for (let f = 0; found && f < model.functions.n; f++) {
			if (!found[f])
				continue;
			n++;
			if (rows.length < MOST_FOUND || before(f, rows[rows.length - 1]) < 0) {
				const at = rows.findIndex((row) => before(f, row) < 0);

				rows.splice(at < 0 ? rows.length : at, 0, f);
				rows.length = Math.min(rows.length, MOST_FOUND);
			}
		}
		chosen = 0;
		list.replaceChildren(...rows.map((f) => make("li", { role: "option", onmousedown: (event) => {
			event.preventDefault();
			take(f);
		} }, make("span", { className: "name", title: model.name(f), "data-name": model.brief(f) }, model.brief(f)),
			make("span", { className: "dim" }, percent(total[f], model.totalOf(part))))));
		if (found && n > rows.length)
			list.append(make("li", { className: "dim", "aria-disabled": "true" }, `${count(n)} found`));
		if (found && !n)
			list.append(make("li", { className: "dim" }, "no function has this name"));
		list.hidden = !found;
		fitNames([element("find"), 1]);
		input.setAttribute("aria-expanded", String(!list.hidden));
		mark();
	};

	input.oninput = () => {
		page.go({ q: input.value }, true);
		listFound();
	};
	input.onfocus = listFound;
	input.onblur = close;
	input.onkeydown = (event) => {
		if (event.key === "ArrowDown" || event.key === "ArrowUp") {
			chosen = Math.max(0, Math.min(rows.length - 1, chosen + (event.key === "ArrowDown" ? 1 : -1)));
			mark();
			event.preventDefault();
		} else if (event.key === "Enter" && rows.length) {
			take(rows[chosen]);
		} else if (event.key === "Escape") {
			if (input.value) {
				input.value = "";
				page.go({ q: "" }, true);
			}
			close();
			input.blur();
		}
	};
}

/* ------------------------------------------------------------------ keys, help, colours */

function listenToKeys(page) {
	addEventListener("keydown", (event) => {
		const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);

		if (typing || event.ctrlKey || event.metaKey || event.altKey || element("help").open)
			return;
		const view = page.views[Number(event.key) - 1];

		if (view)
			page.go({ view: view.name });
		else if (event.key === "/")
			element("search").focus();
		else if (event.key === "?")
			element("help").showModal();
		else if (page.shown.instance.key && page.shown.instance.key(event))
			event.stopPropagation();
		else if (event.key === "Escape")
			page.go({ f: -1, q: "" });
		else
			return;
		event.preventDefault();
	});
}

function showHelp(page) {
	const row = (keys, text) => make("tr", null, make("td", null, keys.map((key) => [make("kbd", null, key), " "])),
					 make("td", { className: "text" }, text));

	element("help-text").replaceChildren(make("h2", null, "Keys"), make("table", null,
		row(page.views.map((view, i) => String(i + 1)), "views"), row(["/"], "search: functions, files, modules"),
		row(["↑", "↓", "←", "→"], "move: rows of a table, frames of a flame graph, the graph"),
		row(["+", "-"], "the graph larger or smaller; the wheel and two fingers do so, too"),
		row(["h", "n"], "the hottest line of a source, the next one; N: the one before"),
		row(["Enter"], "select, or zoom into the frame"), row(["Esc"], "out of a zoom, a search, a selection"),
		row(["?"], "this help")),
		make("p", null, "Calls are exact: the program counted them. Times are sampled: whiskers and brackets are 95 % intervals."),
		make("p", { className: "dim" }, `Written by ${page.model.run.producer}; ` +
			{ all: "the page holds the text of its sources.", hot: "the page holds the text of functions that have time.",
			  none: "the page holds no text of sources." }[page.model.run.source]));
	element("help-button").onclick = () => element("help").showModal();
}

/* What was chosen is kept where the browser lets a file keep anything. */
function kept(value) {
	try {
		if (value === undefined)
			return localStorage.getItem("theme");
		localStorage.setItem("theme", value);
	} catch {
		/* then it is not */
	}
	return null;
}

function listenToTheme(page) {
	const dark = matchMedia("(prefers-color-scheme: dark)"), button = element("theme");
	const set = (theme) => {
		document.documentElement.dataset.theme = theme;
		button.textContent = theme === "dark" ? "☾" : "☀";
		button.setAttribute("aria-label", theme === "dark" ? "Show light colours" : "Show dark colours");
	};
	const wanted = () => kept() || (dark.matches ? "dark" : "light");

	set(wanted());
	dark.onchange = () => {
		set(wanted());
		page.show();
	};
	button.onclick = () => {
		const theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark";

		kept(theme);
		set(theme);
		page.show();
	};
}

async function start() {
	const page = new Page(await Model.read(element("data")));

	globalThis.page = page; /* for the console */
	element("data").remove();
	page.showRun();
	page.showViews();
	listenToTheme(page);
	listenToSearch(page);
	listenToKeys(page);
	showHelp(page);
	page.read(location.hash);
	addEventListener("hashchange", () => {
		if (location.hash === page.expected)
			return;
		clearTimeout(page.later);
		page.unwritten = page.expected = null;
		page.read(location.hash);
		page.show();
	});
	addEventListener("pagehide", () => page.write());
	addEventListener("resize", () => page.show());
	page.show();
	/* What takes long for many functions is made before somebody waits for it, one thing at a time. */
	for (const make of [() => flame.prepare(page), () => functions.prepare(page), () => page.model.lowered(), () => page.model.ranked()])
		await new Promise((done) => (globalThis.requestIdleCallback || setTimeout)(() => done(make())));
}

start().catch((error) => {
	document.body.textContent = "This page cannot be shown: " + error.message;
	throw error;
});
