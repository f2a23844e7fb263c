//! Properties by their names.

use super::{refused, run, scratch, text};

/// A counter of two bits with an arbiter's properties, as Yosys writes them.
const ARBITER: &str = "1 sort bitvec 1
2 sort bitvec 2
3 zero 2
4 state 2 count
5 init 2 4 3
6 input 1 go
7 one 2
8 add 2 4 7
9 ite 2 6 8 4
10 next 2 4 9
11 ones 2
12 eq 1 4 11 is_full
13 bad 12 nostarve ; arb.v:30.9-30.39
14 eq 1 9 3
15 and 1 14 -14
16 and 1 12 15
17 bad 16 onehot ; arb.v:31.9-31.39|top.v:2.1-2.8
18 bad 16 b0
19 bad 16
20 uext 2 4 0 level
21 output 6 go_out
";

fn arbiter() -> String {
    let file = scratch("arbiter.btor2");
    std::fs::write(&file, ARBITER).expect("a file");
    text(&file)
}

#[test]
fn a_property_is_chosen_by_its_name() {
    let model = arbiter();
    assert_eq!(run(&[&model, "--property", "onehot"]), (20, "safe\n".into(), String::new()));
    let (code, out, _) = run(&[&model, "--property", "nostarve", "--engine", "bmc"]);
    assert_eq!((code, out.as_str()), (10, "unsafe\nnostarve (b0, arb.v:30) is violated at step 3\n"));
    // A word that is a number, or a kind and a number, is none of a name.
    for number in ["0", "b0"] {
        assert_eq!(run(&[&model, "--property", number, "--engine", "bmc"]).1, out);
    }
    let lines = run(&[&model]).1;
    assert!(lines.starts_with("unsafe\nb0 unsafe\nb1 safe\nb2 safe\nb3 safe\nnostarve (b0"), "{}", lines);
    let names = "has nostarve, onehot, b0, b3";
    assert!(refused(&[&model, "--property", "nostarvt"], 1)
        .ends_with(&format!("{}; did you mean `nostarve`?\n", names)));
    assert!(refused(&[&model, "--property", "other"], 1).ends_with(&format!("{}\n", names)));
    let witness = text(&scratch("arbiter.wit"));
    assert_eq!(run(&[&model, "--property", "nostarve", "--witness", &witness]).0, 10);
    assert_eq!(run(&["check", &model, &witness, "--property", "nostarve"]).1, "unsafe\nb0 unsafe\n");
    assert!(refused(&["check", &model, &witness, "--property", "nostar"], 1).contains("`nostarve`"));
}

#[test]
fn long_lists_of_names_are_cut() {
    let mut lines = "1 sort bitvec 1\n2 zero 1\n".to_string();
    (0..14).for_each(|i| lines.push_str(&format!("{} bad 2 p_{}\n", i + 3, if i == 13 { 12 } else { i })));
    let file = text(&scratch("many.btor2"));
    std::fs::write(&file, lines).expect("a file");
    let message = refused(&[&file, "--property", "q"], 1);
    assert!(message.ends_with(" p_8, p_9 and 4 more\n"), "{}", message);
    let message = refused(&[&file, "--property", "p_12"], 1);
    assert!(message.ends_with("several properties have the name `p_12`: b12, b13\n"), "{}", message);
}

#[test]
fn messages_tell_names() {
    let model = arbiter();
    let (_, out, _) = run(&[&model, "--property", "b0", "--engine", "bmc", "--show-trace"]);
    assert!(out.contains("\ncounterexample to nostarve (b0), depth 3\n"), "{}", out);
    let (_, out, _) = run(&[&model, "--property", "1", "--engine", "ic3", "--show-invariant"]);
    assert!(out.contains("\ninvariant for onehot (b1), "), "{}", out);
    let (code, _, err) = run(&[&model, "--property", "nostarve", "--engine", "bmc", "--max-depth", "1"]);
    assert_eq!(code, 30);
    assert!(err.starts_with("indubit: property nostarve (b0): "), "{}", err);
    // A program has one property, whose words are those of the command line.
    let program = text(&scratch("named.c"));
    std::fs::write(&program, "int main(void) { return 0; }\n").expect("a file");
    let message = refused(&[&program, "--property", "unreach-cal"], 1);
    assert!(message.contains("of C some of unreach-call, error-label, no-overflow"), "{}", message);
    assert!(message.ends_with("found `unreach-cal`; did you mean `unreach-call`?\n"), "{}", message);
}

