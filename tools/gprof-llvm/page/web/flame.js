/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * flame.js - view 2: sampled stacks on a canvas, the tree of calls by instructions, or the calls
 * around blocks of memory (blocks.js).
 *
 * Three orders: callers above what they call ("in"), what ran above its callers ("out"), and both
 * sides of the selected function ("around").  Nodes of the model's trees become boxes; those too
 * narrow to be seen are joined to one box that says how many they are.  What all rows of the trunk
 * have in common, nearly the whole time, is one row that unfolds.
 *
 * Of the address: flame.order, flame.zoom (numbers of functions from the root, with dots),
 * flame.trunk ("open"), flame.colour.
 */
import { make, bounds, changed, count, executedChanged, percent, plural, time as timeOf } from "./text.js";
import { blocksOf, figuresOf } from "./blocks.js";
import { measureOf, chooser, AVERAGE } from "./measure.js";
import { fitted, forms } from "./names.js";

export const name = "flame", title = "Flame graph";

const LEAST = 20, MOST = 28; /* heights of a row: it grows with the space that there is */
const BOTTOM = 22;      /* pixels that stay free below */
const NARROW = 2;       /* pixels: boxes below this are joined */
const TRUNK = 0.99;     /* of the time around it: a row that is nearly all of it */
const WIDE = 0.6;       /* of the width, which a trunk takes */
const FOLDED = 3;       /* rows of trunk that are worth one row */
const DEEPEST = 400;    /* rows drawn */

const ORDERS = [["in", "callers first"], ["out", "callees first"], ["around", "around the selection"]];
const COLOURS = [["kind", "kind of code"], ["own", "own share"], ["module", "module"], ["change", "change"]];

/* Boxes of a tree: { node, path, x, width, row }, and joined ones { joined, ns, ... }.  With 'fold'
   a trunk is one box: its node is the last of it, 'trunk' are the functions. */
class Layout {
	constructor(root, path, width, fold) {
		this.boxes = [];
		this.rows = 0;
		this.scale = root.ns ? width / root.ns : 0;
		this.fold = fold ? width * WIDE : Infinity;
		this.place(root, path, 0, 0);
	}

	/* Goes inwards as long as one callee has nearly all of the time. */
	trunk(box) {
		const names = [box.node.f], whole = box.node.ns;
		let { node, path } = box;

		for (;;) {
			const [child] = node.children();

			if (!child || child.ns < TRUNK * whole || !child.children().length)
				break;
			node = child;
			path = [...path, child.f];
			names.push(child.f);
		}
		if (names.length > FOLDED)
			Object.assign(box, { node, path, trunk: names });
	}

	box(box) {
		this.boxes.push(box);
		this.rows = Math.max(this.rows, box.row + 1);
	}

	/* Without recursion: stacks may be deep. */
	place(root, path, x, row) {
		const todo = [{ node: root, path, x, row }];

		while (todo.length) {
			const box = todo.pop();

			box.width = box.node.ns * this.scale;
			if (box.width > this.fold && box.node.f >= 0)
				this.trunk(box);
			this.box(box);
			if (box.row < DEEPEST)
				this.below(box, todo);
		}
	}

	below(box, todo) {
		let { x } = box, joined = box.node.others || 0, ns = box.node.othersNs || 0;
		const children = box.node.children();

		for (const node of children) {
			const width = node.ns * this.scale;

			if (width < NARROW) {
				joined++;
				ns += node.ns;
				continue;
			}
			todo.push({ node, path: [...box.path, node.f], x, row: box.row + 1, parent: box.node });
			x += width;
		}
		if (joined && ns * this.scale > 0.3)
			this.box({ joined, ns, x, width: Math.max(1, ns * this.scale), row: box.row + 1, parent: box.node });
	}
}

/* Texts as far as they fit; letters are measured once. */
const letters = new Map();

function widthOf(g, letter) {
	if (!letters.has(letter))
		letters.set(letter, g.measureText(letter).width);
	return letters.get(letter);
}

