// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ARC: app::main -> app::add 10
#[inline(never)]
fn add(a: u32, b: u32) -> u32 {
    std::hint::black_box(a + b)
}

fn main() {
    let mut sum = 0;
    for i in 0..10 {
        sum = add(sum, i);
    }
    std::process::exit((sum != 45) as i32);
}
