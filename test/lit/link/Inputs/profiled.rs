// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// step() runs 4000 times, cold() never.
use std::hint::black_box;

#[inline(never)]
fn cold(x: u64) -> u64 {
    black_box(x) + 1
}

#[inline(never)]
fn step(x: u64) -> u64 {
    if black_box(x) > 1 << 62 {
        cold(x)
    } else {
        black_box(x) + 3
    }
}

fn main() {
    let mut sum = 1;
    for _ in 0..4000 {
        sum = step(sum);
    }
    std::process::exit((sum != 12001) as i32);
}
