#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| indubit_fuzz::targets::target("proof_drat").expect("a target")(
    data
));
