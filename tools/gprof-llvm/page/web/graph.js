/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * graph.js - view 5: the call dependency graph as graphviz laid it out when the page was made.
 *
 * There are two layouts, of boxes with 2 % at least and of more; the first is seen first.  One is drawn once; a
 * threshold fades boxes and arcs below it, so that nothing moves.  Arcs without time are hidden unless they are asked for.  Functions that
 * call each other in a circle are in one frame.  Where a part of it is seen, an overview in the corner
 * shows which.
 *
 * Of the address: graph.least, tenths of a per cent; graph.boxes: "more", or "all", with calls without time.
 */
import { make, draw, count, percent, plural } from "./text.js";
import { measureOf, AVERAGE } from "./measure.js";
import { distinct } from "./names.js";
import { Zoom } from "./zoom.js";

export const name = "graph", title = "Graph";

const HEIGHT = 36, LETTERS = 27;    /* of a box; as in graph.c, less some that are wide */
const LABEL = 126, BESIDE = 7; /* pixels that graph.c asks for a label; from the arc to its letters */
const STEPS = [0, 2, 5, 10, 20, 50, 100, 200]; /* thresholds, tenths of a per cent */
const STEP = 60; /* pixels that an arrow key moves it by */
const READABLE = 0.83; /* of the size at which the graph was laid out: its smallest letters have 9 pixels */
const LARGEST = 1.5; /* the same, for a small graph */
const NARROW = 800, BELOW = 14; /* pixels, as in style.css */
const EDGE = 20, SMALL = 400; /* around the overview; a width at which its lines are as thick as the graph's */
const SAID = ["", "among functions that call each other: in no sum", "through functions that are not drawn",
	      "in the program, never executed"];

class Graph {
	constructor(container, page) {
		const { run } = page.model;

		this.page = page;
		if (run.no_graph || !run.graph) {
			container.append(make("h2", null, "Graph"), make("p", { className: "dim" },
				`This page has no graph: ${run.no_graph || "it was made without one"}. `,
				make("button", { className: "link", type: "button", onclick: () => page.go({ view: "callers" }) },
				     "Callers and callees"), " shows the same calls, function by function."));
			return;
		}
		this.slider = make("input", { type: "range", min: 0, max: STEPS.length - 1, "aria-label": "Threshold",
			oninput: (e) => page.go({ "graph.least": STEPS[e.target.value] ? String(STEPS[e.target.value]) : "" }, true) });
		this.said = make("output", { className: "dim" });
		this.levels = make("span", { className: "chips", role: "group", "aria-label": "Boxes" });
		this.svg = draw("svg", { class: "graph", role: "img", "aria-label": "Call dependency graph; the view Callers has the same as tables" });
		this.all = draw("g", {});
		this.svg.append(this.all);
		this.frame = make("div", { className: "framed" }, this.svg);
		this.container = container;
		container.append(make("div", { className: "tools" }, make("h2", null, "Graph"), this.levels,
			make("label", { className: "dim" }, "fade below ", this.slider), this.said,
			make("button", { type: "button", onclick: () => this.fit(0) }, "all of it"),
			make("button", { type: "button", onclick: () => this.fit(READABLE) }, "readable")),
			this.frame);
		this.zoom = new Zoom(this.svg, this.all);
		this.zoom.moved = () => this.showOverview();
	}

	/* What is to be seen of the address, as it is called there. */
	level(state) {
		const asked = state["graph.boxes"] || "";

		return asked === "" && !this.page.model.graphOfMuch ? "more" : /^(|more|all)$/.test(asked) ? asked : "";
	}

	/* What is below the buttons; where pages scroll as a whole, the style says how high it is. */
	fillHeight() {
		const { container } = this, above = this.frame.getBoundingClientRect().top - container.getBoundingClientRect().top + container.scrollTop;
		const room = container.clientHeight - above - BELOW;

		this.frame.style.height = innerWidth > NARROW ? `${Math.max(320, room)}px` : "";
	}

