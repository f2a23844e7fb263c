//! BTOR2 files: every operator against arithmetic on numbers, states of all kinds, arrays, and messages with their
//! places.

use crate::cases::try_random;
use crate::counts::enough;
use crate::encode::shortest;
use crate::paths::in_package;
use crate::random_system::{depths, explore, random_system};
use crate::random_term::random_term;
use indubit::base::{Budget, Rng};
use indubit::evidence::system::write_btor2_witness;
use indubit::input::btor2::{read, write, Btor2File, NotWords, Place};
use indubit::model::system::{System, Trace};
use indubit::model::PropertyId;
use indubit::solver::term::{Model, Op, Sort, TermId, Terms, Value};
use indubit::theories::bv::Bits;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

fn file(text: &str) -> Btor2File {
    read(text.as_bytes(), &Budget::unlimited()).unwrap_or_else(|error| panic!("{}\n{}", error, text))
}

fn refused(text: &str) -> String {
    match read(text.as_bytes(), &Budget::unlimited()) {
        Ok(_) => panic!("accepted: {}", text),
        Err(error) => error.to_string(),
    }
}

fn fixture(name: &str) -> Btor2File {
    let path = in_package("tests/systems").join(name);
    file(&std::fs::read_to_string(path).expect("a readable file"))
}

fn set(model: &mut Model, terms: &Terms, constant: TermId, value: u64) {
    let value = match terms.sort(constant) {
        Sort::BitVec(width) => Value::Bits(Bits::new(value, width)),
        _ => Value::Bool(value & 1 == 1),
    };
    if let Op::Symbol(symbol) = terms.op(constant) {
        model.set(symbol, value);
    }
}

/// A number as signed.
fn signed(a: u64, width: u32) -> i64 {
    let a = a as i64;
    if a >> (width - 1) & 1 == 1 {
        a - (1 << width)
    } else {
        a
    }
}

/// The value of an operator of two arguments of a width, as the format's description has it; not yet cut to the result.
fn expected(operator: &str, a: u64, b: u64, w: u32) -> i64 {
    let (x, y) = (a as i64, b as i64);
    let (s, t) = (signed(a, w), signed(b, w));
    let ones = (1i64 << w) - 1;
    let (least, most) = (-(1i64 << (w - 1)), (1i64 << (w - 1)) - 1);
    let overflows = |n: i64| (n < least || n > most) as i64;
    let turn = |by: i64| ((x << by) | (x >> (w as i64 - by))) & ones;
    match operator {
        "not" => !x,
        "inc" => x + 1,
        "dec" => x - 1,
        "neg" => -x,
        "redand" => (x == ones) as i64,
        "redor" => (x != 0) as i64,
        "redxor" => (x.count_ones() % 2) as i64,
        "iff" | "eq" => (x == y) as i64,
        "implies" => (x <= y) as i64,
        "neq" => (x != y) as i64,
        "ugt" => (x > y) as i64,
        "ugte" => (x >= y) as i64,
        "ult" => (x < y) as i64,
        "ulte" => (x <= y) as i64,
        "sgt" => (s > t) as i64,
        "sgte" => (s >= t) as i64,
        "slt" => (s < t) as i64,
        "slte" => (s <= t) as i64,
        "and" => x & y,
        "nand" => !(x & y),
        "or" => x | y,
        "nor" => !(x | y),
        "xor" => x ^ y,
        "xnor" => !(x ^ y),
        "rol" => turn(y % w as i64),
        "ror" => turn((w as i64 - y % w as i64) % w as i64),
        "sll" => {
            if y >= w as i64 {
                0
            } else {
                x << y
            }
        }
        "srl" => {
            if y >= w as i64 {
                0
            } else {
                x >> y
            }
        }
        "sra" => s >> y.min(60),
        "add" => x + y,
        "sub" => x - y,
        "mul" => x * y,
        "udiv" => {
            if y == 0 {
                ones
            } else {
                x / y
            }
        }
        "urem" => {
            if y == 0 {
                x
            } else {
                x % y
            }
        }
        "sdiv" => match t {
            0 => {
                if s < 0 {
                    1
                } else {
                    -1
                }
            }
            t => s / t,
        },
        "srem" => {
            if t == 0 {
                s
            } else {
                s % t
            }
        }
        "smod" => {
            if t == 0 {
                s
            } else {
                (s % t + t) % t
            }
        }
        "uaddo" => (x + y > ones) as i64,
        "saddo" => overflows(s + t),
        "usubo" => (x < y) as i64,
        "ssubo" => overflows(s - t),
        "umulo" => (x * y > ones) as i64,
        "smulo" => overflows(s * t),
        "sdivo" => (s == least && t == -1) as i64,
        "concat" => x << w | y,
        other => panic!("{}", other),
    }
}

