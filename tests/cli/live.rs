//! Justice properties on the command line.

use super::paths::in_package;
use super::{judged, refused, run, scratch, text};

fn live(name: &str) -> String {
    text(&in_package(&format!("tests/live/circuits/{}.aag", name)))
}

/// A counter of two bits that an input lets go on; and a lamp, on for ever once it was on.
const COUNTER: &str = "1 sort bitvec 1\n2 sort bitvec 2\n3 input 1 go\n4 zero 2\n5 state 2 count\n6 init 2 5 4\n7 one 2
8 add 2 5 7\n9 ite 2 3 8 5\n10 next 2 5 9\n11 ones 2\n12 eq 1 5 11\n13 zero 1\n14 state 1 lamp\n15 init 1 14 13
16 or 1 14 3\n17 next 1 14 16\n18 bad 12\n19 justice 1 12 full\n20 justice 2 14 -14\n21 fair 3\n";

#[test]
fn each_property_has_its_line() {
    let (code, out, err) = judged(&[&live("bads_and_justice")]);
    assert_eq!((code, err.as_str()), (10, ""));
    assert_eq!(out, "unsafe\nb0 unsafe\nb1 safe\nb2 safe\nj0 unsafe\nj1 unsafe\n");
    let (code, out, _) = run(&[&live("bads_and_justice"), "--property", "b1"]);
    assert_eq!((code, out.as_str()), (20, "safe\n"));
    let (code, out, _) = run(&[&live("bads_and_justice"), "--property", "j1", "--show-trace"]);
    assert_eq!(code, 10);
    assert!(out.starts_with("unsafe\nj1 is violated by a run that repeats itself from step "), "{}", out);
    assert!(out.contains("      the last step leads back to step "), "{}", out);
    let json = run(&[&live("bads_and_justice"), "--property", "j1", "--json", "--show-trace"]).1;
    assert!(json.contains("\"index\":1,\"kind\":\"justice\"") && json.contains("\"loop\":"), "{}", json);
    assert!(refused(&[&live("token_ring"), "--property", "j1"], 1).contains("there is no property j1"));
    assert!(refused(&[&live("token_ring"), "--property", "0"], 1).contains("there is no property b0"));
    // Other words are names.
    let message = refused(&[&live("token_ring"), "--property", "jj0"], 1);
    assert!(
        message.contains("there is no property `jj0`; ")
            && message.ends_with(" has a client waits for ever\n"),
        "{}",
        message
    );
    assert!(
        refused(&[&live("token_ring"), "--property", "no-overflow"], 1).contains("no property `no-overflow`")
    );
}

#[test]
fn evidence_is_written_and_checked() {
    let (witness, proof) = (text(&scratch("lasso.w")), text(&scratch("live.cert")));
    for engine in ["portfolio", "l2s", "rlive", "ic3"] {
        let model = live("priority_arbiter");
        let call = [&model, "--engine", engine, "--witness", &witness, "--certificate", &proof];
        assert_eq!(judged(&call).1, "unsafe\nj0 safe\nj1 unsafe\n", "{}", engine);
        let written = std::fs::read_to_string(&witness).expect("a witness");
        assert!(written.starts_with("1\nj1\n"), "{}", written);
        let both = text(&scratch("live.j0.cert"));
        let (code, out, err) = run(&["check", &model, &witness, &both, "--evidence", "full"]);
        assert_eq!((code, out.as_str(), err.as_str()), (10, "unsafe\nj0 safe\nj1 unsafe\n", ""));
        // It is no evidence about another circuit.
        let (code, out, _) = run(&["check", &live("priority_arbiter_fair"), &witness]);
        assert_eq!((code, out.lines().next()), (3, Some("unknown")), "{}", out);
    }
    // A circuit with one property has a witness circuit if there is a ranking.
    let (one, several) = (live("token_ring"), live("priority_arbiter"));
    let aiger = text(&scratch("live.aig"));
    let (code, _, told) = run(&[&one, "--engine", "k-live", "--certificate", &aiger]);
    assert_eq!((code, told.as_str()), (20, ""));
    assert!(std::fs::read(&aiger).expect("a witness circuit").starts_with(b"aig "));
    assert_eq!(run(&["check", &one, &aiger]).0, 20);
    let (_, _, told) = run(&[&several, "--engine", "rlive", "--certificate", &aiger]);
    assert!(told.contains("rankings have witness circuits for circuits with one property only"), "{}", told);
    let (code, out, _) = run(&["hwmcc", &live("token_ring"), &witness, &proof]);
    assert_eq!((code, out.as_str()), (20, "unsat\n"));
    assert_eq!(run(&["check", &live("token_ring"), &proof]).0, 20);
    let (code, out, _) = run(&["hwmcc", &live("token_ring_held"), &witness, &proof]);
    assert_eq!((code, out.as_str()), (10, "sat\n"));
    assert_eq!(run(&["check", &live("token_ring_held"), &witness]).0, 10);
}

