/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * text.js - elements and figures: what all views write with.
 *
 * Nothing here, and nothing elsewhere, parses text as HTML: make() sets properties and appends
 * texts as text nodes.
 */

/* An element: make("td", { className: "text", onclick }, child, "text"). */
export function make(tag, properties, ...children) {
	const element = document.createElement(tag);

	for (const [key, value] of Object.entries(properties || {})) {
		if (key.includes("-") || key === "role")
			element.setAttribute(key, value);
		else if (key === "style")
			Object.assign(element.style, value);
		else
			element[key] = value;
	}
	element.append(...children.flat().filter((child) => child !== null && child !== undefined));
	return element;
}

export function draw(tag, attributes, ...children) {
	const element = document.createElementNS("http://www.w3.org/2000/svg", tag);

	for (const [key, value] of Object.entries(attributes || {}))
		if (typeof value === "function")
			element[key] = value;
		else
			element.setAttribute(key, value);
	element.append(...children);
	return element;
}

/* A name as texts with places to break it between them: after "::", "<", ",", "(" and "_". */
export function broken(name) {
	return (name.match(/[^]+?(?:::|,|[<(](?![…>)])|_+(?!$)|$)/g) || []).flatMap((part, i) => i ? [make("wbr"), part] : [part]);
}

const units = [[1e9, "s"], [1e6, "ms"], [1e3, "µs"], [1, "ns"]];

function unitOf(ns) {
	return units.find(([size]) => Math.abs(ns) >= size) || units[3];
}

/* Digits of a time in a unit: the last is the first in doubt; at most 'most'. */
function digits(value, low, high, most = 3) {
	const half = (high - low) / 2;

	if (!(half > 0))
		return Math.abs(value) >= 100 ? 1 : 2;
	return Math.max(0, Math.min(most, -Math.floor(Math.log10(half / 3))));
}

/* A time with no more digits than its interval allows. */
export function time(ns, low = ns, high = ns) {
	const [size, unit] = unitOf(ns || high);

	if (ns === 0 && !(high > 0))
		return "0";
	return `${(ns / size).toFixed(digits(ns / size, low / size, high / size))} ${unit}`;
}

/* "1.234 s [1.220, 1.249]". */
export function timeWithin(ns, low, high) {
	const [size, unit] = unitOf(ns || high), n = digits(ns / size, low / size, high / size);

	if (!(low >= 0) || (low === ns && high === ns))
		return time(ns);
	return `${(ns / size).toFixed(n)} ${unit} [${(low / size).toFixed(n)}, ${(high / size).toFixed(n)}]`;
}

/* Of a call, with the mark of few samples. */
export function timeOfEach({ value, low, high, few }, calls) {
	return timeWithin(value / calls, low / calls, high / calls) + (few ? "\u00a0?" : "");
}

/* A time of the run, of microseconds. */
export function clock(us) {
	return us < 1e6 ? `${(us / 1e3).toFixed(us < 1e4 ? 2 : 0)} ms` : `${(us / 1e6).toFixed(us < 1e7 ? 3 : 2)} s`;
}

/* "5.5 ±0.6 ns"; tens are rounded where the error is of hundreds.  "0.2 +2.1 us" where half of the
   interval is more than the value: interval_split() of the tool. */
export function timeError(ns, low, high) {
	const [size, unit] = unitOf(Math.max(ns, (high - low) / 2)), half = (high - low) / 2 / size;

	if (!(low >= 0) || !(half > 0))
		return time(ns);
	const n = Math.min(3, -Math.floor(Math.log10(half / 3))), scale = 10 ** Math.min(n, 0);
	const said = (x) => (Math.round(x * scale) / scale).toFixed(Math.max(n, 0));

	const places = 10 ** n, oneSided = Math.round(half * places) > Math.round(ns / size * places);
	const [about, error] = oneSided ? ["+", (high - ns) / size] : ["±", half];

	return n > 0 ? `${(ns / size).toFixed(n)} ${about}${error.toFixed(n)} ${unit}` : `${said(ns / size)} ${about}${said(error)} ${unit}`;
}

