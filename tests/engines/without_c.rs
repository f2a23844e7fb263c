//! A build without C reads all other formats, and refuses a C program by name.

use indubit::base::Budget;
use indubit::input::{read, Format, Model};

#[test]
fn a_c_program_is_refused_and_a_circuit_is_read() {
    let budget = Budget::unlimited();
    let model = read("latch.aag", b"aag 1 0 1 1 0\n2 2\n2\n", &Default::default(), &budget);
    assert!(matches!(model, Ok(Model::Circuit(_))));
    assert_eq!(Format::of("one.c", b"int main() {}"), Format::C);
    let error = read("one.c", b"int main() {}", &Default::default(), &budget).unwrap_err();
    assert!(error.to_string().contains("built without C"), "{}", error);
}
