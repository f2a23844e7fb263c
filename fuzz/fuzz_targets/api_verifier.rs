#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| indubit_fuzz::targets::target("api_verifier").expect("a target")(
    data
));