#[test]
fn engines_say_what_they_take() {
    let ring = live("token_ring");
    let found = refused(&[&ring, "--engine", "ic3-smt"], 1);
    assert!(
        found.contains("the engine ic3-smt takes no justice properties; these do: portfolio, ic3"),
        "{}",
        found
    );
    let counter = super::circuit("counter");
    let found = refused(&[&counter, "--engine", "rlive"], 1);
    assert!(found.contains("the engine rlive takes justice properties, and the model has none"), "{}", found);
    let found = refused(&[&ring, "--engine", "k-live", "--below", "kind"], 1);
    assert!(found.contains("the engine k-live asks another one, and kind cannot be below it"), "{}", found);
    assert_eq!(run(&[&ring, "--engine", "k-live", "--below", "lazy-ic3"]).1, "safe\n");
    let (code, out, err) = judged(&[&live("lossy_channel"), "--engine", "k-live", "--most-stages", "1"]);
    assert_eq!((code, out.as_str()), (30, "unknown\n"));
    assert_eq!(err, "indubit: property a message never arrives (j0): depth bound reached\n");
    // A run that comes back to a state refutes the property.
    assert_eq!(judged(&[&live("token_ring_held"), "--engine", "k-live"]).0, 10);
    let help = run(&["help", "k-live"]).1.replace('\n', " ");
    assert!(help.contains("models: circuits: justice; systems: of bits: justice"), "{}", help);
    assert!(
        help.contains("Sorensson, FMCAD")
            && help.contains("--below auto|portfolio|ic3")
            && help.contains("[default: 1000]"),
        "{}",
        help
    );
    let members = run(&["help", "portfolio"]).1;
    assert!(members.contains("for justice properties:\n  ranking"), "{}", members);
}

#[test]
fn the_safety_form_is_written() {
    for (name, verdict) in [("token_ring", "safe\n"), ("token_ring_held", "unsafe\n")] {
        for suffix in ["aag", "aig", "btor2"] {
            let form = text(&scratch(&format!("form.{}", suffix)));
            let converted = run(&["convert", &live(name), &form, "--safety", "j0"]);
            assert_eq!(converted, (0, String::new(), String::new()));
            assert_eq!(judged(&[&form]).1, verdict, "{} {}", name, suffix);
        }
    }
    let form = text(&scratch("form.aag"));
    let found = refused(&["convert", &live("token_ring"), &form, "--safety", "j7"], 2);
    assert!(found.contains("there is no justice property j7"), "{}", found);
    for (name, verdict) in [("token_ring", "safe\n"), ("token_ring_held", "unsafe\n")] {
        let form = text(&scratch("live.vmt"));
        assert_eq!(run(&["convert", &live(name), &form]).0, 0);
        assert_eq!(judged(&[&form]).1, verdict);
    }
    let found = refused(&["convert", &live("handshake_fair"), &text(&scratch("form.vmt"))], 2);
    assert!(found.contains("for several signals VMT-LIB knows no justice properties"), "{}", found);
    // Without the option the properties stay what they are.
    let again = text(&scratch("again.btor2"));
    assert_eq!(run(&["convert", &live("priority_arbiter"), &again]).0, 0);
    assert_eq!(judged(&[&again]).1, "unsafe\nj0 safe\nj1 unsafe\n");
}

#[test]
fn btor2_files_have_justice_properties() {
    let (model, witness, proof) =
        (text(&scratch("live.btor2")), text(&scratch("live.w")), text(&scratch("live.smt2")));
    std::fs::write(&model, COUNTER).expect("a file");
    let (code, out, err) =
        judged(&[&model, "--witness", &witness, "--certificate", &proof, "--certificate-format", "text"]);
    assert_eq!((code, out.as_str(), err.as_str()), (10, "unsafe\nb0 unsafe\nj0 unsafe\nj1 safe\n", ""));
    let lasso = text(&scratch("live.j0.w"));
    assert!(std::fs::read_to_string(&lasso).expect("a witness").starts_with("sat\nj0\n#0\n@0\n"));
    assert_eq!(run(&["check", &model, &lasso, "--property", "j0"]).1, "unsafe\nj0 unsafe\n");
    let certificate = text(&scratch("live.j1.smt2"));
    assert_eq!(run(&["check", &model, &certificate, "--property", "j1", "--evidence", "full"]).0, 20);
    // The same questions as a script for any solver.
    let script = text(&scratch("live_script.smt2"));
    assert_eq!(run(&[&model, "--property", "j1", "--certificate", &script]).0, 20);
    let answers = run(&["smt", &script]).1;
    assert!(!answers.is_empty() && answers.lines().all(|line| line == "unsat"), "{}", answers);
    let run_script = text(&scratch("run.smt2"));
    assert_eq!(run(&[&model, "--property", "j0", "--witness", &run_script]).0, 10);
    assert_eq!(run(&["smt", &run_script]).1, "sat\n");
    let (code, out, _) = run(&["--as", "btormc", &model]);
    assert!(code != 1 && out.contains("sat"), "{} {}", code, out);
}

