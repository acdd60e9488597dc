/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * answers.js - view 1: the tool's sentences, with what they name as links, and where to see it;
 * beside them the functions with most.
 */
import { make, bar, bounds, broken, changed, count, executedChanged, ofSeveral, plural, relative, time } from "./text.js";
import { executedBetween } from "./comparison.js";
import { measureOf } from "./measure.js";
import { distinct } from "./names.js";

export const name = "answers", title = "Answers";

/* Letters of a name in a sentence. */
const room = () => innerWidth < 600 ? 30 : 56;

/* The names in quotes.  A name may have quotes itself ("{closure#0}<'a>"): the longest match is the name. */
function namesIn(sentence, names, other) {
	const found = [];

	for (let at = sentence.indexOf("'"); at >= 0; at = sentence.indexOf("'", at + 1)) {
		const text = names.find((name) => sentence.startsWith(`'${name}'`, at)) ?? other(sentence.slice(at));

		if (text !== undefined) {
			found.push({ at, text });
			at += text.length + 1;
		}
	}
	return found;
}

/* Names in sentences: by sentence { at, text }; their functions; and as they are shown, different ones differently. */
function namesOf(page, sentences) {
	const { model } = page, { function: functions, order } = model.answerNames();
	const other = (rest) => /^'([^']+)'/.exec(rest)?.slice(1).find((name) => model.named(name) >= 0);
	const found = sentences.map((sentence) => namesIn(sentence, order, other)), texts = [...new Set(found.flat().map(({ text }) => text))];
	const short = distinct(texts, texts.map(room));

	return { found, of: (text) => functions.get(text) ?? model.named(text), shown: new Map(texts.map((text, i) => [text, short[i]])) };
}

/* Commands are code, a word of one in one line if it fits; so are names without a function of the page.
   A figure and its unit stay together. */
