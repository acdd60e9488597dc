/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * time.js - view 7: what ran when, as far as the profile tells.  Above, how many processors were in
 * use, with phases as bands; below, a line for each of the largest functions, darker where it had
 * more of the time.  A range that is dragged is the part of the run that all views are of.
 */
import { make, clock, draw, percent, plural, share, time, timeWithin, FEW_LEGEND } from "./text.js";
import { distinct } from "./names.js";
import { isFew } from "./weights.js";

export const name = "time", title = "Time";

/* Why there is nothing to see, or "". */
export function missing({ model }) {
	return model.noMoments ? `what ran when cannot be told: ${model.noMoments}`
		: model.moments ? "" : "nothing was recorded; GPROF_OPTIONS=snapshot-every=10 records it";
}

const WIDTH = 1000, LOAD = 120, LINE = 18, NAMES = 190; /* units of the drawing */
const LINES = 24; /* functions at most */
const LETTERS = 26; /* of a name */

class Time {
	constructor(container, page) {
		this.page = page;
		this.moments = page.model.moments;
		if (page.model.noMoments) {
			container.append(make("h2", null, "Time"), make("p", { className: "dim" },
				`What ran when cannot be told: ${page.model.noMoments}.`));
			return;
		}
		if (!this.moments) {
			container.append(make("h2", null, "Time"), make("p", { className: "dim" },
				"This profile has no timeline: it has too few samples, or none was kept (GPROF_OPTIONS=timeline=0, a pool, an older runtime). Then run the program with ",
				make("code", null, "GPROF_OPTIONS=snapshot-every=10"), ", or with phases, which the calls of ", make("code", null, "gprof-llvm/gprof.h"), " name."));
			return;
		}
		this.picture = make("div", { className: "picture" });
		this.said = make("p", { className: "crumbs", "aria-live": "polite" });
		this.tables = make("div", { className: "two" });
		container.append(make("h2", null, "Time"), this.said, this.picture, this.tables);
		const { from_us, to_us } = this.moments;

		this.end = Math.max(...to_us, 1);
		this.start = Math.min(...from_us, this.end);
	}

	x(us) {
		return NAMES + (WIDTH - NAMES) * (us - this.start) / (this.end - this.start || 1);
	}

	show(state) {
		if (!this.moments)
			return;
		const { page } = this, { model } = page, part = page.part(), { thread, focus } = state, all = model.part({ thread, focus });
		const most = (part, n) => {
			const { ns } = model.figures(part).self;

			return [...ns.keys()].filter((f) => ns[f] > 0).sort((a, b) => ns[b] - ns[a] || a - b).slice(0, n);
		};

		this.loads = model.loads(thread, focus).map((ns, i) => ns / 1e3 / (this.moments.to_us[i] - this.moments.from_us[i] || Infinity));
		this.said.replaceChildren(`${plural(this.moments.n, "interval")}, ${clock(this.end - this.start)}. ` +
			(part.timed ? "All views are of the range that is marked. " : "Drag over the picture: all views are of that range then. "),
			part.timed ? make("button", { className: "link", type: "button", onclick: () => page.go({ from: 0, to: 0 }) }, "whole run") : "");
		this.picture.replaceChildren(this.chart(most(all, LINES), part.timed ? state : null));
		this.tables.replaceChildren(this.functions(part, most(part, part.timed ? 40 : 15)), this.threads(part));
	}

	functions(part, rows) {
		const { page } = this, { model } = page, all = model.totalOf(part);

		return make("div", null, make("h3", null, part.timed ? "Own time in this range" : "Own time"), make("table", null,
			rows.map((f) => {
				const { self } = model.times(f, part);

				return make("tr", null, make("td", { className: "text" }, page.link(f)), make("td", null, share(self.value, all, self.few)),
					make("td", null, timeWithin(self.value, self.low, self.high)));
			})), make("p", { className: "dim" }, FEW_LEGEND));
	}

	threads(part) {
		const { page } = this, { model } = page, sums = model.threadsOf(model.part({ ...part.asked, thread: -1 }));
		const rows = [...sums.ns.keys()].filter((i) => sums.ns[i] > 0).sort((a, b) => sums.ns[b] - sums.ns[a]);
		const all = rows.reduce((sum, i) => sum + sums.ns[i], 0);

		if (rows.length < 2)
			return "";
		return make("div", null, make("h3", null, part.timed ? "Threads in this range" : "Threads"), make("table", null,
			rows.slice(0, 20).map((i) => make("tr", { "aria-selected": String(i === page.state.thread) },
				make("td", { className: "text" }, make("button", { className: "link name", type: "button", onclick: () => page.go({ thread: i }) },
					`${model.run.threads[i].name} [${model.run.threads[i].tid}]`)),
				make("td", null, share(sums.ns[i], all, isFew(sums.at(i)))), make("td", null, time(sums.ns[i]))))),
			rows.length > 20 ? make("p", { className: "dim" }, `and ${plural(rows.length - 20, "other")}`) : "");
	}

