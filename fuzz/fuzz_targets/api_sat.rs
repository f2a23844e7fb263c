#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| indubit_fuzz::targets::target("api_sat").expect("a target")(data));
