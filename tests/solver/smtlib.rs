//! SMT-LIB scripts: their answers, and that no text makes the reader fail.

use crate::cases::scaled;
use crate::counts::enough;
use crate::paths::in_package;
use indubit::base::{Budget, Rng};
use indubit::session::{Interpreter, ScriptOptions};
use std::cell::RefCell;
use std::io::{self, BufRead, Read, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::rc::Rc;
use std::sync::atomic::Ordering;

fn folder() -> PathBuf {
    in_package("tests/scripts")
}

fn read(name: &str) -> String {
    std::fs::read_to_string(folder().join(name)).unwrap_or_else(|error| panic!("{}: {}", name, error))
}

fn answers(script: &str) -> String {
    Interpreter::default().execute(script)
}

const SCRIPTS: [&str; 25] = [
    "structures",
    "interpolants_of_structures",
    "irrational",
    "elimination_of_structures",
    "functions",
    "all_models",
    "arrays",
    "datatypes",
    "interpolants",
    "proofs",
    "by_zero",
    "dialogue",
    "cores",
    "terms",
    "refused",
    "strict_bounds",
    "numbers",
    "objectives",
    "whole_parts",
    "both_signs_implied",
    "reals_tied_to_integers",
    "lemmas_of_a_constant_array",
    "constant_arrays_of_one_bit",
    "constant_arrays_that_meet",
    "wide_words",
];

#[test]
fn scripts_have_the_answers_that_stand_beside_them() {
    let mut found: Vec<String> = std::fs::read_dir(folder())
        .expect("a folder of scripts")
        .filter_map(|entry| {
            entry.ok()?.file_name().into_string().ok()?.strip_suffix(".smt2").map(String::from)
        })
        .collect();
    found.sort();
    let mut listed = SCRIPTS.to_vec();
    listed.sort_unstable();
    assert_eq!(found, listed);
    for name in SCRIPTS {
        assert_eq!(answers(&read(&format!("{}.smt2", name))), read(&format!("{}.out", name)), "{}", name);
    }
}

/// An assertion that was refused outside of a scope is missing behind the scope, too.
#[test]
fn leaving_a_scope_does_not_make_up_for_what_was_refused_before_it() {
    let refused = "(assert (= i (^ i i)))";
    let script = format!(
        "(declare-const i Int) (declare-const p Bool) {} (push) (assert p) (check-sat) (pop) (check-sat)
         (push) (pop) (check-sat) (reset-assertions) (check-sat)",
        refused
    );
    let given = answers(&script);
    let verdicts: Vec<&str> = given.lines().filter(|line| !line.starts_with("(error")).collect();
    assert_eq!(verdicts, ["unknown", "unknown", "unknown", "sat"]);
}

#[test]
fn the_same_script_has_the_same_answers_whatever_stands_between_words() {
    // The others have strings and bars, or print parts of the script.
    for name in ["terms", "numbers"] {
        let script = read(&format!("{}.smt2", name));
        let spaced = script
            .lines()
            .map(|line| line.split(';').next().unwrap_or(""))
            .collect::<Vec<_>>()
            .join("\r\n")
            .replace('(', " ;(\n\t(")
            .replace(')', " ) ");
        let without_places = |text: String| -> Vec<String> {
            text.lines().map(|line| line.split(": ").last().unwrap_or("").to_string()).collect()
        };
        assert_eq!(without_places(answers(&spaced)), without_places(answers(&script)), "{}", name);
    }
}

/// Nested this deeply.
const DEEP: usize = 1_000_000;

fn nested(open: &str, inner: &str, close: &str) -> String {
    format!("{}{}{}", open.repeat(DEEP), inner, close.repeat(DEEP))
}

#[test]
fn depth_costs_no_stack() {
    let negations = nested("(not ", "p", ")");
    assert_eq!(answers(&format!("(declare-const p Bool)(assert {})(check-sat)", negations)), "sat\n");
    let odd = format!("(declare-const p Bool)(assert p)(assert (not {}))(check-sat)", negations);
    assert_eq!(answers(&odd), "unsat\n");
    let lets = nested("(let ((p (not p))) ", "p", ")");
    let script = format!("(declare-const p Bool)(assert {})(check-sat)(get-value (p))", lets);
    assert_eq!(answers(&script), "sat\n((p true))\n");
    let annotations = nested("(! ", "p", " :weight 1)");
    assert_eq!(answers(&format!("(declare-const p Bool)(assert {})(check-sat)", annotations)), "sat\n");
    let attribute =
        format!("(declare-const p Bool)(assert (! p :pattern {}))(check-sat)", nested("(", "p", ")"));
    assert_eq!(answers(&attribute), "sat\n");
}

#[test]
fn nested_sums_and_long_words_cost_no_more_than_their_text() {
    const LEVELS: usize = 100_000;
    let declare =
        |sort: &str| -> String { (0..LEVELS).map(|i| format!("(declare-const x{} {})", i, sort)).collect() };
    let nested = |operator: &str| -> String {
        let open: String = (1..LEVELS).map(|i| format!("({} x{} ", operator, i)).collect();
        format!("{}x0{}", open, ")".repeat(LEVELS - 1))
    };
    let flat: String = (0..LEVELS).map(|i| format!(" x{}", i)).collect();
    let lets: String = (1..LEVELS).map(|i| format!("(let ((s (+ s x{}))) ", i)).collect();
    let lets = format!("(let ((s x0)) {}s{}", lets, ")".repeat(LEVELS));
    for sum in [nested("+"), lets] {
        let script = format!("{}(assert (distinct {} (+{})))(check-sat)", declare("Int"), sum, flat);
        assert_eq!(answers(&script), "unsat\n");
    }
    let script = format!("{}(assert (< 7.5 {}))(check-sat)", declare("Real"), nested("-"));
    assert_eq!(answers(&script), "sat\n");
    // Bits in a row, with and without constants, from both sides.
    for (open, close) in [("(concat #b1 ", ")"), ("(concat ", " #b1)")] {
        for inner in ["#b1", "x"] {
            let word = format!("{}{}{}", open.repeat(LEVELS), inner, close.repeat(LEVELS));
            let last = format!("((_ extract {} {}) {})", LEVELS / 2, LEVELS / 2, word);
            let script = format!("(declare-const x (_ BitVec 1))(assert (= {} #b0))(check-sat)", last);
            assert_eq!(answers(&script), "unsat\n");
        }
    }
}

/// Paths through these sums are without number, sums are few.
#[test]
fn shared_sums_are_taken_apart_once() {
    let mut script = String::new();
    let mut terms = String::from("(let ((a 1) (b 2)) ");
    for level in 0..100 {
        let names: Vec<String> = (0..70).map(|i| format!("x{}_{}", level, i)).collect();
        names.iter().for_each(|n| script += &format!("(declare-const {} Int)", n));
        let fresh = names.join(" ");
        terms += &format!("(let ((a (+ a b {})) (b (- a b {}))) ", fresh, fresh);
    }
    script += &format!("(assert {}(and (= a b) (distinct (- a b) 0)){})(check-sat)", terms, ")".repeat(101));
    assert_eq!(answers(&script), "unsat\n");
}

#[test]
fn deep_garbage_is_answered() {
    let place = format!("{}:{}", 1, DEEP);
    let open = answers(&"(".repeat(DEEP));
    assert_eq!(
        open,
        format!("(error \"1:{}: the script ends before the list of {} is closed\")\n", DEEP + 1, place)
    );
    let lists = answers(&format!("{}(check-sat)", nested("(", "", ")")));
    assert_eq!(lists, "(error \"1:2: expected the name of a command, found a list\")\nsat\n");
    let sorts = answers(&format!("(define-sort I (A) A)(declare-const x {})", nested("(I ", "Int", ")")));
    assert!(sorts.starts_with("(error \"1:") && sorts.ends_with(" are too deep\")\n"), "{}", sorts);
    let heads = answers(&format!("(assert {})", nested("(", "p", ")")));
    assert_eq!(heads, "(error \"1:10: expected an operator, found a list\")\n");
    assert_eq!(answers(&")".repeat(1000)).lines().count(), 1000);
}

#[test]
fn long_words_are_read() {
    let digits = "7".repeat(10_000);
    let script = format!("(check-sat)(get-value ({} (- {}) 0.{}))", digits, digits, "5".repeat(2_000));
    let found = answers(&script);
    assert!(found.starts_with(&format!("sat\n(({} {}) ((- {}) (- {}))", digits, digits, digits, digits)));
    let wide = format!("(check-sat)(get-value ((= #b{} (_ bv{} 1048576))))", "1".repeat(1 << 20), 5);
    assert!(answers(&wide).ends_with(" false))\n"));
    let message = format!("1:27: {} bits are too many; the limit is {}", (1 << 20) + 4, 1 << 20);
    let wider = format!("(check-sat)(get-value ((= #x{} #b1)))", "0".repeat((1 << 18) + 1));
    assert_eq!(answers(&wider), format!("sat\n(error \"{}\")\n", message));
    let name = "n".repeat(100_000);
    let script = format!("(declare-const {} Bool)(assert {})(check-sat)(get-model)", name, name);
    assert_eq!(answers(&script), format!("sat\n(\n  (define-fun {} () Bool true)\n)\n", name));
}

#[test]
fn definitions_stay_as_small_as_they_are_written() {
    let mut script =
        String::from("(declare-const x (_ BitVec 16))(define-fun f0 ((y (_ BitVec 16))) (_ BitVec 16) y)");
    for i in 0..12 {
        let call = format!("(f{} (f{} y))", i, i);
        script +=
            &format!("(define-fun f{} ((y (_ BitVec 16))) (_ BitVec 16) (bvadd #x0001 {}))", i + 1, call);
    }
    // f(i+1) adds twice as much as f(i), and 1.
    script += "(assert (distinct (f12 x) (bvadd x (_ bv4095 16))))(check-sat)";
    assert_eq!(answers(&script), "unsat\n");
    let doubled: String = (0..200).map(|_| "(let ((x (bvadd x x))) ").collect();
    let script = format!(
        "(declare-const x (_ BitVec 16))(assert (distinct {}x{} #x0000))(check-sat)",
        doubled,
        ")".repeat(200)
    );
    assert_eq!(answers(&script), "unsat\n");
}

#[test]
fn too_many_pairs_are_refused_or_decided() {
    let names: Vec<String> = (0..5000).map(|i| format!("x{}", i)).collect();
    let declare =
        |sort: &str| -> String { names.iter().map(|n| format!("(declare-const {} {})", n, sort)).collect() };
    let distinct = format!("(assert (distinct {}))(check-sat)", names.join(" "));
    assert_eq!(answers(&(declare("Bool") + &distinct)), "unsat\n");
    assert_eq!(answers(&(declare("(_ BitVec 12)") + &distinct)), "unsat\n");
    let refused = answers(&(declare("(_ BitVec 13)") + &distinct));
    assert!(refused.contains("`distinct`: 5000 arguments are too many"), "{}", refused);
}

/// Seven pigeons do not fit into six holes.
fn pigeons() -> String {
    let mut script = String::new();
    for pigeon in 0..7 {
        for hole in 0..6 {
            script += &format!("(declare-const p{}{} Bool)", pigeon, hole);
        }
        let holes: Vec<String> = (0..6).map(|hole| format!("p{}{}", pigeon, hole)).collect();
        script += &format!("(assert (or {}))", holes.join(" "));
        for other in 0..pigeon {
            for hole in 0..6 {
                script += &format!("(assert (not (and p{}{} p{}{})))", pigeon, hole, other, hole);
            }
        }
    }
    script
}

#[test]
fn limits_end_checks_and_not_scripts() {
    let script = "(set-option :reproducible-resource-limit 3)(check-sat)(get-info :reason-unknown)\
                  (set-option :reproducible-resource-limit 0)(check-sat)";
    let expected = "unknown\n(:reason-unknown \"resource limit reached\")\nunsat\n";
    assert_eq!(answers(&(pigeons() + script)), expected);

    let budget = Budget::unlimited().with_conflicts(3);
    let mut limited = Interpreter::new(ScriptOptions { budget, ..ScriptOptions::default() });
    let looser = "(set-option :reproducible-resource-limit 1000000)(check-sat)(check-sat)";
    assert_eq!(limited.execute(&(pigeons() + looser)), "unknown\nunknown\n");
}

#[test]
fn a_cancelled_check_ends_a_script_but_not_a_dialogue() {
    for interactive in [false, true] {
        let budget = Budget::unlimited();
        let flag = budget.canceller();
        let mut interpreter =
            Interpreter::new(ScriptOptions { budget, interactive, ..ScriptOptions::default() });
        interpreter.execute(&pigeons());
        flag.store(true, Ordering::Relaxed);
        let expected = if interactive { "unsat\n" } else { "unknown\n(:reason-unknown canceled)\n" };
        let script = if interactive { "(check-sat)" } else { "(check-sat)(get-info :reason-unknown)" };
        assert_eq!(interpreter.execute(script), expected);
    }
}

#[test]
fn the_memory_limit_ends_a_term() {
    let budget = Budget::unlimited().with_memory(3_000_000);
    let mut interpreter = Interpreter::new(ScriptOptions { budget, ..ScriptOptions::default() });
    let term = |depth: usize| format!("{}x{}", "(bvadd y (bvxor x ".repeat(depth), "))".repeat(depth));
    let found = interpreter.execute(&format!(
        "(declare-const x (_ BitVec 8))(declare-const y (_ BitVec 8))(assert (= x {}))(assert (= x {}))(check-sat)",
        term(10),
        term(200_000)
    ));
    assert!(found.contains("memory limit reached while reading this term"), "{}", found);
    assert!(found.ends_with("\nunknown\n"), "{}", found);
}

/// Gives one command at a time and notes how long the answers are whenever it is asked for the next.
struct Dialogue {
    commands: Vec<&'static str>,
    next: usize,
    rest: &'static [u8],
    out: Answers,
    noted: Rc<RefCell<Vec<String>>>,
}

#[derive(Clone, Default)]
struct Answers(Rc<RefCell<Vec<u8>>>);

impl Write for Answers {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Read for Dialogue {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::new(io::ErrorKind::Other, "not read in this way"))
    }
}