/// The value of the node with the last number of a file whose inputs have these values, cut to `width` bits.
fn value(text: &str, inputs: &[u64], width: u32, sort: u64) -> u64 {
    let last: u64 = text
        .lines()
        .last()
        .and_then(|line| line.split(' ').next())
        .expect("a number")
        .parse()
        .expect("a number");
    // The last node is compared with an input of its own, whose value is tried.
    let probe = format!(
        "{}{} input {}\n{} eq 1 {} {}\n{} bad {}\n",
        text,
        last + 1,
        sort,
        last + 2,
        last,
        last + 1,
        last + 3,
        last + 2
    );
    let file = file(&probe);
    let system = &file.system;
    let bad = system.bad(PropertyId::new(0)).expect("a property");
    let is = |value: u64| {
        let mut model = Model::new();
        for (&constant, &value) in system.inputs().iter().zip(inputs.iter().chain([&value])) {
            set(&mut model, system.terms(), constant, value);
        }
        model.evaluate(system.terms(), bad).is_true()
    };
    let values: Vec<u64> = (0..1 << width).filter(|&value| is(value)).collect();
    assert_eq!(values.len(), 1, "{}", text);
    values[0]
}

#[test]
fn operators_agree_with_arithmetic() {
    let unary = ["not", "inc", "dec", "neg", "redand", "redor", "redxor"];
    let same = [
        "and", "nand", "or", "nor", "xor", "xnor", "rol", "ror", "sll", "srl", "sra", "add", "sub", "mul",
        "udiv", "urem", "sdiv", "srem", "smod",
    ];
    let bits = [
        "eq", "neq", "ugt", "ugte", "ult", "ulte", "sgt", "sgte", "slt", "slte", "uaddo", "saddo", "usubo",
        "ssubo", "umulo", "smulo", "sdivo",
    ];
    for w in 1..=4u32 {
        let head =
            format!("1 sort bitvec 1\n2 sort bitvec {}\n3 sort bitvec {}\n4 input 2\n5 input 2\n", w, 2 * w);
        let check = |operator: &str, args: &str, sort: u64, width: u32| {
            let text = format!("{}6 {} {} {}\n", head, operator, sort, args);
            for a in 0..1 << w {
                for b in 0..1 << w {
                    let found = value(&text, &[a, b], width, sort);
                    let expected = expected(operator, a, b, w) as u64 & ((1 << width) - 1);
                    assert_eq!(found, expected, "{} {} {} of {} bits", operator, a, b, w);
                }
            }
        };
        for operator in unary {
            let is_bit = operator.starts_with("red");
            check(operator, "4", if is_bit { 1 } else { 2 }, if is_bit { 1 } else { w });
        }
        same.iter().for_each(|operator| check(operator, "4 5", 2, w));
        bits.iter().for_each(|operator| check(operator, "4 5", 1, 1));
        check("concat", "4 5", 3, 2 * w);
        if w == 1 {
            check("iff", "4 5", 1, 1);
            check("implies", "4 5", 1, 1);
        }
    }
}

#[test]
fn extensions_slices_and_complements_agree_with_arithmetic() {
    let head = "1 sort bitvec 1\n2 sort bitvec 3\n3 sort bitvec 5\n4 sort bitvec 2\n5 input 2\n6 input 1\n";
    let of = |line: &str, inputs: [u64; 2], width, sort| {
        value(&format!("{}7 {}\n", head, line), &inputs, width, sort)
    };
    for a in 0..8 {
        for b in 0..2 {
            assert_eq!(of("uext 3 5 2", [a, b], 5, 3), a);
            assert_eq!(of("sext 3 5 2", [a, b], 5, 3), signed(a, 3) as u64 & 31);
            assert_eq!(of("sext 3 6 4", [a, b], 5, 3), if b == 1 { 31 } else { 0 });
            assert_eq!(of("uext 2 5 0", [a, b], 3, 2), a);
            assert_eq!(of("slice 4 5 2 1", [a, b], 2, 4), a >> 1);
            assert_eq!(of("slice 1 5 1 1", [a, b], 1, 1), a >> 1 & 1);
            assert_eq!(of("slice 1 6 0 0", [a, b], 1, 1), b);
            assert_eq!(of("and 2 5 -5", [a, b], 3, 2), 0);
            assert_eq!(of("ite 2 -6 5 -5", [a, b], 3, 2), if b == 0 { a } else { 7 - a });
        }
    }
}

