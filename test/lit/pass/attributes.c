// A function that counts is no longer const or pure, nor is a declaration or call that may reach one.
//
// RUN: %gclang -O2 -S -emit-llvm %s -o - | FileCheck %s \
// RUN:   --implicit-check-not=readnone --implicit-check-not=readonly --implicit-check-not='memory('

// CHECK: define{{.*}} @defined(
__attribute__((noinline, const)) int defined(int x)
{
	return x + 1;
}

__attribute__((const)) int declared(int);
__attribute__((pure)) int declared_pure(int);

// CHECK: define{{.*}} @caller(
int caller(int (*indirect)(int) __attribute__((pure)), int x)
{
	return defined(x) + declared(x) + declared_pure(x) + indirect(x);
}
