/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * names.js - names of functions as far as they fit.
 *
 *	forms(name)                 shorter and shorter: without the type that it returns, parameters, outer
 *				    scopes (namespaces, modules), template arguments; its last part
 *	fitted(name, fits)          the first that fits, filled up with what it lost against the one before; or null
 *	shortened(name, room)       the same of at most so many letters, or cut in its middle
 *	distinct(names, rooms)      the same for names listed together: different names stay different
 *	fitNames([container, lines], ...)   the names of elements below it that have data-name, as cells of one column
 *
 * What is left out has "…" in its place: an element that shows such a name has the whole as title.
 */
import { broken } from "./text.js";

const OPERATOR = /^operator\s*(<=>|<<=?|>>=?|<=|>=|->\*?|<|>|\(\)|\[\])/;
const OPENS = "<([{", CLOSES = ">)]}";
const KEPT = 4000; /* names whose forms are remembered */
const LEAST = 12; /* letters of a name that are shown beside other text, if there is room or not */
const AROUND = 26; /* pixels around a name in the list of the search, as in style.css */
const LEAST_PART = 3; /* letters of a part of a name that is cut */
const STARTS = /^(?:[^A-Za-z0-9]\w|[a-z0-9][A-Z])$/; /* the letters around the beginning of a word */
const ENDS = /\w$/;
const MOST_SEEN = 24; /* letters of the part that distinguishes names */

/* Skips the brackets of a name: calls 'at' with each position outside of them. */
function outside(name, at) {
	let depth = 0;

	for (let i = 0; i < name.length; i++) {
		const operator = name[i] === "o" ? OPERATOR.exec(name.slice(i, i + 14)) : null;

		if (operator && !depth) {
			i += operator[0].length - 1;
			continue;
		}
		if (name[i] === ">" && /[-=]/.test(name[i - 1] || "") && depth)
			continue; /* an arrow of Rust */
		if (CLOSES.includes(name[i]))
			depth = Math.max(0, depth - 1);
		if (!depth)
			at(i);
		if (OPENS.includes(name[i]))
			depth++;
	}
}