impl BufRead for Dialogue {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.rest.is_empty() {
            let text = String::from_utf8_lossy(&self.out.0.borrow()).into_owned();
            self.noted.borrow_mut().push(text);
            self.rest = self.commands.get(self.next).map_or(&[], |command| command.as_bytes());
            self.next += 1;
        }
        Ok(self.rest)
    }
    fn consume(&mut self, count: usize) {
        self.rest = &self.rest[count..];
    }
}

#[test]
fn a_command_is_answered_before_the_next_byte_is_read() {
    let (out, noted) = (Answers::default(), Rc::new(RefCell::new(Vec::new())));
    let commands = vec!["(echo \"a\")", "(check-sat)", "(foo)", "(exit)"];
    let reader = Dialogue { commands, next: 0, rest: &[], out: out.clone(), noted: noted.clone() };
    let summary =
        Interpreter::default().run(reader, &mut out.clone(), &mut io::sink()).expect("no errors of reading");
    assert_eq!((summary.commands, summary.errors, summary.checks, summary.exited), (4, 1, 1, true));
    let (a, b) = ("\"a\"\n", "\"a\"\nsat\n");
    let c = format!("{}(error \"1:22: there is no command `foo`\")\n", b);
    assert_eq!(*noted.borrow(), ["", a, b, c.as_str()]);
}

