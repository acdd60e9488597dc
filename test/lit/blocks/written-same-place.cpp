// Where a constructor's marks are gone, and a destructor is called at the same place of the source, its lines have the least.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: env GPROF_PASS=count=blocks %gclangxx -std=c++17 -g -O1 %s -o a1 && env GPROF_OPTIONS=rate=0 ./a1
// RUN: env GPROF_PASS=count=blocks %gclangxx -std=c++17 -g -O2 %s -o a2 && env GPROF_OPTIONS=rate=0 ./a2
// RUN: %gprof annotate --limit=0 a1 | FileCheck %s
// RUN: %gprof annotate --limit=0 a2 | FileCheck %s
struct Alloc {
	Alloc() {}
	~Alloc() {}
	int *get(int n) { return new int[n]; }
};
struct Del {
	explicit Del(int n) : len(n) {}
	int len;
};
struct Head {
	Head(int *p, Del &&d) : p(p), d(static_cast<Del &&>(d)) {
	}
	int *p;
	Del d;
};
struct Data : Head {
	using Head::Head;
};
template <class T> struct Ptr {
	template <class D> Ptr(int *p, D &&d) noexcept
		: t(p, static_cast<D &&>(d)) { // CHECK: {{^ +[0-9]+ +(105|>=[0-9]+) .*}}t(p, static_cast
	}
	~Ptr() { delete[] t.p; }
	Ptr(Ptr &&o) : t(o.t.p, Del(o.t.d.len)) { o.t.p = 0; }
	Ptr &operator=(Ptr &&o) { delete[] t.p; t.p = o.t.p; o.t.p = 0; return *this; }
	Data t;
};
template <class T> struct Pod {
	explicit Pod(int n)
		: p(Alloc().get(n), Del(n)) {}
	Ptr<T> p;
};
__attribute__((noinline)) int once(int n) {
	Pod<long> s(n);
	int k = 0;
	for (int i = 0; i < n; i++) s.p.t.p[k++] = i;
	while (k > 0) n += s.p.t.p[--k];
	return n;
}
__attribute__((noinline)) int held(Pod<int> &h, int n) {
	h = Pod<int>(n);
	for (int i = 0; i < n; i++) h.p.t.p[i] = i;
	return h.p.t.d.len;
}
int main() {
	int s = 0;
	Pod<int> h(1);
	for (int i = 1; i < 6; i++) s += once(i);
	for (int i = 1; i < 100; i++) s += held(h, i);
	return s == 0;
}
