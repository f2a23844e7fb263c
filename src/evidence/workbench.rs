//! Candidate lemmas on the workbench: which of them hold initially, which are inductive, alone and together, and
//! whether they prove the properties.
//!
//! People and programs guess invariants; the checker says what is wrong with a guess. A lemma holds *initially* if no
//! run begins outside of it. It is inductive *alone* if no step leads out of it from the states that satisfy it, and
//! *together* with the others if no step does from states that satisfy all of them. The *good* lemmas are the largest
//! set whose members all hold initially and are inductive together: lemmas that fail are dropped until none does
//! (Flanagan, Leino, "Houdini", FME 2001). They prove a property if they exclude its bad states.
//!
//! An answer no comes with a counterexample: an initial state, a step, or a bad state. An answer yes rests on some of
//! the lemmas that were assumed, which the solver's core tells. The lemmas that a property *needs* are those that
//! exclude its bad states, those that these need to be inductive, and so on. That set is no smallest one, but it is
//! inductive.
//!
//! A model of any kind puts its own questions to a solver: [`system`](super::system) of one state and of a step,
//! [`program`](super::program) of the ways between locations, [`horn`](super::horn) of the clauses. The verdict of a
//! caller does not rest on these answers: the good lemmas go to the checker of certificates.

use super::CheckError;
use crate::model::PropertyId;

/// The answers about a lemma: yes, or the counterexample.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tried<T> {
    /// Whether it holds initially.
    pub initially: Result<(), T>,
    /// Whether it is preserved by steps from states that satisfy it.
    pub alone: Result<(), T>,
    /// Whether it is preserved by steps from states that satisfy all lemmas.
    pub together: Result<(), T>,
    /// Whether it is preserved, too, when lemmas that are not good have been dropped; yes if the question did not come
    /// up.
    pub at_last: Result<(), T>,
}

/// The answers about a list of lemmas.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Workbench<T> {
    /// By lemma.
    pub lemmas: Vec<Tried<T>>,
    /// The good ones: positions in the list, in order.
    pub good: Vec<usize>,
    /// By property: the lemmas that it needs, in order, or a bad state that the good ones do not exclude.
    pub properties: Vec<Result<Vec<usize>, T>>,
}

impl<T> Workbench<T> {
    /// The same answers with other counterexamples.
    pub fn map<U>(self, mut change: impl FnMut(T) -> U) -> Workbench<U> {
        let mut lemmas = Vec::with_capacity(self.lemmas.len());
        for Tried { initially, alone, together, at_last } in self.lemmas {
            lemmas.push(Tried {
                initially: initially.map_err(&mut change),
                alone: alone.map_err(&mut change),
                together: together.map_err(&mut change),
                at_last: at_last.map_err(&mut change),
            });
        }
        let properties = self.properties.into_iter().map(|answer| answer.map_err(&mut change)).collect();
        Workbench { lemmas, good: self.good, properties }
    }
}

/// A question about a lemma, by position, or about a property.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Question {
    Initially(usize),
    Preserved(usize),
    Excluded(PropertyId),
}

/// Lemmas about a model, with a solver that answers questions about them.
pub(super) trait Bench {
    type Counterexample;

    /// Asks a question under the assumption of some lemmas, in order. The result are those of them that the answer yes
    /// rests on; `None` means no.
    fn refute(&mut self, question: Question, assumed: &[usize]) -> Result<Option<Vec<usize>>, CheckError>;

    /// A small counterexample, if the last answer was no.
    fn counterexample(&mut self) -> Result<Self::Counterexample, CheckError>;
}

/// Asks all questions about `lemmas` lemmas and all properties: a few of each, and for the good lemmas at most as many
/// rounds as there are lemmas.
pub(super) fn examine<B: Bench>(
    bench: &mut B,
    lemmas: usize,
    properties: usize,
) -> Result<Workbench<B::Counterexample>, CheckError> {
    let all: Vec<usize> = (0..lemmas).collect();
    let mut tried = Vec::with_capacity(lemmas);
    for &lemma in &all {
        let initially = answer(bench, Question::Initially(lemma), &[])?;
        let alone = answer(bench, Question::Preserved(lemma), &[lemma])?;
        let together = match alone {
            Ok(()) => Ok(()),
            Err(_) => answer(bench, Question::Preserved(lemma), &all)?,
        };
        tried.push(Tried { initially, alone, together, at_last: Ok(()) });
    }
    let is_candidate = |&lemma: &usize| tried[lemma].initially.is_ok() && tried[lemma].together.is_ok();
    let candidates = all.into_iter().filter(is_candidate).collect();
    let (good, needs) = good(bench, candidates, &mut tried)?;
    let mut answers = Vec::with_capacity(properties);
    for property in (0..properties).map(PropertyId::new) {
        answers.push(match bench.refute(Question::Excluded(property), &good)? {
            Some(used) => Ok(closure(used, &needs)),
            None => Err(bench.counterexample()?),
        });
    }
    Ok(Workbench { lemmas: tried, good, properties: answers })
}

/// Of `lemmas` lemmas, the ones that a property needs if all of them hold initially. `None` if they are not inductive
/// together, or do not exclude the bad states.
pub(super) fn needed<B: Bench>(
    bench: &mut B,
    lemmas: usize,
    property: PropertyId,
) -> Result<Option<Vec<usize>>, CheckError> {
    let all: Vec<usize> = (0..lemmas).collect();
    let mut open = match bench.refute(Question::Excluded(property), &all)? {
        Some(used) => used,
        None => return Ok(None),
    };
    let mut found = vec![false; lemmas];
    while let Some(lemma) = open.pop() {
        if std::mem::replace(&mut found[lemma], true) {
            continue;
        }
        match bench.refute(Question::Preserved(lemma), &all)? {
            Some(used) => open.extend(used),
            None => return Ok(None),
        }
    }
    Ok(Some(all.into_iter().filter(|&lemma| found[lemma]).collect()))
}

fn answer<B: Bench>(
    bench: &mut B,
    question: Question,
    assumed: &[usize],
) -> Result<Result<(), B::Counterexample>, CheckError> {
    Ok(match bench.refute(question, assumed)? {
        Some(_) => Ok(()),
        None => Err(bench.counterexample()?),
    })
}

/// The good lemmas among these, and by lemma the good ones that it needs to be inductive. A lemma that is dropped gets
/// its step.
fn good<B: Bench>(
    bench: &mut B,
    mut good: Vec<usize>,
    tried: &mut [Tried<B::Counterexample>],
) -> Result<(Vec<usize>, Vec<Vec<usize>>), CheckError> {
    loop {
        let mut needs = vec![Vec::new(); tried.len()];
        let mut kept = Vec::with_capacity(good.len());
        for &lemma in &good {
            match bench.refute(Question::Preserved(lemma), &good)? {
                Some(used) => {
                    needs[lemma] = used;
                    kept.push(lemma);
                }
                None => tried[lemma].at_last = Err(bench.counterexample()?),
            }
        }
        if kept.len() == good.len() {
            return Ok((good, needs));
        }
        good = kept;
    }
}

/// These lemmas, and all that they need, in order.
fn closure(mut open: Vec<usize>, needs: &[Vec<usize>]) -> Vec<usize> {
    let mut found = vec![false; needs.len()];
    while let Some(lemma) = open.pop() {
        if !std::mem::replace(&mut found[lemma], true) {
            open.extend(&needs[lemma]);
        }
    }
    (0..needs.len()).filter(|&lemma| found[lemma]).collect()
}