#[test]
fn answers_go_where_the_script_wants_them() {
    let script = "(echo \"a\")(set-option :regular-output-channel \"stderr\")(echo \"b\")\
                  (set-option :regular-output-channel \"/dev/null\")(echo \"nobody\")\
                  (set-option :regular-output-channel \"stdout\")(echo \"c\")\
                  (set-option :regular-output-channel \"file\")";
    let (mut out, mut diagnostic) = (Vec::new(), Vec::new());
    let summary =
        Interpreter::default().run(script.as_bytes(), &mut out, &mut diagnostic).expect("no errors");
    assert_eq!(summary.errors, 1);
    assert!(out.starts_with(b"\"a\"\n\"c\"\n(error "));
    assert_eq!(diagnostic, b"\"b\"\n");
}

#[test]
fn an_interpreter_goes_on_where_it_was() {
    let mut interpreter = Interpreter::default();
    assert_eq!(interpreter.execute("(declare-const p Bool)(push)(assert p)(check-sat)"), "sat\n");
    assert_eq!(interpreter.execute("(assert (not p))(check-sat)(pop)(check-sat)"), "unsat\nsat\n");
    assert_eq!(interpreter.summary().checks, 3);
}

#[test]
fn global_declarations_stay() {
    let script = "(set-option :global-declarations true)(push)(declare-const p Bool)(define-sort W () Bool)\
                  (define-const q W p)(pop)(assert q)(check-sat)(get-model)(reset-assertions)(assert q)(check-sat)";
    let model = "sat\n(\n  (define-fun p () Bool true)\n)\n";
    assert_eq!(answers(script), format!("{}sat\n", model));
    let local = "(push)(define-const q Bool true)(pop)(assert q)";
    assert!(answers(local).contains("`q` is not declared"));
}

