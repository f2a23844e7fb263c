//! Evidence for people: tables of values, invariants, waves.

use super::systems::system;
use super::{circuit, in_package, refused, run, sample, scratch, text, value};

#[test]
fn a_counterexample_is_a_table_of_changes() {
    let expected = "unsafe
b0 safe
b1 unsafe
b1 is violated at step 3
counterexample to b1, depth 3
step  variable  value
   0  count     0
      go        true
   1  count     1
   2  count     2
   3  count     3
      go        false
";
    assert_eq!(run(&[&system("counter.vmt"), "--show-trace", "--engine", "ic3-ia"]).1, expected);
    let expected = "unsafe
token at 3 (b2) is violated at step 3
counterexample to token at 3 (b2), depth 3
step  variable  value
   0  token[0]  1
      token[1]  0
      token[2]  0
      token[3]  0
      pass      1
   1  token[0]  0
      token[1]  1
   2  token[1]  0
      token[2]  1
   3  token[2]  0
      token[3]  1
";
    let ring = circuit("token_ring");
    assert_eq!(run(&[&ring, "--property", "2", "--show-trace", "--engine", "bmc"]).1, expected);
}

/// A run that was found by chance has hundreds of turns; four are enough.
#[test]
fn a_program_has_a_counterexample_with_few_turns_on_request() {
    let file = scratch("shown-turns.c");
    let program = "int nondet(void);\nint main(void) {\n  int n = nondet(), i = 0, s = 0;\n  \
                   if (n < 0 || n > 1000) return 0;\n  for (i = 0; i < n; i++) s += i;\n  \
                   assert(s < 7);\n  return 0;\n}\n";
    std::fs::write(&file, program).expect("a file");
    let told = |option: &str| {
        let (code, out, _) =
            run(&[&text(&file), "--engine", "guess", "--threads", "1", "--shortest", option]);
        assert_eq!(code, 10);
        out
    };
    assert!(told("on").contains("in main, with s = 10\n"), "{}", told("on"));
    assert!(!told("off").contains("with s = 10\n"), "{}", told("off"));
}

/// The invariants of loops are assertions of the program that are proved again, in bodies with braces and without.
#[test]
fn a_program_is_written_with_its_invariants_as_assertions() {
    let (file, out) = (scratch("shown-plain.c"), scratch("shown-asserted.c"));
    let program =
        "int nondet(void);\nint f(int n) {\n  int s = 0;\n  for (int i = 0; i < n; i++)\n    s += 2;\n  \
                   return s;\n}\nint main(void) {\n  int n = nondet(), y = 0;\n  \
                   if (n < 0 || n > 1000) return 0;\n  int x = f(n);\n  while (y < x) { y += 2; }\n  \
                   if (y != 2 * n) reach_error();\n  return 0;\n}\n";
    std::fs::write(&file, program).expect("a file");
    assert_eq!(run(&[&text(&file), "--threads", "1", "--certificate", &text(&out)]).0, 20);
    let written = std::fs::read_to_string(&out).expect("a program");
    assert!(written.starts_with("#include <assert.h>\n#line 1\n"), "{}", written);
    assert!(written.contains("i++)\n    { assert(") && written.contains("; s += 2; }\n"), "{}", written);
    assert!(written.contains("while (y < x) { assert("), "{}", written);
    let (code, told, _) = run(&[&text(&out), "--threads", "1", "--property", "all"]);
    assert_eq!(code, 20, "{}", told);
    assert!(told.contains("3 assertions: 3 proved, 0 fail, 0 unknown"), "{}", told);
}

/// An invariant about all objects of a call is told of each of them, with the names of its members.
#[test]
fn an_invariant_about_a_list_is_told_of_each_node() {
    let file = scratch("shown-list.c");
    let program =
        "#include <stdlib.h>\nstruct node { char tag; int v; struct node *next; };\nint nondet(void);\n\
                   int main(void) {\n  struct node *head = 0;\n  while (nondet()) {\n    \
                   struct node *x = malloc(sizeof *x);\n    if (!x) exit(1);\n    \
                   x->v = -5; x->next = head; head = x;\n  }\n  \
                   for (struct node *p = head; p; p = p->next) assert(p->v == -5);\n  return 0;\n}\n";
    std::fs::write(&file, program).expect("a file");
    let (code, out, _) = run(&[&text(&file), "--threads", "1", "--show-invariant"]);
    assert_eq!(code, 20);
    assert!(out.contains("(each struct node of line 7: v == -5"), "{}", out);
    assert!(!out.contains("for all k"), "{}", out);
}

