// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs during the build, and is not to leave a profile.
fn main() {
    println!("cargo:rerun-if-changed=build.rs");
}
