//! Witness circuits of words: written from invariants, read again, and refused where they claim too much.

use crate::cases::try_random;
use crate::paths::in_package;
use crate::random_system::{explore, random_system};
use indubit::base::{Budget, Rng};
use indubit::evidence::system::{check, Evidence};
use indubit::evidence::{CheckError, CheckOptions, Condition};
use indubit::input::btor2::{read, write, write_witness, Btor2File};
use indubit::input::ParseError;
use indubit::model::circuit::LatchId;
use indubit::model::PropertyId;

fn file(text: &str) -> Btor2File {
    read(text.as_bytes(), &Budget::unlimited()).unwrap_or_else(|error| panic!("{}\n{}", error, text))
}

fn fixture(name: &str) -> Btor2File {
    file(&std::fs::read_to_string(in_package("tests/systems").join(name)).expect("a readable file"))
}

fn checked(model: &Btor2File, witness: &str) -> Result<Result<(), CheckError>, ParseError> {
    let budget = Budget::unlimited();
    let all = Evidence::read(witness.as_bytes(), &model.system, Some(model), &budget)?;
    let found = all.first().expect("a piece of evidence");
    Ok(check(&model.system, found, &CheckOptions { proofs: true }, &budget))
}

/// The witness circuit by the states that are reached.
fn of_reached(model: &Btor2File, property: usize) -> String {
    let explored = explore(&model.system);
    write_witness(model, PropertyId::new(property), &explored.terms, &[explored.reachable]).expect("words")
}

#[test]
fn an_invariant_becomes_a_file_with_one_bad_state() {
    let model = file(
        "1 sort bitvec 2\n2 zero 1\n3 state 1 x\n4 init 1 3 2\n5 next 1 3 3 ; stays\n6 sort bitvec 1\n\
                      7 redor 6 3\n8 bad 7 moved\n9 output 3\n",
    );
    let mut terms = model.system.terms().clone();
    let (x, zero) = (model.system.states()[0].current, terms.bv(0, 2));
    let is_zero = terms.eq(x, zero);
    let witness = write_witness(&model, PropertyId::new(0), &terms, &[is_zero]).expect("words");
    let expected = "; WITNESS b0\n1 sort bitvec 2\n2 zero 1\n3 state 1 =3\n4 init 1 3 2\n5 next 1 3 3\n\
                    6 sort bitvec 1\n7 redor 6 3\n";
    assert!(witness.starts_with(expected), "{}", witness);
    // Checkers take no number with a minus there.
    assert!(witness.lines().last().map_or(false, |line| line.contains(" bad ") && !line.contains('-')));
    assert_eq!(witness.matches(" bad ").count(), 1, "{}", witness);
    assert_eq!(checked(&model, &witness), Ok(Ok(())));
}

#[test]
fn the_states_that_are_reached_make_a_witness_circuit_exactly_if_none_is_bad() {
    fn property(seed: u64) {
        let model = file(&write(&random_system(&mut Rng::new(seed))).expect("words"));
        let explored = explore(&model.system);
        for (property, trace) in explored.traces.iter().enumerate() {
            let witness = of_reached(&model, property);
            let found = checked(&model, &witness).expect("a witness circuit");
            assert_eq!(found.is_ok(), trace.is_none(), "{:?}\n{}", found, witness);
        }
    }
    try_random(150, property as fn(u64));
}

#[test]
fn cells_of_an_array_that_is_split_are_read() {
    let model = file(
        "1 sort bitvec 1\n2 sort array 1 1\n3 zero 1\n4 state 2 m\n5 init 2 4 3\n6 input 1 at\n7 write 2 4 6 3\n\
         8 next 2 4 7\n9 read 1 4 6\n10 bad 9\n",
    );
    let witness = of_reached(&model, 0);
    assert_eq!(checked(&model, &witness), Ok(Ok(())));
    assert_eq!(witness.matches(" read 1 4 ").count(), 3, "{}", witness);
    let terms = model.system.terms().clone();
    let cell = model.system.states()[1].current;
    let false_claim = write_witness(&model, PropertyId::new(0), &terms, &[cell]).expect("words");
    assert_eq!(checked(&model, &false_claim), Ok(Err(Condition::WitnessBase.into())));
}

