//! Steps as sentences.

use super::{At, ChainResult, Detail, Interpolant, PlaceId, Question, Step, TreeNodeId};
use crate::base::Lit;
use crate::engine::FrameId;
use std::fmt;

/// Cubes with more literals are cut short in sentences.
const MOST_LITERALS: usize = 12;

/// A literal by its words.
pub(super) struct Word<'a>(pub &'a Detail<'a>, pub Option<PlaceId>, pub Lit);

impl fmt::Display for Word<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.words.literal(self.2, self.1, f)
    }
}

/// A cube as a conjunction, for a place.
struct Conjunction<'a>(&'a Detail<'a>, Option<PlaceId>, &'a [Lit]);

impl fmt::Display for Conjunction<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Conjunction(detail, place, cube) = *self;
        if cube.is_empty() {
            return f.write_str("all states");
        }
        for (i, &lit) in cube.iter().take(MOST_LITERALS).enumerate() {
            write!(f, "{}{}", if i > 0 { " ∧ " } else { "" }, Word(detail, place, lit))?;
        }
        match cube.len().checked_sub(MOST_LITERALS) {
            Some(more) if more > 0 => write!(f, " ∧ ({} more)", more),
            _ => Ok(()),
        }
    }
}

/// The states that a lemma leaves.
struct Excluded<'a>(Conjunction<'a>);

impl fmt::Display for Excluded<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 .2 {
            [] => f.write_str("no state"),
            [..] => write!(f, "not {}", self.0),
        }
    }
}

/// The name of a place.
struct Name<'a>(&'a Detail<'a>, PlaceId);

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.words.place(self.1, f)
    }
}

/// Where something is: nothing in a model with one place.
struct Somewhere<'a>(&'a Detail<'a>, Option<PlaceId>, Option<TreeNodeId>);

impl fmt::Display for Somewhere<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = self.1 {
            write!(f, " at {}", Name(self.0, place))?;
        }
        match self.2 {
            Some(node) => write!(f, ", node {}", node.index()),
            None => Ok(()),
        }
    }
}

/// A frame by the name that the papers give it.
struct Frame(FrameId);

impl fmt::Display for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_infinite() {
            f.write_str("F∞")
        } else {
            write!(f, "F{}", self.0.index())
        }
    }
}

