//! `indubit mcp`: the commands as tools of a program that writes lemmas, such as an agent. Messages are lines of
//! JSON-RPC 2.0 on standard input and output, as in the Model Context Protocol (modelcontextprotocol.io, revision
//! 2025-11-25).
//!
//! Such a caller takes an answer at its word, so no answer says more than is known: the verdict is one of five words,
//! and what was not checked is never `proved`. Each call needs a budget, and its answer tells what was asked.
//!
//! A call is a run of this program as a process of its own ([`child`](super::child)). A command ends its process
//! without freeing memory, sets the one flag of signals, and prints; and a process is killed at once when its call is
//! cancelled, its time is over, or the server ends, and takes no other call with it if it dies. The price is some
//! milliseconds a call. Calls are carried out one after the other, because each may use all processors and the memory
//! of its budget; meanwhile the server answers the other messages.
//!
//! The server ends when its input ends and its calls are over, by a signal, or when its output is closed. It has no
//! resources, prompts, notes on progress or batches.

mod answer;
mod call;
mod table;

use super::json_value::Value;
use super::{os, output, Failure};
use call::Call;
use indubit::base::{Json, VERSION};
use std::io::{self, BufRead, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// The revisions of the protocol that are spoken; the newest one first.
const REVISIONS: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];
/// Bytes of a message.
const MOST: u64 = 64_000_000;
/// The time between two looks at the flag of signals.
const PAUSE: Duration = Duration::from_millis(100);

/// The codes of errors: no JSON, no request, another method, other parameters.
const NO_JSON: i32 = -32700;
const NO_REQUEST: i32 = -32600;
const NO_METHOD: i32 = -32601;
const NO_PARAMS: i32 = -32602;

/// The state that the reader of messages and the worker share.
#[derive(Clone, Default)]
struct Desk {
    /// The calls that wait or run: their numbers, and whether they were cancelled.
    calls: Arc<Mutex<Vec<(Value, bool)>>>,
    /// The server is to end.
    stop: Arc<AtomicBool>,
}

/// Runs the command.
pub fn run() -> Result<i32, Failure> {
    let desk = Desk::default();
    os::set_on_interrupt(desk.stop.clone());
    let (send, receive) = mpsc::channel();
    let of_worker = desk.clone();
    let worker = thread::spawn(move || work(&of_worker, &receive));
    let (mut input, mut line) = (io::stdin().lock(), Vec::new());
    while !desk.is_over() {
        line.clear();
        let count = input.by_ref().take(MOST).read_until(b'\n', &mut line);
        match count.map_err(|error| Failure::output("standard input", &error))? {
            0 => break,
            _ => desk.take(&line, &send),
        }
    }
    drop(send);
    // It has no panics of its own, and without it there is nothing left to answer.
    let _ = worker.join();
    Ok(0)
}