#[test]
fn a_shortest_counterexample_is_told_where_it_was_asked_for() {
    let file = in_package("tests/cli/longer_trace.aag").to_string_lossy().into_owned();
    let told = |args: &[&str]| run(&[&[file.as_str(), "--engine", "ic3"], args].concat()).1;
    assert_eq!(told(&[]), "unsafe\nb0 is violated at step 15\n");
    let shortest = "unsafe\nb0 is violated at step 15\nno shorter counterexample exists\n";
    assert_eq!(told(&["--shortest", "on"]), shortest);
    assert_eq!(told(&["--shortest", "auto"]), shortest);
    assert_eq!(run(&[&file, "--engine", "bmc", "--shortest", "off"]).1, shortest);
    let off = told(&["--shortest", "off"]);
    assert!(off.ends_with("\nshorter counterexamples were not looked for\n"), "{}", off);
    let json = told(&["--json"]);
    assert!(json.contains("\"engine\":\"ic3\",\"depth\":15,\"shortest\":true}"), "{}", json);
    assert!(json.contains("\"traces shown to be shortest\":1"), "{}", json);
    assert!(!told(&["--json", "--no-shortest"]).contains("shortest"));
    // Of a system, too; a lasso is left as it is.
    let told = run(&[&system("counter.vmt"), "--engine", "ic3-ia", "--shortest"]).1;
    assert_eq!(
        told,
        "unsafe\nb0 safe\nb1 unsafe\nb1 is violated at step 3\nno shorter counterexample exists\n"
    );
}

#[test]
fn invariants_are_readable() {
    let told = run(&[&system("counter.vmt"), "--show-invariant", "--property", "0", "--engine", "ic3-ia"]).1;
    assert_eq!(told, "safe\ninvariant for b0, formulas: 1\n  count <= 5\n");
    let told = run(&[&sample("traffic_light.aag"), "--show-invariant", "--engine", "ic3"]).1;
    assert!(told.starts_with("safe\ninvariant for both lamps are green (b0), clauses: "), "{}", told);
    assert!(told.contains("\n  !north-south goes | !east-west goes\n"), "{}", told);
    let told = run(&[&system("counter.btor2"), "--show-invariant", "--property", "1", "--engine", "kind"]).1;
    assert!(told.starts_with("safe\nk-induction for beyond (b1), k = 1, any paths, lemmas: 0\n"), "{}", told);
    // Nothing is printed that was not asked for.
    assert_eq!(run(&[&system("counter.vmt")]).1, "unsafe\nb0 safe\nb1 unsafe\nb1 is violated at step 3\n");
}

/// A state that a designer wants to see reached is covered or uncoverable.
#[test]
fn covers_are_told_as_such() {
    let counter = system("counter.btor2");
    let (code, out, err) = run(&[&counter, "--cover", "--show-trace", "--engine", "ic3"]);
    let expected = "uncoverable\nb0 covered\nb1 uncoverable\nfour (b0) is covered at step 4\n\
        cover of four (b0), depth 4\nstep  variable  value\n";
    assert!(code == 20 && err.is_empty() && out.starts_with(expected), "{}", out);
    let alone = |property| run(&[&counter, "--cover", "--property", property]);
    assert_eq!(alone("four"), (10, "covered\nfour (b0) is covered at step 4\n".to_string(), String::new()));
    assert_eq!(alone("beyond"), (20, "uncoverable\n".to_string(), String::new()));
    let json = run(&[&counter, "--cover", "--json"]).1;
    assert!(json.starts_with("{\"version\":1,\"verdict\":\"uncoverable\",\"exit_code\":20,"), "{}", json);
    assert!(json.contains("\"name\":\"four\",\"verdict\":\"covered\""), "{}", json);
    assert!(refused(&[&circuit("polite_requests"), "--cover", "--property", "j0"], 1).contains("no"));
    assert!(refused(&[&in_package("examples/programs/even.c").to_string_lossy(), "--cover"], 1)
        .contains("covers"));
}

fn queue() -> String {
    text(&in_package("tests/cli/queue.btor2"))
}