function lengthOf(g, text) {
	let length = 0;

	for (const letter of text)
		length += widthOf(g, letter);
	return length;
}

/* Its beginning and its end, or "" where not even a letter of each fits. */
function cutIn(g, text, width) {
	const letters = [...text.replace(/^…/, "")];
	let room = width - widthOf(g, "…"), first = 0, last = letters.length;

	/* Two letters of the beginning for each of the end. */
	for (let n = 1; first < last; n++) {
		const atEnd = n % 3 === 0;

		room -= widthOf(g, letters[atEnd ? last - 1 : first]);
		if (room < 0)
			break;
		if (atEnd)
			last--;
		else
			first++;
	}
	return first ? letters.slice(0, first).join("") + "…" + letters.slice(last).join("") : "";
}

/* The longest form of a name (names.js) that fits beside the text around it. */
function fitting(g, { before = "", name, after = "", text }, width) {
	if (text)
		return lengthOf(g, text) <= width ? text : cutIn(g, text, width);
	const room = width - lengthOf(g, before + after), all = forms(name), form = fitted(name, (text) => lengthOf(g, text) <= room);

	if (form)
		return before + form + after;
	return before || after ? fitting(g, { name }, width) : cutIn(g, all[all.length - 1], width);
}

function colourOf(page, measure, box, how) {
	const { model } = page;

	if (box.joined)
		return "joined";
	const kind = model.kind(box.node.f);

	if (how === "change" && !measure.blocks) {
		const change = measure.known ? model.comparison.change(box.node.f, "total") : model.comparison.executedChange(box.node.f);

		return !change || !change.sure ? "joined" : change.change > 0 ? "more" : "less";
	}

	if (how === "own" && kind !== "other")
		return box.node.own > box.node.ns / 2 ? "hot" : box.node.own > box.node.ns / 10 ? "own" : "joined";
	return { program: box.node.own > box.node.ns / 2 ? "hot" : "own", library: "library", kernel: "kernel",
		 other: "joined" }[kind];
}

class Flame {
	constructor(container, page) {
		this.page = page;
		this.orders = make("span", { className: "chips", role: "group", "aria-label": "Order" });
		this.colours = make("select", { "aria-label": "Colours", onchange: (event) =>
			page.go({ "flame.colour": event.target.value }, true) },
			COLOURS.filter(([key]) => key !== "change" || page.model.comparison.functions).map(([key, text]) => make("option", { value: key }, text)));
		this.legend = make("span", { className: "legend" });
		this.measures = make("span", { className: "chips", role: "group", "aria-label": "Measure" });
		this.said = make("p", { className: "crumbs", "aria-live": "polite" });
		this.canvas = make("canvas", { tabIndex: 0, role: "img" });
		this.second = make("canvas", { tabIndex: 0, role: "img" });
		this.between = make("p", { className: "crumbs" });
		container.append(make("div", { className: "tools" }, make("h2", null, "Flame graph"), this.orders, this.measures,
			make("label", { className: "dim" }, "colour by ", this.colours), this.legend),
			this.said, this.second, this.between, this.canvas);
		for (const canvas of [this.canvas, this.second]) {
			canvas.onmousemove = (event) => this.point(canvas, event);
			canvas.onmouseleave = () => page.tip(null);
			canvas.onclick = (event) => this.click(canvas, event);
			canvas.onwheel = (event) => this.wheel(canvas, event);
		}
	}

	/* ---------------------------------------------------------- drawing */

	order(state) {
		const order = state["flame.order"] || "in";

		return order === "around" && (state.f < 0 || !this.measure.known) ? "in" : order;
	}

	zoom(state) {
		return (state["flame.zoom"] || "").split(".").filter(Boolean).map(Number);
	}

	trees(state) {
		const { page, measure } = this, order = this.order(state);
		const key = [order, page.part().key, order === "around" ? state.f : "", measure.known, measure.key].join();

		if (this.madeAs !== key) {
			this.madeAs = key;
			this.roots = measure.trees(order, state.f);
		}
		return this.roots;
	}

