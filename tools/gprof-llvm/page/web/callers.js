/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * callers.js - view 4: the selected function between its callers and its callees, joined by bands
 * as wide as the time they carry, with the exact calls; below, the same as tables.
 *
 * Bands of both sides are side by side at the function: a sample that passes several callers (in
 * a recursion) is in each of their bands, so they may take more than its height.
 *
 * Of the address: callers.cycle, "1": the cycle of the function is open.
 */
import { inside } from "./inlined.js";
import { make, broken, changed, draw, count, plural } from "./text.js";
import { measureOf, chooser, AVERAGE } from "./measure.js";
import { distinct, shortened } from "./names.js";

export const name = "callers", title = "Callers";

const WIDTH = 960, SIDE = 250, MIDDLE = 190; /* units of the drawing, and of its columns */
const BEYOND = 24; /* on the right, for letters wider than most */
const MOST = 12;   /* of each side: the others are one */
const LEAST = 2;   /* height of bands without time */
const LETTERS = 36; /* beside a band: a name and its figures */
const TEXT = 17;   /* height of a line */
const FIRST = 20;  /* rows of a table */

/* Rows of one side, the largest first; rows without a function are calls without a known caller. */
function sideOf(page, f, inwards) {
	const { model } = page, measure = measureOf(page), { arcs } = model, rows = [];

	for (const arc of inwards ? model.callersOf.of(f) : model.calleesOf.of(f)) {
		const other = inwards ? arcs.caller[arc] : arcs.callee[arc], t = measure.arc(arc);

		rows.push({ f: other, arc, calls: arcs.calls[arc], ns: Math.max(t.value, 0), figure: t,
			    kind: arcs.kind[arc], self: other === f,
			    cycle: model.functions.cycle[f] > 0 && model.functions.cycle[f] === model.functions.cycle[other] });
	}
	if (inwards && model.functions.spontaneous_calls[f] > 0)
		rows.push({ f: -1, arc: -1, calls: model.functions.spontaneous_calls[f], ns: 0, figure: { value: 0 }, kind: 0 });
	return rows.sort((a, b) => b.ns - a.ns || b.calls - a.calls || a.kind - b.kind || a.f - b.f);
}

const never = (row) => row.kind > 0;
const NEVER = ["", "by a pointer, not seen", "as a callback, not seen", "never called"];

function nameOf(page, row) {
	if (row.others)
		return `${plural(row.others, "other")}`;
	return row.f < 0 ? "<spontaneous>" : page.model.brief(row.f);
}

/* A row without a function, or of several, has no module. */
function colourOf(page, row) {
	if (row.f < 0)
		return "joined";
	return { program: "own", other: "joined" }[page.model.kind(row.f)] || page.model.kind(row.f);
}

/* Calls that were never made have a row in the table, and no band: they would be most of a picture. */
function made(rows) {
	const some = rows.filter((row) => !never(row));

	return some.length ? some : rows;
}

/* The largest, and the rest as one. */
function largest(rows) {
	const drawn = rows.filter((row) => !row.self);

	if (drawn.length <= MOST)
		return drawn;
	const rest = drawn.slice(MOST - 1);

	const ns = rest.reduce((sum, row) => sum + row.ns, 0);

	return [...drawn.slice(0, MOST - 1), { f: -1, arc: -1, others: rest.length, kind: 0, ns,
		figure: { value: ns, average: rest.some((row) => row.figure.average), open: rest.some((row) => row.figure.open) }, calls: rest.reduce((sum, row) => sum + row.calls, 0) }];
}

/* A heading breaks in two lines at most, also above an empty column. */
function together(heading) {
	return heading.replace(/ (?=95 %|% ?$|a call$|call$)/g, "\u00a0");
}

function sideFigures(page, row) {
	if (never(row))
		return NEVER[row.kind];
	return [row.ns ? measureOf(page).plain(row.figure) : "", row.calls ? `${count(row.calls)}×` : ""]
		.filter(Boolean).join(" · ");
}

class Callers {
	constructor(container, page) {
		this.page = page;
		this.container = container;
		this.open = new Set(); /* tables that show all their rows */
	}

