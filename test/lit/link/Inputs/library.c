/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * library.c - a shared object with known arcs, into itself and back through a
 * pointer.
 */
static volatile int sink;

/* ARC: library_work -> library_leaf 100*K */
/* CALLS: library_leaf 100*K */
__attribute__((noinline)) void library_leaf(int x)
{
	sink += x;
}

/* ARC: library_work -> library_local 50*K */
__attribute__((noinline)) static void library_local(int x)
{
	sink -= x;
}

/* CALLS: library_work K */
void library_work(void)
{
	for (int i = 0; i < 100; i++) {
		library_leaf(i);
		if (i & 1)
			library_local(i);
	}
}

/* ARC[main]: library_apply -> callback 10*K */
void library_apply(void (*f)(int))
{
	for (int i = 0; i < 10; i++)
		f(i);
	sink++;
}
