/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * source.js - view 6: the lines of the selected function with their own time, the calls they make and
 * the time of these.  Without a selection, the functions that have lines.
 *
 * Inlined code is shown where it was written: its lines have the time of all copies.
 * Instructions are of the function's own code: inlined code is listed at the call.
 *
 * Bars and percentages are of the run, or of the part that is looked at: what a line used itself, and that with
 * what it called or has inlined.
 *
 * Of the address: source.inlined, a function without code of its own; source.code, "1": instructions.
 */
import { Weights, isFew } from "./weights.js";
import { distinct } from "./names.js";
import { make, bar, broken, count, percent, plural, share, time, timeWithin, FEW_LEGEND } from "./text.js";

export const name = "source", title = "Source";

const OWN = 0, INLINED = 1, CALLED = 2, THROUGH = 3; /* kinds of rows, as in docs/json.md */
const MOST = 3000; /* lines drawn at once */
const LISTED = 200; /* functions */
const SCALE = 0.1; /* of all time shown: the least value of a whole bar, so that little time has no wide bar */
const WARM = 0.005; /* the same, of lines that are marked */
const LETTERS = 60; /* of a name below a line */
const FEW_CASES = 8; /* of a switch, that are named though they were never taken */
const NO_LINES = "No line is known here: compile with -g to see lines and their time.";

/* Lines of a file by number, from the stretches of text in the page. */
function linesOf(model, file) {
	const lines = new Map();

	for (const part of model.run.source_text || [])
		if (part.file === file)
			part.text.split("\n").forEach((text, i) => lines.set(part.line + i, text));
	return lines;
}

/* Where the switch of a row goes on. */
function casesOf(model, row) {
	const { cases } = model.source;

	return [...cases.of_row.of(row)].map((i) => ({ line: cases.line[i], executed: cases.executed[i] }));
}

/* The rows of a function by file and line: a Map of "file:line" in order. */
function placesOf(model, of, part) {
	const places = new Map(), { rows } = model.source, lines = model.linesOf(part), { squares, usual } = model.lineWeights(part);

	for (const row of rows.of_function.of(of)) {
		const key = `${rows.file[row]}:${rows.line[row]}`;

		if (!places.has(key))
			places.set(key, { file: rows.file[row], line: rows.line[row], own: 0, inside: 0, beyond: 0, squares: 0, usual: 0, samples: 0, executed: -1, calls: [], cases: [] });
		const place = places.get(key);

		if (rows.kind[row] === OWN && rows.callee[row] < 0) {
			place.own += lines.ns[row];
			place.squares += squares[row];
			place.usual += usual[row];
			place.samples += lines.samples[row];
			if (rows.executed)
				place.executed = Math.max(place.executed, rows.executed[row]);
			place.cases.push(...casesOf(model, row));
		} else {
			place.calls.push(row);
			place[rows.kind[row] <= INLINED ? "inside" : "beyond"] += lines.ns[row];
		}
	}
	for (const place of places.values())
		place.figure = figureOf(model, { ns: place.own, squares: place.squares, usual: place.usual, samples: place.samples }, part);
	return places;
}

function figureOf(model, weight, part) {
	return { ...model.ownInterval(weight, part), samples: weight.samples, few: isFew(weight) };
}

const said = (figure) => `${timeWithin(figure.value, figure.low, figure.high)}, ${plural(figure.samples, "sample")}`;

class Source {
	constructor(container, page) {
		this.page = page;
		this.container = container;
	}

	show(state) {
		const { model } = this.page, key = [state.f, state["source.inlined"], state["source.code"], this.page.part().key].join();

		if (this.shownAs === key)
			return;
		this.shownAs = key;
		this.hot = null;
		if (!model.source) {
			this.say(model.run.source === "none" ? "This page was made with --source=none: it holds no text of sources."
							     : "A merged profile has no lines: open the page of one of its runs.");
			return;
		}
		const of = state["source.inlined"] && state.f < 0 ? model.source.functions.name.indexOf(state["source.inlined"])
								   : model.sourceOf(state.f);

		if (of < 0)
			this.list(state);
		else
			this.lines(of);
	}