/// Carries calls out, one after the other.
fn work(desk: &Desk, calls: &Receiver<(Value, Call)>) {
    for number in 1.. {
        match calls.recv_timeout(PAUSE) {
            Ok((id, call)) => {
                let is_over = || desk.is_cancelled(&id);
                let result = answer::result(&call, call.carry_out(number, &is_over));
                if !is_over() {
                    desk.send(&id, "result", &result);
                }
                desk.with(|calls| calls.retain(|(call, _)| *call != id));
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
        if desk.is_over() {
            // The reader waits for input, which may never come.
            output::leave(0);
        }
    }
}

impl Desk {
    fn is_over(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }

    /// Looks at the calls. A thread that has panicked leaves them as they were.
    fn with<T>(&self, look: impl FnOnce(&mut Vec<(Value, bool)>) -> T) -> T {
        look(&mut self.calls.lock().unwrap_or_else(|poisoned| poisoned.into_inner()))
    }

    fn is_cancelled(&self, id: &Value) -> bool {
        self.is_over() || self.with(|calls| calls.iter().any(|(call, cancelled)| call == id && *cancelled))
    }

    /// Answers one message, or leaves it to the worker.
    fn take(&self, line: &[u8], worker: &Sender<(Value, Call)>) {
        let text = std::str::from_utf8(line).map_err(|_| "expected UTF-8".to_string());
        let message = match text.and_then(|text| Ok((text, Value::read(text)?))) {
            Ok((_, message)) => message,
            Err(_) if line.iter().all(u8::is_ascii_whitespace) => return,
            Err(error) => return self.fail(&Value::Null, NO_JSON, &error),
        };
        let (id, method) = (message.get("id"), message.get("method").and_then(Value::text));
        let is_version = message.get("jsonrpc").and_then(Value::text) == Some("2.0");
        match (id, method.filter(|_| is_version)) {
            (Some(id @ (Value::Text(_) | Value::Number(_))), Some(method)) => {
                self.request(id, method, message.get("params"), worker);
            }
            (None, Some("notifications/cancelled")) => {
                let id = message.get("params").and_then(|params| params.get("requestId"));
                self.with(|calls| calls.iter_mut().for_each(|call| call.1 |= Some(&call.0) == id));
            }
            (None, Some(_)) => {}
            (_, _) => {
                let expected =
                    "expected one object with `jsonrpc` \"2.0\", a `method`, and an `id` if it is a request";
                self.fail(&Value::Null, NO_REQUEST, expected);
            }
        }
    }

    fn request(&self, id: &Value, method: &str, params: Option<&Value>, worker: &Sender<(Value, Call)>) {
        match method {
            "initialize" => match params.and_then(|params| params.get("protocolVersion")?.text()) {
                Some(wanted) => self.send(id, "result", &greeting(wanted)),
                None => self.fail(id, NO_PARAMS, "protocolVersion: expected a text"),
            },
            "ping" => self.send(id, "result", "{}"),
            "tools/list" => {
                let mut json = Json::default();
                json.open('{').key("tools").open('[');
                table::TOOLS.iter().for_each(|tool| tool.publish(&mut json));
                json.close(']').close('}');
                self.send(id, "result", &json.line());
            }
            "tools/call" => match Call::read(params) {
                Ok(call) => {
                    self.with(|calls| calls.push((id.clone(), false)));
                    // The worker lives as long as the sender.
                    let _ = worker.send((id.clone(), call));
                }
                Err(error) => self.fail(id, NO_PARAMS, &error),
            },
            _ => self.fail(id, NO_METHOD, &format!("there is no method `{}`", method)),
        }
    }

    fn fail(&self, id: &Value, code: i32, message: &str) {
        let mut json = Json::default();
        json.open('{').key("code").raw(code).key("message").string(message).close('}');
        self.send(id, "error", &json.line());
    }

    /// Sends an answer. If the output is closed, the server ends.
    fn send(&self, id: &Value, key: &str, value: &str) {
        let mut json = Json::default();
        id.write(json.open('{').key("jsonrpc").string("2.0").key("id"));
        json.key(key).raw(value).close('}');
        let mut out = io::stdout().lock();
        if out.write_all(json.finish().as_bytes()).and_then(|()| out.flush()).is_err() {
            self.stop.store(true, Ordering::SeqCst);
        }
    }
}

/// The answer to `initialize`: the revision that was asked for if it is spoken, else the newest one.
fn greeting(wanted: &str) -> String {
    let revision = REVISIONS.iter().find(|revision| **revision == wanted).unwrap_or(&REVISIONS[0]);
    let mut json = Json::default();
    json.open('{').key("protocolVersion").string(revision).key("capabilities").raw(r#"{"tools":{}}"#);
    json.key("serverInfo").open('{').key("name").string("indubit").key("version").string(VERSION).close('}');
    json.key("instructions").string(
        "proved and refuted rest on checked evidence; unknown, not-checked and nothing-asked are no success. Write \
         candidate lemmas, `salvage` them, `verify` with the kept ones, `check` the evidence.",
    );
    json.close('}');
    json.line()
}
