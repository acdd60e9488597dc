// A program that defines environ and getauxval for itself runs as without us, and its profile has the name that it was given.
//
// RUN: for o in -O0 -O2 "-O2 -static" "-O2 -fno-pie -no-pie"; do \
// RUN:   for kind in NUMBER OLD; do \
// RUN:     %clang $o -D$kind %s -o plain && ./plain; plain=$?; rm -f *.gprof; \
// RUN:     %gclang $o -D$kind %s -o t && GPROF_OPTIONS=rate=0 GPROF_FILE=named.gprof ./t; \
// RUN:     test $? = $plain && test $plain = 3 || exit 1; \
// RUN:     if test $kind = NUMBER -o "$o" != "-O2 -static"; then test -e named.gprof || exit 1; fi; \
// RUN:     GPROF_FILE= ./t; test "$(ls *.gprof | wc -l)" -le 1 || exit 1; \
// RUN:   done; \
// RUN: done

#ifdef NUMBER
int environ = 7;
char getauxval = 3;
#else
char **environ; /* as in old programs; the C library sets its own */
#endif

int main(void)
{
	return 3;
}
