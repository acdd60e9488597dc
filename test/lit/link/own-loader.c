// A program that defines dl_iterate_phdr, dlsym or others of libc's names for itself, as function or variable, runs as without us: nobody calls it, and counts are exact.
//
// RUN: for o in -O0 "-O2 -static" "-O2 -fno-pie -no-pie"; do \
// RUN:   for name in dl_iterate_phdr dlsym dlerror; do \
// RUN:     for kind in FUNCTION VARIABLE; do \
// RUN:       rm -f *.gprof; %gclang $o -DNAME=$name -D$kind %s -o t && GPROF_OPTIONS=rate=250 ./t 2>said; \
// RUN:       test $? = 3 -a ! -s said && %expect t %s || { echo "$o $name $kind"; exit 1; }; \
// RUN:     done; \
// RUN:   done; \
// RUN: done
//
// Its libraries are counted, too, and in the report by name: libc's own function knows of them.
// RUN: rm -f *.gprof; %gclang -O2 -fPIC -shared -DLIBRARY %s -o lib.so
// RUN: %gclang -O2 -DNAME=dl_iterate_phdr -DFUNCTION -DUSES %s ./lib.so -o t && ./t; test $? = 3
// RUN: %expect --set library t %s && %gprof export --format=csv t | grep '^"in_library","in_library","lib.so"'

/* CALLS[library]: in_library 100 */
int in_library(int x);

#ifdef LIBRARY
int in_library(int x)
{
	__asm__ volatile("" : "+r"(x));
	return x;
}
#else

#ifdef FUNCTION
static int calls;

/* Is not called: its instrumented code would enter the profiler within the profiler. */
__attribute__((noinline)) long NAME(void)
{
	return ++calls;
}
#else
long NAME;
#define calls NAME
#endif

#ifndef USES
#define in_library(x) (x)
#endif

/* ARC: main -> leaf 100 */
__attribute__((noinline)) static int leaf(int x)
{
	__asm__ volatile("" : "+r"(x));
	return x;
}

int main(void)
{
	int sum = 0;

	for (int i = 0; i < 100; i++)
		sum += leaf(i) + in_library(i);
	return sum ? 3 + (int)calls : 1;
}
#endif
