/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * time.js - view 7: what ran when, where the run took snapshots.  Above, how many processors were in
 * use, with phases as bands; below, a line for each of the largest functions, darker where it had
 * more of the time.  A range that is dragged has its functions in a table.
 *
 * Of the address: time.from, time.to (microseconds).
 */
import { make, draw, count, percent, plural, time } from "./text.js";

export const name = "time", title = "Time";

const WIDTH = 1000, LOAD = 120, LINE = 18, NAMES = 190; /* units of the drawing */
const LINES = 24; /* functions at most */

function seconds(us) {
	return `${(us / 1e6).toFixed(us < 1e7 ? 3 : 1)} s`;
}

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
				"This run took no snapshots, so it is not known what ran when. To know it, run the program again with ",
				make("code", null, "GPROF_OPTIONS=every=100"), ", or name phases in it with the calls of ", make("code", null, "gprof-llvm/gprof.h"), "."));
			return;
		}
		this.picture = make("div", { className: "picture" });
		this.said = make("p", { className: "crumbs", "aria-live": "polite" });
		this.table = make("div");
		container.append(make("h2", null, "Time"), this.said, this.picture, this.table);
		const { from_us, to_us } = this.moments;

		this.end = Math.max(...to_us, 1);
		this.start = Math.min(...from_us, this.end);
	}

	x(us) {
		return NAMES + (WIDTH - NAMES) * (us - this.start) / (this.end - this.start || 1);
	}

	range(state) {
		const from = Number(state["time.from"] || 0), to = Number(state["time.to"] || 0);

		return to > from ? { from, to } : null;
	}

	show(state) {
		if (!this.moments)
			return;
		const range = this.range(state), sums = this.page.model.momentSums(range);
		const order = [...sums.byName.entries()].sort((a, b) => b[1] - a[1]);
		const all = this.page.model.momentSums(null);
		const largest = [...all.byName.entries()].sort((a, b) => b[1] - a[1]).slice(0, LINES).map(([name]) => name);

		this.said.replaceChildren(range ? `${seconds(range.from)} to ${seconds(range.to)}: ${time(sums.ns)} in ${plural(sums.moments, "interval")} between snapshots. ` : `${plural(all.moments, "interval")} between snapshots, ${seconds(this.end - this.start)}. Drag over the picture to look at a part. `,
			range ? make("button", { className: "link", type: "button", onclick: () => this.page.go({ "time.from": "", "time.to": "" }) }, "all") : "");
		this.picture.replaceChildren(this.chart(largest, range));
		this.table.replaceChildren(make("h3", null, range ? "Own time in this range" : "Own time"), make("table", null,
			order.slice(0, range ? 40 : 15).map(([name, ns]) => {
				const f = this.page.model.named(name);

				return make("tr", null, make("td", { className: "text" }, f >= 0 ? this.page.link(f) : make("span", { className: "name" }, name)),
					make("td", null, percent(ns, sums.ns)), make("td", null, time(ns)));
			})));
	}

	chart(largest, range) {
		const { model } = this.page, { moments, run } = model, phases = run.phases || [];
		const top = phases.length ? 20 : 4, height = top + LOAD + 30 + largest.length * LINE;
		const svg = draw("svg", { viewBox: `0 0 ${WIDTH} ${height}`, width: "100%", role: "img",
					  "aria-label": "Processors in use over time, and the time of functions" });
		const most = Math.max(1, ...Array.from({ length: moments.n }, (_, i) => this.load(i)));

		phases.forEach((phase, i) => {
			const x = this.x(phase.from_us), width = Math.max(1, this.x(phase.to_us) - x);

			svg.append(draw("rect", { x, y: 0, width, height: top + LOAD, fill: i % 2 ? "var(--library)" : "var(--own)", "fill-opacity": ".35" },
				draw("title", {}, `phase ${phase.name}`)), draw("text", { x: x + 4, y: 13 }, phase.name));
		});
		for (let i = 0; i < moments.n; i++) {
			const x = this.x(moments.from_us[i]), width = Math.max(0.8, this.x(moments.to_us[i]) - x), h = LOAD * this.load(i) / most;

			svg.append(draw("rect", { x, y: top + LOAD - h, width, height: h, fill: "var(--bar)" },
				draw("title", {}, `${seconds(moments.from_us[i])} to ${seconds(moments.to_us[i])}: ${this.load(i).toFixed(2)} processors`)));
		}
		svg.append(draw("text", { x: NAMES - 8, y: top + 12, "text-anchor": "end", class: "dimmed" }, `${most.toFixed(1)} processors`),
			draw("text", { x: NAMES, y: top + LOAD + 16, class: "dimmed" }, seconds(this.start)),
			draw("text", { x: WIDTH, y: top + LOAD + 16, "text-anchor": "end", class: "dimmed" }, seconds(this.end)));
		largest.forEach((name, row) => this.line(svg, name, top + LOAD + 26 + row * LINE));
		if (range)
			svg.append(draw("rect", { x: this.x(range.from), y: 0, width: this.x(range.to) - this.x(range.from), height,
						  fill: "var(--focus)", "fill-opacity": ".14", stroke: "var(--focus)" }));
		this.listen(svg);
		return svg;
	}

	load(i) {
		const { moments } = this.page.model, span = moments.to_us[i] - moments.from_us[i];

		return span > 0 ? moments.ns[i] / 1e3 / span : 0;
	}

	/* The share of each interval that a function has, as how dark it is. */
	line(svg, name, y) {
		const { page } = this, { model } = page, { moments } = model, f = model.named(name), of = model.momentsOf(name);
		const label = draw("text", { x: NAMES - 8, y: y + 13, "text-anchor": "end", cursor: "pointer",
					     "font-weight": f >= 0 && f === page.state.f ? "700" : "400" }, name.length > 26 ? name.slice(0, 25) + "…" : name);

		label.onclick = () => f >= 0 && page.go({ f });
		svg.append(label, draw("rect", { x: NAMES, y: y + 1, width: WIDTH - NAMES, height: LINE - 3, fill: "var(--line)", "fill-opacity": ".35" }));
		for (const [i, ns] of of) {
			const x = this.x(moments.from_us[i]), share = ns / moments.ns[i];

			svg.append(draw("rect", { x, y: y + 1, width: Math.max(0.8, this.x(moments.to_us[i]) - x), height: LINE - 3, fill: "var(--hot)",
						  "fill-opacity": String(0.12 + 0.88 * share) },
				draw("title", {}, `${name}: ${percent(ns, moments.ns[i])} of ${seconds(moments.from_us[i])} to ${seconds(moments.to_us[i])}`)));
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
				this.page.go({ "time.from": String(Math.min(from, to)), "time.to": String(Math.max(from, to)) });
			from = null;
		};
	}

	key(event) {
		if (event.key !== "Escape" || !this.moments || !this.range(this.page.state))
			return false;
		this.page.go({ "time.from": "", "time.to": "" });
		return true;
	}
}

export function open(container, page) {
	const view = new Time(container, page);

	return { show: (state) => view.show(state), key: (event) => view.key(event) };
}
