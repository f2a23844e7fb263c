//! Candidate lemmas about a program on the [workbench](crate::evidence::workbench).
//!
//! A lemma is a formula at a location, or at several: a C function that is called twice has its locations twice. The
//! questions are about the ways between *cuts*, so that a lemma at the head of a loop need not be told at each line of
//! the loop. A lemma holds initially if no way from the initial location, past no other cut, leads out of it. It is
//! preserved if no way from any other cut does, in states that satisfy the lemmas there. Lemmas at a location that is
//! no cut are consequences: the ways that come to them begin at a cut.
//!
//! A counterexample is a piece of a run. It is made small at its begin, and followed by evaluation to its end.

use super::cuts::{has_shared_inputs, ways_to, Cuts, Ways};
use crate::base::{Budget, HashSet, Limit};
use crate::evidence::formulas::{import, Bound, Prover};
use crate::evidence::workbench::{examine, Bench, Question, Workbench};
use crate::evidence::{CheckError, CheckOptions};
use crate::model::cfa::{Cfa, EdgeId, LocId};
use crate::solver::term::{Model, TermId, Terms, Value};

/// Ways through a command that are tried when a counterexample is followed.
const MOST_WAYS: usize = 100_000;

/// Candidate lemmas about a program.
#[derive(Clone, Debug)]
pub struct Lemmas {
    /// A store that was made from the program's by adding terms.
    pub terms: Terms,
    /// By lemma: a formula over the variables at each of its locations.
    pub list: Vec<Vec<(LocId, TermId)>>,
    /// Each location is a cut. Then good lemmas are an invariant by location.
    pub by_edge: bool,
}

/// A piece of a run: a state at a location, and the states that follow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Where it begins.
    pub start: LocId,
    /// The edges that are taken.
    pub edges: Vec<EdgeId>,
    /// The values of all variables at the start and behind each edge.
    pub states: Vec<Vec<Value>>,
    /// The variables that the question was about, by position.
    pub concerns: Vec<usize>,
}

/// Tries lemmas about a program, whose one property is the error location.
///
/// # Errors
///
/// If a lemma is no formula over the variables, or a limit of the budget was reached; [`Limit::Incomplete`] if the ways
/// between cuts are too many, or share inputs.
pub fn try_lemmas(cfa: &Cfa, lemmas: &Lemmas, budget: &Budget) -> Result<Workbench<Piece>, CheckError> {
    budget.poll()?;
    if has_shared_inputs(cfa) {
        return Err(CheckError::Limit(Limit::Incomplete));
    }
    let mut terms = cfa.terms().clone();
    let flat: Vec<TermId> = lemmas.list.iter().flatten().map(|&(_, formula)| formula).collect();
    let built =
        import(&mut terms, cfa.variables().iter().copied(), &Bound::default(), &lemmas.terms, &flat, budget)?;
    let mut built = built.into_iter();
    let of_lemma = |places: &Vec<(LocId, TermId)>| -> Vec<(LocId, TermId)> {
        places.iter().map(|&(location, _)| location).zip(built.by_ref()).collect()
    };
    let list: Vec<_> = lemmas.list.iter().map(of_lemma).collect();
    let cuts = if lemmas.by_edge { Cuts::all(cfa) } else { Cuts::heads(cfa) };
    let mut ends: Vec<Vec<End>> = Vec::with_capacity(list.len() + 1);
    let out_of = |places: &Vec<(LocId, TermId)>, terms: &mut Terms| {
        places.iter().map(|&(location, formula)| (location, terms.not(formula))).collect()
    };
    let mut goals: Vec<Vec<(LocId, TermId)>> = list.iter().map(|places| out_of(places, &mut terms)).collect();
    goals.push(vec![(cfa.error(), Terms::TRUE)]);
    for goals in goals {
        let mut of_goal = Vec::with_capacity(goals.len());
        for goal in goals {
            let ways = ways_to(cfa, &mut terms, &cuts, goal, budget)?.from;
            of_goal.push(End { goal, ways });
        }
        ends.push(of_goal);
    }
    let count = list.len();
    let prover = Prover::new(&CheckOptions::default(), budget);
    let mut trial = Trial { cfa, terms, list, cuts, ends, prover, budget, last: None };
    examine(&mut trial, count, 1)
}

/// States that are looked for at a location, with the ways to them.
struct End {
    goal: (LocId, TermId),
    ways: Vec<(LocId, TermId)>,
}

/// A question that was answered by no.
struct Violation {
    goal: (LocId, TermId),
    /// Where the way begins; the goal itself, if runs begin there.
    start: LocId,
    asked: Vec<TermId>,
}

struct Trial<'a> {
    cfa: &'a Cfa,
    terms: Terms,
    list: Vec<Vec<(LocId, TermId)>>,
    cuts: Cuts,
    /// By lemma, and for the error behind them: the states outside.
    ends: Vec<Vec<End>>,
    prover: Prover,
    budget: &'a Budget,
    last: Option<Violation>,
}

