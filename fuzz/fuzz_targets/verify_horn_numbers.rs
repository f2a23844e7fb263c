#![no_main]

libfuzzer_sys::fuzz_target!(
    |data: &[u8]| indubit_fuzz::targets::target("verify_horn_numbers").expect("a target")(data)
);