	showLevels(level) {
		const two = !!this.page.model.graphOfMuch, levels = [...two ? [["", "above 2 %"]] : [], ["more", "above 0.5 %"], ["all", "with calls without time"]];

		this.levels.replaceChildren(...levels.map(([key, text]) => make("button", { type: "button", "aria-pressed": String(key === level),
			onclick: () => this.page.go({ "graph.boxes": key === "more" && !two ? "" : key }) }, text)));
	}

	/* Draws the layout of a level, if it is another one. */
	layOut(level) {
		const { model } = this.page, graph = level === "" ? model.graphOfMuch : model.graph;

		if (this.graph === graph)
			return;
		this.graph = graph;
		this.fitted = false;
		this.filledAs = null;
		this.drawn = draw("g", { id: "drawn", class: "drawn" });
		this.all.replaceChildren(this.drawn);
		this.draw();
		this.overview?.remove();
		this.frame.append(this.makeOverview());
	}

	makeOverview() {
		const { width, height } = this.graph;

		this.seen = draw("rect", {});
		this.overview = draw("svg", { class: "overview", viewBox: `${-EDGE} ${-EDGE} ${width + 2 * EDGE} ${height + 2 * EDGE}`, "aria-hidden": "true" },
			draw("use", { href: "#drawn" }), this.seen);
		this.overview.style.setProperty("--fat", Math.max(1, width / SMALL));
		this.overview.onclick = (e) => {
			const { x, y } = new DOMPoint(e.clientX, e.clientY).matrixTransform(this.overview.getScreenCTM().inverse()), { scale } = this.zoom;

			this.zoom.to(this.svg.clientWidth / 2 - x * scale, this.svg.clientHeight / 2 - y * scale, scale);
		};
		return this.overview;
	}

	/* The part that is seen; all of it needs no overview. */
	showOverview() {
		const { x, y, scale } = this.zoom, { clientWidth, clientHeight } = this.svg, { width, height } = this.graph;
		const hidden = x >= 0 && y >= 0 && x + width * scale <= clientWidth && y + height * scale <= clientHeight;

		this.overview.classList.toggle("whole", hidden);
		Object.entries({ x: -x / scale, y: -y / scale, width: clientWidth / scale, height: clientHeight / scale })
			.forEach(([key, value]) => this.seen.setAttribute(key, value));
	}

	units(of) {
		const { graph } = this, box = [];

		for (let i = 0; i < graph.units.n; i++)
			if (graph.units.box[i] === of)
				box.push(i);
		return box;
	}

	draw() {
		const { units, arcs } = this.graph;

		for (const box of new Set(units.box)) {
			const members = this.units(box);

			if (members.length > 1)
				this.drawn.append(this.circle(members));
		}
		this.arcs = Array.from({ length: arcs.n }, (_, i) => this.arc(i));
		const names = Array.from({ length: units.n }, (_, i) => this.nameOf(i)), short = distinct(names, names.map(() => LETTERS));

		this.boxes = short.map((name, i) => this.box(i, name));
		this.drawn.append(...this.arcs, ...this.boxes);
	}

	circle(members) {
		const { units } = this.graph, of = (make) => members.map(make);
		const left = Math.min(...of((i) => units.x[i] - units.width[i] / 2)) - 12, top = Math.min(...of((i) => units.y[i])) - HEIGHT / 2 - 12;
		const right = Math.max(...of((i) => units.x[i] + units.width[i] / 2)) + 12, bottom = Math.max(...of((i) => units.y[i])) + HEIGHT / 2 + 12;

		const { page } = this, named = members.filter((i) => units.function[i] >= 0);
		const go = () => page.go({ view: "callers", f: units.function[named[0]], "callers.cycle": "1" });
		const frame = draw("rect", { x: left, y: top, width: right - left, height: bottom - top, rx: 10, class: "circle" },
			    draw("title", {}, `${plural(members.length, "function")} that call each other: a click lists them, and the calls among them\n` +
				 named.slice(0, 10).map((i) => this.nameOf(i)).join(", ")));

		if (named.length) {
			frame.onclick = go;
			frame.onkeydown = (e) => e.key === "Enter" && go();
			frame.setAttribute("tabindex", "0");
			frame.setAttribute("role", "link");
		}
		return frame;
	}