	/* The node that a path leads to, as far as it does. */
	walk(root, path) {
		const way = [];
		let node = root;

		for (const f of path) {
			const next = node.children().find((child) => child.f === f);

			if (!next)
				break;
			node = next;
			way.push(f);
		}
		return { node, way };
	}

	show(state) {
		this.measure = blocksOf(this.page) || measureOf(this.page);
		const roots = this.trees(state), order = this.order(state), { node, way } = this.walk(roots[0], this.zoom(state));
		const width = this.canvas.clientWidth || 900;

		this.height = LEAST;
		this.root = roots[0];
		this.node = node;
		this.way = way;
		this.chips(state, order);
		this.colours.value = this.colouring(state);
		this.layout = new Layout(node, way, width, !state["flame.trunk"] && order === "in");
		this.second.hidden = this.between.hidden = order !== "around";
		this.upper = order === "around" ? new Layout(roots[1], [], width, false) : null;
		this.between.textContent = "↑ callers    ↓ what it called";
		this.say(state);
		this.mark();
		this.height = this.rowHeight();
		this.paint(this.canvas, this.layout, false);
		if (this.upper)
			this.paint(this.second, this.upper, true);
	}

	/* All rows in the space of the view, if that makes them no smaller or larger than is good to read. */
	rowHeight() {
		const rows = this.layout.rows + (this.upper ? this.upper.rows : 0), view = this.canvas.parentElement;
		const above = this.canvas.getBoundingClientRect().top - (this.upper ? this.second.clientHeight : 0) - view.getBoundingClientRect().top + view.scrollTop;

		return Math.max(LEAST, Math.min(MOST, Math.floor((view.clientHeight - above - BOTTOM) / rows)));
	}

	/* Explains the mark of inferred functions, if one is drawn. */
	mark() {
		const some = [this.layout, this.upper].some((layout) => layout && layout.boxes.some((box) => !box.joined && !box.trunk && box.node.inferred));

		if (some)
			this.legend.append(make("span", null, make("i", { className: "swatch inferred" }), "inferred: it left the stack by a tail call, as counts prove"));
	}

	chips(state, order) {
		this.orders.replaceChildren(...ORDERS.map(([key, text]) => make("button", { type: "button",
			"aria-pressed": String(key === order), disabled: key === "around" && (state.f < 0 || !this.measure.known),
			title: key !== "around" ? "" : !this.measure.known ? "needs stacks of time"
				: state.f < 0 ? "select a function first" : "",
			onclick: () => this.page.go({ "flame.order": key === "in" ? "" : key, "flame.zoom": "" }) }, text)));
		const swatches = { kind: [["own", "program"], ["hot", "running itself"], ["library", "library"], ["kernel", "kernel"]],
				   own: [["hot", "over half its own"], ["own", "over a tenth"], ["joined", "less"]],
				   change: [["more", this.measure.known ? "▲ more time than before" : "▲ more own instructions than before"], ["less", "▼ less"], ["joined", "no sure change"]],
				   module: this.modules() }[this.colouring(state)];

		this.measures.replaceChildren(...this.choices());
		this.legend.replaceChildren(...swatches.map(([colour, text]) => make("span", null,
			make("i", { className: "swatch", style: { background: colour.startsWith("hsl") ? colour : this.page.colour(colour) } }), text)));
	}

	/* Buttons for what the graph is of, where there is more than one. */
	choices() {
		const { page, measure } = this, figures = figuresOf(page.model), others = chooser(page);
		const button = (key, name) => make("button", { type: "button", "aria-pressed": String(key === (measure.key || "")),
			onclick: () => page.go({ "flame.of": key, "flame.zoom": "" }) }, name);

		if (measure.blocks)
			others.length = 0;
		if (figures.length && !others.length)
			others.push(button("", page.model.run.time.samples > 0 ? "time" : "calls"));
		return [...others, ...figures.map(([key, name]) => button(key, name))];
	}

