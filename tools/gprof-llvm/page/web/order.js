/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * order.js - rows in the order of a number, fast enough for each click in a table of 200,000.
 *
 *	ordered(rows, values, descending)    a new Uint32Array; rows of equal values stay as they were
 *
 * A radix sort of the bits of the numbers, 11 at a time: of doubles that are not negative these are
 * in the order of the numbers, of negative ones in the opposite.  Digits that all rows share are
 * skipped: whole numbers have few others.  Rows of 0, which most have in a large program, are not
 * sorted.  O(rows); comparing takes some ten times as long.
 */
const DIGITS = 6, BITS = 11, SIZE = 1 << BITS;

/* Of each row six digits, the least first. */
function digitsOf(rows, values, descending) {
	const number = new Float64Array(1), words = new Uint32Array(number.buffer);
	const digits = Array.from({ length: DIGITS }, () => new Uint16Array(rows.length));
	const [d0, d1, d2, d3, d4, d5] = digits;

	for (let i = 0; i < rows.length; i++) {
		const value = values[rows[i]];

		number[0] = descending ? 0 - value : value + 0; /* there is one zero */
		const flip = words[1] >>> 31 ? 0xffffffff : 0;
		const low = words[0] ^ flip, high = words[1] ^ (flip || 0x80000000);

		d0[i] = low & SIZE - 1;
		d1[i] = low >>> BITS & SIZE - 1;
		d2[i] = low >>> 2 * BITS;
		d3[i] = high & SIZE - 1;
		d4[i] = high >>> BITS & SIZE - 1;
		d5[i] = high >>> 2 * BITS;
	}
	return digits;
}

/* Places by a digit, stable; null: all have the same. */
function pass(places, digit) {
	const start = new Uint32Array(SIZE + 1), made = new Uint32Array(places.length);

	for (let i = 0; i < digit.length; i++)
		start[digit[i] + 1]++;
	if (digit.length && start[digit[0] + 1] === digit.length)
		return null;
	for (let i = 1; i <= SIZE; i++)
		start[i] += start[i - 1];
	for (let i = 0; i < places.length; i++)
		made[start[digit[places[i]]]++] = places[i];
	return made;
}

function sorted(rows, values, descending) {
	const made = new Uint32Array(rows.length);
	let places = made.map((_, i) => i);

	for (const digit of digitsOf(rows, values, descending))
		places = pass(places, digit) || places;
	for (let i = 0; i < made.length; i++)
		made[i] = rows[places[i]];
	return made;
}

export function ordered(rows, values, descending) {
	const some = new Uint32Array(rows.length), made = new Uint32Array(rows.length);
	let n = 0, zeros = 0;

	for (let i = 0; i < rows.length; i++)
		if (values[rows[i]])
			some[n++] = rows[i];
		else
			made[zeros++] = rows[i];
	const others = sorted(some.subarray(0, n), values, descending);
	let before = 0; /* others that come before the zeros */

	while (before < n && values[others[before]] > 0 === !!descending)
		before++;
	made.copyWithin(before, 0, zeros);
	made.set(others.subarray(0, before));
	made.set(others.subarray(before), before + zeros);
	return made;
}
