; A call marked `tail` whose value is not what is returned cannot be a jump: whether it returned is counted.
;
; RUN: env GPROF_PASS=count=blocks %opt -load-pass-plugin=%plugin -passes=gprof -S %s -o out.ll
; RUN: FileCheck %s < out.ll

target triple = "x86_64-unknown-linux-gnu"

declare i32 @perhaps()

; CHECK-LABEL: define i32 @at_once(
; CHECK: tail call i32 @perhaps()
; CHECK-NEXT: {{.*}} = load atomic
; CHECK: ret i32 7
define i32 @at_once() {
  %x = tail call i32 @perhaps()
  ret i32 7
}

; CHECK-LABEL: define i32 @by_jump(
; CHECK: tail call i32 @perhaps()
; CHECK-NEXT: br label %out
; CHECK: tail call i32 @perhaps()
; CHECK-NEXT: {{.*}} = load atomic
; CHECK: br label %out
define i32 @by_jump(i1 %c) {
  br i1 %c, label %jump, label %call
jump:
  %x = tail call i32 @perhaps()
  br label %out
call:
  %y = tail call i32 @perhaps()
  br label %out
out:
  %r = phi i32 [ %x, %jump ], [ 7, %call ]
  ret i32 %r
}
