/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* library-main.c - calls library.c K times. */
static volatile int sink;

void library_work(void);
void library_apply(void (*f)(int));

/* CALLS[main]: callback 10*K */
static void callback(int x)
{
	sink += x;
}

/* ARC[main]: main -> library_work K */
/* ARC[main]: main -> library_apply K */
int main(void)
{
	for (int i = 0; i < K; i++) {
		library_work();
		library_apply(callback);
	}
	return 0;
}