	arc(i) {
		const { arcs } = this.graph;
		const points = (arcs.way[i] || "").split(" ").filter(Boolean), kind = arcs.kind[i];
		const path = draw("path", { d: points.length ? `M${points[0]} C${points.slice(1).join(" ")}` : "", class: `arc kind${kind}` });
		const { x, y } = arcs.label_x[i] >= 0 ? { x: arcs.label_x[i], y: arcs.label_y[i] } : path.getPointAtLength(path.getTotalLength() / 2);

		/* From above, the label's place is at the right of the arc. */
		const beside = this.graph.direction === "TB" && arcs.label_x[i] >= 0;

		return draw("g", {}, path, draw("text", { x: beside ? x - LABEL / 2 + BESIDE : x, y: y + 4, class: "small label", "text-anchor": beside ? "start" : "middle" }), draw("title"));
	}

	fillArc(i) {
		const { arcs } = this.graph, ns = this.times.arcs[i], total = this.times.all, kind = arcs.kind[i];
		const names = [arcs.from[i], arcs.to[i]].map((unit) => this.nameOf(unit)), share = ns > 0 ? ns / total : 0;
		const [path, label, title] = this.arcs[i].children;

		path.style.setProperty("--thick", 0.8 + 7 * share);
		label.textContent = share >= 0.02 && kind !== 3 ? `${this.mark(arcs, i)}${percent(ns, total)}${arcs.calls[i] ? ` · ${count(arcs.calls[i])}×` : ""}` : "";
		title.textContent = `${names.join(" → ")}\n${ns >= 0 ? this.mark(arcs, i) + percent(ns, total) : "its time is known of the whole run only"}` +
			(arcs.calls[i] ? `, ${plural(arcs.calls[i], "call")}` : "") + (SAID[kind] ? `\n${SAID[kind]}` : "");
	}

	/* Of a figure that is divided by numbers of calls. */
	mark(table, i) {
		return table.average[i] ? "~" : "";
	}

	/* Times of boxes and arcs.  For the whole run they are the laid-out times, or instructions; for a part of it
	   times by stacks, -1 where stacks have none. */
	timesOf(part) {
		const { model } = this.page, { units, arcs } = this.graph;

		if (part.all || model.run.graph.by === "instructions")
			return { all: this.graph.total_ns, self: units.self_ns, total: units.total_ns, arcs: arcs.ns };
		const figures = model.figures(part), of = (column) => units.function.map((f) => f >= 0 ? column.ns[f] : -1);

		return { all: model.totalOf(part), self: of(figures.self), total: of(figures.total), arcs: arcs.ns.map((_, i) => {
			const arc = arcs.kind[i] === 2 ? -1 : model.arc(units.function[arcs.from[i]], units.function[arcs.to[i]]);

			return arc < 0 ? -1 : model.arcTime(arc, part).value;
		}) };
	}

	fill(part) {
		if (this.filledAs === part.key)
			return;
		this.filledAs = part.key;
		this.times = this.timesOf(part);
		this.boxes.forEach((_, i) => this.fillBox(i));
		this.arcs.forEach((_, i) => this.fillArc(i));
	}

	nameOf(unit) {
		const { units } = this.graph;

		if (units.function[unit] >= 0)
			return this.page.model.brief(units.function[unit]);
		return units.folded[unit] ? `<${units.folded[unit]} others>` : "<no caller known>";
	}

	box(i, name) {
		const { page } = this, { units } = this.graph;
		const f = units.function[i], width = units.width[i];
		const group = draw("g", { class: "box", transform: `translate(${units.x[i] - width / 2},${units.y[i] - HEIGHT / 2})` },
			draw("rect", { width, height: HEIGHT, rx: 6 }),
			draw("rect", { height: 4, y: HEIGHT - 4, class: "own" }),
			draw("text", { x: width / 2, y: 15, "text-anchor": "middle" }, name),
			draw("text", { x: width / 2, y: 28, "text-anchor": "middle", class: "small" }), draw("title"));

		if (f >= 0) {
			group.setAttribute("tabindex", "0");
			group.setAttribute("role", "link");
			group.onclick = () => page.go({ f });
			group.onkeydown = (e) => e.key === "Enter" && page.go({ f });
		}
		return group;
	}