/// The engine's invariant is as long as its search made it; what the property does not need is not told.
#[test]
fn long_invariants_are_told_in_short() {
    let queue = queue();
    let told = run(&[&queue, "--show-invariant", "--property", "full", "--engine", "ic3"]).1;
    let expected = "  cnt <= 10\n  cnt != 0 || st % 2 != 1\n  cnt != 0 || st[1] != 1\n";
    assert!(
        told.starts_with("safe\ninvariant for full (b1), formulas: ") && told.ends_with(expected),
        "{}",
        told
    );
    // Two pointers into a ring, which the engine sees bit by bit: their difference is nowhere compared with less.
    let model = "1 sort bitvec 1\n2 sort bitvec 4\n3 zero 2\n4 one 2\n5 input 1 push\n6 input 1 pop\n7 state 2 wp\n\
        8 init 2 7 3\n9 state 2 rp\n10 init 2 9 3\n11 sub 2 7 9\n12 constd 2 5\n13 neq 1 11 12\n14 and 1 5 13\n\
        15 add 2 7 4\n16 ite 2 14 15 7\n17 next 2 7 16\n18 neq 1 7 9\n19 and 1 6 18\n20 add 2 9 4\n\
        21 ite 2 19 20 9\n22 next 2 9 21\n23 constd 2 7\n24 eq 1 11 23\n25 bad 24\n";
    let ring = text(&scratch("ring.btor2"));
    std::fs::write(&ring, model).expect("a file");
    let told = run(&[&ring, "--show-invariant", "--engine", "ic3"]).1;
    assert!(told.ends_with("\n  wp - rp <= 5\n"), "{}", told);
}

