/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * answers.js - view 1: the tool's sentences, with what they name as links, and where to see it.
 */
import { make } from "./text.js";

export const name = "answers", title = "Answers";

const QUOTED = /'([^']+)'/g;

/* Texts and links; the functions that were named are added to 'named'. */
function linked(page, sentence, named) {
	const parts = [];
	let at = 0;

	for (const match of sentence.matchAll(QUOTED)) {
		const f = page.model.named(match[1]);

		if (f < 0)
			continue;
		parts.push(sentence.slice(at, match.index), page.link(f, match[1]));
		named.push(f);
		at = match.index + match[0].length;
	}
	return [...parts, sentence.slice(at)];
}

function ways(page, f) {
	const go = (text, changes) => make("button", { className: "link", type: "button",
						       onclick: () => page.go({ f, ...changes }) }, text);

	return make("div", { className: "ways" }, go("callers and callees", { view: "callers" }),
		    go("in the flame graph", { view: "flame", "flame.order": "around" }));
}

export function open(container, page) {
	const { run } = page.model;

	container.append(make("h2", null, "In short"));
	run.answers.forEach((sentence, i) => {
		const named = [], text = linked(page, sentence, named);

		container.append(make("div", { className: "answer" }, make("span", { className: "number" }, String(i + 1)),
				      make("p", null, text), named.length ? ways(page, named[0]) : null));
	});
	if (!run.answers.length)
		container.append(make("p", { className: "dim" },
			"This run has too few samples to say anything in a sentence. The other views show what there is."));
	return { show() {} };
}
