/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A function whose copy that is inlined keeps nothing of a line, when optimised; the one out of line, which does not run, does. */
struct reader {
	int utf8;
	int length(const char *st);
	int take(entry &to, const char *st);
};

int reader::length(const char *st)
{
	int l = 0;
	bool group = false;
	for (; *st; st++) {
		if (*st == '[') {
			group = true;
			l++;
		} else if (*st == ']') // lost
			group = false;
		else if (!group && (!utf8 || (!(*st & 0x80) || ((*st & 0xc0) == 0x80))))
			l++;
	}
	return l;
}

int reader::take(entry &to, const char *st)
{
	if (strcmp(st, ".") != 0) {
		to.n = (char)length(st);
		memcpy(to.text, st, 2);
	} else {
		to.n = 0;
		to.text[0] = 0;
	}
	return 0;
}
