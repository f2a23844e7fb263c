//! The AIGER reader and writer, and the oracle that other tests rely on.

use crate::cases::try_random;
use crate::fixtures::fixtures;
use crate::oracle::{self, all_vectors, evaluate, explicit_verdicts, holds, successor};
use crate::random_circuit::{random_circuit, Shape};
use indubit::base::Rng;
use indubit::input::aiger::{
    self, write_ascii, write_ascii_with, write_binary, write_binary_with, WriteOptions,
};
use indubit::model::circuit::{Circuit, InputId, LatchId, Node, Reset};
use indubit::model::simulate::Simulator;
use indubit::model::CircuitFile;

fn read(text: &str) -> CircuitFile {
    match aiger::read(text.as_bytes()) {
        Ok(model) => model,
        Err(error) => panic!("{}\n{}", error, text),
    }
}

fn refused(bytes: impl AsRef<[u8]>) -> String {
    match aiger::read(bytes.as_ref()) {
        Ok(_) => panic!("accepted: {}", String::from_utf8_lossy(bytes.as_ref())),
        Err(error) => error.to_string(),
    }
}

#[test]
fn a_toggle_with_an_enable() {
    let model = read(
        "aag 5 1 1 0 3 1\n2\n4 11\n4\n6 2 4\n8 3 5\n10 7 9\ni0 enable\nl0 toggle\nb0 is on\nc\nanything\n",
    );
    let circuit = &model.circuit;
    assert_eq!((circuit.inputs().len(), circuit.latches().len(), circuit.and_count()), (1, 1, 3));
    assert_eq!((model.input_literals, model.latch_literals), (vec![2], vec![4]));
    assert_eq!(circuit.latches()[0].reset, Reset::Zero);
    assert_eq!(circuit.symbols.inputs, ["enable"]);
    assert_eq!(circuit.symbols.latches, ["toggle"]);
    assert_eq!(circuit.symbols.bads, ["is on"]);
    assert!(!model.bads_are_outputs);
}

#[test]
fn the_oracle_agrees_with_the_fixtures() {
    for fixture in fixtures() {
        assert_eq!(explicit_verdicts(&fixture.circuit()), fixture.expected, "{}", fixture.name);
    }
}

#[test]
fn resets_are_read_as_written() {
    let model = read("aag 4 0 4 0 0\n2 2\n4 4 0\n6 6 1\n8 8 8\n");
    let resets: Vec<Reset> = model.circuit.latches().iter().map(|l| l.reset).collect();
    assert_eq!(resets, [Reset::Zero, Reset::Zero, Reset::One, Reset::Free]);
}

#[test]
fn a_reset_may_be_any_literal() {
    // An input, a latch, a gate that reads a later latch, and its negation.
    let files: [&[u8]; 2] = [
        b"aag 6 1 4 0 1\n2\n4 4 2\n6 6 5\n8 8 12\n10 10 13\n12 4 2\n",
        b"aig 6 1 4 0 1\n4 2\n6 5\n8 12\n10 13\n\x08\x02",
    ];
    for file in files {
        let model = aiger::read(file).expect("a good file");
        let circuit = &model.circuit;
        let [a, b] = [0, 1].map(|i| circuit.latches()[i].node.signal());
        let gate = circuit.latches()[2].reset.function().expect("a function");
        let input = circuit.inputs()[0].signal();
        assert!(matches!(circuit.nodes()[gate.node().index()], Node::And(x, y) if x.min(y) == input.min(a)));
        let resets: Vec<Reset> = circuit.latches().iter().map(|l| l.reset).collect();
        let expected = [input, !a, gate, !gate].map(Reset::Function);
        assert_eq!(resets, expected);
        assert_eq!(circuit.reset_inputs(), [InputId::new(0)]);
        assert_ne!(a, b);
        assert_eq!(aiger::read(write_ascii(circuit).as_bytes()).map(|m| m.circuit).as_ref(), Ok(circuit));
        assert_eq!(aiger::read(&write_binary(circuit)).map(|m| m.circuit).as_ref(), Ok(circuit));
    }
}

