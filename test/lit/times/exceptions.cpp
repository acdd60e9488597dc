// Calls left by exceptions are told apart from those that return, with and without cleanups of
// their own, and the program does what it did.
//
// RUN: for o in -O0 -O2 "-O2 -fno-plt -fPIC"; do \
// RUN:   rm -f *.gprof; %clangxx $o %s -o plain && ./plain > plain.txt && \
// RUN:   GPROF_PASS='time=bare+with_cleanup+catches+through+never' %gclangxx $o %s -o t && \
// RUN:   GPROF_OPTIONS=rate=0 ./t > t.txt && cmp plain.txt t.txt && \
// RUN:   %gprof export t *.gprof -o t.json && \
// RUN:   %python %S/Inputs/quantiles.py t.json 'bare(int)' calls==100 unwound_calls==100 \
// RUN:     open_calls==0 inner_calls==0 entries==200 && \
// RUN:   %python %S/Inputs/quantiles.py t.json 'with_cleanup(int)' calls==100 \
// RUN:     unwound_calls==100 open_calls==0 && \
// RUN:   %python %S/Inputs/quantiles.py t.json 'catches(int)' calls==200 unwound_calls==0 && \
// RUN:   %python %S/Inputs/quantiles.py t.json 'through(int)' calls==100 unwound_calls==100 && \
// RUN:   %python %S/Inputs/quantiles.py t.json 'never(int)' calls==0 unwound_calls==3 || exit 1; \
// RUN: done

#include <cstdio>
#include <stdexcept>

static volatile int cleaned;

struct cleanup {
	~cleanup() { cleaned = cleaned + 1; }
};

__attribute__((noinline)) void may_throw(int i)
{
	if (i % 2)
		throw std::runtime_error("odd");
	asm volatile("");
}

__attribute__((noinline)) void bare(int i)
{
	may_throw(i);
	asm volatile("");
}

__attribute__((noinline)) int with_cleanup(int i)
{
	cleanup c;
	may_throw(i);
	return i;
}

int catches(int i)
{
	try {
		bare(i);
		with_cleanup(i);
		return 1;
	} catch (const std::logic_error &) {
		return 2;
	} catch (const std::runtime_error &) {
		try {
			with_cleanup(i);
		} catch (...) {
		}
		return 3;
	}
}

/* Its handler is not the one that fits. */
int through(int i)
{
	try {
		may_throw(i);
	} catch (int) {
		return 2;
	}
	return 1;
}

void never(int i)
{
	throw i;
}

int main()
{
	int sum = 0;

	for (int i = 0; i < 200; i++) {
		sum += catches(i);
		try {
			sum += through(i);
		} catch (const std::exception &) {
			sum += 10;
		}
	}
	for (int i = 0; i < 3; i++)
		try {
			never(i);
		} catch (int k) {
			sum += 1000 * k;
		}
	std::printf("%d %d\n", sum, cleaned);
}
