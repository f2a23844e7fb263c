//! Names the shared library for loaders: programs that are linked with it look for this name, whose number changes when
//! a call of the headers changes its meaning. Other systems than Linux name libraries in other ways.

fn main() {
    if std::env::var("CARGO_CFG_TARGET_OS").map_or(false, |os| os == "linux") {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libindubit_c.so.0");
    }
    println!("cargo:rerun-if-changed=build.rs");
}