/// Whether the values of the first step agree with the resets.
fn starts(circuit: &Circuit, state: &[bool], values: &[bool]) -> bool {
    circuit.latches().iter().zip(state).all(|(latch, &value)| match latch.reset {
        Reset::Zero => !value,
        Reset::One => value,
        Reset::Free => true,
        Reset::Function(signal) => holds(values, signal) == value,
    })
}

#[test]
fn outputs_are_bad_only_without_bad_states() {
    let old = read("aag 1 1 0 1 0\n2\n2\no0 alarm\n");
    assert!(old.bads_are_outputs);
    assert_eq!(old.circuit.bads(), [old.circuit.inputs()[0].signal()]);
    assert_eq!(old.circuit.symbols.bads, ["alarm"]);
    let explicit_zero = read("aag 1 1 0 1 0 0 1\n2\n3\n2\no0 alarm\nc0 quiet\n");
    assert!(explicit_zero.bads_are_outputs);
    assert_eq!(explicit_zero.circuit.symbols.constraints, ["quiet"]);
    let new = read("aag 1 1 0 1 0 1\n2\n3\n2\no0 light\n");
    assert!(!new.bads_are_outputs);
    assert_eq!(new.circuit.bads(), [new.circuit.inputs()[0].signal()]);
    assert!(new.circuit.symbols.bads.is_empty());
}

#[test]
fn gates_may_come_in_any_order() {
    let sorted = read("aag 4 2 0 1 2\n2\n4\n9\n6 2 4\n8 6 3\n");
    let reversed = read("aag 4 2 0 1 2\n2\n4\n9\n8 6 3\n6 2 4\n");
    assert_eq!(sorted, reversed);
    let sparse = read("aag 1000000000 1 0 1 1\n1999999998\n2000000001\n2000000000 1999999998 1\n");
    assert_eq!(sparse.circuit.bads(), [!sparse.circuit.inputs()[0].signal()]);
}

#[test]
fn a_chain_of_many_gates_in_reverse_needs_no_deep_stack() {
    let gates = 200_000;
    let mut text = format!("aag {} 1 1 1 {}\n2\n4 4 4\n{}\n", gates + 2, gates, 2 * (gates + 2));
    for i in (0..gates).rev() {
        text.push_str(&format!("{} {} {}\n", 2 * (i + 3), 2 * (i + 2) + 1, if i % 2 == 0 { 2 } else { 4 }));
    }
    assert!(read(&text).circuit.and_count() > 1);
}

#[test]
fn harmless_untidiness_is_accepted() {
    let tidy = read("aag 3 1 1 1 1\n2\n4 6 1\n6\n6 4 2\ni0 x\n");
    assert_eq!(read("aag 3 1 1 1 1\r\n2\r\n4  6\t1 \r\n6\r\n6 4 2\r\n\r\ni0 other\r\ni0 x"), tidy);
    assert_eq!(read("aag 3 1 1 1 1 0 0 0 0\n2\n4 6 1\n6\n6 4 2\ni0 x\nc").circuit, tidy.circuit);
    assert_eq!(
        aiger::read(b"aag 1 1 0 0 0\n2\ni0 \xff\n").map(|m| m.circuit.symbols.inputs),
        Ok(vec!["\u{fffd}".into()])
    );
}