	show(state) {
		const { container, page } = this;

		this.measure = measureOf(page);
		const f = state.f >= 0 ? state.f : this.measure.hottest(); /* rather than an empty page */

		if (f < 0) {
			container.replaceChildren(make("h2", null, "Callers and callees"), make("p", { className: "dim" },
				"Select a function: search for one with /, or take one from another view."));
			return;
		}
		const callers = sideOf(page, f, true), callees = sideOf(page, f, false);

		container.replaceChildren(make("div", { className: "tools" },
				make("h2", null, "Callers and callees of ", make("span", { className: "name", title: page.model.name(f) }, broken(page.model.brief(f)))),
				make("span", { className: "chips", role: "group", "aria-label": "Measure" }, chooser(page))),
			...this.measure.known ? [] : [make("p", { className: "crumbs" }, "By instructions. ", AVERAGE)],
			make("div", { className: "picture" }, this.picture(f, largest(made(callers)), largest(made(callees)))), inside(page, f) || "", ...this.cycle(f),
			make("div", { className: "two" }, this.table("Callers", callers), this.table("Callees", callees)));
	}

	picture(f, callers, callees) {
		const { page } = this, { model } = page, { total, self } = this.measure.of(f);
		const sum = (rows) => rows.reduce((s, row) => s + row.ns, 0), rows = Math.max(callers.length, callees.length, 1);
		const most = Math.max(total.value, sum(callers), sum(callees) + self.value, 1);
		const scale = Math.max(120, 330 - rows * 4) / most;
		const place = (side) => {
			let y = 0;

			return side.map((row) => {
				const height = Math.max(row.ns * scale, LEAST), at = { row, y, height };

				y += Math.max(height, 4) + TEXT + 7;
				return at;
			});
		};
		const left = place(callers), right = place(callees);
		const heightOf = (side) => side.reduce((h, at) => Math.max(h, at.y + at.height + TEXT), 0);
		const box = Math.max(sum(callers), sum(callees) + self.value, total.value) * scale;
		const tall = Math.max(box, model.functions.recursive_calls[f] ? 116 : 92), height = Math.max(heightOf(left), heightOf(right), tall) + 10;
		const svg = draw("svg", { viewBox: `0 0 ${WIDTH + BEYOND} ${height}`, width: "100%", role: "img",
					  "aria-label": `${model.name(f)} between ${plural(callers.length, "caller")} and ${plural(callees.length, "callee")}; the tables say the same` });
		const centre = (side) => (height - heightOf(side)) / 2;

		this.side(svg, left, centre(left), (height - sum(callers) * scale) / 2, false, scale);
		this.side(svg, right, centre(right), (height - (sum(callees) + self.value) * scale) / 2, true, scale);
		this.middle(svg, f, height, tall, { total, self });
		return svg;
	}

	/* Bands start one below the other at the function's box. */
	side(svg, places, top, at, right, scale) {
		const { page } = this;
		const edge = right ? (WIDTH + MIDDLE) / 2 : (WIDTH - MIDDLE) / 2, end = right ? WIDTH - SIDE : SIDE;

		const names = this.labels(places.map((place) => place.row));

		places.forEach(({ row, y, height }, i) => {
			const y0 = top + y, half = (edge + end) / 2, h = Math.max(row.ns * scale, 0.8), dashed = never(row);
			const d = row.ns ? `M${end},${y0} C${half},${y0} ${half},${at} ${edge},${at} L${edge},${at + h} C${half},${at + h} ${half},${y0 + h} ${end},${y0 + h} Z`
					 : `M${end},${y0 + 1} C${half},${y0 + 1} ${half},${at} ${edge},${at}`;
			const go = row.f >= 0 ? () => page.go({ f: row.f }) : null;
			const group = draw("g", { class: dashed ? "never" : "" });

			group.append(draw("path", row.ns ? { d, fill: "var(--band)", "fill-opacity": ".75" }
							 : { d, fill: "none", stroke: "var(--dim)", "stroke-dasharray": dashed ? "3 4" : "none" }));
			group.append(draw("rect", { x: right ? end : end - SIDE + 6, y: y0, width: SIDE - 6, height: Math.max(height, 3), rx: 2,
						    fill: `var(--${colourOf(page, row)})` }));
			group.append(this.label(row, names[i], right ? end + 2 : end - SIDE + 8, y0 + Math.max(height, 3) + 13, go));
			svg.append(group);
			at += row.ns * scale;
		});
	}