#[test]
fn a_core_has_one_name_of_each_formula() {
    let script = "(set-option :produce-unsat-cores true)(declare-const p Bool)\
                  (assert (! p :named a))(assert (! p :named b))(assert (! (not p) :named c))\
                  (check-sat)(get-unsat-core)";
    assert_eq!(answers(script), "unsat\n(a c)\n");
}

#[test]
fn named_assertions_are_forgotten_with_the_others() {
    let script = "(set-option :produce-unsat-cores true)(assert (! false :named a))(check-sat)\
                  (reset-assertions)(check-sat)(assert (! true :named b))(check-sat)(get-assignment)";
    assert_eq!(answers(script), "unsat\nsat\nsat\n((b true))\n");
}

#[test]
fn a_model_is_refused_when_assertions_have_changed() {
    // With cores, the solver hears of an assertion with a name only at the next check.
    for (option, assertion) in [("false", "(assert p)"), ("true", "(assert (! p :named a))")] {
        for command in ["(get-value (p))", "(get-model)", "(get-assignment)"] {
            let script = format!(
                "(set-option :produce-unsat-cores {0})(declare-const p Bool)(check-sat){1}{2}(check-sat){2}",
                option, assertion, command
            );
            let found = answers(&script);
            let lines: Vec<&str> = found.lines().collect();
            assert!(lines[1].ends_with("or assertions have changed since\")"), "{}", found);
            assert!((lines[0], lines[2]) == ("sat", "sat") && !lines[3].contains("error"), "{}", found);
        }
    }
}

