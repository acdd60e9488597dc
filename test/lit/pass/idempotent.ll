; Running the pass on its own output changes nothing.
;
; RUN: %opt -load-pass-plugin=%plugin -passes=gprof -S %s -o once.ll
; RUN: %opt -load-pass-plugin=%plugin -passes='gprof,gprof' -S %s -o twice.ll
; RUN: diff once.ll twice.ll
; RUN: FileCheck %s < once.ll
; CHECK: gprof_cnt

target triple = "x86_64-unknown-linux-gnu"

declare void @callee()

define void @caller() {
  call void @callee()
  ret void
}
