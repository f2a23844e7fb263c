//! Steps as sentences, and as objects of JSON.

use super::{ChainResult, Detail, Question, Step};
use crate::base::{Json, Lit};
use crate::engine::FrameId;
use std::fmt;

/// Cubes with more literals are cut short in sentences.
const MOST_LITERALS: usize = 12;

/// A literal by its words.
struct Word<'a>(&'a Detail<'a>, Lit);

impl fmt::Display for Word<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.words.literal(self.1, f)
    }
}

/// A cube as a conjunction.
struct Conjunction<'a>(&'a Detail<'a>, &'a [Lit]);

impl fmt::Display for Conjunction<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Conjunction(detail, cube) = *self;
        if cube.is_empty() {
            return f.write_str("all states");
        }
        for (i, &lit) in cube.iter().take(MOST_LITERALS).enumerate() {
            write!(f, "{}{}", if i > 0 { " ∧ " } else { "" }, Word(detail, lit))?;
        }
        match cube.len().checked_sub(MOST_LITERALS) {
            Some(more) if more > 0 => write!(f, " ∧ ({} more)", more),
            _ => Ok(()),
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
        let cube = |cube| Conjunction(self, cube);
        match self.step {
            Step::Frame { frame } => write!(f, "{} is opened", Frame(*frame)),
            Step::Query { question, frame, cube: about, answer } => {
                let (frame, about) = (Frame(*frame), cube(about));
                let answer = if *answer { "yes" } else { "no" };
                match question {
                    Question::Initial => write!(f, "is an initial state in {}? {}", about, answer),
                    Question::Goal => write!(f, "is a state of {} bad? {}", frame, answer),
                    Question::Inside => write!(f, "is a state of {} in {}? {}", frame, about, answer),
                    Question::Consecution => {
                        write!(f, "can a state of {} outside {} step into it? {}", frame, about, answer)
                    }
                    Question::Push => write!(f, "can a state of {} step into {}? {}", frame, about, answer),
                }
            }
            Step::Predecessor { frame, cube: found, state } => {
                write!(f, "a state of {} is one, and so is each of {}", Frame(*frame), cube(found))?;
                match state.iter().filter(|lit| found.binary_search(lit).is_err()).count() {
                    0 => Ok(()),
                    dropped => write!(f, ": lifting dropped {} of {} literals", dropped, state.len()),
                }
            }
            Step::Obligation { frame, cube: to_block, depth, returns, may } => {
                let kind = if *may { "may-obligation" } else { "obligation" };
                write!(f, "{}: block {} in {}, ", kind, cube(to_block), Frame(*frame))?;
                write!(f, "{} from a bad step, {} returns", depth, returns)
            }
            Step::Waits { frame, cube: waiting } => {
                write!(f, "{} in {} waits for its predecessor", cube(waiting), Frame(*frame))
            }
            Step::Returns { frame, cube: blocked } => {
                write!(f, "{} is blocked below {}, where it comes back", cube(blocked), Frame(*frame))
            }
            Step::Reached { cube: reached } => write!(f, "{} has a reachable state", cube(reached)),
            Step::Generalise { frame, cube: core } => {
                write!(f, "generalise {} in {}", cube(core), Frame(*frame))
            }
            Step::Drop { candidate, smaller: Some(smaller), .. } => {
                write!(f, "{} will do, and of it {}", cube(candidate), cube(smaller))
            }
            Step::Drop { candidate, smaller: None, .. } => write!(f, "{} will not do", cube(candidate)),
            Step::Ctg { frame, cube: ctg, blocked } => {
                let what = if *blocked { "is blocked first" } else { "is joined with the candidate" };
                write!(f, "a counterexample to generalisation, {} in {}, {}", cube(ctg), Frame(*frame), what)
            }
            Step::Lemma { frame, cube: excluded } => {
                write!(f, "lemma up to {}: not {}", Frame(*frame), cube(excluded))
            }
            Step::Pushed { frame, cube: excluded } => {
                write!(f, "pushed to {}: not {}", Frame(*frame), cube(excluded))
            }
            Step::Held { frame, cube: excluded } => {
                write!(f, "stays in {}: not {}", Frame(*frame), cube(excluded))
            }
            Step::Fixpoint { frame } => {
                write!(f, "{} equals {}: an inductive invariant", Frame(*frame), Frame(frame.next()))
            }
            Step::Chain { cubes, result } => {
                write!(f, "a chain of {} cubes leads from an initial state: ", cubes.len())?;
                f.write_str(match result {
                    ChainResult::Concrete => "a run goes that way",
                    ChainResult::Refined => "no run does, and the abstraction is refined",
                    ChainResult::Spurious => "no run does, and nothing excludes it",
                })
            }
        }
    }
}