#[test]
fn a_command_that_fails_leaves_nothing_behind() {
    let script = "(declare-const p Bool)\
                  (assert (and (! p :named a) (let ((b p)) (or b missing))))\
                  (assert a)(assert b)(declare-const a Bool)(declare-const b Bool)(assert (and a b p))(check-sat)";
    let options = ScriptOptions { interactive: true, ..ScriptOptions::default() };
    let found = Interpreter::new(options).execute(script);
    let lines: Vec<&str> = found.lines().collect();
    assert_eq!(lines.len(), 4, "{}", found);
    assert!(lines[0].contains("`missing` is not declared"), "{}", found);
    assert!(
        lines[1].contains("`a` is not declared") && lines[2].contains("`b` is not declared"),
        "{}",
        found
    );
    assert_eq!(lines[3], "sat");
    let own = answers("(define-const c Bool (! true :named c))(assert (! true :named c))(check-sat)");
    assert!(own.starts_with("(error ") && own.ends_with("\nsat\n") && own.lines().count() == 2, "{}", own);
}

#[test]
fn a_refused_assertion_is_not_forgotten() {
    for wrong in ["(assert (bvult 1))", "(assert 1a)", "(assert p", "(assert (exists ((q Bool)) q))"] {
        let script = format!("(declare-const p Bool)(push){}(check-sat)(pop)(check-sat)", wrong);
        let found = answers(&script);
        // A list that is not closed swallows the rest.
        let expected = if wrong.ends_with(')') { "\nunknown\nsat\n" } else { " is closed\")\n" };
        assert!(found.starts_with("(error ") && found.ends_with(expected), "{}", found);
    }
    let refuted = "(declare-const p Bool)(assert r)(assert (and p (not p)))(check-sat)";
    assert!(answers(refuted).ends_with("\nunsat\n"), "what is left may be refuted nevertheless");
    let script = "(declare-const p Bool)(assert r)(assert p)(check-sat)";
    let options = ScriptOptions { interactive: true, ..ScriptOptions::default() };
    assert!(Interpreter::new(options).execute(script).ends_with("\nsat\n"), "in a dialogue it is a slip");
}

#[test]
fn names_may_be_those_of_theories_not_in_use() {
    let script = "(set-logic QF_BV)(declare-const abs Bool)(define-fun div ((a Bool)) Bool (not a))\
                  (assert (and abs (div abs)))(check-sat)";
    assert_eq!(answers(script), "unsat\n");
}

/// Scripts whose mutants stay cheap: nothing in them grows fast with a width.
fn seeds() -> Vec<Vec<u8>> {
    ["dialogue", "cores", "refused", "numbers"]
        .iter()
        .map(|name| read(&format!("{}.smt2", name)).into_bytes())
        .collect()
}

