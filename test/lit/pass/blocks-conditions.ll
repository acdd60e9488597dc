; A branch by two conditions becomes two branches, each with its share of the weights, and the metadata of its loop; others stay as they are.
;
; RUN: env GPROF_PASS=count=blocks %opt -load-pass-plugin=%plugin -passes=gprof -S %s -o out.ll
; RUN: FileCheck %s < out.ll
; RUN: env GPROF_PASS=count=calls %opt -load-pass-plugin=%plugin -passes=gprof -S %s -o calls.ll
; RUN: FileCheck --check-prefix=CALLS %s < calls.ll

target triple = "x86_64-unknown-linux-gnu"

declare void @use(i32)

; CHECK-LABEL: define void @both(
; CHECK:         %second = icmp ne i32 %b, 4
; CHECK-NOT:     and i1
; CHECK:         br i1 %first, label %[[NEXT:[0-9]+]], label %{{.*}}, !prof ![[FIRST:[0-9]+]]
; CHECK:       [[NEXT]]:
; CHECK:         br i1 %second, {{.*}}, !prof ![[SECOND:[0-9]+]]
; CALLS-LABEL: define void @both(
; CALLS:         and i1 %first, %second
define void @both(i32 %a, i32 %b) {
  %second = icmp ne i32 %b, 4
  %first = icmp slt i32 %a, 700
  %kept = zext i1 %second to i32
  %joined = and i1 %first, %second
  br i1 %joined, label %yes, label %no, !prof !0
yes:
  call void @use(i32 %kept)
  br label %no
no:
  ret void
}

; The second condition is used once, and moves.
; CHECK-LABEL: define i32 @either(
; CHECK:         br i1 %first, label %{{.*}}, label %[[NEXT:[0-9]+]]
; CHECK:       [[NEXT]]:
; CHECK:         %second = icmp eq i32 %b, 5
; CHECK:         br i1 %second,
; CHECK:         phi i32 [ %a, %{{.*}} ], [ %a, %[[NEXT]] ]
define i32 @either(i32 %a, i32 %b) {
entry:
  %first = icmp slt i32 %a, 400
  %second = icmp eq i32 %b, 5
  %joined = select i1 %first, i1 true, i1 %second
  br i1 %joined, label %yes, label %no
yes:
  %from = phi i32 [ %a, %entry ]
  call void @use(i32 %from)
  ret i32 %from
no:
  ret i32 0
}

; CHECK-LABEL: define void @looped(
; CHECK:         br i1 %first, {{.*}}, !llvm.loop ![[LOOP:[0-9]+]]
; CHECK:         br i1 %second, {{.*}}, !llvm.loop ![[LOOP]]
define void @looped(i32 %n, i32 %m) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  call void @use(i32 %i)
  %first = icmp ult i32 %next, %n
  %second = icmp ult i32 %next, %m
  %joined = and i1 %first, %second
  br i1 %joined, label %loop, label %out, !llvm.loop !1
out:
  ret void
}

; What stays together: a condition that is used elsewhere, or unpredictable.
; CHECK-LABEL: define i1 @used(
; CHECK:         br i1 %joined,
define i1 @used(i32 %a, i32 %b) {
  %first = icmp slt i32 %a, 700
  %second = icmp ne i32 %b, 4
  %joined = and i1 %first, %second
  br i1 %joined, label %yes, label %no
yes:
  call void @use(i32 1)
  br label %no
no:
  ret i1 %joined
}

; CHECK-LABEL: define void @unpredictable(
; CHECK:         br i1 %joined,
define void @unpredictable(i32 %a, i32 %b) {
  %first = icmp slt i32 %a, 700
  %second = icmp ne i32 %b, 4
  %joined = or i1 %first, %second
  br i1 %joined, label %yes, label %no, !unpredictable !2
yes:
  call void @use(i32 1)
  br label %no
no:
  ret void
}

; The second condition may be poison where the first is false: it decides only behind the first.
; CHECK-LABEL: define void @poison(
; CHECK:         br i1 %first, label %[[NEXT:[0-9]+]], label %no, !prof ![[LARGE:[0-9]+]]
; CHECK:       [[NEXT]]:
; CHECK-NEXT:    %second = icmp
; CHECK-NEXT:    br i1 %second, label %yes,
define void @poison(i32 %a, i32 %b) {
  %shifted = shl nuw i32 %b, %a
  %first = icmp ult i32 %a, 32
  %second = icmp ugt i32 %shifted, 5
  %joined = select i1 %first, i1 %second, i1 false
  br i1 %joined, label %yes, label %no, !prof !3
yes:
  call void @use(i32 1)
  call void @use(i32 2)
  ret void
no:
  call void @use(i32 3)
  call void @use(i32 4)
  ret void
}

; Functions that are not optimised, or convergent.
; CHECK-LABEL: define void @plain(
; CHECK:         br i1 %joined,
define void @plain(i32 %a, i32 %b) noinline optnone {
  %first = icmp slt i32 %a, 700
  %second = icmp ne i32 %b, 4
  %joined = and i1 %first, %second
  br i1 %joined, label %yes, label %no
yes:
  call void @use(i32 1)
  br label %no
no:
  ret void
}

; CHECK-LABEL: define void @convergent(
; CHECK:         br i1 %joined,
define void @convergent(i32 %a, i32 %b) convergent {
  %first = icmp slt i32 %a, 700
  %second = icmp ne i32 %b, 4
  %joined = and i1 %first, %second
  br i1 %joined, label %yes, label %no
yes:
  call void @use(i32 1)
  br label %no
no:
  ret void
}

; A switch by such a condition is no branch.
; CHECK-LABEL: define void @switched(
; CHECK:         %joined = and i1 %first, %second
; CHECK:         switch i1 %joined,
define void @switched(i32 %a, i32 %b) {
  %first = icmp slt i32 %a, 700
  %second = icmp ne i32 %b, 4
  %joined = and i1 %first, %second
  switch i1 %joined, label %yes [ i1 0, label %no ]
yes:
  call void @use(i32 1)
  br label %no
no:
  ret void
}

; CHECK: ![[FIRST]] = !{!"branch_weights", i32 7, i32 1}
; CHECK: ![[SECOND]] = !{!"branch_weights", i32 6, i32 1}
; CHECK: ![[LARGE]] = !{!"branch_weights", i32 1342177282, i32 2}
!0 = !{!"branch_weights", i32 3, i32 1}
!1 = distinct !{!1}
!2 = !{}
!3 = !{!"branch_weights", i32 -1610612736, i32 8}
