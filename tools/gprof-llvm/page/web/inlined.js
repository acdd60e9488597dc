/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * inlined.js - what the page says beside a function of those that were inlined in it and have much
 * of its own time.  They are of the whole run.
 *
 *	inside(page, f)    a paragraph with links, or null
 *	within(page, f)    "83 % calc_lon", or "": the largest, for a row
 */
import { make, broken, percent, timeWithin } from "./text.js";

function partsOf(page, f) {
	const { model } = page;

	return f >= 0 && model.inlined.n && page.part().all ? [...model.inlinedOf.of(f)] : [];
}

function shareOf(page, f, part) {
	return percent(page.model.inlined.self_ns[part], page.model.functions.self_ns[f]);
}

function placeOf({ inlined, run }, part) {
	const file = inlined.file[part] < 0 ? "" : run.files[inlined.file[part]];

	return file && ` (${file.slice(file.lastIndexOf("/") + 1)}${inlined.line[part] ? `:${inlined.line[part]}` : ""})`;
}

/* Its lines are under its name, where the page has them; a function that is called elsewhere has a row. */
function nameOf(page, name) {
	const { model } = page, of = model.source ? model.source.functions.name.indexOf(name) : -1, f = model.named(name);

	if (f >= 0)
		return page.link(f);
	return of >= 0 ? page.inlined(name) : make("span", { className: "name", title: name, "data-name": name }, broken(name));
}

export function inside(page, f) {
	const { model } = page, { inlined } = model, parts = partsOf(page, f);

	return parts.length ? make("p", { className: "inside" }, "of its own time ", parts.flatMap((part, i) => [i ? ", " : "",
		make("span", { className: "figure", title: timeWithin(inlined.self_ns[part], inlined.self_low_ns[part], inlined.self_high_ns[part]) }, shareOf(page, f, part)),
		" in ", nameOf(page, inlined.name[part]), `, inlined${placeOf(model, part)}`])) : null;
}

export function within(page, f) {
	const [part] = partsOf(page, f);

	return part === undefined ? "" : `${shareOf(page, f, part)} ${page.model.inlined.name[part].replace(/(?!^)\(.*/, "")}, inlined`;
}
