// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls in threads, calls that panic, and a generic function with a mangled name.

// CALLS: risky 3000
#[no_mangle]
#[inline(never)]
extern "C-unwind" fn risky(n: u32) -> u32 {
    if n % 3 == 0 {
        std::panic::panic_any(n);
    }
    n
}

// ARC: tries -> risky 3000
#[no_mangle]
#[inline(never)]
extern "C" fn tries() -> usize {
    (0..3000).filter(|n| std::panic::catch_unwind(|| risky(*n)).is_err()).count()
}

// CALLS: work 4
#[no_mangle]
#[inline(never)]
extern "C" fn work(n: u32) -> u32 {
    add(n, 1)
}

#[inline(never)]
fn add<T: std::ops::Add<Output = T>>(a: T, b: T) -> T {
    a + b
}

fn main() {
    std::panic::set_hook(Box::new(|_| {}));
    let threads: Vec<_> = (0..4).map(|k| std::thread::spawn(move || work(k))).collect();
    let sum: u32 = threads.into_iter().map(|t| t.join().unwrap()).sum();
    println!("{} {}", tries(), sum);
}