	chart(largest, range) {
		const { model } = this.page, { moments, run } = model, phases = run.phases || [];
		const top = phases.length ? 20 : 4, height = top + LOAD + 30 + largest.length * LINE;
		const svg = draw("svg", { viewBox: `0 0 ${WIDTH} ${height}`, width: "100%", role: "img",
					  "aria-label": "Processors in use over time, and the time of functions" });
		const most = Math.max(1, ...this.loads), { thread, focus } = this.page.state;

		phases.forEach((phase, i) => {
			const x = this.x(phase.from_us), width = Math.max(1, this.x(phase.to_us) - x);

			svg.append(draw("rect", { x, y: 0, width, height: top + LOAD, fill: "var(--dim)", "fill-opacity": i % 2 ? ".1" : ".22" },
				draw("title", {}, `phase ${phase.name}`)), draw("text", { x: x + 4, y: 13 }, phase.name));
		});
		for (let i = 0; i < moments.n; i++) {
			const x = this.x(moments.from_us[i]), width = Math.max(0.8, this.x(moments.to_us[i]) - x), h = LOAD * this.loads[i] / most;

			svg.append(draw("rect", { x, y: top + LOAD - h, width, height: h, fill: "var(--bar)" },
				draw("title", {}, `${clock(moments.from_us[i])} to ${clock(moments.to_us[i])}: ${this.loads[i].toFixed(2)} processors`)));
		}
		svg.append(draw("text", { x: NAMES - 8, y: top + 12, "text-anchor": "end", class: "dimmed" }, `${most.toFixed(1)} processors`),
			draw("text", { x: NAMES, y: top + LOAD + 16, class: "dimmed" }, clock(this.start)),
			draw("text", { x: WIDTH, y: top + LOAD + 16, "text-anchor": "end", class: "dimmed" }, clock(this.end)));
		const all = model.loads(thread, focus), courses = model.courses(largest, thread, focus);

		const names = distinct(largest.map((f) => this.page.model.brief(f)), largest.map(() => LETTERS));

		largest.forEach((f, row) => this.line(svg, f, names[row], courses[row], all, top + LOAD + 26 + row * LINE));
		if (range)
			svg.append(draw("rect", { x: this.x(range.from), y: 0, width: this.x(range.to) - this.x(range.from), height,
						  fill: "var(--focus)", "fill-opacity": ".14", stroke: "var(--focus)" }));
		this.listen(svg);
		return svg;
	}

	/* The share of each interval that a function has, as how dark it is. */
	line(svg, f, short, ns, all, y) {
		const { page } = this, { moments } = page.model, name = page.model.brief(f);
		const label = draw("text", { x: NAMES - 8, y: y + 13, "text-anchor": "end", cursor: "pointer",
					     "font-weight": f === page.state.f ? "700" : "400" }, short,
				   draw("title", {}, page.model.name(f)));

		label.onclick = () => page.go({ f });
		svg.append(label, draw("rect", { x: NAMES, y: y + 1, width: WIDTH - NAMES, height: LINE - 3, fill: "var(--line)", "fill-opacity": ".35" }));
		for (let i = 0; i < moments.n; i++) {
			if (!(ns[i] > 0))
				continue;
			const x = this.x(moments.from_us[i]), share = ns[i] / all[i];

			svg.append(draw("rect", { x, y: y + 1, width: Math.max(0.8, this.x(moments.to_us[i]) - x), height: LINE - 3, fill: "var(--hot)",
						  "fill-opacity": String(0.12 + 0.88 * share) },
				draw("title", {}, `${name}: ${percent(ns[i], all[i])} of ${clock(moments.from_us[i])} to ${clock(moments.to_us[i])}`)));
		}
	}

	listen(svg) {
		const at = (event) => {
			const place = svg.getBoundingClientRect(), x = (event.clientX - place.left) / place.width * WIDTH;

			return Math.round(this.start + Math.max(0, Math.min(1, (x - NAMES) / (WIDTH - NAMES))) * (this.end - this.start));
		};
		let from = null;

		svg.onpointerdown = (event) => {
			if ((event.clientX - svg.getBoundingClientRect().left) / svg.getBoundingClientRect().width * WIDTH >= NAMES)
				from = at(event);
		};
		svg.onpointerup = (event) => {
			const to = at(event);

			if (from !== null && Math.abs(to - from) > (this.end - this.start) / 200)
				this.page.go({ from: Math.min(from, to), to: Math.max(from, to) });
			from = null;
		};
	}

	key(event) {
		if (event.key !== "Escape" || !this.page.part().timed)
			return false;
		this.page.go({ from: 0, to: 0 });
		return true;
	}
}

export function open(container, page) {
	const view = new Time(container, page);

	return { show: (state) => view.show(state), key: (event) => view.key(event) };
}
