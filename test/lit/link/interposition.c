/* A call goes to the definition that was really called: the library's, the program's, or that of a preloaded object. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -fPIC -shared -fsemantic-interposition -DLIBRARY %s -o liblib.so
// RUN: %gclang -O2 -fPIC -shared -DPRELOADED %s -o preloaded.so
// RUN: %gclang -O2 %s -L. -llib -Wl,-rpath,. -o a.out && ./a.out
// RUN: %expect --set plain a.out %s
// RUN: rm *.gprof
// RUN: LD_PRELOAD=./preloaded.so ./a.out
// RUN: %expect --set preloaded a.out %s
// RUN: rm *.gprof
// RUN: %gclang -O2 -DOWN %s -L. -llib -Wl,-rpath,. -o a.out && ./a.out
// RUN: %expect --set own a.out %s

#define NOINLINE __attribute__((noinline))

static volatile int sink;

NOINLINE void library_step(void);
void library_work(void);

#if defined(LIBRARY) || defined(PRELOADED) || defined(OWN)
/* What tells the three definitions apart is what they call. */
#if defined(LIBRARY)
#define MARK mark_library
#elif defined(PRELOADED)
#define MARK mark_preloaded
#else
#define MARK mark_own
#endif
NOINLINE static void MARK(void)
{
	sink++;
}

/* CALLS: library_step 12 */
/* ARC[plain]: library_step -> mark_library 12 */
/* ARC[preloaded]: library_step -> mark_preloaded 12 */
/* ARC[own]: library_step -> mark_own 12 */
NOINLINE void library_step(void)
{
	MARK();
	sink++;
}
#endif

#ifdef LIBRARY
/* ARC: library_work -> library_step 9 */
void library_work(void)
{
	for (volatile int i = 0; i < 9; i++)
		library_step();
}
#endif

#if !defined(LIBRARY) && !defined(PRELOADED)
/* ARC: main -> library_step 3 */
/* ARC: main -> library_work 1 */
int main(void)
{
	library_work();
	for (volatile int i = 0; i < 3; i++)
		library_step();
	return 0;
}
#endif
