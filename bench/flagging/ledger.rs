// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ledger.rs - a Rust program that counts its own calls (ledger.c): methods of traits, generic
// functions, closures, values that are dropped, panics that are caught, threads.
use std::sync::atomic::{AtomicU64, AtomicU32, Ordering::Relaxed};

macro_rules! ledger {
    ($($name:ident)*) => {
        #[allow(non_camel_case_types)]
        #[repr(usize)]
        enum Row { $($name),*, rows }
        const NAMES: [&str; Row::rows as usize] = [$(stringify!($name)),*];
    };
}

ledger!(leaf recurse by_pointer choose area made gone twice thrown caught called applied run);

static LEDGER: [AtomicU64; Row::rows as usize] = [const { AtomicU64::new(0) }; Row::rows as usize];
static SINK: AtomicU32 = AtomicU32::new(0);

macro_rules! counted {
    ($name:ident($x:ident) $body:expr) => {
        #[no_mangle]
        #[inline(never)]
        extern "C-unwind" fn $name($x: u32) -> u32 {
            LEDGER[Row::$name as usize].fetch_add(1, Relaxed);
            $body
        }
    };
}

fn keep(x: u32) -> u32 {
    SINK.store(x, Relaxed);
    x
}

counted!(leaf(x) keep(x.wrapping_add(1)));
counted!(recurse(n) if n == 0 { 0 } else { recurse(n - 1).wrapping_add(leaf(n)) });
counted!(by_pointer(x) leaf(x) - 1);
counted!(area(x) keep(x));
counted!(made(x) keep(x));
counted!(gone(x) keep(x));
counted!(twice(x) keep(x.wrapping_mul(2)));
counted!(called(x) keep(x));
counted!(applied(x) keep(x));
counted!(run(n) (0..n).map(|i| called(i)).fold(0, u32::wrapping_add));
counted!(choose(x) match x {
    0 => leaf(x),
    1 => SINK.load(Relaxed),
    2 => std::hint::black_box(by_pointer as extern "C-unwind" fn(u32) -> u32)(x),
    3 => leaf(x).wrapping_add(leaf(x)),
    4 => 7,
    7 => recurse(2),
    _ => x,
});
#[cfg(panic = "unwind")]
counted!(thrown(x) if x % 3 == 0 { std::panic::panic_any(x) } else { x });
#[cfg(not(panic = "unwind"))]
counted!(thrown(x) x);
counted!(caught(x) std::panic::catch_unwind(|| thrown(x)).unwrap_or(5));

trait Shape {
    fn size(&self, x: u32) -> u32;
}

struct Square;
struct Circle;

impl Shape for Square {
    fn size(&self, x: u32) -> u32 {
        area(x.wrapping_mul(x))
    }
}

impl Shape for Circle {
    fn size(&self, x: u32) -> u32 {
        area(x.wrapping_mul(3))
    }
}

impl Drop for Circle {
    fn drop(&mut self) {
        gone(1);
    }
}

fn doubled<T: Into<f64>>(x: T) -> u32 {
    twice(x.into() as u32)
}

fn shape(i: u32) -> Box<dyn Shape> {
    made(i);
    if i % 2 == 0 { Box::new(Circle) } else { Box::new(Square) }
}

fn main() {
    std::panic::set_hook(Box::new(|_| {}));
    let mut sum = 0u32;
    for i in 0..300 {
        let s = shape(i);
        let f = move |x: u32| applied(x + i);
        let g: Box<dyn Fn(u32) -> u32> = Box::new(f);

        sum = sum.wrapping_add(s.size(i)).wrapping_add(doubled(i)).wrapping_add(doubled(i as f32));
        sum = sum.wrapping_add(g(i)).wrapping_add(caught(i)).wrapping_add(choose(i % 9));
    }
    sum = sum.wrapping_add(recurse(100));
    let threads: Vec<_> = (1..4).map(|i| std::thread::spawn(move || run(50 * i))).collect();
    for t in threads {
        sum = sum.wrapping_add(t.join().unwrap());
    }
    for (name, n) in NAMES.iter().zip(&LEDGER) {
        println!("{} {}", name, n.load(Relaxed));
    }
    std::process::exit((sum == 12345) as i32);
}