#[test]
fn constants_are_read_in_three_bases() {
    let head = "1 sort bitvec 1\n2 sort bitvec 5\n";
    let of = |line: &str| value(&format!("{}3 {}\n", head, line), &[], 5, 2);
    for (line, expected) in [
        ("const 2 10110", 22),
        ("constd 2 31", 31),
        ("constd 2 -16", 16),
        ("constd 2 -1", 31),
        ("constd 2 007", 7),
        ("consth 2 1f", 31),
        ("consth 2 0A", 10),
        ("zero 2", 0),
        ("one 2", 1),
        ("ones 2", 31),
    ] {
        assert_eq!(of(line), expected, "{}", line);
    }
    for (line, message) in [
        ("const 2 1011", "line 3, column 11: expected 5 binary digits, found 4"),
        ("const 2 10112", "expected binary digits"),
        ("constd 2 32", "line 3, column 12: this number does not fit 5 bits"),
        ("constd 2 -17", "does not fit"),
        ("constd 2 -", "expected a decimal number"),
        ("constd 2 99999999999999999999999999", "does not fit"),
        ("consth 2 20", "this number does not fit 5 bits"),
        ("consth 2 g", "expected hexadecimal digits"),
        ("const 2", "expected the digits of a constant, found end of line"),
    ] {
        let found = refused(&format!("{}3 {}\n", head, line));
        assert!(found.contains(message), "{}", found);
    }
}

#[test]
fn states_and_inputs_keep_their_order() {
    let counter = fixture("counter.btor2");
    let names =
        |list: &[TermId]| list.iter().map(|&t| counter.system.name(t).to_string()).collect::<Vec<_>>();
    let states: Vec<TermId> = counter.system.states().iter().map(|s| s.current).collect();
    assert_eq!(
        (names(&states), names(counter.system.inputs())),
        (vec!["count".to_string(), "went".into()], vec!["go".to_string()])
    );
    assert_eq!(
        counter.system.properties().iter().map(|p| p.name.as_str()).collect::<Vec<_>>(),
        ["four", "beyond"]
    );
    let went = &counter.states[1];
    assert_eq!(
        (went.places.as_slice(), went.init.is_some(), went.next.is_some()),
        (&[Place::State(1)][..], false, true)
    );
    assert_eq!(counter.inputs[0].places, [Place::Input(0)]);
}

#[test]
fn a_state_without_init_and_next_is_an_input_unless_an_init_refers_to_it() {
    let memory = fixture("memory.btor2");
    let [cells, free, other] = [0, 1, 2].map(|i| &memory.states[i]);
    assert_eq!(cells.places, [0, 1, 2, 3].map(Place::State));
    assert_eq!((cells.index_width, free.index_width), (Some(2), None));
    // `other` begins as `free`.
    assert_eq!((&free.places[..], &other.places[..]), (&[Place::State(4)][..], &[Place::State(5)][..]));
    assert_eq!(memory.system.name(memory.system.states()[2].current), "memory[2]");
    let unbound = file("1 sort bitvec 4\n2 state 1\n3 state 1 b\n4 next 1 3 2\n5 input 1\n");
    assert_eq!(unbound.states[0].places, [Place::Input(1)]);
    assert_eq!(unbound.states[1].places, [Place::State(0)]);
    assert_eq!(unbound.inputs[0].places, [Place::Input(0)]);
    assert_eq!(unbound.system.name(unbound.system.inputs()[1]), "state2");
}

#[test]
fn memories_are_cells() {
    // Four cells written one after the other, then read; compared; chosen from.
    let text =
        "1 sort bitvec 1\n2 sort bitvec 2\n3 sort array 2 2\n4 input 3\n5 input 2\n6 input 2\n7 input 1\n
        8 write 3 4 5 6\n9 ite 3 7 8 4\n10 read 2 9 5\n";
    let head = text.replace("\n\n        ", "\n");
    let cells = [3, 1, 0, 2];
    for place in 0..4 {
        for new in 0..4 {
            for chosen in 0..2 {
                let inputs = [&cells[..], &[place, new, chosen]].concat();
                let expected = if chosen == 1 { new } else { cells[place as usize] };
                assert_eq!(value(&head, &inputs, 2, 2), expected);
                let same = format!("{}11 eq 1 9 4\n", head);
                assert_eq!(value(&same, &inputs, 1, 1), (chosen == 0 || new == cells[place as usize]) as u64);
                let differ = format!("{}11 neq 1 9 4\n", head);
                assert_eq!(
                    value(&differ, &inputs, 1, 1),
                    (chosen == 1 && new != cells[place as usize]) as u64
                );
            }
        }
    }
}

