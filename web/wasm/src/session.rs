//! A verification in slices of work.
//!
//! A session owns a model and its verifier. A step moves the mark of the budget on by a slice and asks the verifier
//! again: its engines keep their solvers and frames and go on where they paused. A step over all of the work is the
//! same run as that of the native program on one thread. Properties are taken in their order; the session is over when
//! each has a verdict, or the work is used up.

use crate::cli::options::Command;
use crate::failure::Failure;
use crate::faults::Recorder;
use crate::lemmas;
use crate::report;
use crate::settings::{Evidence, Request};
use indubit::base::{Budget, Json, Limit};
use indubit::engine::{Event, Observer, Outcome};
use indubit::evidence::CheckError;
use indubit::input::{self, Model};
use indubit::model::PropertyId;
use indubit::portfolio::{Known, Lemmas, ModelVerifier, Verdict};
use std::sync::atomic::Ordering::Relaxed;

/// Each slice is longer by this part of the work so far.
const GROWTH: u64 = 16;
/// Steps that are told of a run; a page keeps all of them.
const MOST_STEPS: usize = 300_000;

/// The events of engines, as far as progress tells them.
#[derive(Default)]
struct Progress {
    /// The steps since the last slice, if they were asked for.
    recorder: Option<Recorder>,
    depth: String,
    frames: Vec<usize>,
    obligations: u64,
    lemmas: u64,
}

impl Observer for Progress {
    fn event(&mut self, event: Event<'_>) {
        if let Some(recorder) = &mut self.recorder {
            recorder.note(&event, MOST_STEPS);
        }
        match event {
            Event::Depth { depth, frames } => {
                self.depth = depth.to_string();
                self.frames = frames.to_vec();
            }
            Event::Obligation { .. } => self.obligations += 1,
            Event::Lemma { .. } => self.lemmas += 1,
            // Propagation shows in the sizes of the frames; the enumeration may grow.
            _ => {}
        }
    }

    fn wants_details(&self) -> bool {
        self.recorder.is_some()
    }
}

impl Progress {
    /// The steps since the last slice, as a field of an object.
    fn tell_steps(&mut self, json: &mut Json) {
        if let Some(recorder) = &mut self.recorder {
            json.key("steps").open('[');
            for line in recorder.lines.drain(..) {
                json.raw(line);
            }
            json.close(']').key("steps_cut").raw(recorder.is_cut);
        }
    }
}

/// A model under verification.
pub struct Session<'m> {
    model: &'m Model,
    request: Request,
    budget: Budget,
    verifier: ModelVerifier<'m>,
    progress: Progress,
    /// The properties asked for; those before `verdicts.len()` have a verdict.
    properties: Vec<PropertyId>,
    verdicts: Vec<Verdict<'m>>,
}

/// Reads a model with its options.
pub fn read(name: &str, bytes: &[u8], options: &str) -> Result<(Model, Request, Budget), Failure> {
    let request = Request::read(options, Command::Verify)?;
    let budget = request.budget();
    let model = input::read(name, bytes, &request.input()?, &budget).map_err(|error| Failure::unread(&error))?;
    Ok((model, request, budget))
}