#[test]
fn invariants_are_assertions_for_the_design() {
    let (queue, assertions) = (queue(), text(&scratch("queue.sv")));
    let args = [&queue, "--property", "full", "--engine", "ic3", "--certificate", &assertions];
    assert_eq!(run(&args).0, 20);
    let expected = "// Invariant for property b1: each assertion holds in all reachable states.
always @* assert (cnt <= 4'd10);
always @* assert ((cnt != 4'd0) || (st[0] != 1'd1));
always @* assert ((cnt != 4'd0) || (st[1] != 1'd1));
";
    assert_eq!(std::fs::read_to_string(&assertions).expect("assertions"), expected);
    // A name that is no identifier is escaped, and a state without a name is none of the design.
    let named = |name: &str| {
        let model =
            format!("1 sort bitvec 1\n2 zero 1\n3 state 1 {}\n4 init 1 3 2\n5 next 1 3 3\n6 bad 3\n", name);
        let file = text(&scratch("named.btor2"));
        std::fs::write(&file, model).expect("a file");
        let (_, out, err) = run(&[&file, "--certificate", "-", "--certificate-format", "verilog"]);
        (out.lines().last().unwrap_or("").to_string(), err)
    };
    assert_eq!(named("u.v[3]").0, "always @* assert (!u.v[3]);");
    assert_eq!(named("a-b").0, "always @* assert (!\\a-b );");
    let (out, err) = named("");
    assert!(out.starts_with("// Invariant") && err.contains("states without a name"), "{} {}", out, err);
    // Other models have no such names, and other proofs are no invariants.
    let verilog = ["--certificate", "w.sv"];
    let lone = circuit("token_ring");
    for args in [&[lone.as_str()][..], &[&system("counter.vmt")], &[&queue, "--engine", "kind"]] {
        refused(&[args, &verilog].concat(), 1);
    }
}

#[test]
fn shown_evidence_is_part_of_the_json() {
    let json = run(&[&system("counter.vmt"), "--json", "--show-trace", "--show-invariant"]).1;
    assert!(value(&mut json.as_str()).is_some(), "{}", json);
    assert!(json.contains("\"invariant\":[\"count <= 5\"]"), "{}", json);
    let trace = "\"trace\":[[{\"name\":\"count\",\"value\":\"0\"},{\"name\":\"go\",\"value\":\"true\"}],[";
    assert!(json.contains(trace), "{}", json);
    assert!(!run(&[&system("counter.vmt"), "--json"]).1.contains("\"trace\""));
}

/// A signal of a dump: its name, and its value at each time.
type Wave = (String, Vec<String>);

/// The signals of a value change dump, as a viewer reads them.
fn waves(vcd: &str) -> Vec<Wave> {
    let mut words = vcd.split_ascii_whitespace();
    let (mut ids, mut waves): (Vec<String>, Vec<Wave>) = Default::default();
    let mut values: Vec<String> = Vec::new();
    let (mut time, mut scopes) = (None, Vec::new());
    while let Some(word) = words.next() {
        match word {
            "$var" => {
                let var: Vec<&str> = words.by_ref().take_while(|&word| word != "$end").collect();
                let range = var.get(4).map_or(String::new(), |range| format!(" {}", range));
                assert_eq!(var[0], "wire", "{}", vcd);
                let width: u32 = var[1].parse().expect("a width");
                let expected = if width > 1 { format!(" [{}:0]", width - 1) } else { String::new() };
                assert_eq!(range, expected, "{}", vcd);
                ids.push(var[2].to_string());
                let path: Vec<&str> = scopes.iter().skip(1).copied().chain([var[3]]).collect();
                waves.push((path.join("."), Vec::new()));
                values.push(format!("width {}", var[1]));
            }
            "$scope" => {
                assert_eq!(words.next(), Some("module"));
                scopes.push(words.next().expect("a scope"));
                assert_eq!(words.next(), Some("$end"));
            }
            "$upscope" => {
                scopes.pop().expect("an open scope");
                assert_eq!(words.next(), Some("$end"));
            }
            "$version" | "$timescale" | "$enddefinitions" => {
                words.by_ref().find(|&word| word == "$end").expect("an end");
            }
            "$dumpvars" | "$end" => {}
            _ if word.starts_with('#') => {
                let now: usize = word[1..].parse().expect("a time");
                assert_eq!(now, time.map_or(0, |time: usize| time + 1), "{}", vcd);
                if time.is_some() {
                    waves.iter_mut().zip(&values).for_each(|(wave, value)| wave.1.push(value.clone()));
                }
                time = Some(now);
            }
            _ => {
                let (value, id) = match word.strip_prefix('b') {
                    Some(digits) => (digits, words.next().expect("an identifier")),
                    None => word.split_at(1),
                };
                let signal = ids.iter().position(|known| known == id).expect("a known signal");
                values[signal] = value.to_string();
            }
        }
    }
    assert!(scopes.is_empty(), "{}", vcd);
    waves
}

/// The waves behind the lines of a run's output.
fn waves_behind(out: &str) -> Vec<Wave> {
    waves(&out[out.find("$version").expect("waves")..])
}

fn values(name: &str, values: &[&str]) -> Wave {
    (name.to_string(), values.iter().map(|value| value.to_string()).collect())
}

#[test]
fn waves_are_read_back() {
    let file = scratch("waves.vcd");
    let args = ["--vcd", &text(&file), "--engine", "bmc", "--max-depth", "9"];
    let read = |file| waves(&std::fs::read_to_string(file).expect("waves"));
    assert_eq!(run(&[&[system("counter.btor2").as_str(), "--property", "0"], &args[..]].concat()).0, 10);
    let found = read(file.clone());
    assert_eq!(found[0], values("count", &["000", "001", "010", "011", "100"]));
    assert_eq!(
        (found[1].0.as_str(), &found[1].1[1..]),
        ("went", &["1", "1", "1", "1"].map(String::from)[..])
    );
    assert_eq!((found[2].0.as_str(), &found[2].1[..4]), ("go", &["1", "1", "1", "1"].map(String::from)[..]));

    // One of several properties has a file of its own, and an old one goes.
    assert!(file.exists());
    assert_eq!(run(&[&[circuit("token_ring").as_str()], &args[..]].concat()).0, 10);
    assert!(!file.exists());
    let found = read(scratch("waves.b2.vcd"));
    // The bits `token[0]` to `token[3]` are a word.
    assert_eq!(found[0], values("token", &["0001", "0010", "0100", "1000"]));
    assert_eq!(found.last(), Some(&values("token_at_3", &["0", "0", "0", "1"])));
    assert_eq!(found.len(), 5);

    // The cells of an array are words; their names do not look like bits.
    let memory = run(&[&system("memory.btor2"), "--property", "0", "--vcd", "-"]).1;
    let found = waves_behind(&memory);
    assert!(found.iter().any(|(name, _)| name.starts_with("memory") && !name.contains('[')), "{}", memory);
}

/// More signals than there are short names of one character.
#[test]
fn many_signals_have_names_of_their_own() {
    let count = 200;
    let latches: String = (0..count).map(|i| format!("{} 1\n", 2 * i + 2)).collect();
    let file = scratch("many.aag");
    std::fs::write(&file, format!("aag {0} 0 {0} 0 0 1\n{1}{2}\n", count, latches, 2 * count))
        .expect("a file");
    let printed = run(&[&text(&file), "--vcd", "-"]);
    assert_eq!(printed.0, 10, "{}", printed.2);
    let found = waves_behind(&printed.1);
    assert_eq!(found.len(), count + 1);
    assert!((0..count).all(|i| found[i] == values(&format!("l{}", i), &["0", "1"])), "{:?}", found);
}

/// A counter by enabled steps as Yosys writes it, with outputs, names of words, and modules.
const DESIGN: &str = "1 sort bitvec 1
2 sort bitvec 2
3 zero 2
4 state 2 core.count
5 init 2 4 3
6 input 1 go
7 one 2
8 add 2 4 7
9 ite 2 6 8 4
10 next 2 4 9
11 uext 2 8 0 core.alu.sum
12 ones 2
13 eq 1 4 12
14 output 13 full
15 uext 2 4 0 core.count
16 uext 2 9 0 go
17 output 6 $0\\a.b
18 bad 13 nostarve ; arb.v:30.9-30.39
";

#[test]
fn waves_have_the_signals_of_the_design() {
    let file = scratch("design.btor2");
    std::fs::write(&file, DESIGN).expect("a file");
    let out = run(&[&text(&file), "--engine", "bmc", "--vcd", "-"]).1;
    let found = waves_behind(&out);
    let get = |name: &str| found.iter().find(|w| w.0 == name).unwrap_or_else(|| panic!("{}: {}", name, out));
    let number = |value: &String| u32::from_str_radix(value, 2).expect("a word");
    let (count, go) = (&get("core.count").1, &get("go").1);
    let mut expected = 0;
    for step in 0..4 {
        assert_eq!(number(&count[step]), expected, "{}", out);
        assert_eq!(number(&get("core.alu.sum").1[step]), (expected + 1) % 4, "{}", out);
        let next = if go[step] == "1" { (expected + 1) % 4 } else { expected };
        // Another signal of the same name has a number.
        assert_eq!(number(&get("go_2").1[step]), next, "{}", out);
        for name in ["full", "nostarve"] {
            assert_eq!(number(&get(name).1[step]), u32::from(expected == 3), "{}", out);
        }
        expected = next;
    }
    // The same word under the same name is there once, and names that are no identifiers have no modules.
    assert_eq!(found.iter().filter(|(name, _)| name.starts_with("core.count")).count(), 1);
    assert_eq!(get("_$0\\a.b").1, *go);
    assert_eq!(found.len(), 7, "{}", out);
}

/// A counter of two bits; outputs are the carry of its lower bit and the next upper bit.
#[test]
fn waves_of_circuits_have_outputs_and_bads() {
    let file = scratch("outputs.aag");
    let gates = "8 4 2\n10 5 3\n12 11 9\n14 8 6\n16 9 7\n18 17 15\n20 6 4\n";
    let names = "i0 top/go\nl0 top/u.n[0]\nl1 top/u.n[1]\no0 out[0]\no1 out[1]\nb0 three\n";
    let circuit = format!("aag 10 1 2 2 7 1\n2\n4 12\n6 18\n8\n18\n20\n{}{}", gates, names);
    std::fs::write(&file, circuit).expect("a file");
    let (code, out, err) = run(&[&text(&file), "--engine", "bmc", "--vcd", "-"]);
    assert_eq!(code, 10, "{}{}", out, err);
    let found = waves_behind(&out);
    let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["out", "three", "top.go", "top.u.n"], "{}", out);
    let number =
        |place: usize, step: usize| u32::from_str_radix(&found[place].1[step], 2).expect("a word of digits");
    let mut n = 0;
    for step in 0..found[0].1.len() {
        let go = number(2, step);
        let next = (n + go) % 4;
        let carry = u32::from(n % 2 == 1 && go == 1);
        assert_eq!((number(3, step), number(1, step)), (n, u32::from(n == 3)), "{}", out);
        assert_eq!(number(0, step), 2 * (next / 2) + carry, "{}", out);
        n = next;
    }
    // The table is one of latches and inputs, bit for bit.
    let table = run(&[&text(&file), "--engine", "bmc", "--show-trace"]).1;
    assert!(table.contains("top/u.n[1]") && !table.contains("out"), "{}", table);
}

#[test]
fn waves_are_refused_where_there_are_none() {
    let message = refused(&[&system("counter.vmt"), "--vcd", "x.vcd"], 1);
    assert!(message.contains("`count` is of sort Int, and waves show bits and words only"), "{}", message);
    let ring = circuit("token_ring");
    let message = refused(&[&ring, "--vcd", "same", "--witness", "same"], 1);
    assert!(message.contains("same: --vcd needs a file of its own"), "{}", message);
}