#[test]
fn blanks_comments_and_symbols_are_read() {
    let text = [
        "; a comment\n\n1 sort bitvec 1 ; another\r\n  2\tinput  1 ;no symbol\n",
        "3 input 1 sym;bol ; x\n4 bad 2 name\n5 bad -3",
    ];
    let blanks = file(&text.concat());
    assert_eq!(blanks.inputs[0].symbol, "");
    assert_eq!(blanks.inputs[1].symbol, "sym;bol");
    assert_eq!(blanks.system.properties().iter().map(|p| p.name.as_str()).collect::<Vec<_>>(), ["name", ""]);
    assert_eq!(file("").system.properties().len(), 0);
}

#[test]
fn errors_tell_the_place_and_the_remedy() {
    let sorts = "1 sort bitvec 1\n2 sort bitvec 8\n3 sort array 1 2\n";
    let head = format!("{}4 state 2 s\n5 state 1\n6 state 3\n7 input 2\n8 bad 5\n", sorts);
    for (line, message) in [
        ("x", "line 9, column 1: expected the number of a line, found `x`"),
        ("8 one 1", "line 9, column 1: expected a number above 8, found 8; numbers increase"),
        ("9", "line 9, column 2: expected an operator, found end of line"),
        ("9 nothing 1", "there is no operator `nothing`"),
        ("9 sort float", "expected `bitvec` or `array`"),
        ("9 sort bitvec 0", "expected a width from 1 to 524288, found 0"),
        ("9 sort bitvec 99999999999999999999", "expected a width, found `99999999999999999999`"),
        ("9 sort array 2 3", "arrays of arrays are not supported"),
        ("9 sort array 3 2", "arrays as indices are not supported"),
        (
            "9 sort bitvec 11\n10 sort array 9 1\n11 state 10\n12 eq 2 11 11",
            "`eq` gives 1 bit, the sort has 8 bits",
        ),
        ("9 input 4", "expected the number of a sort, found that of another line"),
        ("9 input 10", "there is no line 10 before this one"),
        ("9 not 2 1", "expected the number of a node, found that of another line"),
        ("9 not 2 8", "expected the number of a node, found that of another line"),
        ("9 not 2 -6", "line 9, column 9: expected a word behind the minus, found an array"),
        ("9 add 2 4 5", "the arguments of `add` have 8 and 1 bits"),
        ("9 add 1 4 4", "`add` gives 8 bits, the sort has 1 bit"),
        ("9 eq 2 4 4", "`eq` gives 1 bit, the sort has 8 bits"),
        ("9 eq 1 6 4", "expected an array with 1 index bits and 8 bits a cell, found 8 bits"),
        ("9 iff 1 4 4", "the arguments of `iff` have 1 bit, these have 8"),
        ("9 concat 2 4 5", "`concat` gives 9 bits, the sort has 8 bits"),
        ("9 add 2 4", "expected the number of a node, found end of line"),
        ("9 add 2 4 4 name more", "line 9, column 18: expected end of line, found `more`"),
        ("9 add 2 6 4", "expected a word, found an array"),
        ("9 add 3 6 6", "`add` does not make arrays"),
        ("9 ite 2 4 4 4", "expected 1 bit, found 8 bits"),
        ("9 uext 2 5 8", "1 bit and 8 more are not the 8 bits of the sort"),
        ("9 slice 1 4 8 8", "bits 8 to 8 are not within 8 bits"),
        ("9 slice 1 4 2 3", "bits 2 to 3 are not within 8 bits"),
        ("9 slice 1 4 3 2", "bits 3 to 2 are not the 1 bit of the sort"),
        ("9 read 2 4 5", "expected an array, found 8 bits"),
        ("9 read 1 6 5", "a cell has 8 bits, the sort 1 bit"),
        ("9 init 2 4 7", "the first value of a state has to be defined before the state"),
        ("9 init 2 5 4", "the state has 1 bit, the sort is 8 bits"),
        ("9 init 2 7 4", "expected the number of a state, found 7"),
        ("9 next 2 4 5", "expected 8 bits, found 1 bit"),
        ("9 next 2 4 4\n10 next 2 4 7", "line 10, column 11: state 4 has its `next` already"),
        ("9 init 3 6 7", "has to be defined before"),
        ("9 bad 4", "expected 1 bit, found 8 bits"),
        (
            "9 state 2\n10 state 2\n11 init 2 10 7",
            "line 11, column 14: the first value of state 10 depends on an input",
        ),
        ("9 justice 2 5", "line 9, column 14: expected the number of a node, found end of line"),
        ("9 justice 1 4", "expected 1 bit, found 8 bits"),
        ("9 fair 4", "expected 1 bit, found"),
    ] {
        let found = refused(&format!("{}{}\n", head, line));
        assert!(found.contains(message), "{}\n{}", found, line);
    }
}

