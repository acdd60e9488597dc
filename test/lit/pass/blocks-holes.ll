; The values between the cases of a switch that becomes a table are counted apart from those beyond them; other switches stay as they are.
;
; RUN: env GPROF_PASS=count=blocks %opt -load-pass-plugin=%plugin -passes=gprof -S %s -o out.ll
; RUN: FileCheck %s < out.ll

target triple = "x86_64-unknown-linux-gnu"

declare i32 @use(i32)

; Narrow values have no sign: nothing is between 200 and 127.
; CHECK-LABEL: define i32 @table(
; CHECK: switch i8 %c, label %other [
; CHECK: i8 -56, label %four
; CHECK-NEXT: i8 -60, label %[[HOLE:[0-9]+]]
; CHECK-NEXT: i8 -58, label %[[HOLE]]
; CHECK-NEXT: ]
; CHECK: {{^}}[[HOLE]]:
; CHECK: load atomic i64, {{.*}}.table, i64 0
; CHECK: br label %other
; CHECK: {{^}}other:
; CHECK: phi i32 [ 7, %0 ], [ 7, %[[HOLE]] ]
define i32 @table(i8 %c) {
  switch i8 %c, label %other [
    i8 -61, label %one
    i8 -59, label %two
    i8 -57, label %three
    i8 -56, label %four
  ]
one:
  %a = call i32 @use(i32 1)
  ret i32 %a
two:
  %b = call i32 @use(i32 2)
  ret i32 %b
three:
  %d = call i32 @use(i32 3)
  ret i32 %d
four:
  %e = call i32 @use(i32 4)
  ret i32 %e
other:
  %r = phi i32 [ 7, %0 ]
  ret i32 %r
}

; Too few of the values have a case.
; CHECK-LABEL: define i32 @sparse(
; CHECK: switch i32
; CHECK: i32 900, label %two
; CHECK-NEXT: ]
define i32 @sparse(i32 %c) {
  switch i32 %c, label %other [
    i32 1, label %one
    i32 100, label %two
    i32 500, label %three
    i32 700, label %other
    i32 900, label %two
  ]
one:
  ret i32 1
two:
  ret i32 2
three:
  ret i32 3
other:
  ret i32 7
}

; Bits are tested for so few targets.
; CHECK-LABEL: define i32 @bits(
; CHECK: switch i32
; CHECK: i32 13, label %one
; CHECK-NEXT: ]
define i32 @bits(i32 %c) {
  switch i32 %c, label %other [
    i32 1, label %one
    i32 3, label %two
    i32 5, label %one
    i32 9, label %two
    i32 13, label %one
  ]
one:
  ret i32 1
two:
  ret i32 2
other:
  ret i32 7
}