	colouring(state) {
		return state["flame.colour"] || (this.page.model.comparison.functions ? "change" : "kind");
	}

	modules() {
		return this.page.model.run.modules.slice(0, 6).map((m, i) => [this.hue(i), m.name]);
	}

	hue(i) {
		const dark = document.documentElement.dataset.theme === "dark";

		return `hsl(${(35 + 67 * i) % 360} ${dark ? "40% 28%" : "65% 80%"})`;
	}

	say(state) {
		const { measure } = this, { model } = this.page, part = this.page.part(), all = measure.all(), { stacks } = model.run;
		const parts = [], found = this.page.found();
		const names = this.way.slice(-4).map((f) => model.brief(f));

		if (this.way.length)
			parts.push(make("button", { className: "link", type: "button", onclick: () => this.page.go({ "flame.zoom": "" }) }, "all"),
				this.way.length > 4 ? " › … › " : " › ", names.join(" › "), ` ${measure.plain({ value: this.node.ns, average: this.node.average, open: this.node.open })}  `);
		else if (measure.blocks)
			parts.push(`${measure.written(all)}, by the calls around the blocks${model.run.memory.blocks_shared ? "; some blocks had no stack taken and are shared out" : ""}${model.run.memory.sample_bytes ? "; estimates, of samples" : ""}. `);
		else if (!measure.known)
			parts.push(`${count(all)} instructions, by the calls that were counted. ${AVERAGE} `);
		else if (part.all)
			parts.push(`${count(stacks.samples)} of ${count(model.run.time.samples)} samples have a stack. `);
		else
			parts.push(`${percent(part.sum.ns - part.without, all)} of this part has a stack. `);
		if (found) {
			const figure = measure.passing(found);

			parts.push(make("b", null, `${measure.plain(figure)} of the ${measure.known ? "time passes" : measure.blocks ? "memory passes" : "instructions pass"} through what matches "${state.q}"`),
				` ${measure.text(figure)}`);
		}
		this.said.replaceChildren(...parts);
		this.canvas.setAttribute("aria-label", measure.known ? `Flame graph of ${plural(stacks.samples, "sampled stack")}`
			: `Flame graph of calls by ${measure.blocks ? measure.name : "instructions"}`);
	}

	paint(canvas, layout, upwards) {
		const { page } = this, { state } = page, found = page.found(), how = this.colouring(state);
		const dense = devicePixelRatio || 1, width = canvas.clientWidth || 900, height = layout.rows * this.height;
		const g = canvas.getContext("2d"), colours = {};
		const colour = (key) => key.startsWith("hsl") ? key : (colours[key] = colours[key] || page.colour(key));

		layout.upwards = upwards;
		canvas.style.height = `${height}px`;
		canvas.width = width * dense;
		canvas.height = height * dense;
		g.scale(dense, dense);
		g.font = "12px system-ui, sans-serif";
		g.textBaseline = "middle";
		for (const box of layout.boxes) {
			const f = box.joined ? -1 : box.node.f, picked = f >= 0 && f === state.f && !box.trunk;
			const y = (upwards ? layout.rows - 1 - box.row : box.row) * this.height;
			let key = how === "module" && f >= 0 && page.model.functions.module[f] >= 0
				? this.hue(page.model.functions.module[f]) : colourOf(page, this.measure, box, how);

			if (found && f >= 0)
				key = found[f] ? "found" : key;
			g.globalAlpha = found && f >= 0 && !found[f] ? 0.45 : 1;
			g.fillStyle = colour(picked ? "pick" : key);
			g.fillRect(box.x, y, Math.max(box.width - (box.width > 4 ? 1 : 0), 0.7), this.height - 1);
			g.globalAlpha = 1;
			if (f >= 0 && box.node.inferred && !box.trunk)
				this.dash(g, box, y, colour("dim"));
			if (box.width > 26)
				this.label(g, box, y, colour(picked ? "on-pick" : "on"));
		}
	}

