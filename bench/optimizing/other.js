// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrices, a tree of objects, sorting with closures, and text taken apart by a hand-made lexer.
function matrix(n) {
	var a = [], i, j, k, sum = 0;
	for (i = 0; i < n; i++) { a[i] = []; for (j = 0; j < n; j++) a[i][j] = (i * j) % 7; }
	for (i = 0; i < n; i++)
		for (j = 0; j < n; j++)
			for (k = 0; k < n; k++)
				sum += a[i][k] * a[k][j];
	return sum;
}
function Node(key) { this.key = key; this.left = this.right = null; }
Node.prototype.insert = function (key) {
	var side = key < this.key ? "left" : "right";
	if (this[side]) this[side].insert(key); else this[side] = new Node(key);
};
Node.prototype.depth = function () {
	return 1 + Math.max(this.left ? this.left.depth() : 0, this.right ? this.right.depth() : 0);
};
function tree(n) {
	var root = new Node(500), x = 1, i;
	for (i = 0; i < n; i++) { x = (x * 7919 + 13) % 10007; root.insert(x); }
	return root.depth();
}
function lexer(text) {
	var at = 0, counts = { name: 0, number: 0, other: 0 }, c;
	while (at < text.length) {
		c = text.charCodeAt(at);
		if (c >= 97 && c <= 122) {
			while (at < text.length && text.charCodeAt(at) >= 97) at++;
			counts.name++;
		} else if (c >= 48 && c <= 57) {
			while (at < text.length && text.charCodeAt(at) >= 48 && text.charCodeAt(at) <= 57) at++;
			counts.number++;
		} else {
			at++;
			counts.other++;
		}
	}
	return counts.name + ":" + counts.number + ":" + counts.other;
}
function sorted(n) {
	var all = [], i;
	for (i = 0; i < n; i++) all.push({ weight: (i * 31) % 101, name: "n" + i });
	all.sort(function (a, b) { return b.weight - a.weight || (a.name < b.name ? -1 : 1); });
	return all.map(function (x) { return x.name; }).slice(0, 3).join();
}
var text = "", i;
for (i = 0; i < 300; i++) text += "word" + i + " = (" + i * 3 + " + x) * 2; ";
print(matrix(24), tree(700), lexer(text), sorted(300));