	/* Columns of executions. */
	counts() {
		return this.page.model.source.rows.executed ? 1 : 0;
	}

	say(...content) {
		this.container.replaceChildren(make("h2", null, "Source"), make("p", { className: "dim" }, ...content));
	}

	/* Time on the lines of functions in the part that is shown.  The time of lines in libraries
	   and the kernel is at the line, and is not self time. */
	sums() {
		const { model } = this.page, { functions, rows } = model.source, part = this.page.part(), lines = model.linesOf(part);
		const [own, libraries, inlined] = [0, 1, 2].map(() => new Float64Array(functions.n)), all = new Weights(functions.n);
		const { squares, usual } = model.lineWeights(part);

		for (let row = 0; row < rows.n; row++) {
			if (rows.kind[row] > INLINED)
				continue;
			(rows.kind[row] === INLINED ? inlined : rows.callee[row] < 0 ? own : libraries)[rows.of[row]] += lines.ns[row];
			all.add(rows.of[row], { ns: lines.ns, squares, usual, samples: lines.samples }, row);
		}
		return { own, libraries, inlined, figure: (of) => figureOf(model, all.at(of), part) };
	}

	list(state) {
		const { page } = this, { model } = page, { functions } = model.source, all = model.totalOf(page.part());
		const { own, libraries, inlined, figure } = this.sums(), time = (of) => own[of] + libraries[of] + inlined[of];
		const executed = (of) => functions.executed ? functions.executed[of] : 0;
		const order = [...functions.own_ns.keys()].filter((of) => time(of) > 0 || executed(of) > 0)
			.sort((a, b) => time(b) - time(a) || executed(b) - executed(a) || a - b);
		const heads = ["function", "share of the time", "its own lines", "libraries and kernel", "inlined in it", "where"];

		this.container.replaceChildren(make("h2", null, "Source"),
			make("p", { className: "dim" }, (state.f >= 0 ? `${model.name(state.f)} has no time on lines of its own. ` : "") +
				`The ${order.length > LISTED ? `${LISTED} of ${count(order.length)}` : ""} functions of the source with time${functions.executed ? " or executions" : ""} on their lines, the most time first: ` +
				"its own lines, with copies inlined elsewhere; code in libraries and the kernel that its lines called; what was inlined in it, with what that called. " +
				`The self time of other views is of the code that a function became: with what was inlined in it, without libraries. ${FEW_LEGEND}.`),
			order.every((of) => functions.file[of] < 0 || !functions.line[of]) ? make("p", null, NO_LINES) : "",
			make("table", null, make("tr", null, heads.map((text, i) => make("th", { className: ["text", "", "spare", "spare", "spare", "far"][i] }, text))),
				order.slice(0, LISTED).map((of) => make("tr", null,
					make("td", { className: "text" }, functions.function[of] >= 0
						? page.link(functions.function[of]) : page.inlined(functions.name[of], `${functions.name[of]} (inlined)`)),
					this.timed(figure(of), all),
					...[own, libraries, inlined].map((ns) => make("td", { className: "spare" }, ns[of] ? percent(ns[of], all) : "")),
					make("td", { className: "dim far" }, this.nameOf(functions.file[of], functions.line[of]))))));
	}

	/* A share of the time, and after it the time with its interval. */
	timed(figure, whole) {
		return make("td", { title: figure.value ? said(figure) : "" }, figure.value ? share(figure.value, whole, figure.few) : "");
	}

	nameOf(file, line) {
		const path = file < 0 ? "?" : this.page.model.run.files[file];

		return path.slice(path.lastIndexOf("/") + 1) + (line ? ":" + line : "");
	}