	/* What fits of their names, beside their figures. */
	labels(rows) {
		const { page } = this;

		return distinct(rows.map((row) => nameOf(page, row)), rows.map((row) => Math.max(8, LETTERS - sideFigures(page, row).length)));
	}

	label(row, short, x, y, go) {
		const { page } = this, whole = nameOf(page, row), figures = sideFigures(page, row);
		const text = draw("text", { x, y, cursor: go ? "pointer" : "default" }, short + "  ",
				  draw("tspan", { class: "dimmed" }, figures));

		text.append(draw("title", {}, `${row.f >= 0 ? page.model.name(row.f) : whole}: ${figures}${row.cycle ? ", in the same cycle" : ""}`));
		if (go) {
			text.setAttribute("tabindex", "0");
			text.setAttribute("role", "link");
			text.onclick = go;
			text.onkeydown = (event) => event.key === "Enter" && go();
		}
		return text;
	}

	middle(svg, f, height, tall, { total, self }) {
		const { page, measure } = this, { model } = page, x = (WIDTH - MIDDLE) / 2, y = (height - tall) / 2;
		const line = (dy, text, bold) => svg.append(draw("text", { x: WIDTH / 2, y: height / 2 + dy, "text-anchor": "middle",
			"font-weight": bold ? "600" : "400" }, text));
		const name = model.brief(f), recursive = model.functions.recursive_calls[f];

		svg.append(draw("rect", { x, y, width: MIDDLE, height: tall, rx: 6, fill: "var(--panel)", stroke: "var(--focus)" }));
		line(-24, shortened(name, 22), true);
		svg.lastChild.append(draw("title", {}, model.name(f)));
		line(-4, `total ${measure.plain(total)}`);
		line(14, `self ${measure.plain(self)}`);
		if (model.callsOf(f) || recursive)
			line(32, plural(model.callsOf(f), "call"));
		if (recursive)
			line(50, `+ ${count(recursive)} recursive`);
	}

	/* The cycle that a function is in: its members, and when it is opened their times and the arcs
	   among them. */
	cycle(f) {
		const { page } = this, { model } = page, number = model.functions.cycle[f];

		if (!number)
			return [];
		const { members, internal_calls } = model.cycles[number - 1], { measure } = this;
		const total = new Map(members.map((m) => [m, measure.of(m).total.value]));
		const order = [...members].sort((a, b) => total.get(b) - total.get(a) || a - b), others = order.filter((m) => m !== f);
		const open = !!page.state["callers.cycle"];

		return [make("p", { className: "crumbs" }, `In a cycle of ${plural(members.length, "function")}, with ${count(internal_calls)} calls among them: `,
			others.slice(0, 10).flatMap((m, i) => [i ? ", " : "", page.link(m)]), others.length > 10 ? ` and ${others.length - 10} others. ` : ". ",
			make("button", { className: "link", type: "button", "aria-expanded": String(open),
					 onclick: () => page.go({ "callers.cycle": open ? "" : "1" }, true) }, open ? "Close the cycle" : "Open the cycle")),
			open ? this.members(order) : "", open ? this.inner(new Set(members)) : ""].filter(Boolean);
	}

	members(order) {
		const { page, measure } = this, { model } = page;
		const heads = ["member", "self", "total", "calls", "recursive"];

		return make("div", null, make("h3", null, "Members of the cycle"), make("table", { className: "cycle" },
			make("tr", null, heads.map((text, i) => make("th", { className: i === 4 ? "spare" : i ? "" : "text" }, text))),
			this.first("members", order).map((m) => {
				const { self, total } = measure.of(m), recursive = model.functions.recursive_calls[m];

				return make("tr", null, make("td", { className: "text" }, page.link(m)), make("td", null, measure.share(self)),
					make("td", null, measure.share(total)), make("td", null, count(model.callsOf(m))),
					make("td", { className: "dim spare" }, recursive ? count(recursive) : ""));
			})), this.rest("members", order));
	}

