; Code for musl by rustc, whose libraries are linked statically there, is not refused as that of others is.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; RUN: %opt -load-pass-plugin=%plugin -passes=gprof -S %s | FileCheck %s
; RUN: sed 's/rustc version/clang version/' %s > c.ll
; RUN: not %opt -load-pass-plugin=%plugin -passes=gprof -S c.ll -o out.ll 2>&1 | FileCheck --check-prefix=REFUSED %s
; RUN: sed 's/^!llvm.ident.*//' %s > n.ll
; RUN: not %opt -load-pass-plugin=%plugin -passes=gprof -S n.ll -o out.ll 2>&1 | FileCheck --check-prefix=REFUSED %s
; CHECK: define i32 @other()
; CHECK: __gprof_thread
; REFUSED: musl cannot dlopen a shared object with this code

target triple = "x86_64-unknown-linux-musl"

define i32 @other() {
  ret i32 1
}

!llvm.module.flags = !{!0}
!llvm.ident = !{!1}

!0 = !{i32 7, !"PIC Level", i32 2}
!1 = !{!"rustc version 1.95.0 (59807616e 2026-04-14)"}