function said(text) {
	return text.split(/(`[^`']+'|(?:^| |\()'[^']+'(?=[\s,;:.)]|$))/).flatMap((part, i) => {
		const [, before, inner] = /^([` (]?)'?([^]*)'$/.exec(i % 2 ? part : "") || [];

		if (before === "`")
			return make("code", null, inner.split(" ").flatMap((word, at) => [at ? " " : "", make("span", { className: "word" }, word)]));
		return i % 2 ? [before, make("span", { className: "name" }, broken(inner))] : part.replace(/(\d) (?=%|[num]?s\b)/g, "$1\u00a0");
	});
}

/* Texts and links of sentence i; the functions that were named are added to 'named'. */
function linked(page, sentence, names, i, named) {
	const parts = [];
	let from = 0;

	for (const { at, text } of names.found[i]) {
		const f = names.of(text), shown = names.shown.get(text);

		parts.push(...said(sentence.slice(from, at)), f >= 0 ? page.link(f, shown) : page.inlined(text, shown));
		if (f >= 0)
			named.push(f);
		from = at + text.length + 2;
	}
	return [...parts, ...said(sentence.slice(from))];
}

function ways(page, f) {
	const go = (text, changes) => make("button", { className: "link", type: "button",
						       onclick: () => page.go({ f, ...changes }) }, text);

	return make("div", { className: "ways" }, go("callers and callees", { view: "callers" }),
		    go("in the flame graph", { view: "flame", "flame.order": "around" }));
}

const CHANGES = 12; /* rows of a table of changes */

/* Rows that changed by more than their error, the surest first. */
function surest(model, table, what) {
	const rows = [];

	for (let row = 0; row < table.n; row++) {
		const change = model.comparison.changeOf(row, what, table);

		if (change.sure)
			rows.push({ row, change, sureness: Math.abs(change.change) / (change.error || 1) });
	}
	return rows.sort((a, b) => b.sureness - a.sureness || Math.abs(b.change.change) - Math.abs(a.change.change));
}

function changes(table, heads, rows, named) {
	if (!rows.length)
		return "";
	return make("table", { className: "changes" }, make("tr", null, heads.map((text, i) =>
		make("th", { className: ["text", "", "", "", "spare", "spare"][i] }, text))),
		rows.slice(0, CHANGES).map(({ row, change }) => make("tr", null, make("td", { className: "text" }, ...[named(row)].flat()),
			make("td", null, time(change.before)), make("td", null, time(change.after)),
			make("td", { className: change.change > 0 ? "more" : "less" }, changed(change), ` ${change.before ? relative(change.change, change.before) : "new"}`),
			make("td", { className: "spare" }, count(table.calls_before[row])),
			make("td", { className: "spare" }, count(table.calls_after[row])))));
}

function gone(name) {
	return make("span", { className: "name" }, broken(`${name} (gone)`));
}

const INLINED = -2; /* in place of a function: this run has it as inlined code alone */

function functionOf(page, row) {
	const { function: functions, name: names } = page.model.comparison.functions;

	if (functions[row] === INLINED)
		return make("span", { className: "name" }, broken(`${names[row]} (inlined)`));
	return functions[row] < 0 ? gone(names[row]) : page.link(functions[row], names[row] || undefined);
}

/* Functions whose bounds are apart, those the furthest first. */
function furthest(model) {
	const rows = [];

	for (let row = 0; row < model.comparison.functions.n; row++) {
		const change = model.comparison.executedChangeOf(row);

		if (change && change.sure)
			rows.push({ row, change });
	}
	return rows.sort((a, b) => Math.abs(b.change.change) - Math.abs(a.change.change));
}

/* Functions by their own instructions: nobody counts those along calls. */
function executed(page) {
	const { model } = page, { before_executed: all } = model.run, rows = furthest(model);
	const line = (named, change, classes) => make("tr", { className: classes }, make("td", { className: "text" }, named),
		make("td", null, bounds(change.before)), make("td", null, bounds(change.after)),
		make("td", { className: change.sure ? change.change > 0 ? "more" : "less" : "dim" }, executedChanged(change)));
	const nameOf = (row, change) => [functionOf(page, row), ofSeveral(change)];

	return [make("p", { className: "dim" }, "Own instructions of functions built with count=blocks; libraries and the kernel are not in them" +
			(all.known_once ? `, nor ${plural(all.known_once, "function")} that one side does not know` : "") + ". " +
			(all.profiles ? `Before, only ${count(all.counted)} of ${count(all.profiles)} profiles have instructions. ` : "") +
			`${plural(rows.length, "function")} differ${rows.length === 1 ? "s" : ""}; of the others no number is known to differ.`),
		make("table", { className: "changes executed" }, make("tr", null, ["function, own instructions", "before", "now", "change"].map((text, i) =>
			make("th", { className: i ? "" : "text" }, text))),
			line("all functions", executedBetween(all.before, all.after), "all"),
			rows.slice(0, CHANGES).map(({ row, change }) => line(nameOf(row, change), change, "")))];
}

/* Functions by their own time, calls by the time of the callee. */
function timed(page) {
	const { model } = page, { functions: before, arcs } = model.comparison;
	const functions = surest(model, before, "self"), calls = surest(model, arcs, "total");
	const times = ["before", "now", "change", "calls before", "now"];

	return [make("p", { className: "dim" }, `${time(model.run.before_sampled_ns)} were sampled before, ${time(model.run.time.sampled_ns)} now; ` +
			`${plural(functions.length, "function")} and the calls along ${plural(calls.length, "arc")} changed by more than the error of their time. ` +
			"Functions and calls are compared by name; source, stacks, graph and time line are this run's."),
		changes(before, ["function, own time", ...times], functions, (row) => functionOf(page, row)),
		changes(arcs, ["calls, with all that was called", ...times], calls, (row) => arcs.arc[row] >= 0
			? [page.link(model.arcs.caller[arcs.arc[row]]), " → ", page.link(model.arcs.callee[arcs.arc[row]])] : gone(arcs.name[row]))];
}

function compared(page) {
	const { run } = page.model, sampled = run.before_sampled_ns > 0 || run.time.samples > 0;

	return [make("h2", null, "Compared with before"),
		...run.before_inlines ? [make("p", { className: "dim" }, "Inlined code is of the function that it was written in.")] : [],
		...run.before_executed ? executed(page) : [],
		...sampled || !run.before_executed ? timed(page) : []];
}

const HEAVIEST = 12; /* rows */
const PASSED = 0.95; /* share of a function's total that one callee has: a step on the way */

/* Functions with most that are wanted, the first of them first: O(functions), no order of all. */
function heaviest(values, wanted) {
	const best = [];

	for (let f = 0; f < values.length; f++) {
		if (!(values[f] > 0) || (best.length === HEAVIEST && values[f] <= values[best[HEAVIEST - 1]]) || !wanted(f))
			continue;
		const at = best.findIndex((other) => values[f] > values[other]);

		best.splice(at < 0 ? best.length : at, 0, f);
		best.length = Math.min(best.length, HEAVIEST);
	}
	return best;
}

function passesOn(page, measure, f) {
	const { arcs, calleesOf } = page.model, { value } = measure.of(f).total;

	return [...calleesOf.of(f)].some((arc) => arcs.callee[arc] !== f && measure.arc(arc).value > PASSED * value);
}

function heaviestOf(page, what, title) {
	const measure = measureOf(page);
	const rows = heaviest(measure.values(what), (f) => what === "self" || !passesOn(page, measure, f));
	const most = Math.max(...rows.map((f) => measure.of(f)[what]).map(({ value, high }) => high || value));

	if (!rows.length)
		return [];
	return [make("h2", null, title), make("table", { className: what }, rows.map((f) => {
		const figure = measure.of(f)[what], { value, low, high } = figure;

		return make("tr", null, make("td", { className: "text" }, page.link(f)), make("td", null, measure.share(figure)),
			    make("td", { className: "drawn" }, bar(value, low, high, most, what === "total")));
	}))];
}

function sentences(page, whole) {
	const { run } = page.model, column = make("div", null, make("h2", null, "In short"), whole);

	const names = namesOf(page, run.answers);

	run.answers.forEach((sentence, i) => {
		const named = [], text = linked(page, sentence, names, i, named);

		column.append(make("div", { className: "answer" }, make("span", { className: "number" }, String(i + 1)),
				   make("p", null, text), named.length ? ways(page, named[0]) : null));
	});
	if (!run.answers.length)
		column.append(make("p", { className: "dim" },
			run.time.samples ? "No sentence holds of this run beyond its error. The other views show what there is."
				    : "This run has no samples, so there is nothing to say of its time. The other views show its calls."));
	return column;
}

/* Instructions of each thread, solved alone; of no part of the run. */
function threads(page) {
	const { run } = page.model, known = run.threads.filter((thread) => thread), rows = known.filter((thread) => thread.executed);

	if (!run.executed || known.length < 2)
		return [];
	if (!rows.length)
		return [make("p", { className: "dim" }, `Instructions by thread are not here: each thread's counts are solved alone, which takes long for ${plural(known.length, "thread")}.`)];
	rows.sort((a, b) => b.executed.low - a.executed.low);
	return [make("h2", null, "Instructions by thread"), make("table", { className: "threads" }, rows.slice(0, HEAVIEST).map((thread) => make("tr", null,
			make("td", { className: "text" }, `${thread.name} [${thread.tid}]${thread.threads > 1 ? `, ${plural(thread.threads, "thread")} one after the other` : ""}`),
			make("td", null, bounds(thread.executed))))),
		rows.length > HEAVIEST ? make("p", { className: "dim" }, `and ${count(rows.length - HEAVIEST)} more`) : ""];
}

export function open(container, page) {
	const whole = make("p", { className: "dim" }, "These sentences are of the whole run."), most = make("div", { className: "heaviest" });

	if (page.model.comparison.functions)
		container.append(...compared(page));
	container.append(make("div", { className: "answers" }, sentences(page, whole), most));
	return { show() {
		whole.hidden = page.part().all;
		most.replaceChildren(...heaviestOf(page, "self", "Most by themselves"), ...heaviestOf(page, "total", "Most with what they call"),
			make("p", { className: "dim" }, "The second list leaves out functions that pass nearly all of their time on to one callee."), ...threads(page));
	} };
}
