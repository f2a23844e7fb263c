//! Progress of an engine on standard error: to a terminal only, unless an option asks for it. The steps of a search as
//! sentences or in a file of JSON, if an option asks for them.

use super::os;
use super::output::say_text;
use indubit::engine::{Event, Observer, Transcript};
use indubit::model::Depth;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::time::{Duration, Instant};

/// Time between two updates of the line in a terminal.
const INTERVAL: Duration = Duration::from_millis(100);

/// Steps that a page holds at most.
const MOST_STEPS: usize = 200_000;

/// Shows events.
pub struct Progress {
    start: Instant,
    shown: Option<Instant>,
    terminal: bool,
    verbose: bool,
    trace: bool,
    file: Option<TraceFile>,
    kept: Option<Kept>,
    transcript: Transcript,
    depth: Depth,
    frames: Vec<usize>,
    obligations: u64,
}

/// A file of steps. The first error ends it.
struct TraceFile {
    out: BufWriter<File>,
    error: Option<io::Error>,
}

/// Steps for a page, which a browser has to hold.
#[derive(Default)]
pub struct Kept {
    /// One per line.
    pub steps: String,
    count: usize,
    /// Whether there were more.
    pub is_cut: bool,
}

impl Kept {
    /// Keeps a step, the last key of which becomes the time in milliseconds.
    fn line(&mut self, json: &str, time: Option<Duration>) {
        self.is_cut |= self.count == MOST_STEPS;
        if self.is_cut {
            return;
        }
        self.count += 1;
        match (time, json.strip_suffix('}')) {
            (Some(time), Some(open)) => {
                self.steps.push_str(open);
                self.steps.push_str(&format!(",\"ms\":{:.1}}}", time.as_secs_f64() * 1e3));
            }
            _ => self.steps.push_str(json),
        }
        self.steps.push('\n');
    }
}

impl TraceFile {
    fn line(&mut self, text: &str) {
        if self.error.is_none() {
            let written = self.out.write_all(text.as_bytes()).and_then(|()| self.out.write_all(b"\n"));
            self.error = written.err();
        }
    }
}

impl Progress {
    /// From the start of the program.
    pub fn new(start: Instant, verbose: bool, trace: bool) -> Progress {
        let terminal = os::stderr_is_terminal() && !verbose && !trace;
        let frames = Vec::new();
        Progress {
            start,
            shown: None,
            terminal,
            verbose,
            trace,
            file: None,
            kept: None,
            transcript: Transcript::default(),
            depth: Depth::default(),
            frames,
            obligations: 0,
        }
    }

    /// Writes all steps to a file, too.
    pub fn write_to(&mut self, file: File, model: &str) {
        let mut trace = TraceFile { out: BufWriter::new(file), error: None };
        trace.line(&Transcript::head(model));
        self.file = Some(trace);
    }

    /// Keeps steps for a page, too.
    pub fn keep(&mut self) {
        self.kept = Some(Kept::default());
    }

    /// The steps that were kept.
    pub fn kept(&mut self) -> Option<Kept> {
        self.kept.take()
    }

    /// Ends the file of steps.
    pub fn finish(&mut self) -> io::Result<()> {
        match self.file.take() {
            None => Ok(()),
            Some(TraceFile { error: Some(error), .. }) => Err(error),
            Some(TraceFile { mut out, error: None }) => out.flush(),
        }
    }

    fn line(&self) -> String {
        let time = self.start.elapsed().as_secs_f64();
        let mut line = format!("{:8.1}s  depth {}", time, self.depth);
        if !self.frames.is_empty() {
            // A line has room for the highest frames only, which tell most.
            let from = self.frames.len().saturating_sub(12);
            let sizes: Vec<String> = self.frames[from..].iter().map(|n| n.to_string()).collect();
            let dots = if from > 0 { "... " } else { "" };
            line.push_str(&format!("  frames {}{}  obligations {}", dots, sizes.join(" "), self.obligations));
        }
        line
    }

    /// Clears the line.
    pub fn clear(&mut self) {
        if self.shown.take().is_some() {
            say_text("\r\x1b[K");
        }
    }
}

impl Observer for Progress {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Depth { depth, frames } => {
                self.depth = depth;
                self.frames.clear();
                self.frames.extend_from_slice(frames);
                if self.verbose {
                    say!("{}", self.line());
                }
            }
            Event::Obligation { .. } => self.obligations += 1,
            _ => {}
        }
        if self.trace {
            if let Some(text) = self.transcript.sentence(&event) {
                say!("{}", text);
            }
        }
        if self.file.is_some() || self.kept.is_some() {
            if let Some(json) = self.transcript.json(&event) {
                if let Some(file) = &mut self.file {
                    file.line(&json);
                }
                if let Some(kept) = &mut self.kept {
                    let is_timed = matches!(event, Event::Depth { .. });
                    kept.line(&json, is_timed.then(|| self.start.elapsed()));
                }
            }
        }
        if self.terminal && self.shown.map_or(true, |last| last.elapsed() > INTERVAL) {
            self.shown = Some(Instant::now());
            say_text(&format!("\r\x1b[K{}", self.line()));
        }
    }

    fn wants_details(&self) -> bool {
        self.trace || self.file.is_some() || self.kept.is_some()
    }
}