#[test]
fn errors_say_where_and_what() {
    let cases = [
        ("", "line 1, column 1: expected `aag` or `aig`, found end of file"),
        ("p cnf 1 1\n", "line 1, column 1: expected `aag` or `aig`, found `p`"),
        ("aag 1 1\n", "line 1, column 8: expected a blank, found end of line"),
        ("aag 1 1 x 0 0\n", "line 1, column 9: expected the number of latches (L), found `x`"),
        (
            "aag 1 1 1 0 0\n2\n",
            "line 1, column 5: expected at least I + L + A = 2 as the largest variable (M), found `1`",
        ),
        (
            "aig 3 1 1 0 0\n4\n",
            "line 1, column 5: expected I + L + A = 2 as the largest variable (M), found `3`",
        ),
        ("aag 1 1 0 0 0 0 0 0 0 7\n2\n", "line 1, column 23: expected end of line, found `7`"),
        (
            "aag 1 1 0 1 0\n2\n4\n",
            "line 3, column 1: expected the literal of an output up to 3 (M = 1), found `4`",
        ),
        (
            "aag 1 1 0 0 0\n3\n",
            "line 2, column 1: expected the literal of an input, positive and even, found `3`",
        ),
        (
            "aag 1 1 0 0 0\n0\n",
            "line 2, column 1: expected the literal of an input, positive and even, found `0`",
        ),
        ("aag 2 1 0 1 0\n2\n4\n", "line 3, column 1: literal 4 is not defined"),
        ("aag 2 2 0 0 0\n4\n4\n", "line 3, column 1: literal 4 is already defined in line 2"),
        (
            "aag 2 1 1 0 0\n2\n4 5 6\n",
            "line 3, column 5: expected the literal of a reset up to 5 (M = 2), found `6`",
        ),
        ("aag 3 1 1 0 0\n2\n4 5 6\n", "line 3, column 5: literal 6 is not defined"),
        (
            "aag 1 0 1 0 0\n2 2 3\n",
            "line 2, column 5: the reset of latch 2 depends on the first value of that latch; a latch that may \
             start as either has its own literal, 2, as its reset",
        ),
        (
            "aag 4 1 2 0 1\n2\n4 4 0\n6 6 9\n8 6 4\n",
            "line 4, column 5: the reset of latch 6 depends on the first value of that latch; a latch that may \
             start as either has its own literal, 6, as its reset",
        ),
        (
            "aag 2 0 2 0 0\n2 2 5\n4 4 3\n",
            "line 2, column 5: the reset of latch 2 depends on the first value of that latch; a latch that may \
             start as either has its own literal, 2, as its reset",
        ),
        (
            "aig 2 0 2 0 0\n2 5\n4 3\n",
            "byte 16: the reset of latch 2 depends on the first value of that latch; a latch that may start as \
             either has its own literal, 2, as its reset",
        ),
        (
            "aag 3 1 0 0 2\n2\n4 6 2\n6 3 4\n",
            "line 4, column 5: literal 4 depends on itself through and-gates only",
        ),
        ("aag 1 0 0 0 1\n2 1 3\n", "line 2, column 5: literal 3 depends on itself through and-gates only"),
        ("aag 2 1 0 0 1\n2\n4 2\n", "line 3, column 4: expected a blank, found end of line"),
        ("aag 1 1 0 0 0\n2\ni1 x\n", "line 3, column 1: i1 is named, but the file has 1 inputs"),
        ("aag 1 1 0 0 0\n2\ni0x\n", "line 3, column 3: expected a blank and a name, found `x`"),
        (
            "aag 1 1 0 0 0\n2\nx0 y\n",
            "line 3, column 1: expected a name (i, l, o, b, c, j, f and a position) or a comment, found `x0`",
        ),
        (
            "aag 99999999999 0 0 0 0\n",
            "line 1, column 5: expected the largest variable (M) below 2^32, found `99999999999`",
        ),
        ("aig 1 1 0 1 0\n4\n", "byte 14: expected the literal of an output up to 3 (M = 1), found `4`"),
        ("aig 2 1 0 0 1\n\x01", "byte 15: expected a byte of an and-gate, found end of file"),
        ("aig 2 1 0 0 1\n\x00\x00", "byte 14: expected a difference from 1 to 4, found 0"),
        ("aig 2 1 0 0 1\n\x02\x03", "byte 15: expected a difference from 0 to 2, found 3"),
    ];
    for (text, message) in cases {
        assert_eq!(refused(text), message, "{:?}", text);
    }
    let endless = refused(b"aig 2 1 0 0 1\n\xff\xff\xff\xff\xff\x01\x01");
    assert_eq!(endless, "byte 14: expected a difference of at most five bytes");
}

