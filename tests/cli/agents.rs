//! `mcp`: the tools of an agent, with right and wrong messages.

use super::{command, feed, sample, scratch, text};
use std::io::{Read, Write};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

const SUM: &str = "unsigned nd(void); void reach_error(void);\\nint main(void) { unsigned n = nd(), i = 0, s = 0;\\n\
    if (n > 1000) return 0;\\nwhile (i < n) {\\ns += 2; i++; }\\nif (s != 2 * n) reach_error();\\nreturn 0; }";

fn message(id: usize, method: &str, params: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{},"method":"{}","params":{}}}"#, id, method, params)
}

/// A call of a tool with a budget.
fn call(id: usize, tool: &str, arguments: &str) -> String {
    let budget = r#""timeout_seconds":20,"memory_mb":1000"#;
    let params = format!(r#"{{"name":"{}","arguments":{{{},{}}}}}"#, tool, arguments, budget);
    message(id, "tools/call", &params)
}

fn server() -> Child {
    command(&["mcp"]).stdin(Stdio::piped()).spawn().expect("the program runs")
}

/// The answers to some messages, by line.
fn session(messages: &[String]) -> Vec<String> {
    let (code, out, err) = feed(server(), (messages.join("\n") + "\n").as_bytes());
    assert_eq!((code, err.as_str()), (0, ""));
    out.lines().map(str::to_string).collect()
}

#[test]
fn each_tool_answers_with_what_is_known() {
    let folder = scratch("agents");
    std::fs::create_dir_all(&folder).expect("a folder");
    let (light, hasty) = (sample("traffic_light.aag"), sample("hasty_traffic_light.aag"));
    let (light, hasty) = (format!(r#""path":"{}""#, light), format!(r#""path":"{}""#, hasty));
    let kept = |name: &str| format!(r#","folder":"{}""#, text(&folder.join(name)));
    let evidence = |file: &str| format!(r#","evidence_path":"{}""#, text(&folder.join(file)));
    let sum = format!(r#""text":"{}","name":"sum.c""#, SUM);
    let none = r#""text":"int main(void) { return 0; }","name":"none.c""#;
    let circuit = r#""text":"aag 1 0 1 0 0\n2 2\n","name":"none.aag""#;
    let clauses = r#""text":"(set-logic HORN)(declare-fun p () Bool)(assert p)(check-sat)","name":"p.smt2""#;
    let guesses = r#","candidates":["4: s == 2 * i","4: s <= 100","4: s = = 3","4: i <= n"]"#;
    let cases = [
        ("verify", light.clone() + &kept("a"), "proved", "a/proof.txt\"]"),
        ("check", light.clone() + &evidence("a/proof.txt"), "proved", "b0 safe"),
        ("check", hasty.clone() + &evidence("a/proof.txt"), "not-checked", "b0 unknown"),
        ("verify", hasty.clone() + &kept("b"), "refuted", "b/witness.txt\"]"),
        ("check", hasty.clone() + &evidence("b/witness.txt"), "refuted", "b0 unsafe"),
        ("verify", none.to_string(), "nothing-asked", "nothing was asked"),
        ("verify", none.to_string() + r#","property":"unreach-call""#, "nothing-asked", "nothing was asked"),
        ("verify", none.to_string() + r#","property":"all""#, "nothing-asked", "nothing was asked"),
        ("verify", circuit.to_string(), "nothing-asked", "nothing to verify"),
        ("verify", clauses.to_string(), "nothing-asked", "no clause derives false"),
        ("verify", light.clone() + r#","property":"b7""#, "not-checked", "there is no property b7"),
        ("verify", r#""path":"no.c""#.to_string(), "not-checked", "No such file"),
        ("verify", r#""path":"-""#.to_string(), "not-checked", "./-: No such file"),
        (
            "salvage",
            sum.clone() + guesses + &kept("c"),
            "proved",
            "\"proved\":true,\"needs\":[\"4: s == 2 * i\",\"4: i <= n\"]}",
        ),
        ("check", sum.clone() + &evidence("c/kept.yml"), "proved", "\"integers\":\"words\""),
        ("try", sum.clone() + r#","candidates":["4: i <= n"]"#, "unknown", "\"good\":true"),
        (
            "salvage",
            sum.clone() + r#","candidates":["4: i <","x"]"#,
            "unknown",
            "\"kept\":[],\"dropped\":[],",
        ),
        ("bound", light.clone() + r#","max_steps":4"#, "not-checked", "\"no_error_up_to\":4"),
        ("bound", hasty.clone() + r#","max_steps":9"#, "refuted", "\"depth\":"),
        (
            "explain",
            r#""text":"int f;","name":"f.c""#.to_string(),
            "not-checked",
            "\"not_understood\":[\"f.c: line",
        ),
        ("run", none.to_string(), "not-checked", "no error: main returns"),
        ("convert", light + r#","to":"btor2""#, "nothing-asked", "sort bitvec 1"),
    ];
    let calls = cases.iter().enumerate().map(|(id, (tool, arguments, ..))| call(id, tool, arguments));
    let answers = session(&calls.collect::<Vec<_>>());
    assert_eq!(answers.len(), cases.len());
    for (id, ((_, arguments, verdict, part), answer)) in cases.iter().zip(&answers).enumerate() {
        let begin =
            format!(r#"{{"jsonrpc":"2.0","id":{},"result":{{"content":[{{"type":"text","text":"{{"#, id);
        let verdict = format!(r#""structuredContent":{{"verdict":"{}","scope":{{""#, verdict);
        assert!(answer.starts_with(&begin) && answer.contains(&verdict), "{}: {}", arguments, answer);
        assert!(answer.contains(part), "{}: {}", arguments, answer);
        assert!(answer.contains(r#""budget":{"timeout_seconds":20,"memory_mb":1000}"#), "{}", answer);
        assert_eq!(
            answer.contains(r#""isError":true"#),
            part.contains("o such file") || id == 10,
            "{}",
            answer
        );
    }
    let salvaged = &answers[13];
    for part in [
        r#"{"candidate":"4: s <= 100","fails":{"on":"step","state":{"names":["line","#,
        r#""refused":[{"candidate":"4: s = = 3","why":"line 4: the expression"#,
    ] {
        assert!(salvaged.contains(part), "{}", salvaged);
    }
}

#[test]
fn a_wrong_message_is_refused_and_the_next_one_answered() {
    let model = r#""path":"x.aag""#;
    let bare = |arguments: &str| {
        message(1, "tools/call", &format!(r#"{{"name":"verify","arguments":{}}}"#, arguments))
    };
    let cases = [
        ("{".to_string(), -32700, "expected a name in quotes"),
        ("[".repeat(100_000), -32700, "not nested as deep"),
        (format!("[{}]", message(1, "ping", "{}")), -32600, "expected one object"),
        (r#"{"id":1,"method":"ping"}"#.to_string(), -32600, "expected one object"),
        (r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#.to_string(), -32600, "expected one object"),
        (message(1, "resources/list", "{}"), -32601, "there is no method `resources/list`"),
        (message(1, "initialize", "{}"), -32602, "protocolVersion: expected a text"),
        (message(1, "tools/call", "[]"), -32602, "expected the name of a tool"),
        (call(1, "prove", model), -32602, "there is no tool `prove`"),
        (
            bare(r#"{"path":"x.aag","memory_mb":9}"#),
            -32602,
            "`timeout_seconds` is missing: each call needs a budget",
        ),
        (bare(r#"{"path":"x.aag","timeout_seconds":9}"#), -32602, "`memory_mb` is missing"),
        (bare(r#"{"timeout_seconds":0}"#), -32602, "timeout_seconds: expected {"),
        (bare(r#"{"timeout_seconds":1e999}"#), -32602, "timeout_seconds: expected {"),
        (bare(r#"{"memory_mb":99999999999999999999999}"#), -32602, "memory_mb: expected {"),
        (bare(r#"{"memory_mb":"9"}"#), -32602, "memory_mb: expected {"),
        (bare("7"), -32602, "arguments: expected an object"),
        (call(1, "verify", r#""path":7"#), -32602, "path: expected {"),
        (call(1, "verify", r#""path":"a","path":"b""#), -32602, "`path` is given twice"),
        (call(1, "verify", r#""path":"a","proprety":"b0""#), -32602, "`verify` has no argument `proprety`"),
        (call(1, "verify", r#""path":"a","text":"b","name":"c""#), -32602, "expected one of `path`, `text`"),
        (call(1, "verify", r#""text":"a","name":"../c""#), -32602, "name: expected the name of a file"),
        (call(1, "salvage", model), -32602, "expected one of `candidates`, `candidates_path`"),
        (call(1, "try", r#""path":"a","candidates":["a\nb"]"#), -32602, "candidates: expected {"),
        (call(1, "convert", r#""path":"a","to":"exe""#), -32602, "to: expected {"),
    ];
    let ping = message(2, "ping", "{}");
    let messages: Vec<String> = cases.iter().flat_map(|case| vec![case.0.clone(), ping.clone()]).collect();
    let answers = session(&messages);
    assert_eq!(answers.len(), messages.len());
    for ((message, code, part), answers) in cases.iter().zip(answers.chunks(2)) {
        let id = if *code > -32601 || *code == -32700 { "null" } else { "1" };
        let begin = format!(r#"{{"jsonrpc":"2.0","id":{},"error":{{"code":{},"message":""#, id, code);
        assert!(answers[0].starts_with(&begin) && answers[0].contains(part), "{}: {}", message, answers[0]);
        assert_eq!(answers[1], r#"{"jsonrpc":"2.0","id":2,"result":{}}"#);
    }
}

/// A call that takes longer than anybody waits.
fn long(id: usize) -> String {
    let model = format!(r#""path":"{}","engine":"bmc""#, sample("traffic_light.aag"));
    call(id, "verify", &model).replace("\"timeout_seconds\":20", "\"timeout_seconds\":1000") + "\n"
}

#[test]
fn a_call_that_is_cancelled_has_no_answer_and_ends() {
    let cancel = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#;
    let start = Instant::now();
    let none = call(3, "run", r#""text":"int main(void) { return 0; }","name":"none.c""#);
    let answers = session(&[long(1), message(2, "ping", "{}"), cancel.to_string(), none]);
    assert!(answers.len() == 2 && answers[0].contains(r#""id":2,"result":{}"#), "{:?}", answers);
    assert!(answers[1].contains(r#""id":3,"result""#) && start.elapsed() < Duration::from_secs(60));
}

#[cfg(unix)]
#[test]
fn the_server_ends_by_a_signal_and_when_nobody_reads() {
    for is_signal in [true, false] {
        let mut server = server();
        let mut input = server.stdin.take().expect("a pipe");
        input.write_all(long(1).as_bytes()).expect("the server reads");
        let ping = message(2, "ping", "{}") + "\n";
        input.write_all(ping.as_bytes()).expect("the server reads");
        let mut output = server.stdout.take().expect("a pipe");
        output.read_exact(&mut [0; 1]).expect("an answer");
        if is_signal {
            let kill = std::process::Command::new("kill").args(["-TERM", &server.id().to_string()]).status();
            assert!(kill.expect("kill runs").success());
        } else {
            drop(output);
            input.write_all(ping.as_bytes()).expect("the server reads");
        }
        let start = Instant::now();
        assert_eq!(server.wait().expect("the server ends").code(), Some(0));
        assert!(start.elapsed() < Duration::from_secs(60));
    }
}
