; Of the two ways of a branch one is counted, of a loop its rounds: the rest follows.
;
; RUN: env GPROF_PASS=count=blocks %opt -load-pass-plugin=%plugin -passes=gprof -S %s -o out.ll
; RUN: FileCheck %s < out.ll

target triple = "x86_64-unknown-linux-gnu"

; CHECK: gprof.c.{{.*}}.branch = private global [2 x i64] zeroinitializer
; CHECK: gprof.c.{{.*}}.loop = private global [2 x i64] zeroinitializer

; The way that is taken less often.
; CHECK-LABEL: define i32 @branch(
; CHECK-NOT: load atomic
; CHECK: {{^}}seldom:
; CHECK: load atomic i64, {{.*}}.branch, i64 0, i64 1)
; CHECK: ret
define i32 @branch(i1 %c) {
  br i1 %c, label %often, label %seldom, !prof !0
often:
  br label %join
seldom:
  br label %join
join:
  %r = phi i32 [ 1, %often ], [ 2, %seldom ]
  ret i32 %r
}

; CHECK-LABEL: define i32 @loop(
; CHECK: {{^}}again:
; CHECK: load atomic i64, {{.*}}.loop, i64 0, i64 1)
; CHECK: br i1
; CHECK-NOT: load atomic
; CHECK: ret
define i32 @loop(i32 %n) {
  br label %again
again:
  %i = phi i32 [ 0, %0 ], [ %next, %again ]
  %next = add i32 %i, 1
  %c = icmp ult i32 %next, %n
  br i1 %c, label %again, label %out
out:
  ret i32 %next
}

!0 = !{!"branch_weights", i32 100, i32 1}