/// The step as a sentence.
impl fmt::Display for Detail<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let At { place, node, .. } = self.at;
        let cube = |cube| Conjunction(self, place, cube);
        let here = Somewhere(self, place, node);
        match self.step {
            Step::Places { places, edges } => {
                write!(f, "the model has {} places and {} edges", places.len(), edges.len())
            }
            Step::Frame { frame } => write!(f, "{} is opened", Frame(*frame)),
            Step::Query { question, frame, cube: about, answer } => {
                self.question(*question, *frame, about, f)?;
                f.write_str(if *answer { " yes" } else { " no" })
            }
            Step::Predecessor { frame, cube: found, state } => {
                write!(f, "a state of {}{} leads to the target, ", Frame(*frame), here)?;
                write!(f, "and so does each state of {}", cube(found))?;
                match state.iter().filter(|lit| found.binary_search(lit).is_err()).count() {
                    0 => Ok(()),
                    dropped => write!(f, ": lifting dropped {} of {} literals", dropped, state.len()),
                }
            }
            Step::Obligation { frame, cube: to_block, depth, returns, may } => {
                let kind = if *may { "may-obligation" } else { "obligation" };
                write!(f, "{}: block {} in {}{}, ", kind, cube(to_block), Frame(*frame), here)?;
                write!(f, "{} from a bad step, {} returns", depth, returns)
            }
            Step::Waits { frame, cube: waiting } => {
                write!(f, "{} in {}{} waits for its predecessor", cube(waiting), Frame(*frame), here)
            }
            Step::Returns { frame, cube: blocked } => {
                write!(f, "{}{} is blocked below {}, where it comes back", cube(blocked), here, Frame(*frame))
            }
            Step::Reached { cube: reached } => write!(f, "{}{} has a reachable state", cube(reached), here),
            Step::Generalise { frame, cube: core } => {
                write!(f, "generalise {} in {}{}", cube(core), Frame(*frame), here)
            }
            Step::Drop { candidate, smaller: Some(smaller), .. } => {
                write!(f, "{}{} will do, and of it {}", cube(candidate), here, cube(smaller))
            }
            Step::Drop { candidate, smaller: None, .. } => {
                write!(f, "{}{} will not do", cube(candidate), here)
            }
            Step::Ctg { frame, cube: ctg, blocked } => {
                let what = if *blocked { "is blocked first" } else { "is joined with the candidate" };
                let what = if place.is_some() && !*blocked { "cannot be blocked" } else { what };
                write!(
                    f,
                    "a counterexample to generalisation, {} in {}{}, ",
                    cube(ctg),
                    Frame(*frame),
                    here
                )?;
                f.write_str(what)
            }
            Step::Lemma { frame, cube: excluded } => {
                write!(f, "lemma up to {}{}: {}", Frame(*frame), here, Excluded(cube(excluded)))
            }
            Step::Pushed { frame, cube: excluded } => {
                write!(f, "pushed to {}{}: {}", Frame(*frame), here, Excluded(cube(excluded)))
            }
            Step::Held { frame, cube: excluded, state } => {
                write!(f, "stays in {}{}: {}", Frame(*frame), here, Excluded(cube(excluded)))?;
                match state.as_slice() {
                    [] => Ok(()),
                    _ => write!(f, "; a step from {} leads out", cube(state)),
                }
            }
            Step::Fixpoint { frame } => {
                write!(f, "{} equals {}: an inductive invariant", Frame(*frame), Frame(frame.next()))
            }
            Step::Chain { cubes, result, .. } => {
                write!(f, "a chain of {} cubes leads from an initial state: ", cubes.len())?;
                f.write_str(match result {
                    ChainResult::Concrete => "a run goes that way",
                    ChainResult::Refined => "no run does, and the abstraction is refined",
                    ChainResult::Spurious => "no run does, and nothing excludes it",
                })
            }
            Step::Predicates { predicates } => {
                write!(f, "{} new predicates", predicates.len())?;
                for (i, &predicate) in predicates.iter().take(MOST_LITERALS).enumerate() {
                    write!(f, "{}{}", if i > 0 { ", " } else { ": " }, Word(self, place, predicate))?;
                }
                Ok(())
            }
            Step::Interpolants { interpolants } => {
                write!(f, "{} interpolants along the path", interpolants.len())?;
                for (i, Interpolant { at, cube }) in interpolants.iter().take(MOST_LITERALS).enumerate() {
                    let there = Somewhere(self, at.place, at.node);
                    let formula = Conjunction(self, at.place, cube);
                    write!(f, "{}{}{}", if i > 0 { ", " } else { ": " }, formula, there)?;
                }
                Ok(())
            }
            Step::Node { parent: None } => write!(f, "a new node{}", here),
            Step::Node { parent: Some(parent) } => write!(f, "a new node{}, below {}", here, parent.index()),
            Step::Covered { by: Some(by) } => write!(f, "covered by node {}{}", by.index(), here),
            Step::Covered { by: None } => write!(f, "no run comes here{}", here),
            Step::Uncovered => write!(f, "no longer covered{}", here),
        }
    }
}

impl Detail<'_> {
    /// A question, without its answer.
    fn question(
        &self,
        question: Question,
        frame: FrameId,
        about: &[Lit],
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        let At { place, from, node } = self.at;
        let (frame, about) = (Frame(frame), Conjunction(self, place, about));
        let here = Somewhere(self, place, node);
        match (question, from, place) {
            (Question::Initial, ..) => write!(f, "is an initial state in {}{}?", about, here),
            (Question::Goal, ..) => write!(f, "is a state of {}{} bad?", frame, here),
            (Question::Inside, ..) => write!(f, "is a state of {}{} in {}?", frame, here, about),
            (Question::Consecution, None, None) => {
                write!(f, "can a state of {} outside {} step into it?", frame, about)
            }
            (Question::Push, None, None) => write!(f, "can a state of {} step into {}?", frame, about),
            (Question::Consecution | Question::Push, Some(from), _) => {
                let is_loop = question == Question::Consecution && place == Some(from) && node.is_none();
                let outside = if is_loop { ", outside the cube," } else { "" };
                write!(f, "can a state of {} at {}{} ", frame, Name(self, from), outside)?;
                write!(f, "step into {}{}?", about, here)
            }
            (Question::Consecution | Question::Push, None, Some(_)) => {
                write!(f, "is a state of {}{} derived from {}?", about, here, frame)
            }
        }
    }
}
