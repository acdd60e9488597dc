; Whether a call returned is told by the next counted call, else by a counter after it; none stands where it is sure, or never so.
;
; RUN: env GPROF_PASS=count=blocks %opt -load-pass-plugin=%plugin -passes=gprof -S %s -o out.ll
; RUN: FileCheck %s < out.ll
; RUN: %clang -c out.ll -o out.o && %gprof info --sites out.o | FileCheck %s --check-prefix=FLAGS

target triple = "x86_64-unknown-linux-gnu"

declare void @perhaps()
declare void @never() noreturn
declare void @surely() willreturn nounwind
declare i32 @twice(i32) returns_twice

; CHECK: gprof.c.{{.*}}.last = private global [3 x i64]
; CHECK: gprof.c.{{.*}}.sure = private global [2 x i64]
; CHECK: gprof.c.{{.*}}.many = private global [5 x i64]
; CHECK: gprof.c.{{.*}}.ends = private global [2 x i64]

; CHECK-LABEL: define void @last(
; CHECK: call void @perhaps()
; CHECK-NEXT: {{.*}} = load atomic i64, {{.*}}, i64 0, i64 2)
define void @last() {
  call void @perhaps()
  ret void
}

; CHECK-LABEL: define void @sure(
; CHECK: call void @surely()
; CHECK-NEXT: ret void
define void @sure() {
  call void @surely()
  ret void
}

; CHECK-LABEL: define void @many(
; CHECK: load atomic i64, {{.*}}, i64 0, i64 4)
; CHECK: tail call void @perhaps()
; CHECK-NEXT: ret void
define void @many() {
  call void @perhaps()
  call void @surely()
  %x = call i32 @twice(i32 1)
  %y = add i32 %x, 1
  tail call void @perhaps()
  ret void
}

; CHECK-LABEL: define void @ends(
; CHECK: call void @never()
; CHECK-NEXT: unreachable
define void @ends() {
  call void @never()
  unreachable
}

; FLAGS:      perhaps direct, counter 1{{$}}
; FLAGS:      surely direct, counter 1, returns{{$}}
; FLAGS:      perhaps direct, counter 1{{$}}
; FLAGS-NEXT: surely direct, counter 2, returns{{$}}
; FLAGS-NEXT: twice direct, counter 3, returns any number of times{{$}}
; FLAGS-NEXT: perhaps direct, counter 4, tail{{$}}
; FLAGS:      never direct, counter 1, never returns{{$}}
