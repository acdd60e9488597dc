// A function that counts is no longer const or pure, nor is a declaration or call that may reach one.
//
// RUN: %gclang -O2 -S -emit-llvm %s -o t.ll
// RUN: FileCheck %s < t.ll

// CHECK-NOT: Function Attrs: {{.*(readnone|readonly|memory\()}}
// CHECK:     define{{.*}} @defined(
__attribute__((noinline, const)) int defined(int x)
{
	return x + 1;
}

__attribute__((const)) int declared(int);
__attribute__((pure)) int declared_pure(int);

// CHECK-NOT: Function Attrs: {{.*(readnone|readonly|memory\()}}
// CHECK:     define{{.*}} @caller(
// CHECK:     call i32 @defined({{.*}}) #[[CONST:[0-9]+]]
// CHECK:     call i32 @declared({{.*}}) #[[CONST]]
// CHECK:     call i32 @declared_pure({{.*}}) #[[PURE:[0-9]+]]
// CHECK-NOT: Function Attrs: {{.*(readnone|readonly|memory\()}}
// CHECK:     declare{{.*}} @declared(
// CHECK-NOT: Function Attrs: {{.*(readnone|readonly|memory\()}}
// CHECK:     declare{{.*}} @declared_pure(
// CHECK-NOT: attributes #[[CONST]] = {{.*(readnone|readonly|memory\()}}
// CHECK-NOT: attributes #[[PURE]] = {{.*(readnone|readonly|memory\()}}
int caller(int x)
{
	return defined(x) + declared(x) + declared_pure(x);
}
