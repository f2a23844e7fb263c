#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| indubit_fuzz::targets::target("verify_words").expect("a target")(
    data
));