/// A random circuit, some of whose parts have names.
fn named_circuit(rng: &mut Rng) -> Circuit {
    let mut circuit = random_circuit(rng, &Shape::default());
    let mut names = |count: usize| -> Vec<String> {
        let list: Vec<String> = (0..count)
            .map(|i| if rng.one_in(2) { format!("name {} ü", i % 3) } else { String::new() })
            .collect();
        // A list without names cannot be told from none.
        if list.iter().all(String::is_empty) {
            Vec::new()
        } else {
            list
        }
    };
    circuit.symbols.inputs = names(circuit.inputs().len());
    circuit.symbols.latches = names(circuit.latches().len());
    circuit.symbols.bads = names(circuit.bads().len());
    circuit.symbols.constraints = names(circuit.constraints().len());
    circuit
}

#[test]
fn both_formats_give_the_circuit_back() {
    try_random(100, |seed: u64| {
        let circuit = named_circuit(&mut Rng::new(seed));
        let old = WriteOptions { bads_as_outputs: true };
        let files = [
            (write_ascii(&circuit).into_bytes(), false),
            (write_binary(&circuit), false),
            (write_ascii_with(&circuit, &old).into_bytes(), true),
            (write_binary_with(&circuit, &old), true),
        ];
        files.iter().all(|(bytes, outputs)| {
            let model = aiger::read(bytes).expect("what the writer writes");
            model.circuit == circuit && model.bads_are_outputs == *outputs
        })
    });
}

#[test]
fn the_simulator_computes_what_the_oracle_computes() {
    try_random(100, |seed: u64| {
        let mut rng = Rng::new(seed);
        let circuit = random_circuit(&mut rng, &Shape::default());
        let mut simulator = Simulator::new(&circuit);
        let mut words: Vec<u64> = circuit.inputs().iter().map(|_| rng.next_u64()).collect();
        simulator.reset(|_| rng.next_u64(), |input| words[input.index()]);
        (0..4).all(|step| {
            simulator.evaluate(|input| words[input.index()]);
            let run = rng.below(64);
            let bit = |word: u64| word >> run & 1 == 1;
            let state: Vec<bool> =
                circuit.latches().iter().map(|l| bit(simulator.value(l.node.signal()))).collect();
            let inputs: Vec<bool> = words.iter().map(|&w| bit(w)).collect();
            let values = evaluate(&circuit, &state, &inputs);
            assert!(step > 0 || starts(&circuit, &state, &values));
            words.iter_mut().for_each(|word| *word = rng.next_u64());
            let same = circuit
                .bads()
                .iter()
                .chain(circuit.constraints())
                .all(|&s| bit(simulator.value(s)) == holds(&values, s));
            let admitted = bit(simulator.admitted()) == oracle::admitted(&circuit, &values);
            simulator.advance();
            let next: Vec<bool> =
                circuit.latches().iter().map(|l| bit(simulator.value(l.node.signal()))).collect();
            same && admitted && next == successor(&circuit, &values)
        })
    });
}

#[test]
fn the_simulator_can_start_in_any_state() {
    let model = read("aag 2 0 2 1 0\n2 4\n4 2 1\n2\n");
    let mut simulator = Simulator::new(&model.circuit);
    for (state, swapped) in all_vectors(2).zip([[0, 0], [0, 1], [1, 0], [1, 1]]) {
        simulator.set_state(|latch| state[latch.index()] as u64);
        simulator.evaluate(|_| 0);
        simulator.advance();
        let after = [LatchId::new(0), LatchId::new(1)]
            .map(|l| simulator.value(model.circuit.latches()[l.index()].node.signal()));
        assert_eq!(after, swapped);
    }
}
