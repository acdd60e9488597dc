// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ledger.d - a D program that counts its own calls (ledger.c): classes, delegates, templates,
// scope guards, exceptions, constructors of modules, memory that is collected, threads.
import core.atomic, core.memory, core.stdc.stdio, core.thread;

enum Row { leaf, recurse, by_pointer, choose, constructed, area, made, gone, twice, thrown, caught,
	called, applied, run }

shared ulong[Row.max + 1] ledger;
shared int sink;

void mark(Row row)() { pragma(inline, true); atomicOp!"+="(ledger[row], 1); }
int keep(int x) { atomicStore(sink, x); return x; }

extern (C):
pragma(inline, false):
int leaf(int x) { mark!(Row.leaf); return keep(x + 1); }
int recurse(int n) { mark!(Row.recurse); return n ? recurse(n - 1) + leaf(n) : 0; }
int by_pointer(int x) { mark!(Row.by_pointer); return leaf(x) - 1; }
void constructed() { mark!(Row.constructed); keep(1); }
int area(int x) { mark!(Row.area); return keep(x); }
int made(int x) { mark!(Row.made); return keep(x); }
int gone(int x) { mark!(Row.gone); return keep(x); }
int twice(int x) { mark!(Row.twice); return keep(2 * x); }
int called(int x) { mark!(Row.called); return keep(x); }
int applied(int x) { mark!(Row.applied); return keep(x); }
int thrown(int x) { mark!(Row.thrown); if (x % 3 == 0) throw new Exception("3"); return x; }
int caught(int x)
{
	mark!(Row.caught);
	try
		return thrown(x);
	catch (Exception e)
		return 5;
}
int run(int n)
{
	mark!(Row.run);
	foreach (i; 0 .. n)
		called(i);
	return n;
}
__gshared int function(int) pointer = &by_pointer;
int choose(int x)
{
	mark!(Row.choose);
	switch (x) {
	case 0: return leaf(x);
	case 1: return atomicLoad(sink);
	case 2: return pointer(x);
	case 3: return leaf(x) + leaf(x);
	case 4: return -1;
	case 7: return recurse(2);
	default: return x;
	}
}

extern (D):
shared static this() { constructed(); }

class Shape {
	this() { made(1); }
	abstract int size(int x);
}

class Square : Shape {
	override int size(int x) { return area(x * x); }
}

class Circle : Shape {
	override int size(int x) { return area(3 * x); }
}

int doubled(T)(T x) { return twice(cast(int) x); }

void main()
{
	int sum;

	foreach (i; 0 .. 300) {
		Shape s = i % 2 ? new Square : new Circle;
		auto f = (int x) => applied(x + i);

		scope (exit)
			gone(i);
		sum += s.size(i) + doubled(i) + doubled(1.5 * i) + f(i) + caught(i) + choose(i % 9);
		if (i % 100 == 0)
			GC.collect();
	}
	sum += recurse(100);
	Thread[] threads;
	foreach (i; 1 .. 4) {
		auto n = 50 * i;
		threads ~= ((int k) => new Thread({ run(k); }))(n).start();
	}
	foreach (t; threads)
		t.join();
	static foreach (name; __traits(allMembers, Row))
		printf("%s %lu\n", name.ptr, atomicLoad(ledger[__traits(getMember, Row, name)]));
	if (sum == 12345)
		throw new Exception("unexpected");
}