	lines(of) {
		const { model } = this.page, { functions } = model.source, part = this.page.part(), places = placesOf(model, of, part);
		const { own, libraries, inlined } = this.sums(), main = functions.file[of], all = model.totalOf(part);
		const files = [main, ...new Set([...places.values()].map((p) => p.file).filter((f) => f !== main))];
		const most = Math.max(1, SCALE * all, ...[...places.values()].map((p) => Math.min(all, p.own + p.inside + p.beyond)));
		const code = this.code = this.codeOf(functions.function[of]);

		this.container.replaceChildren(make("h2", null, "Source of ", make("span", { className: "name" },
			broken(functions.function[of] >= 0 ? model.brief(functions.function[of]) : functions.name[of]))),
			make("p", { className: "crumbs" }, `${main < 0 ? "unknown file" : model.run.files[main]} · its own lines ${time(own[of])}` +
				(libraries[of] ? `, in libraries and the kernel ${time(libraries[of])}` : "") +
				(inlined[of] ? `, inlined in it ${time(inlined[of])}` : "") +
				(part.all ? "" : ". Calls stand without their time: lines tell it of the whole run only") + `. ${FEW_LEGEND}`),
			make("div", { className: "tools" }, this.codeButton(functions.function[of]), this.hotButtons(places),
				make("span", { className: "legend" }, [["bar", "itself"], ["bar2", "called or inlined there"]].map(([colour, text]) =>
					make("span", null, make("i", { className: "swatch", style: { background: `var(--${colour})` } }), text)))),
			...files.map((file) => this.file(file, file === main, of, places, most)),
			...(code ? [...code].filter(([key]) => !this.shown.has(key)).map(([key, rows]) => this.elsewhere(key, rows)) : []));
		this.hot = [...this.container.querySelectorAll("tr.hot")].sort((a, b) => b.dataset.ns - a.dataset.ns);
		this.toLine(0, false);
	}

	/* Goes to one of the lines that have time, the most first: time there without callees. */
	toLine(number, marked = true) {
		const row = this.hot[number];

		this.container.querySelector("tr.current")?.classList.remove("current");
		this.at = marked ? number : -1;
		if (!row)
			return;
		row.scrollIntoView({ block: "center" });
		this.container.scrollLeft = 0;
		row.classList.toggle("current", marked);
	}

	step(way) {
		const { length } = this.hot;

		this.toLine(way === 0 || this.at < 0 ? 0 : (this.at + way + length) % length);
	}

	hotButtons(places) {
		const some = [...places.values()].some((place) => place.own + place.inside > 0);

		return some ? make("span", { className: "chips" },
			make("button", { type: "button", title: "h", onclick: () => this.step(0) }, "hottest line"),
			make("button", { type: "button", title: "n; N: the one before", onclick: () => this.step(1) }, "next hot line")) : "";
	}

	key(event) {
		const way = { h: 0, n: 1, N: -1 }[event.key];

		if (way === undefined || !this.hot || !this.hot.length)
			return false;
		this.step(way);
		return true;
	}

	/* Instructions by "file:line" of the function, if they are asked for. */
	codeOf(f) {
		const { model, state } = this.page, by = new Map(), { code } = model;

		this.shown = new Set();
		if (!state["source.code"] || f < 0 || !code)
			return null;
		for (const row of code.of.of(f)) {
			const key = `${code.file[row]}:${code.line[row]}`;

			if (!by.has(key))
				by.set(key, []);
			by.get(key).push(row);
		}
		return by;
	}

	codeButton(f) {
		const { model, state } = this.page, n = f >= 0 && model.code ? model.code.of.of(f).length : 0, open = !!state["source.code"];
		const left = model.run.code_left_out;

		if (n)
			return make("span", null, make("button", { className: "chip", type: "button", "aria-pressed": String(open),
				onclick: () => this.page.go({ "source.code": open ? "" : "1" }, true) }, open ? "hide instructions" : `show ${plural(n, "instruction")}`),
				open && !this.page.part().all ? make("span", { className: "dim" }, " Their time is of the whole run.") : "");
		return f >= 0 && left && left.functions ? make("span", { className: "dim" },
			`No instructions of ${plural(left.functions, "function")} (${time(left.self_ns)} of own time): no code, or no room for it.`) : "";
	}