#[test]
fn the_budget_and_the_limit_on_cells_are_kept() {
    let mut text = "1 sort bitvec 10\n2 sort array 1 1\n3 state 2\n4 input 1\n".to_string();
    for i in 5..17_000 {
        text.push_str(&format!("{} write 2 {} 4 4\n", i, if i == 5 { 3 } else { i - 1 }));
    }
    let limited = Budget::unlimited().with_memory(10 << 20);
    let error = read(text.as_bytes(), &limited).expect_err("too large");
    assert!(error.message().contains("memory limit"), "{}", error);
    let cancelled = Budget::unlimited();
    cancelled.canceller().store(true, std::sync::atomic::Ordering::Relaxed);
    assert!(read(text.as_bytes(), &cancelled).expect_err("cancelled").message().contains("cancelled"));
}

#[test]
fn random_systems_are_the_same_after_writing_and_reading() {
    fn property(seed: u64) -> bool {
        let first = random_system(&mut Rng::new(seed));
        let text = write(&first).expect("a system of words");
        let second = file(&text).system;
        let near = |depth: &Option<usize>| depth.filter(|&d| d <= 9);
        let expected: Vec<Option<usize>> = depths(&first).iter().map(near).collect();
        shortest(&second, 9) == expected
    }
    try_random(300, property as fn(u64) -> bool);
}

#[test]
fn first_values_may_be_functions_of_states_before() {
    let mut system = System::default();
    let [a, b, c] = ["a", "b", "c"].map(|name| system.declare_state(name, Sort::BitVec(2)).current);
    let terms = system.terms_mut();
    let (sum, one, three) = (terms.bv_add(a, b), terms.bv(1, 2), terms.bv(3, 2));
    // The last one says what a sum is not. That is demanded of the first step.
    let parts = [terms.eq(a, c), terms.eq(b, one), terms.bv_ult(sum, three)];
    let (init, two) = (terms.and(&parts), terms.bv(2, 2));
    let bad = terms.eq(c, two);
    system.set_init(init);
    system.add_property("", bad);
    let text = write(&system).expect("a system of words");
    let inits: Vec<&str> = text.lines().filter(|line| line.contains(" init ")).collect();
    assert_eq!(
        inits,
        ["5 init 1 4 2", "7 init 1 6 3", "11 init 8 10 -9"],
        "of b, of c, of the flag: {}",
        text
    );
    assert_eq!(text.matches(" constraint ").count(), 1, "{}", text);
    assert_eq!(shortest(&file(&text).system, 3), [Some(1)], "at first c is a, and a + 1 is not 3");
}

static FIRST_FUNCTIONS: AtomicU64 = AtomicU64::new(0);

fn systems_with_first_functions_are_written(seed: u64) {
    let mut rng = Rng::new(seed);
    let mut system = random_system(&mut rng);
    let mut currents: Vec<TermId> = system.states().iter().map(|s| s.current).collect();
    currents.push(system.declare_state("last", Sort::Bool).current);
    let terms = system.terms_mut();
    let mut parts = Vec::new();
    for &x in &currents {
        let (sort, depth) = (terms.sort(x), rng.below(3));
        let value = random_term(&mut rng, terms, &currents, sort, depth);
        parts.push(terms.eq(x, value));
    }
    let init = terms.and(&parts);
    system.set_init(init);
    let text = write(&system).expect("a system of words");
    let with_flag = text.contains(" started\n");
    FIRST_FUNCTIONS.fetch_add(u64::from(!with_flag), Relaxed);
    let near = |depth: &Option<usize>| depth.filter(|&d| d <= 9);
    let expected: Vec<Option<usize>> = depths(&system).iter().map(near).collect();
    assert_eq!(shortest(&file(&text).system, 9), expected, "{}", text);
}

