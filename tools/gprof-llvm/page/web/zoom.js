/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * zoom.js - a drawing that is moved and scaled below its frame: by dragging, the wheel, two fingers,
 * and by calls.
 *
 *	const zoom = new Zoom(svg, group)    'group' has all of the drawing, and gets a transform
 *	zoom.to(x, y, scale)    where the drawing's origin is in the frame, in pixels
 *	zoom.by(factor)    about the middle of the frame
 *	zoom.move(x, y)    by so many pixels
 *	zoom.moved = () => ...    is called after each of them
 */
const LEAST = 0.05, MOST = 4; /* scales */
const STILL = 4; /* pixels that a click may move by */

export class Zoom {
	constructor(svg, group) {
		Object.assign(this, { svg, group, x: 0, y: 0, scale: 1, down: new Map(), moved: null });
		svg.onwheel = (event) => {
			event.preventDefault();
			this.by(2 ** (-event.deltaY * (event.deltaMode ? 0.05 : event.ctrlKey ? 0.02 : 0.002)), ...this.at(event));
		};
		svg.onpointerdown = (event) => this.down.set(event.pointerId, { from: this.at(event), now: this.at(event) });
		svg.onpointermove = (event) => this.drag(event);
		svg.onpointerup = svg.onpointercancel = (event) => this.down.delete(event.pointerId);
		svg.onpointerleave = (event) => svg.hasPointerCapture(event.pointerId) || this.down.delete(event.pointerId);
	}

	at(event) {
		const place = this.svg.getBoundingClientRect();

		return [event.clientX - place.left, event.clientY - place.top];
	}

	/* Captures the pointer once it has moved, so that a press without a drag is a click. */
	drag(event) {
		const pointer = this.down.get(event.pointerId), now = this.at(event);

		if (!pointer)
			return;
		if (!pointer.moved && Math.hypot(now[0] - pointer.from[0], now[1] - pointer.from[1]) < STILL)
			return;
		if (!pointer.moved)
			this.svg.setPointerCapture(event.pointerId);
		pointer.moved = true;
		const [other] = [...this.down.values()].filter((one) => one !== pointer), { now: before } = pointer;

		pointer.now = now;
		if (other) {
			const apart = (one) => Math.hypot(one[0] - other.now[0], one[1] - other.now[1]) || 1;

			this.by(apart(now) / apart(before), ...other.now);
		} else {
			this.move(now[0] - before[0], now[1] - before[1]);
		}
	}

	to(x, y, scale) {
		Object.assign(this, { x, y, scale });
		this.group.setAttribute("transform", `translate(${x},${y}) scale(${scale})`);
		if (this.moved)
			this.moved();
	}

	move(x, y) {
		this.to(this.x + x, this.y + y, this.scale);
	}

	/* What is at a place of the frame stays there. */
	by(factor, x = this.svg.clientWidth / 2, y = this.svg.clientHeight / 2) {
		const scale = Math.max(LEAST, Math.min(MOST, this.scale * factor)), k = scale / this.scale;

		this.to(x + (this.x - x) * k, y + (this.y - y) * k, scale);
	}
}