/// The values of signals of the module `model` in each step of a value change dump, each row in the order of the names.
fn rows(vcd: &str, names: &[&str]) -> Vec<Vec<String>> {
    let short = |name: &&str| {
        let declared = vcd.lines().find(|l| l.starts_with("$var") && l.split(' ').nth(4) == Some(*name));
        declared.and_then(|l| l.split(' ').nth(3)).unwrap_or_else(|| panic!("{} in {}", name, vcd))
    };
    let shorts: Vec<&str> = names.iter().map(short).collect();
    let mut now = vec![String::new(); names.len()];
    let mut rows = Vec::new();
    for line in vcd.lines().skip_while(|line| !line.starts_with('#')) {
        if line.starts_with('#') && line != "#0" {
            rows.push(now.clone());
        }
        for (value, short) in now.iter_mut().zip(&shorts) {
            if let Some(found) =
                line.strip_suffix(short).filter(|found| found.starts_with(&['b', '0', '1'][..]))
            {
                *value = found.trim().to_string();
            }
        }
    }
    rows
}

/// The waves of a lasso have the stem, and then the loop twice, which a word tells apart.
#[test]
fn waves_of_lassos_show_the_loop_twice() {
    let waves = text(&scratch("lasso.vcd"));
    let model = text(&scratch("lasso.btor2"));
    std::fs::write(&model, COUNTER).expect("a file");
    for (model, property, names) in
        [(model, "j0", ["loop", "count", "go"]), (live("token_ring_held"), "j0", ["loop", "token0", "hold"])]
    {
        let json = run(&[&model, "--property", property, "--vcd", &waves, "--json", "--show-trace"]);
        assert_eq!(json.0, 10, "{}", json.2);
        let rows = rows(&std::fs::read_to_string(&waves).expect("waves"), &names);
        let round = |wanted: &str| -> Vec<&[String]> {
            rows.iter().filter(|row| row[0] == wanted).map(|row| &row[1..]).collect()
        };
        assert!(!round("b01").is_empty(), "{:?}", rows);
        assert_eq!(round("b01"), round("b10"));
        let stem = rows.len() - 2 * round("b01").len();
        assert!(json.1.contains(&format!("\"loop\":{}", stem)), "{}", json.1);
        assert!(rows[..stem].iter().all(|row| row[0] == "b00"), "{:?}", rows);
    }
}

#[test]
fn systems_over_numbers_have_live_properties() {
    let model = text(&scratch("numbers.vmt"));
    let system = "(declare-fun x () Int) (declare-fun n () Int) (define-fun .x () Int (! x :next x1))
        (define-fun .t () Bool (! (= x1 (ite (> x 0) (- x 1) (ite (> n 2) n x))) :trans true))
        (define-fun falls () Bool (! (or (> x 0) (<= x 0)) :live-property 0))
        (define-fun rests () Bool (! (<= x 0) :live-property 1))\n";
    std::fs::write(&model, system).expect("a file");
    let (witness, proof) = (text(&scratch("numbers.w")), text(&scratch("numbers.cert")));
    let (code, out, err) = judged(&[&model, "--witness", &witness, "--certificate", &proof]);
    assert_eq!((code, out.as_str(), err.as_str()), (10, "unsafe\nj0 safe\nj1 unsafe\n", ""));
    let [witness, proof] = ["numbers.j1.w", "numbers.j0.cert"].map(|name| text(&scratch(name)));
    assert!(std::fs::read_to_string(&proof).expect("a proof").starts_with("; rounds j0\n"));
    let both = ["check", &model, &witness, &proof, "--evidence", "full"];
    assert_eq!(run(&both), (10, "unsafe\nj0 safe\nj1 unsafe\n".to_string(), String::new()));
    let told = run(&[&model, "--property", "j1", "--show-trace"]).1;
    assert!(told.contains("j1") && told.contains("the last step leads back to step"), "{}", told);
    // The loop of the witness is about another system.
    std::fs::write(&model, system.replace("(> n 2) n", "(> n 2) 0")).expect("a file");
    assert_eq!(run(&["check", &model, &witness]).0, 3);
    let told = run(&[&model, "--property", "j1", "--show-invariant", "--engine", "ranking"]).1;
    assert!(told.contains("the signal comes finitely often: each time `"), "{}", told);
    let script = text(&scratch("numbers.smt2"));
    let told = run(&[&model, "--property", "j1", "--certificate", &script]);
    assert!(told.2.contains("measures are text"), "{:?}", told);
}