	/* A dashed line around it: it is on no sampled stack. */
	dash(g, box, y, ink) {
		g.save();
		g.strokeStyle = ink;
		g.setLineDash([3, 3]);
		g.strokeRect(box.x + 0.5, y + 0.5, Math.max(1, box.width - 2), this.height - 2);
		g.restore();
	}

	label(g, box, y, ink) {
		const { measure } = this, { model } = this.page, all = measure.all();
		const text = box.joined ? { text: `${count(box.joined)} more` }
			: box.trunk ? { text: `${box.trunk.slice(0, 2).map((f) => model.brief(f)).join(" › ")} › … ${plural(box.trunk.length, "row")} that all have ${percent(box.node.ns, all)}  ▸` }
			: { before: box.node.inferred ? "[inferred] " : "", name: model.brief(box.node.f),
			    after: box.width > 190 ? `   ${measure.plain({ value: box.node.ns, average: box.node.average, open: box.node.open })}` : "" };

		g.save();
		g.beginPath();
		g.rect(box.x, y, box.width - 4, this.height);
		g.clip();
		g.fillStyle = ink;
		g.fillText(fitting(g, text, box.width - 7), box.x + 4, y + this.height / 2);
		g.restore();
	}

	/* ---------------------------------------------------------- pointer and keys */

	at(canvas, event) {
		const layout = canvas === this.second ? this.upper : this.layout, place = canvas.getBoundingClientRect();
		const x = event.clientX - place.left, row = Math.floor((event.clientY - place.top) / this.height);

		return layout && layout.boxes.find((box) => x >= box.x && x < box.x + Math.max(box.width, 1) &&
						   row === (layout.upwards ? layout.rows - 1 - box.row : box.row));
	}

	point(canvas, event) {
		const box = this.at(canvas, event);

		this.page.tip(box ? this.describe(box, canvas === this.second) : null, event.clientX, event.clientY);
	}

	describe(box, outwards) {
		const { page, measure } = this, { model } = page, all = measure.all();
		const rows = [], row = (key, value) => rows.push(make("dt", null, key), make("dd", null, value));

		if (box.joined)
			return make("div", null, make("b", null, `${plural(box.joined, "function")} too narrow to be drawn`),
				    make("div", null, `${percent(box.ns, all)}: zoom in to see them`));
		if (box.trunk)
			return make("div", null, make("b", null, `These have nearly ${measure.known ? "the whole time" : measure.blocks ? "everything" : "all instructions"}:`),
				    box.trunk.map((f) => make("div", { className: "name" }, model.brief(f))), make("div", { className: "dim" }, "click to unfold"));
		const { node } = box, f = node.f;

		if (measure.known)
			this.describeTime(node, row);
		else if (measure.blocks)
			row("here", `${measure.plain({ value: node.ns })} · ${measure.written(node.ns)}`);
		else
			this.describeInstructions(node, row);
		if (f >= 0) {
			const other = box.parent && box.parent.f, order = this.order(page.state);
			const arc = other >= 0 ? (outwards || order === "out" ? model.arc(f, other) : model.arc(other, f)) : -1;

			if (arc >= 0)
				row(outwards || order === "out" ? `calls of ${model.brief(other)}` : `calls by ${model.brief(other)}`,
				    count(model.arcs.calls[arc]));
		}
		return make("div", null, make("b", { className: "name" }, model.name(f)),
			    make("div", { className: "dim" }, [model.place(f), model.module(f)].filter(Boolean).join(" · ")),
			    node.inferred ? make("div", { className: "dim" }, "not on the stack: it left by a tail call, as counts tell") : null,
			    make("dl", { className: "figures" }, rows));
	}

