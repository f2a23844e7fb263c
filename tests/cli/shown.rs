//! Evidence for people: tables of values, invariants, waves.

use super::systems::system;
use super::{circuit, refused, run, sample, scratch, text, value};

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
    let mut time = None;
    while let Some(word) = words.next() {
        match word {
            "$var" => {
                let var: Vec<&str> = words.by_ref().take_while(|&word| word != "$end").collect();
                assert_eq!((var.len(), var[0]), (4, "wire"), "{}", vcd);
                ids.push(var[2].to_string());
                waves.push((var[3].to_string(), Vec::new()));
                values.push(format!("width {}", var[1]));
            }
            "$version" | "$timescale" | "$scope" | "$upscope" | "$enddefinitions" => {
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
    waves
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
    assert_eq!(found[1], values("token[1]", &["0", "1", "0", "0"]));
    assert_eq!(found[3], values("token[3]", &["0", "0", "0", "1"]));
    assert_eq!(found.len(), 5);

    // The cells of an array are words; their names do not look like bits.
    let memory = run(&[&system("memory.btor2"), "--property", "0", "--vcd", "-"]).1;
    let found = waves(memory.strip_prefix("unsafe\n").expect("the verdict first"));
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
    let found = waves(&printed.1["unsafe\n".len()..]);
    assert_eq!(found.len(), count);
    assert!((0..count).all(|i| found[i] == values(&format!("l{}", i), &["0", "1"])), "{:?}", found);
}

#[test]
fn waves_are_refused_where_there_are_none() {
    let message = refused(&[&system("counter.vmt"), "--vcd", "x.vcd"], 1);
    assert!(message.contains("`count` is of sort Int, and waves show bits and words only"), "{}", message);
    let ring = circuit("token_ring");
    let message = refused(&[&ring, "--vcd", "same", "--witness", "same"], 1);
    assert!(message.contains("same: --vcd needs a file of its own"), "{}", message);
}