impl<'m> Session<'m> {
    /// Reduces the model and sets the engines up.
    pub fn new(model: &'m Model, request: Request, budget: Budget) -> Result<Session<'m>, Failure> {
        let properties = properties(model, &request)?;
        budget.pause_at(request.work.unwrap_or(u64::MAX));
        let mut options = request.settings.verify.clone();
        options.portfolio.inductive_only = matches!(request.evidence, Evidence::Aiger | Evidence::Vmt);
        // A run of a C program is no path of its automaton, and only the other forms can tell it.
        options.portfolio.random_runs &= matches!(request.evidence, Evidence::None | Evidence::Witness);
        let known = known(model, &request, &budget)?;
        let verifier = ModelVerifier::assuming(known.as_ref(), model, &options, &budget);
        let verifier = verifier.map_err(|unfit| match unfit.is_limit() {
            true => Failure::limit(unfit),
            false => Failure::usage(unfit),
        })?;
        let recorder = if request.steps { Some(Recorder::default()) } else { None };
        let (progress, verdicts) = (Progress { recorder, ..Progress::default() }, Vec::new());
        Ok(Session { model, request, budget, verifier, progress, properties, verdicts })
    }

    /// Works for a slice. The result is whether all is done, and an object: the report if it is, else the progress.
    pub fn step(&mut self, slice: u64) -> Result<(bool, String), Failure> {
        let total = self.request.work.unwrap_or(u64::MAX);
        // A check of evidence that is cut off begins anew, so slices must grow beyond any such check.
        let used = self.budget.work_used();
        let mark = used.saturating_add(slice.max(1)).saturating_add(used / GROWTH).min(total);
        self.budget.pause_at(mark);
        while let Some(&property) = self.properties.get(self.verdicts.len()) {
            let mut verdict = self.verifier.verify(property, &mut self.progress);
            if mark < total && self.is_paused(&verdict) {
                if !is_settled(&verdict) {
                    return Ok((false, self.progress()));
                }
                // The slice has ended the search for a counterexample elsewhere, which begins anew each time.
                self.budget.pause_at(total);
                verdict = self.verifier.verify(property, &mut self.progress);
            }
            if mark == total && self.is_paused(&verdict) {
                // The engines have paused in the hope of more work. Cancelled, a race tells the answers that it holds
                // back.
                self.budget.canceller().store(true, Relaxed);
                verdict = self.verifier.verify(property, &mut self.progress);
            }
            self.verdicts.push(verdict);
        }
        // Evidence that is written is not work of the engines.
        self.budget.canceller().store(false, Relaxed);
        self.budget.pause_at(u64::MAX);
        let (model, request) = (self.model, &self.request);
        let mut json = Json::default();
        json.open('{');
        self.progress.tell_steps(&mut json);
        let report = report::Report { model, request, verified: &self.verdicts, verifier: &self.verifier };
        report.tell(&mut json, &self.budget)?;
        json.close('}');
        Ok((true, json.finish()))
    }

    /// Whether a verdict is open and the slice at its end.
    fn is_paused(&self, verdict: &Verdict<'_>) -> bool {
        matches!(verdict.outcome, Outcome::Unknown(_)) && self.budget.check() == Err(Limit::Paused)
    }

    fn progress(&mut self) -> String {
        let mut json = Json::default();
        json.open('{').key("done").raw(false).key("property").raw(self.verdicts.len());
        json.key("properties").raw(self.properties.len());
        report::spent(&mut json, &self.budget);
        json.key("depth").raw(if self.progress.depth.is_empty() { "0" } else { &self.progress.depth });
        json.key("frames").open('[');
        self.progress.frames.iter().for_each(|&count| {
            json.raw(count);
        });
        json.close(']').key("obligations").raw(self.progress.obligations);
        json.key("lemmas").raw(self.progress.lemmas);
        self.progress.tell_steps(&mut json);
        json.close('}');
        json.finish()
    }
}

/// The good ones of the lemmas that engines are to assume.
fn known(model: &Model, request: &Request, budget: &Budget) -> Result<Option<Known>, Failure> {
    if request.assume.is_empty() {
        return Ok(None);
    }
    let lemmas = Lemmas::read(model, request.assume.as_bytes(), budget).map_err(|error| Failure::unread(&error))?;
    let tried = lemmas.examine(budget).map_err(lemmas::failed)?;
    lemmas.known(&tried.good).map(Some).map_err(|reason| Failure::input(reason, None))
}

/// Whether a run comes to a place that is not understood.
fn is_settled(verdict: &Verdict<'_>) -> bool {
    matches!(verdict.refused, Some(CheckError::Unsupported { .. }))
}

/// The properties to verify.
pub fn properties(model: &Model, request: &Request) -> Result<Vec<PropertyId>, Failure> {
    let count = model.property_count();
    match request.settings.property.index {
        Some(property) if model.has(property) => Ok(vec![property]),
        Some(property) => {
            Err(Failure::usage(format!("there is no property {}; the model has {}", property, count)))
        }
        None if count == 0 => Err(Failure::input("nothing to verify: there is no property", None)),
        None => Ok(model.property_ids().collect()),
    }
}
