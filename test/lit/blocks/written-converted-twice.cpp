// Two branches of a stretch that became other code leave the plugin's memory as it is; glibc checks it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: env GPROF_PASS=count=blocks MALLOC_CHECK_=3 LD_PRELOAD=libc_malloc_debug.so.0 %gclangxx -std=c++17 -g -O2 -c %s -o out.o
struct list {
	int *first, *last;

	int *begin() const { return first; }
	int *end() const { return last; }
};

int without_twos(const list &v)
{
	int sum = 0;

	for (int x : v)
		sum += x;
	for (auto &x : v) {
		if (x == 2)
			continue;
		sum -= x;
	}
	return sum;
}