/// Each of these is the right witness circuit but for one claim too many.
#[test]
fn forged_witness_circuits_of_words_are_refused() {
    let model = file(
        "1 sort bitvec 1\n2 sort bitvec 3\n3 zero 2\n4 input 1 go\n5 state 2 count\n6 init 2 5 3\n7 constd 2 2\n\
         8 add 2 5 7\n9 ite 2 4 8 5\n10 next 2 5 9\n11 constd 2 5\n12 eq 1 5 11\n13 bad 12\n",
    );
    let right = of_reached(&model, 0);
    assert_eq!(checked(&model, &right), Ok(Ok(())));
    let last = right.lines().last().expect("a bad state").to_string();
    let number: usize = last.split(' ').next().and_then(|word| word.parse().ok()).expect("a number");
    let ending = |lines: &str| right.replace(&last, lines);
    // The invariant says nothing, and the counter may go from 3 to 5.
    let weak = ending(&format!("{} bad 12", number));
    // Nothing is bad, or everything.
    let never = ending(&format!("{0} zero 1\n{1} bad {0}", number, number + 1));
    let always = ending(&format!("{0} one 1\n{1} bad {0}", number, number + 1));
    // The counter begins elsewhere, or goes on otherwise.
    let begins = right.replace("3 zero 2", "3 one 2");
    let stays = right.replace("10 next 2 5 9", "10 next 2 5 5");
    // A constraint that runs of the model violate at once, or in a later step only.
    let not_first = ending(&format!("{0} constraint 4\n{1} bad 12", number, number + 1));
    let not_later =
        ending(&format!("{0} eq 1 5 3\n{1} constraint {0}\n{2} bad 12", number, number + 1, number + 2));
    // The counter is none of the model's any more.
    let apart = right.replace("5 state 2 =5", "5 state 2");
    let forged: [(&str, Condition); 8] = [
        (&weak, Condition::WitnessStep),
        (&never, Condition::WitnessBad),
        (&always, Condition::WitnessBase),
        (&begins, Condition::WitnessReset(LatchId::new(0))),
        (&stays, Condition::WitnessNext(LatchId::new(0))),
        (&not_first, Condition::WitnessFirstConstraints),
        (&not_later, Condition::WitnessConstraints),
        (&apart, Condition::WitnessBad),
    ];
    for (text, condition) in forged {
        assert_ne!(text, right);
        assert_eq!(checked(&model, text), Ok(Err(condition.into())), "{}", text);
    }
}

#[test]
fn witness_circuits_that_do_not_fit_are_refused_when_read() {
    let model = fixture("constrained.btor2");
    let right = of_reached(&model, 0);
    let last = right.lines().last().expect("a bad state").to_string();
    let refused: [(String, &str); 6] = [
        (
            right.replace("state 2 =5", "state 2 =7"),
            "line 5 is `=7`, and the model has no state or input there",
        ),
        (
            right.replace("input 1 =4", "input 1 =5"),
            "lines 4 of the witness and 5 of the model are of different",
        ),
        (right.replace("WITNESS b0", "WITNESS b9"), "there is no property b9; the model has 4"),
        (right.replace(&last, ""), "a witness circuit has one bad state, this one has 0"),
        (format!("{}\n999 bad 16\n", right), "a witness circuit has one bad state, this one has 2"),
        (
            right.replace("6 init 2 5 3", "6 init 2 5 5"),
            "the first value of a state has to be defined before",
        ),
    ];
    for (text, message) in refused {
        let error = checked(&model, &text).expect_err("no witness circuit").to_string();
        assert!(error.contains(message), "{}", error);
    }
}

/// Symbols may be missing: then the variables are those of the model in their order. A state that the property does
/// not rest on may be an input of the witness.
#[test]
fn witness_circuits_of_other_tools_are_read() {
    let model = file(
        "1 sort bitvec 1\n2 sort bitvec 2\n3 zero 1\n4 zero 2\n5 state 1 turn\n6 init 1 5 3\n7 next 1 5 -5\n\
         8 state 2 data\n9 init 2 8 4\n10 ite 2 5 8 -8\n11 next 2 8 10\n12 constd 2 2\n13 eq 1 12 8\n14 bad 13\n",
    );
    let lines = "1 sort bitvec 1\n2 sort bitvec 2\n3 zero 1\n4 zero 2\nTURN8 state 2DATA\n9 init 2 8 4\n\
                 10 ite 2 5 8 -8\n11 next 2 8 10\n12 constd 2 2\n13 eq 1 12 8\n15 one 2\n16 eq 1 15 8\n\
                 17 or 1 13 16\n18 bad 17\n";
    let in_order = lines.replace("TURN", "5 state 1\n6 init 1 5 3\n7 next 1 5 -5\n").replace("DATA", "");
    let by_names = lines.replace("TURN", "5 input 1 =5\n").replace("DATA", " =8");
    for text in [&in_order, &by_names] {
        assert_eq!(checked(&model, text), Ok(Ok(())), "{}", text);
    }
    let unnamed = by_names.replace(" =5", "").replace(" =8", "");
    let error = checked(&model, &unnamed).expect_err("no witness circuit").to_string();
    assert!(error.contains("lines 8 of the witness and 5 of the model are of different sorts"), "{}", error);
}
