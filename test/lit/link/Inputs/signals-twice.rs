// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What Inputs/signals.c calls, in Rust.
#![no_std]
#![crate_type = "lib"]

#[panic_handler]
fn ended(_: &core::panic::PanicInfo) -> ! {
    loop {}
}

#[no_mangle]
#[inline(never)]
pub unsafe extern "C" fn leaf(n: *mut i32) {
    n.write_volatile(n.read_volatile().wrapping_add(1));
}

#[no_mangle]
pub unsafe extern "C" fn twice(n: *mut i32) {
    leaf(n);
    core::arch::asm!("");
}