	describeTime(node, row) {
		const { page, measure } = this, { model } = page, part = page.part(), { f } = node;

		row("here", `${measure.plain({ value: node.ns })} · ${measure.text(model.interval(node, part))}`);
		row("samples here", count(node.samples));
		if (f < 0)
			return;
		const { self, total } = measure.of(f), calls = model.callsOf(f), change = model.comparison.change(f, "total");

		if (change)
			row("total before", `${timeOf(change.before)}, ${changed(change)}`);
		row(part.all ? "own, everywhere" : "own", measure.text(self));
		row(part.all ? "total, everywhere" : "total", measure.text(total));
		row("calls", count(calls));
		if (calls > 0 && model.knowsCalls(part) && total.value)
			row("total a call", measure.each(total, calls));
	}

	describeInstructions(node, row) {
		const { measure } = this, { model } = this.page, { f } = node, here = { value: node.ns, average: node.average, open: node.open };

		row("here", `${measure.plain(here)} · ${measure.text(here)} instructions`);
		if (f < 0)
			return;
		const { self, total } = measure.of(f), calls = model.callsOf(f), change = model.comparison.executedChange(f);

		row("own, everywhere", measure.text(self));
		if (change)
			row("own before", `${bounds(change.before)}, ${executedChanged(change)}`);
		row("total, everywhere", measure.text(total));
		row("calls", count(calls));
		if (calls > 0 && measure.each(self, calls))
			row("own a call", measure.each(self, calls));
	}

	click(canvas, event) {
		const box = this.at(canvas, event);

		if (box)
			this.take(box, canvas === this.second);
	}

	/* Zooms to a box, and selects its function; a click on the zoomed one goes back. */
	take(box, outwards) {
		const { page } = this, path = (box.path || []).join("."), now = this.way.join(".");

		if (box.joined)
			return;
		if (box.trunk)
			page.go({ "flame.trunk": "open" });
		else if (outwards)
			page.go({ f: Math.max(box.node.f, -1), "flame.zoom": "" });
		else if (path === now && this.way.length)
			page.go({ "flame.zoom": this.way.slice(0, -1).join(".") });
		else
			page.go({ f: this.order(page.state) === "around" ? page.state.f : Math.max(box.node.f, -1), "flame.zoom": path });
	}

	/* With Ctrl, or a pinch: in to the box below the pointer, or out. */
	wheel(canvas, event) {
		if (!event.ctrlKey || canvas === this.second)
			return;
		event.preventDefault();
		const box = this.at(canvas, event);

		if (event.deltaY > 0)
			this.page.go({ "flame.zoom": this.way.slice(0, -1).join(".") }, true);
		else if (box && !box.joined && !box.trunk && box.path.length > this.way.length)
			this.page.go({ "flame.zoom": box.path.slice(0, this.way.length + 1).join(".") }, true);
	}

	/* Arrows go from frame to frame: the cursor is the zoom's end with its brothers. */
	key(event) {
		const { page } = this, up = this.way.slice(0, -1);
		const go = (path) => {
			const f = path.length ? path[path.length - 1] : -1;

			page.go({ f: Math.max(f, -1), "flame.zoom": path.join(".") }, true);
			return true;
		};

		if (event.key === "Escape" && page.state["flame.trunk"] && !this.way.length)
			return page.go({ "flame.trunk": "" }), true;
		if ((event.key === "ArrowUp" || event.key === "Escape") && this.way.length)
			return go(up);
		if ((event.key === "ArrowDown" || event.key === "Enter") && this.node.children().length)
			return go([...this.way, this.node.children()[0].f]);
		if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
			const around = this.walk(this.root, up).node.children(), at = around.findIndex((node) => node === this.node);
			const next = around[at + (event.key === "ArrowRight" ? 1 : -1)];

			return next ? go([...up, next.f]) : true;
		}
		return false;
	}
}

/* What takes long for many stacks: the part of the tree that is drawn first. */
export function prepare(page) {
	const [root] = measureOf(page).trees("in", -1);

	new Layout(root, [], innerWidth, true);
}

export function open(container, page) {
	const flame = new Flame(container, page);

	return { show: (state) => flame.show(state), key: (event) => flame.key(event), rowHeight: () => flame.height };
}