/* Beside figures that rest on too few samples (analysis/interval.h). */
export const FEW_LEGEND = "?: fewer than 10 effective samples";

/* "12.3 % ?", for a figure that rests on few samples; all of a column end at the same place. */
export function share(part, whole, few) {
	return percent(part, whole) + (few ? "\u00a0?" : "\u00a0\u2007");
}

/* Bytes with three digits: "0 B", "1.50 KiB", "61.2 MiB" (text/size.h). */
export function size(bytes) {
	let n = Math.abs(bytes), unit = 0;

	for (; n >= 999.5 && unit < 4; unit++)
		n /= 1024;
	return `${bytes < 0 ? "−" : ""}${n.toFixed(!unit ? 0 : n < 9.995 ? 2 : n < 99.95 ? 1 : 0)} ${["B", "KiB", "MiB", "GiB", "TiB"][unit]}`;
}

export function count(n) {
	const sign = n < 0 ? "−" : "";

	return sign + String(Math.abs(n)).replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

export function percent(part, whole) {
	return `${whole ? (100 * part / whole).toFixed(1) : "0.0"} %`;
}

/* A change relative to the value before: "+12.3 %", "−4.5 %". */
export function relative(change, before) {
	return `${change < 0 ? "−" : "+"}${percent(Math.abs(change), before)}`;
}

export function plural(n, word) {
	return `${count(n)} ${word}${n === 1 ? "" : word.endsWith("s") ? "es" : "s"}`;
}

/* "1 234", "~1 234" (assumed), "≥12", "12 to 34": a number of instructions; high -1: no bound. */
export function bounds({ low, high, assumed }) {
	return (assumed ? "~" : "") + (low === high ? count(low) : high < 0 ? `≥${count(low)}` : `${count(low)} to ${count(high)}`);
}

/* A change of such numbers: exact, or that no number is within the bounds of both sides. */
export function executedChanged({ before, change, exact, assumed, sure }) {
	const arrow = change > 0 ? "▲" : "▼";

	if (!sure)
		return exact ? "(same)" : "(may be the same)";
	if (!exact)
		return `${arrow} ${change > 0 ? "more" : "fewer"}`;
	return `${arrow} ${assumed ? "~" : ""}${change > 0 ? "+" : "−"}${count(Math.abs(change))}${before.low > 0 ? ` (${relative(change, before.low)})` : ""}`;
}

/* Functions that nothing distinguishes are compared together. */
export function ofSeveral({ together }) {
	return together > 1 ? `, of ${count(together)} functions of this name together` : "";
}

/* Of instructions that were executed, of which the counts may leave some open; high -1: no bound. */
export function instructionsOf({ low, high }) {
	if (low === high)
		return plural(low, "instruction");
	return high < 0 ? `at least ${plural(low, "instruction")}` : `${count(low)} to ${plural(high, "instruction")}`;
}

/* "▲ +1.23 s ±0.10", or with ▼ and a minus; a change within its error is in brackets. */
export function changed({ change, error, sure }) {
	const figure = `${change > 0 ? "+" : "−"}${time(Math.abs(change), Math.abs(change) - error, Math.abs(change) + error)}`;

	return sure ? `${change > 0 ? "▲" : "▼"} ${figure}` : `(${figure})`;
}

/* A time as a bar on a scale, with its interval as a whisker. */
export function bar(value, low, high, most, second) {
	const at = (x) => `${Math.max(0, Math.min(100, 100 * x / most))}%`;
	const element = make("span", { className: second ? "bar second" : "bar" });

	if (!(most > 0) || !(value > 0 || high > 0))
		return element;
	element.append(make("i", { style: { width: at(value) } }));
	if (low >= 0 && high > low)
		element.append(make("s", { style: { left: at(low), width: `${100 * (Math.min(high, most) - low) / most}%` } }));
	return element;
}