	fillBox(i) {
		const { units } = this.graph, { self, total, all } = this.times, f = units.function[i];
		const [, own, , label, title] = this.boxes[i].children;

		own.setAttribute("width", self[i] > 0 ? units.width[i] * Math.min(1, self[i] / all) : 0);
		label.textContent = total[i] >= 0 ? `${this.mark(units, i)}${percent(total[i], all)} · self ${percent(self[i], all)}` : "of the whole run only";
		title.textContent = f >= 0 ? this.figures(f) : this.nameOf(i);
	}

	figures(f) {
		const { model } = this.page, measure = measureOf(this.page, model.run.graph.by), { self, total } = measure.of(f);

		return `${model.name(f)}\nself ${measure.text(self)}\ntotal ${measure.text(total)}\n${plural(model.callsOf(f), "call")}`;
	}

	/* The whole graph, no larger than it was laid out; if that is smaller than 'least', the part around the
	   selection, or around the function with the most own time. */
	fit(least) {
		const { units } = this.graph, { width, height } = this.graph;
		const place = this.svg.getBoundingClientRect(), { f } = this.page.state;
		const whole = Math.min(LARGEST, place.width / (width + 30), place.height / (height + 30)), scale = Math.max(whole, least);
		const picked = f < 0 ? -1 : units.function.indexOf(f);
		const own = units.self_ns.map((ns, i) => units.function[i] >= 0 ? ns : -1);
		const hottest = units.function.indexOf(this.page.model.hottest()), at = picked >= 0 ? picked : hottest >= 0 ? hottest : own.indexOf(Math.max(...own));
		const centre = (size, all, x) => all * scale <= size ? (size - all * scale) / 2
			: Math.min(20, Math.max(size - all * scale - 20, size / 2 - x * scale));

		this.zoom.to(centre(place.width, width, units.x[at]), centre(place.height, height, units.y[at]), scale);
	}

	show(state) {
		if (!this.svg)
			return;
		const { model } = this.page, level = this.level(state), tenths = Number(state["graph.least"] || 0);
		const found = this.page.found(), part = this.page.part();
		let shown = 0;

		this.showLevels(level);
		this.layOut(level);
		this.fill(part);
		const { units, arcs } = this.graph, least = tenths / 1000 * this.times.all;

		this.slider.value = Math.max(0, STEPS.indexOf(tenths));
		this.boxes.forEach((box, i) => {
			const f = units.function[i], faded = this.times.total[i] < least;

			shown += !faded;
			box.classList.toggle("faded", faded);
			box.classList.toggle("picked", f >= 0 && f === state.f);
			box.classList.toggle("matched", !!(found && f >= 0 && found[f]));
		});
		this.arcs.forEach((arc, i) => {
			const chosen = [arcs.from[i], arcs.to[i]].some((unit) => units.function[unit] >= 0 && units.function[unit] === state.f);

			arc.classList.toggle("faded", this.times.arcs[i] < least || (arcs.kind[i] === 3 && least > 0));
			arc.classList.toggle("picked", chosen);
			arc.classList.toggle("without", level !== "all" && (this.times.arcs[i] === 0 || arcs.kind[i] === 3));
		});
		this.said.textContent = `${tenths / 10} %: ${shown} of ${units.n} boxes` +
			(this.graph.arcs_left_out ? `; ${count(this.graph.arcs_left_out)} arcs with less are not drawn` : "") +
			(part.all ? "" : "; laid out for the whole run") +
			(model.run.graph.by === "instructions" ? `; by instructions. ${AVERAGE}` : "");
		if (!this.fitted) {
			this.fitted = true;
			this.fillHeight();
			this.fit(READABLE);
		}
	}

	key(event) {
		const step = { "+": 1.3, "-": 1 / 1.3 }[event.key], way = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];

		if (!this.svg || !(step || way))
			return false;
		if (step)
			this.zoom.by(step);
		else
			this.zoom.move(STEP * way[0], STEP * way[1]);
		return true;
	}
}

export function open(container, page) {
	const graph = new Graph(container, page);

	return { show: (state) => graph.show(state), key: (event) => graph.key(event), scale: () => graph.zoom.scale };
}