#[test]
fn names_survive_a_conversion_through_vmt() {
    let (vmt, back) = (text(&scratch("arbiter.vmt")), text(&scratch("arbiter_back.btor2")));
    assert_eq!(run(&["convert", &arbiter(), &vmt]).0, 0);
    let script = std::fs::read_to_string(&vmt).expect("a file");
    for definition in ["(define-fun nostarve () Bool (!", "(define-fun .property.3 () Bool (!"] {
        assert!(script.contains(definition), "{}", script);
    }
    let (_, out, _) = run(&[&vmt, "--property", "nostarve", "--engine", "bmc"]);
    assert_eq!(out, "unsafe\nnostarve (b0) is violated at step 3\n");
    assert_eq!(run(&["convert", &vmt, &back]).0, 0);
    let lines = std::fs::read_to_string(&back).expect("a file");
    let bads: Vec<Option<&str>> =
        lines.lines().filter(|l| l.contains(" bad ")).map(|l| l.split(' ').nth(3)).collect();
    assert_eq!(bads, [Some("nostarve"), Some("onehot"), Some("b0"), None]);
}

/// A counter of two bits that stays above 1 once it is there; the output is true at 3.
const COUNTER: &str = "aag 8 1 2 1 5
2
4 12
6 15
16
8 4 2
10 5 3
12 11 9
14 9 7
16 6 4
";

#[test]
fn a_map_file_names_the_bits_of_a_circuit() {
    let write = |name: &str, content: &str| {
        let file = scratch(name);
        std::fs::write(&file, content).expect("a file");
        text(&file)
    };
    let model = write("mapped.aag", COUNTER);
    let lines = "input 0 0 go\noutput 0 0 full\nlatch 0 0 $made_up\nlatch 0 0 u.q\nlatch 0 0 alias\n\
                 latch 1 1 u.q\nwire 8 0 carry\n";
    let map = write("yosys.map", lines);
    let (waves, witness) = (text(&scratch("mapped.vcd")), text(&scratch("mapped.wit")));
    let files = ["--map", &map, "--vcd", &waves, "--witness", &witness];
    let (code, out, _) = run(&[&[&model[..], "--property", "full", "--show-trace"][..], &files].concat());
    assert_eq!(code, 10, "{}", out);
    for part in ["full (b0) is violated at step 3\n", "   0  u.q[0]    0\n", "u.q[1]    0\n", "go        1\n"]
    {
        assert!(out.contains(part), "{}", out);
    }
    let dump = std::fs::read_to_string(&waves).expect("waves");
    assert!(
        dump.contains("$scope module u $end\n$var wire 2 ") && dump.contains(" q [1:0] $end"),
        "{}",
        dump
    );
    assert_eq!(run(&["check", &model, &witness, "--map", &map, "--property", "full"]).0, 10);
    assert!(run(&["run", &model, "--map", &map]).1.contains("full (b0) is violated"));
    // A latch with the opposite of a signal, and an input that is its first value.
    let opposite = write("opposite.map", "invlatch 1 0 done\r\ninit 0 0 done\r\n");
    let out = run(&[&model, "--map", &opposite, "--show-trace"]).1;
    assert!(out.contains(" ~done ") && out.contains(" init done "), "{}", out);
    let mistakes = [
        ("latch 0 0 q\nlatch 2 1 q\n", "line 2, column 1: latch 2 is named, but the circuit has 2 of them"),
        ("latch 0 q\n", "line 1, column 1: expected input, init, latch, invlatch, output or wire, "),
        ("\nflop 0 0 q\n", "line 2, column 1: expected input, "),
    ];
    for (lines, expected) in mistakes {
        let map = write("mistaken.map", lines);
        let message = refused(&[&model, "--map", &map], 2);
        assert!(message.starts_with(&format!("indubit: {}: {}", map, expected)), "{}", message);
    }
    assert!(refused(&[&arbiter(), "--map", &map], 1).contains("--map is for AIGER circuits"));
}