/// A frame as a value of JSON: a number, or `null` for the one of what holds for ever.
pub(in crate::engine) fn frame_value(frame: FrameId) -> String {
    match frame.is_infinite() {
        true => "null".to_string(),
        false => frame.to_string(),
    }
}

/// An object in the making.
struct Object<'a> {
    detail: &'a Detail<'a>,
    json: Json,
}

impl Object<'_> {
    fn raw(&mut self, key: &str, value: impl fmt::Display) -> &mut Self {
        self.json.key(key).raw(value);
        self
    }

    fn frame(&mut self, frame: FrameId) -> &mut Self {
        self.raw("frame", frame_value(frame))
    }

    fn list(&mut self, cube: &[Lit]) {
        self.json.strings(cube.iter().map(|&lit| Word(self.detail, lit).to_string()));
    }

    fn cube(&mut self, key: &str, cube: &[Lit]) -> &mut Self {
        self.json.key(key);
        self.list(cube);
        self
    }
}

impl Detail<'_> {
    /// The step as an object of JSON, in one line without its end. [`Transcript`](crate::engine::Transcript) has the
    /// table of the keys.
    pub fn json(&self) -> String {
        let mut o = Object { detail: self, json: Json::default() };
        o.json.open('{').key("step").string(self.step.name());
        match self.step {
            Step::Frame { frame } | Step::Fixpoint { frame } => o.frame(*frame),
            Step::Query { frame, cube, answer, .. } => {
                o.frame(*frame).cube("cube", cube).raw("answer", answer)
            }
            Step::Predecessor { frame, cube, state } => {
                o.frame(*frame).cube("cube", cube).cube("state", state)
            }
            Step::Waits { frame, cube }
            | Step::Returns { frame, cube }
            | Step::Generalise { frame, cube }
            | Step::Lemma { frame, cube }
            | Step::Pushed { frame, cube }
            | Step::Held { frame, cube } => o.frame(*frame).cube("cube", cube),
            Step::Obligation { frame, cube, depth, returns, may } => {
                o.frame(*frame).cube("cube", cube).raw("depth", depth.transitions());
                o.raw("returns", returns).raw("may", may)
            }
            Step::Reached { cube } => o.cube("cube", cube),
            Step::Drop { frame, candidate, smaller } => {
                o.frame(*frame).cube("candidate", candidate);
                match smaller {
                    Some(smaller) => o.cube("smaller", smaller),
                    None => o.raw("smaller", "null"),
                }
            }
            Step::Ctg { frame, cube, blocked } => o.frame(*frame).cube("cube", cube).raw("blocked", blocked),
            Step::Chain { cubes, result } => {
                o.json.key("cubes").open('[');
                cubes.iter().for_each(|cube| o.list(cube));
                o.json.close(']').key("result").string(match result {
                    ChainResult::Concrete => "concrete",
                    ChainResult::Refined => "refined",
                    ChainResult::Spurious => "spurious",
                });
                &mut o
            }
        };
        o.json.close('}');
        o.json.line()
    }
}
