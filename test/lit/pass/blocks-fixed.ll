; No block is put on an edge into a landing pad, of a computed goto or of an asm goto that cannot have one; the code stays valid.
;
; REQUIRES: llvm-15-or-newer
; RUN: env GPROF_PASS=count=blocks %opt -load-pass-plugin=%plugin -passes=gprof,verify -S %s -o out.ll
; RUN: FileCheck %s < out.ll

target triple = "x86_64-unknown-linux-gnu"

declare void @throws(i32)
declare i32 @__gxx_personality_v0(...)

; Two calls share a pad: which of them threw is told by their counts and those of what follows.
; CHECK-LABEL: define void @pads(
; CHECK: unwind label %pad
; CHECK: unwind label %pad
; CHECK: {{^}}pad:
; CHECK-NEXT: landingpad
; CHECK-NOT: crit_edge
; CHECK: ret void
define void @pads() personality ptr @__gxx_personality_v0 {
  invoke void @throws(i32 1) to label %next unwind label %pad
next:
  invoke void @throws(i32 2) to label %out unwind label %pad
pad:
  %e = landingpad { ptr, i32 } catch ptr null
  br label %out
out:
  ret void
}

; CHECK-LABEL: define i32 @computed(
; CHECK-COUNT-2: indirectbr ptr {{.*}}, [label %one, label %two]
; CHECK-NOT: crit_edge
; CHECK: ret i32
define i32 @computed(ptr %to, ptr %then) {
  indirectbr ptr %to, [label %one, label %two]
one:
  indirectbr ptr %then, [label %one, label %two]
two:
  ret i32 1
}

; CHECK-LABEL: define i32 @by_asm(
; CHECK-COUNT-2: to label %{{.*}} [label %there]
; CHECK-NOT: there_crit_edge
; CHECK: ret i32
define i32 @by_asm(i32 %n) {
  callbr void asm sideeffect "", "r,!i,~{flags}"(i32 %n) to label %next [label %there]
next:
  callbr void asm sideeffect "", "r,!i,~{flags}"(i32 %n) to label %out [label %there]
there:
  br label %out
out:
  ret i32 %n
}