fn mutate(rng: &mut Rng, text: &mut Vec<u8>) {
    let length = text.len().max(1);
    let (at, other) = (rng.below(length), rng.below(length));
    match rng.below(7) {
        0 => {
            if let Some(byte) = text.get_mut(at) {
                *byte ^= 1 << rng.below(8);
            }
        }
        1 => text.truncate(at),
        2 => {
            let piece: Vec<u8> = text.iter().copied().skip(at).take(rng.below(60)).collect();
            text.splice(other.min(text.len())..other.min(text.len()), piece);
        }
        3 => text.insert(at.min(text.len()), b"()|\";:#!0 \n_"[rng.below(12)]),
        4 => {
            let end = (at + rng.below(30)).min(text.len());
            text.drain(at.min(end)..end);
        }
        5 => {
            if at < text.len() && other < text.len() {
                text.swap(at, other);
            }
        }
        _ => {
            let word: &[u8] = [
                &b" (let ((x x)) x) "[..],
                b" (push) ",
                b" (pop) ",
                b" (check-sat) ",
                b" :named x ",
                b" (_ bv1 8) ",
                b" (reset) ",
                b" (reset-assertions) ",
                b" (get-model) ",
                b" (get-unsat-core) ",
                b" (not ",
                b" (! ",
                b" (get-value (x p)) ",
                b" (get-assignment) ",
                b" (check-sat-assuming (p x)) ",
            ][rng.below(15)];
            let at = at.min(text.len());
            text.splice(at..at, word.iter().copied());
        }
    }
}

#[test]
fn mutants_are_answered() {
    let seeds = seeds();
    let mut rng = Rng::new(7);
    let (mut errors, mut checks) = (0, 0);
    for round in 0..scaled(10_000) {
        let mut text = seeds[round % seeds.len()].clone();
        for _ in 0..1 + rng.below(4) {
            mutate(&mut rng, &mut text);
        }
        let budget = Budget::unlimited().with_conflicts(200);
        let mut interpreter = Interpreter::new(ScriptOptions { budget, ..ScriptOptions::default() });
        let (mut out, mut diagnostic) = (Vec::new(), Vec::new());
        let summary =
            interpreter.run(&text[..], &mut out, &mut diagnostic).expect("memory can be read and written");
        errors += summary.errors;
        checks += summary.checks;
        // After any mutant, a fresh start works.
        if !summary.exited {
            let after = interpreter
                .execute("(reset)(declare-const fresh Bool)(assert (not fresh))(assert fresh)(check-sat)");
            assert!(after.ends_with("unsat\n"), "{:?} after {:?}", after, String::from_utf8_lossy(&text));
        }
    }
    assert!(enough(errors, 10_000) && enough(checks, 5_000), "{} errors, {} checks", errors, checks);
}

fn program(args: &[&str], input: &str) -> (i32, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_indubit"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // The program may end before it has read everything.
    let _ = child.stdin.take().expect("an input").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("the program ends");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().expect("an exit code"), text(&output.stdout), text(&output.stderr))
}

#[test]
fn the_program_runs_scripts() {
    let file = folder().join("cores.smt2").to_string_lossy().into_owned();
    assert_eq!(program(&["smt", &file], ""), (2, read("cores.out"), String::new()));
    assert_eq!(program(&["smt", "-"], "(check-sat)"), (0, "sat\n".into(), String::new()));
    assert_eq!(program(&["smt", "--seed=3", "-", "--memory", "1G", "--timeout", "1h"], "(exit))").0, 0);
    let (code, out, err) = program(&["smt", "-", "--stats"], "(check-sat)(check-sat)");
    assert_eq!((code, out.as_str()), (0, "sat\nsat\n"));
    assert!(err.lines().all(|line| line.starts_with("; ")) && err.contains("2  checks\n"), "{}", err);
    let (code, out, err) =
        program(&["smt", "-", "--timeout", "0s"], &(pigeons() + "(check-sat)(get-info :reason-unknown)"));
    assert_eq!((code, out.as_str(), err.as_str()), (0, "unknown\n(:reason-unknown timeout)\n", ""));
    let refuted = pigeons() + "(check-sat)(push)(check-sat-assuming (p00))";
    let (code, out, err) = program(&["smt", "-", "--evidence", "full", "--stats"], &refuted);
    assert_eq!((code, out.as_str()), (0, "unsat\nunsat\n"));
    assert!(err.contains("2  checked proofs\n"), "{}", err);
    assert_eq!(program(&["smt", "-", "--evidence=off"], "").0, 1, "models are always checked");
    for (args, wanted) in
        [(&["smt"][..], 1), (&["smt", "-", "--no-such"], 1), (&["smt", "-", "--seed", "x"], 1)]
    {
        let (code, out, err) = program(args, "");
        assert_eq!((code, out.as_str()), (wanted, ""));
        assert!(err.starts_with("indubit: "), "{}", err);
    }
    assert_eq!(program(&["smt", "/no/such/file"], "").0, 2);
    assert!(program(&["help", "smt"], "").1.contains("--timeout TIME"));
}