	instructions(rows) {
		const { model } = this.page, { code } = model;

		return rows.map((row) => make("tr", { className: "insn" },
			make("td", { title: code.ns[row] ? plural(code.samples[row], "sample") : "" }, code.ns[row] ? time(code.ns[row]) : ""),
			make("td", { className: "middle" }), make("td", { className: "dim" }, code.ns[row] ? percent(code.ns[row], model.total) : ""),
			...this.counts() ? [make("td")] : [],
			make("td", { className: "dim line" }, code.address[row].toString(16)),
			make("td", { className: "code" }, code.text[row], code.inner_line[row]
				? make("span", { className: "dim" }, `   inlined ${this.nameOf(code.inner_file[row], code.inner_line[row])}`) : "")));
	}

	/* Code of lines that are not shown: of no known line, or of another file. */
	elsewhere(key, rows) {
		const [file, line] = key.split(":").map(Number);

		return make("div", null, make("h3", null, line ? `Instructions of ${this.nameOf(file, line)}` : "Instructions of no known line"),
			    make("table", { className: "source" }, this.instructions(rows)));
	}

	/* The lines of one file: all between the first and the last of the function, or those with rows. */
	file(file, isMain, of, places, most) {
		const { model } = this.page, text = linesOf(model, file), rows = [];
		const at = [...places.values()].filter((p) => p.file === file).map((p) => p.line).sort((a, b) => a - b);
		const first = model.source.functions.line[of], numbers = new Set(at);
		let before = null;

		if (isMain && text.size) {
			const from = Math.min(...at, first || Infinity), to = Math.max(...at, first);

			for (let line = from; line <= to && numbers.size < MOST; line++)
				if (text.has(line))
					numbers.add(line);
		}
		for (const line of [...numbers].sort((a, b) => a - b)) {
			if (before !== null && line > before + 1)
				rows.push(make("tr", { className: "gap" }, make("td", { colSpan: 5 + this.counts() }, "⋯")));
			rows.push(...this.line(line, text.get(line), places.get(`${file}:${line}`), most));
			if (this.code && this.code.has(`${file}:${line}`)) {
				rows.push(...this.instructions(this.code.get(`${file}:${line}`)));
				this.shown.add(`${file}:${line}`);
			}
			before = line;
		}
		return make("div", null, isMain ? "" : make("h3", null, `also in ${this.nameOf(file)}`),
			text.size ? "" : make("p", { className: "dim" }, file < 0 ? NO_LINES : `No file '${model.run.files[file]}' was found: give its folder by --source-dir.`),
			make("table", { className: "source" }, this.heads(), rows));
	}

	/* The whole of the shares. */
	heads() {
		const whole = this.page.part().all ? "of the run" : "of this part", { kind } = this.page.model.run.time;
		const what = { wait: "waiting", wall: "time" }[kind] || "CPU time";

		return make("tr", { className: "heads" },
			make("th", { title: `${what} of the line itself, as a share ${whole}` }, `itself, ${whole}`), make("th", { className: "middle" }),
			make("th", { className: "wide", title: `the same with what the line called, and what was inlined there, as a share ${whole}` }, `with calls and inlined, ${whole}`),
			...this.counts() ? [make("th", null, "executed")] : [], make("th", { className: "number" }, "line"), make("th", { className: "text" }));
	}

	/* A line's own part, and after it the time of its callees or inlined code. */
	bars(place, most) {
		const { figure, own } = place, whole = Math.min(most, own + place.inside + place.beyond), made = own ? bar(own, figure.low, Math.min(figure.high, most), most) : make("span", { className: "bar" });

		if (whole > own)
			made.prepend(make("i", { className: "beyond", style: { width: `${100 * whole / most}%` } }));
		return made;
	}

