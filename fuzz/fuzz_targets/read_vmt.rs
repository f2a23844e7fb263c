#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| indubit_fuzz::targets::target("read_vmt").expect("a target")(data));