#[test]
fn systems_whose_first_values_are_functions_are_written_and_read_again() {
    try_random(300, systems_with_first_functions_are_written);
    assert!(
        enough(FIRST_FUNCTIONS.load(Relaxed), 30),
        "no first state has to be told apart: {:?}",
        FIRST_FUNCTIONS
    );
}

#[test]
fn fixtures_are_written_and_read_again() {
    for name in ["counter.btor2", "memory.btor2"] {
        let first = fixture(name).system;
        let second = file(&write(&first).expect("a system of words")).system;
        assert_eq!(shortest(&first, 9), shortest(&second, 9), "{}", name);
    }
    let mut system = System::default();
    system.declare_state("n", Sort::Real);
    assert_eq!(write(&system), Err(NotWords { name: "n".to_string(), sort: "Real".to_string() }));
}

#[test]
fn symbols_are_one_word() {
    let mut system = System::default();
    for name in ["a b", ";c", "", "\u{7}d", "é"] {
        system.declare_input(name, Sort::BitVec(2));
    }
    let text = write(&system).expect("a system of words");
    let symbols: Vec<String> = file(&text).inputs.iter().map(|input| input.symbol.clone()).collect();
    assert_eq!(symbols, ["a_b", "_c", "", "_d", "é"]);
}

fn witness(file: &Btor2File, property: usize) -> String {
    let trace: Trace = explore(&file.system).traces[property].clone().expect("a counterexample");
    write_btor2_witness(file, &trace).expect("a witness")
}

#[test]
fn witnesses_list_the_values_that_the_file_leaves_open() {
    let lines = [
        "1 sort bitvec 1\n2 sort bitvec 2\n3 zero 2\n4 input 1 go\n5 state 2 count\n",
        "6 init 2 5 3\n7 inc 2 5\n8 ite 2 4 7 5\n9 next 2 5 8\n10 state 1 went\n",
        "11 next 1 10 4\n12 one 2\n13 state 2\n14 eq 1 5 12\n15 state 2 loose\n",
        "16 init 2 15 3\n17 eq 1 12 13\n18 and 1 14 17\n19 eq 1 15 -3\n20 and 1 18 19\n",
        "21 bad 20\n",
    ];
    let open = file(&lines.concat());
    // `count` and `loose` have `init`, only `loose` and the nameless state lack `next`.
    assert_eq!(
        witness(&open, 0),
        ["sat\nb0\n#0\n1 0 went#0\n2 00\n@0\n0 1 go@0\n", "#1\n2 01\n3 11 loose#1\n@1\n0 0 go@1\n.\n",]
            .concat()
    );
    // Cells have their index; a state that the file leaves open has all of them.
    let cells = file("1 sort bitvec 1\n2 sort array 1 1\n3 state 2 m\n4 one 1\n5 read 1 3 4\n6 bad 5\n");
    assert_eq!(witness(&cells, 0), "sat\nb0\n#0\n0 [0] 0 m#0\n0 [1] 1 m#0\n@0\n.\n");
}

#[test]
fn copies_of_the_first_bit_before_a_word_extend_its_sign() {
    let text = "1 sort bitvec 1
2 sort bitvec 4
3 sort bitvec 5
4 sort bitvec 6
5 state 2 d
6 slice 1 5 3 3
7 concat 3 6 5
8 slice 1 5 3 3
9 concat 4 8 7
10 sort bitvec 2
11 concat 10 6 6
12 concat 4 11 5
13 slice 1 5 2 2
14 concat 3 13 5
15 output 9 one
16 output 12 both
17 output 14 other
";
    let file = file(text);
    let terms = file.system.terms();
    let of = |name: &str| file.named.iter().find(|(known, _)| known == name).expect("an output").1;
    assert_eq!(terms.text(of("one")), "((_ sign_extend 2) d)");
    assert_eq!(of("both"), of("one"));
    assert!(terms.text(of("other")).starts_with("(concat "), "{}", terms.text(of("other")));
}

#[test]
fn a_name_is_taken_once() {
    let text = "1 sort bitvec 1
2 state 1
3 state 1
4 state 1 a
5 state 1
6 uext 1 2 0 b
7 output 3 b
8 output 5 a
9 uext 1 3 0 c
";
    let file = file(text);
    let names: Vec<&str> = file.system.inputs().iter().map(|&t| file.system.name(t)).collect();
    assert_eq!(names, ["b", "c", "a", "state5"]);
}