	line(line, text, place, most) {
		const { model } = this.page, calls = place ? place.calls : [], own = place ? place.own : 0, inside = own + (place ? place.inside : 0);
		const all = model.totalOf(this.page.part()), whole = inside + (place ? place.beyond : 0);
		const indent = /^\s*/.exec(text || "")[0].replace(/\t/g, "        ").length;
		const made = [make("tr", { className: [own ? "timed" : "", inside ? "hot" : "", whole > WARM * all ? "warm" : ""].filter(Boolean).join(" ") },
			own ? this.timed(place.figure, all) : make("td"),
			make("td", { className: "middle" }, whole ? this.bars(place, most) : ""),
			make("td", { className: "dim", title: whole ? time(whole) : "" }, whole ? percent(Math.min(whole, all), all) : ""),
			...this.counts() ? [make("td", { className: place && !place.executed ? "times never" : "times", title: place && place.executed >= 0 ? "executions" : "" },
				place && place.executed >= 0 ? count(place.executed) : "")] : [],
			make("td", { className: "dim line" }, line || "?"),
			make("td", { className: "code" }, (text ?? "").replace(/\t/g, "        ")))];

		made[0].dataset.ns = inside;
		if (calls.length)
			made.push(make("tr", { className: "calls" }, make("td"), make("td", { className: "middle" }), make("td", { colSpan: 2 + this.counts() }), make("td", { className: "code" },
				make("span", null, " ".repeat(Math.min(indent, 40))), this.calls(calls))));
		if (place && place.cases.length)
			made.push(...this.cases(place.cases, indent));
		return made;
	}

	/* "goes on at line 12: 40 of 1 001, 4.0 %", a row for each case that was taken; the others together. */
	cases(cases, indent) {
		const all = cases.reduce((sum, to) => sum + to.executed, 0), never = cases.filter((to) => !to.executed && to.line);
		const row = (text) => make("tr", { className: "calls cases" }, make("td"), make("td", { className: "middle" }), make("td", { colSpan: 2 + this.counts() }),
			make("td", { className: "code" }, " ".repeat(Math.min(indent, 40)), text));

		if (!all)
			return [];
		return [...cases.filter((to) => to.executed).map((to) =>
			row(`goes on ${to.line ? `at line ${to.line}` : "elsewhere"}: ${count(to.executed)} of ${count(all)}, ${percent(to.executed, all)}`)),
			...never.length > FEW_CASES ? [row(`never goes on at ${plural(never.length, "other line")}`)]
				: never.length ? [row(`never goes on at ${never.length > 1 ? "lines" : "line"} ${never.map((to) => to.line).join(", ")}`)] : []];
	}

	/* "→ luaH_get 522 644×, 2.8 %", a row for each callee. */
	calls(rows) {
		const { page } = this, { model } = page, of = model.source.rows, by = new Map();
		const part = page.part(), lines = model.linesOf(part), all = model.totalOf(part);

		for (const row of rows) {
			const key = `${of.callee[row]} ${of.inlined[row]} ${of.kind[row] % 2}`, known = by.get(key);

			if (known) {
				known.calls += of.calls[row];
				known.ns += lines.ns[row];
			} else {
				by.set(key, { row, calls: of.calls[row], ns: lines.ns[row] });
			}
		}
		const sorted = [...by.values()].sort((a, b) => b.ns - a.ns || b.calls - a.calls);
		const names = distinct(sorted.map(({ row }) => of.callee[row] >= 0 ? model.brief(of.callee[row]) : of.inlined[row] || "?"), sorted.map(() => LETTERS));

		return sorted.flatMap(({ row, calls, ns }, i) => {
			const callee = of.callee[row], kind = of.kind[row];
			const said = [calls ? count(calls) + "×" : "", ns ? percent(ns, all) : ""].filter(Boolean).join(", ");

			return [i ? "   " : "", kind === INLINED ? "inlined " : kind === THROUGH ? "called by inlined " : "→ ",
				callee >= 0 ? page.link(callee, names[i]) : of.inlined[row] && model.source.functions.name.includes(of.inlined[row]) ? page.inlined(of.inlined[row], names[i])
					: names[i], said ? ` ${said}` : ""];
		});
	}
}

export function open(container, page) {
	const source = new Source(container, page);

	return { show: (state) => source.show(state), key: (event) => source.key(event) };
}