/* { type, scopes, tail }: "int* ", ["std", "sort<int>"], " (a.cpp:12)". */
function partsOf(name) {
	const spaces = [], colons = [];
	let end = name.length, start = 0;

	outside(name, (i) => {
		if (name[i] === " ")
			spaces.push(i);
		else if (name[i] === ":" && name[i + 1] === ":" && name[i + 2] !== "<") /* "f::<T>" of Rust is one */
			colons.push(i);
	});
	/* Behind the name: a place, "const", "[clone .cold]". */
	while (spaces.length && /^ ([([<]|const\b|volatile\b|&)/.test(name.slice(spaces[spaces.length - 1])) && spaces[spaces.length - 1] > 0)
		end = spaces.pop();
	for (const space of spaces)
		if (space < end && !/\boperator$/.test(name.slice(0, space)))
			start = space + 1;
	const scopes = [];
	let from = start;

	for (const at of colons)
		if (at > from && at < end) {
			scopes.push(name.slice(from, at));
			from = at + 2;
		}
	return { type: name.slice(0, start), scopes: [...scopes, name.slice(from, end)], tail: name.slice(end) };
}

/* Replaces the text in brackets of one kind by "…".  Brackets that begin a scope stay: "<T as Clone>" of
   Rust, "(anonymous namespace)". */
function without(scope, open, close) {
	let made = "", from = 0, depth = 0;

	if (scope.startsWith(open))
		return scope;
	for (let i = 0; i < scope.length; i++) {
		const operator = scope[i] === "o" && !depth ? OPERATOR.exec(scope.slice(i, i + 14)) : null;

		if (operator) {
			i += operator[0].length - 1;
		} else if (scope[i] === open && !depth++) {
			made += scope.slice(from, i);
		} else if (scope[i] === close && depth && !(close === ">" && /[-=]/.test(scope[i - 1])) && !--depth) {
			made += i - made.length > 1 ? `${open}…${close}` : open + close;
			from = i + 1;
		}
	}
	return made + (depth ? "" : scope.slice(from));
}

/* Of "<std::map::HashMap<K, V> as core::clone::Clone>" both types as 'of' makes them. */
function typesOf(scope, of) {
	if (!/^<.*>$/.test(scope))
		return scope;
	return `<${scope.slice(1, -1).split(/ as (?![^<]*>)/).map(of).join(" as ")}>`;
}

/* "std::map::HashMap<…>", "HashMap<K, V>", "HashMap<…>". */
const TYPES = [(path) => without(path, "<", ">"), (path) => partsOf(path).scopes.pop(), (path) => without(partsOf(path).scopes.pop(), "<", ">")];

const known = new Map();

export function forms(name) {
	if (known.has(name))
		return known.get(name);
	const { type, scopes: whole, tail } = partsOf(name), made = [name], last = whole.length - 1;
	const scopes = whole.map((scope) => without(scope, "(", ")")), plain = scopes.map((scope) => without(scope, "<", ">"));
	const add = (parts, from, end) => {
		const text = (from || type ? "…" : "") + parts.slice(from).join("::") + end;

		if (text.length < made[made.length - 1].length)
			made.push(text);
	};

	add(whole, 0, tail);
	for (const parts of [scopes, plain])
		for (let i = 0; i === 0 || i < last; i++)
			add(parts, i, tail);
	for (const of of TYPES)
		add(plain.map((scope) => typesOf(scope, of)), Math.max(0, last - 1), tail);
	add(plain.map((scope) => typesOf(scope, TYPES[2])), Math.max(0, last - 1), "");
	add(plain, last, "");
	if (known.size > KEPT)
		known.clear();
	known.set(name, made);
	return made;
}

/* Its beginning and its end. */
function cut(text, room) {
	const end = Math.floor((room - 1) / 2);

	if (text.length > room)
		text = text.replace(/^…/, "");
	return text.length <= room ? text : room < 2 ? "…" : text.slice(0, room - 1 - end) + "…" + text.slice(text.length - end);
}

/* Where the bracket around a place of a name closes. */
function closing(name, at) {
	for (let i = at, depth = 0; i < name.length; i++)
		if (OPENS.includes(name[i]))
			depth++;
		else if (CLOSES.includes(name[i]) && !(name[i] === ">" && /[-=]/.test(name[i - 1])) && depth-- === 0)
			return i;
	return name.length;
}

/* What a longer form has in the place of each "…" of a shorter one, or null. */
function hidden(parts, longer) {
	for (let from = longer.indexOf(parts[0]); from >= 0; from = longer.indexOf(parts[0], from + 1)) {
		const found = [];
		let at = from;

		for (const part of parts) {
			if (!longer.startsWith(part, at))
				break;
			const end = closing(longer, at + part.length);

			found.push(longer.slice(at + part.length, end));
			at = end;
		}
		if (found.length === parts.length)
			return found.slice(0, -1);
	}
	return null;
}

/* The most of a text that ends with a word and fits. */
function beginning(whole, fits) {
	if (fits(whole))
		return whole;
	for (let n = whole.length - 1; n >= LEAST_PART; n--)
		if (ENDS.test(whole.slice(0, n)) !== /^\w/.test(whole.slice(n)) && fits(`${whole.slice(0, n).trimEnd()}…`))
			return `${whole.slice(0, n).trimEnd()}…`;
	return "…";
}

/* Restores the beginning of text left out in brackets: "read<…>" becomes "read<lemon::Smart…>".  The last
   template arguments come first, then parameters. */
function opened(short, longer, fits) {
	const mark = short.startsWith("…") ? "…" : "", parts = short.slice(mark.length).split("…");
	const wholes = parts.length > 1 && longer.map((form) => hidden(parts, form)).find((found) => found && found.some((whole) => whole !== "…"));
	const shown = parts.slice(1).map(() => "…"), places = [...shown.keys()].reverse();
	const text = () => mark + parts.map((part, i) => i ? shown[i - 1] + part : part).join("");

	if (!wholes)
		return short;
	for (const bracket of ["<", "("])
		for (const i of places.filter((place) => parts[place].endsWith(bracket)))
			shown[i] = beginning(wholes[i], (part) => {
				shown[i] = part;
				return fits(text());
			});
	return text();
}

/* Of the scope that is left out before the name the end: "…apply" becomes "…accelerator_t::apply". */
function preceded(short, longer, fits) {
	const rest = short.replace(/^…/, ""), before = longer.length - rest.length;

	if (!longer.endsWith("::" + rest))
		return null;
	for (let at = 1; at <= before - 2 - LEAST_PART; at++)
		if (STARTS.test(longer.slice(at - 1, at + 1)) && fits("…" + longer.slice(at)))
			return "…" + longer.slice(at);
	return null;
}

/* The first form that fits, with as much of the text lost against the longer form as has room. */
export function fitted(name, fits) {
	const all = forms(name), i = all.findIndex(fits);

	if (i <= 0)
		return i < 0 ? null : name;
	return preceded(all[i], all[i - 1], fits) || opened(all[i], all.slice(0, i).reverse(), fits);
}

export function shortened(name, room) {
	const all = forms(name);

	return fitted(name, (text) => text.length <= room) || cut(all[all.length - 1], room);
}

/* How far all of them are the same. */
function sameStart(names) {
	let n = 0;

	while (names.every((name) => n < name.length && name[n] === names[0][n]))
		n++;
	return n;
}

/* The last part of a name, and before or after it the part that begins where the name differs from others. */
function shownFrom(name, at, room) {
	const all = forms(name), last = all[all.length - 1].replace(/^…/, ""), core = last.replace(/(?!^)[<(].*/, "");
	const most = Math.max(4, Math.min(MOST_SEEN, room - 2 - core.length)), part = name.slice(at, at + most), behind = name.lastIndexOf(core, at) + core.length <= at;
	const rest = at + most < name.length ? "…" : "";

	/* The rest is short: all of it, and as much of the text before it as has room. */
	if (name.lastIndexOf(core, at) >= 0 && behind && !rest)
		return `${cut(core, room - part.length - 1)}…${name.slice(Math.max(name.lastIndexOf(core, at) + core.length, Math.min(at, name.length - room + 1 + core.length)))}`;
	if (name.lastIndexOf(core, at) >= 0 && behind)
		return `${cut(core, room - part.length - 1 - rest.length)}…${part}${rest}`;
	if (at + most >= name.length)
		return "…" + name.slice(name.length - room + 1);
	const before = name.indexOf(core, at), near = before >= 0 && before <= at + part.length;

	return near ? `…${name.slice(at, before)}${cut(core, room - 1 - (before - at))}` : `…${part}…${cut(core, room - part.length - 2)}`;
}

/* Groups of positions whose texts are equal and whose names are not. */
function alike(names, texts) {
	const groups = new Map();

	texts.forEach((text, i) => groups.set(text, [...groups.get(text) || [], i]));
	return [...groups.values()].filter((group) => group.some((i) => names[i] !== names[group[0]]));
}

export function distinct(names, rooms) {
	const texts = names.map((name, i) => shortened(name, rooms[i]));

	for (let rounds = 0; rounds < 4; rounds++)
		for (const group of alike(names, texts)) {
			const at = sameStart([...new Set(group.map((i) => names[i]))]);

			for (const i of group)
				texts[i] = shownFrom(names[i], at, rooms[i]);
		}
	/* What still is alike has a number. */
	for (const group of alike(names, texts)) {
		const numbers = new Map();

		for (const i of group) {
			if (!numbers.has(names[i]))
				numbers.set(names[i], numbers.size + 1);
			const number = `·${numbers.get(names[i])}`;

			texts[i] = cut(texts[i], rooms[i] - number.length) + number;
		}
	}
	return texts;
}

/* ------------------------------------------------------------------ in elements */

let letter = 0; /* pixels; names have letters of one width */

function letterOf(element) {
	if (!letter) {
		const g = document.createElement("canvas").getContext("2d"), { fontSize, fontFamily } = getComputedStyle(element);

		g.font = `${fontSize} ${fontFamily}`;
		letter = g.measureText("0".repeat(100)).width / 100;
	}
	return letter;
}

/* Cells of a column have one width: it is read once. */
function widthOf(cell, widths) {
	const column = cell.closest("table") || cell.parentElement.parentElement;

	if (!widths.has(column)) {
		const { paddingLeft, paddingRight } = getComputedStyle(cell);

		widths.set(column, cell.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight));
	}
	return widths.get(column);
}

/* Cells with names, by table: the text beside the names in a cell keeps its room. */
function columnsOf(container, lines, columns, widths) {
	for (const cell of container.querySelectorAll("td.text, .row > .text.name, #found li")) {
		const names = cell.dataset.name ? [cell] : [...cell.querySelectorAll("[data-name]")];

		if (!names.length)
			continue;
		const width = cell.matches("li") ? cell.clientWidth - cell.lastChild.offsetWidth - AROUND : widthOf(cell, widths), column = cell.parentElement.parentElement;
		const besides = names[0] !== cell && !cell.matches("li") ? [...cell.childNodes].filter((node) => !names.includes(node) && (!node.matches || node.offsetWidth)).reduce((sum, node) => sum + node.textContent.length, 0) : 0;
		const room = Math.max(besides ? LEAST : 2, Math.floor((lines * width / letterOf(names[0]) - besides) / names.length));

		if (!columns.has(column))
			columns.set(column, []);
		columns.get(column).push(...names.map((element) => ({ element, room, lines })));
	}
}

/* Containers with the lines that a name may have: [container, lines], ...  All widths are read before anything is
   written, so that the browser lays out once. */
export function fitNames(...containers) {
	const columns = new Map(), widths = new Map();

	for (const [container, lines] of containers)
		columnsOf(container, lines, columns, widths);
	for (const all of columns.values()) {
		const texts = distinct(all.map(({ element }) => element.dataset.name), all.map(({ room }) => room));

		all.forEach(({ element, lines }, i) => {
			if (lines > 1)
				element.replaceChildren(...broken(texts[i]));
			else if (element.textContent !== texts[i])
				element.textContent = texts[i];
		});
	}
}
