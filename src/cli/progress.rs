//! Progress of an engine on standard error: to a terminal only, unless an option asks for it.

use super::os;
use super::output::say_text;
use indubit::engine::{Event, Observer};
use indubit::model::Depth;
use std::time::{Duration, Instant};

/// Time between two updates of the line in a terminal.
const INTERVAL: Duration = Duration::from_millis(100);

/// Shows events.
pub struct Progress {
    start: Instant,
    shown: Option<Instant>,
    terminal: bool,
    verbose: bool,
    trace: bool,
    depth: Depth,
    frames: Vec<usize>,
    obligations: u64,
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
            depth: Depth::default(),
            frames,
            obligations: 0,
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
            say!("{:?}", event);
        }
        if self.terminal && self.shown.map_or(true, |last| last.elapsed() > INTERVAL) {
            self.shown = Some(Instant::now());
            say_text(&format!("\r\x1b[K{}", self.line()));
        }
    }
}