impl Bench for Trial<'_> {
    type Counterexample = Piece;

    fn refute(&mut self, question: Question, assumed: &[usize]) -> Result<Option<Vec<usize>>, CheckError> {
        let Trial { cfa, terms, list, ends, prover, .. } = self;
        let initial = cfa.initial();
        let of_question = match question {
            Question::Initially(lemma) | Question::Preserved(lemma) => &ends[lemma],
            Question::Excluded(_) => &ends[list.len()],
        };
        let mut used: Vec<usize> = Vec::new();
        for End { goal, ways } in of_question {
            let mut questions = ways.clone();
            match question {
                Question::Initially(_) => questions.retain(|&(cut, _)| cut == initial),
                Question::Preserved(_) => questions.retain(|&(cut, _)| cut != initial),
                Question::Excluded(_) => {}
            }
            // Runs begin at the initial location in any state.
            if goal.0 == initial && matches!(question, Question::Initially(_)) {
                questions.push(*goal);
            }
            for (cut, way) in questions {
                let here = |&lemma: &usize| -> Vec<TermId> {
                    list[lemma].iter().filter(|&&(l, _)| l == cut).map(|&(_, formula)| formula).collect()
                };
                let mut asked = vec![way];
                asked.extend(assumed.iter().flat_map(here));
                if !prover.refute(terms, &asked)? {
                    self.last = Some(Violation { goal: *goal, start: cut, asked });
                    return Ok(None);
                }
                let core = prover.core();
                used.extend(assumed.iter().filter(|lemma| here(lemma).iter().any(|t| core.contains(t))));
            }
        }
        used.sort_unstable();
        used.dedup();
        Ok(Some(used))
    }

    fn counterexample(&mut self) -> Result<Piece, CheckError> {
        let Trial { cfa, terms, cuts, prover, budget, last, .. } = self;
        let nothing = Violation { goal: (cfa.initial(), Terms::FALSE), start: cfa.initial(), asked: vec![] };
        let Violation { goal, start, asked } = last.take().unwrap_or(nothing);
        let mut mentioning = asked.clone();
        mentioning.push(goal.1);
        let mentioned: HashSet<TermId> =
            terms.symbols_in(&mentioning).into_iter().map(|s| terms.symbol_term(s)).collect();
        let concerns: Vec<usize> =
            (0..cfa.variables().len()).filter(|&i| mentioned.contains(&cfa.variables()[i])).collect();
        let mut constants: Vec<TermId> = concerns.iter().map(|&i| cfa.variables()[i]).collect();
        let mut inputs: Vec<TermId> = mentioned.into_iter().filter(|&t| !cfa.is_variable(t)).collect();
        inputs.sort_unstable();
        constants.append(&mut inputs);
        prover.make_small(terms, asked, &constants)?;
        // The prover has values for what other questions were about, too.
        let mut model = Model::new();
        model.set_all(terms, constants.iter().copied(), &prover.model(terms).evaluate_all(terms, &constants));
        let ways = ways_to(cfa, terms, cuts, goal, budget)?;
        Ok(follow(cfa, terms, &model, (start, goal), &ways, concerns))
    }
}

/// The run from a state that a way begins with to its goal.
fn follow(
    cfa: &Cfa,
    terms: &Terms,
    model: &Model,
    (start, goal): (LocId, (LocId, TermId)),
    ways: &Ways,
    concerns: Vec<usize>,
) -> Piece {
    let state = |model: &Model| model.evaluate_all(terms, cfa.variables());
    let mut piece = Piece { start, edges: Vec::new(), states: vec![state(model)], concerns };
    let (mut location, mut now) = (start, model.clone());
    let is_goal = |location: LocId, now: &Model| location == goal.0 && now.evaluate(terms, goal.1).is_true();
    if ways.from.iter().all(|&(cut, _)| cut != start) && is_goal(start, &now) {
        return piece;
    }
    // No way meets a location twice.
    for _ in 0..cfa.location_count() {
        let next = cfa.leaving(location).iter().find_map(|&id| {
            let edge = cfa.edge(id);
            let after = ways.inside[edge.target.index()];
            if after == Terms::FALSE {
                return None;
            }
            let accept = |end: &Model| end.evaluate(terms, after).is_true();
            let (_, end) = cfa.commands().find_run(terms, edge.command, &now, MOST_WAYS, accept)?;
            Some((id, edge.target, end))
        });
        let (edge, target, end) = match next {
            Some(next) => next,
            None => break,
        };
        piece.edges.push(edge);
        piece.states.push(state(&end));
        location = target;
        now = end;
        if is_goal(location, &now) {
            break;
        }
    }
    debug_assert!(is_goal(location, &now), "a way that the solver sees is a run");
    piece
}
