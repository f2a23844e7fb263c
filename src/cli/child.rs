//! A run of this program as a process of its own, whose output is kept and whose end is sure.

use std::io::Read;
use std::process::{Command, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Bytes of an output that are kept: the last ones.
const MOST: usize = 16_000_000;
/// The time that a process has to end by itself, behind its own limit.
const GRACE: Duration = Duration::from_secs(5);
/// The time between two looks at a process.
const PAUSE: Duration = Duration::from_millis(3);

/// The end of a process, and its output.
pub struct Ended {
    /// Its exit code; `None` if it was killed.
    pub code: Option<i32>,
    /// Whether it was killed because its time was over.
    pub is_late: bool,
    pub output: String,
    pub errors: String,
}

/// Runs this program with these arguments until it ends, the time is over, or `is_over` says so.
pub fn run(arguments: &[String], time: Duration, is_over: &dyn Fn() -> bool) -> Result<Ended, String> {
    let failed = |error: std::io::Error| format!("this program: {}", error);
    let mut command = Command::new(std::env::current_exe().map_err(failed)?);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut process = command.spawn().map_err(failed)?;
    let (output, errors) = (process.stdout.take().map(keep), process.stderr.take().map(keep));
    let start = Instant::now();
    let mut is_late = false;
    let code = loop {
        match process.try_wait() {
            Ok(Some(status)) => break status.code(),
            Ok(None) => {}
            Err(_) => break None,
        }
        is_late = start.elapsed() > time.saturating_add(GRACE);
        if is_late || is_over() {
            // If it has ended just now, these fail, which is as well.
            let _ = process.kill().and_then(|()| process.wait());
            break None;
        }
        thread::sleep(PAUSE);
    };
    let text = |kept: Option<JoinHandle<Vec<u8>>>| {
        let bytes = kept.and_then(|kept| kept.join().ok()).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    };
    Ok(Ended { code, is_late, output: text(output), errors: text(errors) })
}

/// Reads a pipe to its end and keeps the last bytes.
fn keep(pipe: impl Read + Send + 'static) -> JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let (mut pipe, mut kept, mut chunk) = (pipe, Vec::new(), vec![0; 1 << 16]);
        while let Ok(count @ 1..) = pipe.read(&mut chunk) {
            kept.extend_from_slice(&chunk[..count]);
            if kept.len() > 2 * MOST {
                kept.drain(..MOST);
            }
        }
        kept
    })
}