	/* Arcs of which both ends are members: in no sum of the cycle. */
	inner(members) {
		const { page, measure } = this, { model } = page, arcs = [];

		for (const m of members)
			for (const arc of model.calleesOf.of(m))
				if (members.has(model.arcs.callee[arc]) && model.arcs.calls[arc])
					arcs.push({ arc, time: measure.arc(arc) });
		arcs.sort((a, b) => b.time.value - a.time.value || model.arcs.calls[b.arc] - model.arcs.calls[a.arc] || a.arc - b.arc);
		return make("div", null, make("h3", null, "Calls inside the cycle"), make("table", { className: "cycle" },
			make("tr", null, ["caller → callee", "share", "calls"].map((text, i) => make("th", { className: i ? "" : "text" }, text))),
			this.first("inner", arcs).map(({ arc, time }) => make("tr", null,
				make("td", { className: "text" }, page.link(model.arcs.caller[arc]), " → ", page.link(model.arcs.callee[arc])),
				make("td", null, time.value > 0 ? measure.share(time) : ""), make("td", null, count(model.arcs.calls[arc]))))),
			this.rest("inner", arcs));
	}

	/* Rows of a table until somebody asks for the rest. */
	first(title, rows) {
		return rows.slice(0, this.open.has(title) ? rows.length : FIRST);
	}

	rest(title, rows) {
		return this.open.has(title) || rows.length <= FIRST ? null : make("button", { className: "link", type: "button", onclick: () => {
			this.open.add(title);
			this.show(this.page.state);
		} }, `${count(rows.length - FIRST)} more`);
	}

	table(title, rows) {
		const { page, measure } = this, { model } = page;
		const timed = model.comparison.functions && measure.known; /* nobody counts instructions along an arc */
		const heads = ["function", "share", measure.total, ...(timed ? ["change"] : []), "calls", ...(model.comparison.functions ? ["before"] : []), measure.per, "lines"];
		const spare = (text) => /time|instructions|lines|before/.test(text) ? "spare" : text === "function" ? "text" : "";
		const change = (row) => row.arc >= 0 ? model.comparison.arcChange(row.arc) : null;
		const changeCell = (c) => make("td", { className: c && c.sure ? c.change > 0 ? "more" : "less" : "dim" }, c && (c.before || c.after) ? changed(c) : "");
		const line = (row) => make("tr", { className: never(row) ? "never" : "" },
			make("td", { className: "text" }, row.f >= 0 ? page.link(row.f) : nameOf(page, row),
			     row.self ? " (itself)" : row.cycle ? " (cycle)" : ""),
			make("td", null, row.ns ? measure.share(row.figure) : ""),
			make("td", { className: "spare" }, row.ns ? measure.text(row.figure) : ""),
			timed ? changeCell(change(row)) : null,
			make("td", null, never(row) ? NEVER[row.kind] : row.calls ? count(row.calls) : ""),
			model.comparison.functions ? make("td", { className: "dim spare" }, change(row) ? count(change(row).calls) : "") : null,
			make("td", { className: "spare" }, row.ns && row.calls > 0 ? measure.each(row.figure, row.calls) : ""),
			make("td", { className: "dim spare" }, row.arc >= 0 ? this.sites(row.arc) : ""));
		const shown = this.first(title, rows);

		return make("div", null, make("h3", null, title), rows.length ? make("table", null,
			make("tr", null, heads.map((text) => make("th", { className: spare(text) }, together(text)))), shown.map(line)) :
			make("p", { className: "dim" }, "none"),
			this.rest(title, rows));
	}

	/* "lvm.c:12, 40 +3": lines with calls, each once, and a file once. */
	sites(arc) {
		const { model } = this.page, { line, file, calls } = model.sites, places = new Set();

		for (const site of [...model.sitesOf.of(arc)].filter((site) => line[site]).sort((a, b) => calls[b] - calls[a])) {
			const path = file[site] < 0 ? "" : model.run.files[file[site]];

			places.add(`${path.slice(path.lastIndexOf("/") + 1)}:${line[site]}`);
		}
		const [first = "", second = ""] = places, [name] = first.split(":");

		return [first, second.startsWith(`${name}:`) ? second.slice(name.length + 1) : second].filter(Boolean).join(", ") + (places.size > 2 ? ` +${places.size - 2}` : "");
	}
}

export function open(container, page) {
	const callers = new Callers(container, page);

	return { show: (state) => callers.show(state) };
}
