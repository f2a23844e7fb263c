//! Generalisation: from a blocked cube to a larger one that is blocked too (Lange 2018, §3.3).
//!
//! A subset `d` of the cube's literals will do if no initial state satisfies it and `F ∧ ¬d ∧ T ∧ d′` is unsatisfiable,
//! `F` being the frame before. Every query that succeeds also shrinks `d` to its core. Literals of low activity are
//! tried first, those of a lemma that the frame before has for the cube (its *parent*) last. The order of the tries is
//! that of [`minimise`](super::minimise); here is how one is decided.
//!
//! *Counterexamples to generalisation*, predecessors of a smaller cube, are blocked for its sake. How much this gives
//! differs from circuit to circuit more than anything else here, so a record is kept of the queries that it costs and
//! of the literals that it saves; while the price is too high only a sample is tried. This is not from the
//! literature. Another way is to learn how many of them to follow (`bandit`).
//!
//! The order of the tries decides which of many minimal lemmas is found. Several orders give several; the shortest one
//! excludes the most states.

use super::cube::Cube;
use super::minimise::{drop_halves, drop_literals};
use super::options::Generalisation;
use super::places::Places;
use super::search::Search;
use super::steps::{Steps, Target};
use super::tally::Purpose;
use crate::base::{Limit, Lit};
use crate::engine::common::outcome::unless_incomplete;
use crate::engine::{FrameId, Question, Step};

/// Obligations with fewer returns are generalised without counterexamples to generalisation, in dynamic mode.
const DYNAMIC_CTG: usize = 10;
/// From here on with deeper ones.
const DYNAMIC_EXTENDED: usize = 40;

/// The effort spent on counterexamples to generalisation.
#[derive(Clone, Copy)]
struct Effort {
    depth: usize,
    limit: usize,
}

const NO_CTGS: Effort = Effort { depth: 0, limit: 0 };

impl<S: Steps> Search<S> {
    /// Whether the cube is inductive relative to the frame before. Costs at most one query; if the
    /// answer is no there may be none, and no model of a predecessor.
    pub(in crate::engine) fn is_inductive(&mut self, cube: &Cube, frame: FrameId) -> Result<bool, Limit> {
        Ok(!self.steps.is_known_to_fail(frame.previous(), cube, true)
            && !self.fails_consecution(cube, frame)?)
    }

    /// Whether consecution fails: a state of the frame before, outside the cube, has a successor in it. There is a
    /// model of one then.
    pub(in crate::engine) fn fails_consecution(
        &mut self,
        cube: &Cube,
        frame: FrameId,
    ) -> Result<bool, Limit> {
        let before = frame.previous();
        let answer = self.steps.fails_consecution(before, cube, true, &self.activity)?;
        let question = Question::Consecution;
        self.log.note(|| Step::Query { question, frame: before, cube: cube.to_vec(), answer });
        Ok(answer)
    }

    /// Whether the cube has an initial state.
    pub(super) fn meets_init(&mut self, cube: &Cube) -> Result<bool, Limit> {
        let answer = self.steps.meets_init(cube)?;
        let (question, frame) = (Question::Initial, FrameId::INIT);
        self.log.note(|| Step::Query { question, frame, cube: cube.to_vec(), answer });
        Ok(answer)
    }

    /// A larger cube than this inductive one, inductive relative to the same frame. `returns` is how often the
    /// obligation has come back.
    pub(in crate::engine) fn generalise(
        &mut self,
        cube: Cube,
        frame: FrameId,
        returns: usize,
    ) -> Result<Cube, Limit> {
        self.log.note(|| Step::Generalise { frame, cube: cube.to_vec() });
        self.tallied(Purpose::Generalisation, |search| search.enlarge(cube, frame, returns))
    }

    /// The shortest of the lemmas that several orders of the literals give.
    fn enlarge(&mut self, cube: Cube, frame: FrameId, returns: usize) -> Result<Cube, Limit> {
        if self.options.orders <= 1 || cube.len() < 3 {
            return self.enlarge_once(cube, frame, returns);
        }
        let mut best = self.enlarge_once(cube.clone(), frame, returns)?;
        for turn in 1..self.options.orders {
            self.order = turn;
            let other = self.enlarge_once(cube.clone(), frame, returns);
            self.order = 0;
            let other = other?;
            if other.len() < best.len() {
                best = other;
            }
        }
        Ok(best)
    }

    fn enlarge_once(&mut self, cube: Cube, frame: FrameId, returns: usize) -> Result<Cube, Limit> {
        let effort = Effort { depth: self.options.ctg_depth, limit: self.options.ctg_limit };
        match self.options.generalisation {
            Generalisation::Core => Ok(cube),
            Generalisation::Interpolant => self.interpolate(cube, frame),
            Generalisation::Linear => self.minimal_inductive(cube, frame, NO_CTGS),
            Generalisation::Binary => {
                let order = self.drop_order(&cube, frame);
                drop_halves(order, |candidate| {
                    let smaller = unless_incomplete(self.inductive_part((), &candidate, frame), None)?;
                    self.note_drop(frame, &candidate, &smaller);
                    Ok(smaller)
                })
            }
            Generalisation::Ctg => self.minimal_inductive(cube, frame, effort),
            Generalisation::Dynamic if returns < DYNAMIC_CTG => self.minimal_inductive(cube, frame, NO_CTGS),
            Generalisation::Dynamic if returns < DYNAMIC_EXTENDED => {
                self.minimal_inductive(cube, frame, effort)
            }
            Generalisation::Learnt => {
                let (arm, (depth, limit)) = self.bandit.choose();
                let (literals, queries) = (cube.len(), self.steps.queries());
                let lemma = self.minimal_inductive(cube, frame, Effort { depth, limit })?;
                self.bandit.note(arm, literals, literals - lemma.len(), self.steps.queries() - queries);
                Ok(lemma)
            }
            Generalisation::Dynamic => {
                let more = Effort { depth: effort.depth + 1, limit: effort.limit + 2 };
                self.minimal_inductive(cube, frame, more)
            }
        }
    }

    /// A part of the cube that an interpolant excludes. The other cubes that it excludes become lemmas.
    fn interpolate(&mut self, cube: Cube, frame: FrameId) -> Result<Cube, Limit> {
        let before = frame.previous();
        let lemmas = self.frames.all().filter(|lemma| lemma.frame >= before);
        let lemmas: Vec<&Cube> = lemmas.map(|lemma| &lemma.cube).collect();
        let mut excluded = self.steps.interpolant(before, &cube, &lemmas, &self.activity)?.into_iter();
        let lemma = excluded.next().unwrap_or(cube);
        let mut is_stored = false;
        for other in excluded {
            if self.frames.excluding(&other, frame).is_none() {
                // The others are inductive relative to a frame that excludes the first one.
                if !is_stored {
                    self.add_lemma(lemma.clone(), frame);
                    is_stored = true;
                }
                self.add_lemma(other, frame);
            }
        }
        Ok(lemma)
    }

    /// The literals in the order in which to try to drop them.
    fn drop_order(&self, cube: &Cube, frame: FrameId) -> Vec<Lit> {
        let mut order = cube.to_vec();
        match self.order {
            0 => self.activity.sort_ascending(&mut order),
            // The literals as they are numbered, the other way round, and the most active ones first.
            1 => {}
            2 => order.reverse(),
            _ => self.activity.sort_descending(&mut order),
        }
        if self.options.parent_lemma && frame > FrameId::INIT.next() {
            let parents = self.frames.parents(cube, frame.previous());
            if let Some(parent) = parents.min_by_key(|lemma| lemma.cube.len()) {
                // Stable: the order by activity stays within both parts.
                order.sort_by_key(|&l| parent.cube.contains_lit(l));
            }
        }
        order
    }

    /// The cube with literals dropped one after the other.
    fn minimal_inductive(&mut self, cube: Cube, frame: FrameId, effort: Effort) -> Result<Cube, Limit> {
        let order = self.drop_order(&cube, frame);
        drop_literals(cube, &order, |candidate, needed| {
            let smaller = unless_incomplete(self.down(candidate, needed, frame, effort), None)?;
            self.note_drop(frame, candidate, &smaller);
            Ok(smaller)
        })
    }

    fn note_drop(&mut self, frame: FrameId, candidate: &Cube, smaller: &Option<Cube>) {
        let step = || Step::Drop {
            frame,
            candidate: candidate.to_vec(),
            smaller: smaller.as_deref().map(<[Lit]>::to_vec),
        };
        self.log.note(step);
    }

    /// An inductive subset of the candidate that has all needed literals, if there is one in easy reach ("ctgDown" in
    /// Hassan, Bradley, Somenzi 2013). On some circuits counterexamples to generalisation hardly ever help; there they
    /// are hardly ever looked at.
    fn down(
        &mut self,
        candidate: &Cube,
        needed: &[Lit],
        frame: FrameId,
        effort: Effort,
    ) -> Result<Option<Cube>, Limit> {
        if self.meets_init(candidate)? {
            return Ok(None);
        }
        let known = self.steps.is_known_to_fail(frame.previous(), candidate, true);
        if !known && !self.fails_consecution(candidate, frame)? {
            return self.steps.core(candidate, &self.activity).map(Some);
        }
        if effort.depth == 0 || (self.options.adaptive_ctg && !self.ctg_record.is_worth_trying()) {
            return Ok(None);
        }
        let before = self.steps.queries();
        // Counterexamples are lifted from a model, which a known step does not leave.
        if known && !self.fails_consecution(candidate, frame)? {
            return self.steps.core(candidate, &self.activity).map(Some);
        }
        let found = self.past_ctgs(candidate.clone(), needed, frame, effort)?;
        self.ctg_record.note(found.is_some(), self.steps.queries() - before);
        Ok(found)
    }

    /// An inductive subset, as in `down`, of a candidate that was just found to have a predecessor. Predecessors are
    /// first blocked as obligations of their own, then the candidate is joined with them.
    fn past_ctgs(
        &mut self,
        mut candidate: Cube,
        needed: &[Lit],
        frame: FrameId,
        effort: Effort,
    ) -> Result<Option<Cube>, Limit> {
        let before = frame.previous();
        let mut ctgs = 0;
        loop {
            let target = Target::Cube(&candidate);
            let predecessor = self.steps.quick_predecessor(before, target, &self.activity)?;
            let blocked = ctgs < effort.limit
                && before > FrameId::INIT
                && self.block_ctg(&predecessor, before, effort)?;
            self.log.note(|| Step::Ctg { frame: before, cube: predecessor.to_vec(), blocked });
            if blocked {
                ctgs += 1;
            } else {
                ctgs = 0;
                let joined = candidate.filtered(|l| predecessor.contains_lit(l));
                if joined.is_empty() || needed.iter().any(|&l| !joined.contains_lit(l)) {
                    return Ok(None);
                }
                debug_assert!(joined.len() < candidate.len(), "the predecessor is outside the candidate");
                candidate = joined;
            }
            if self.meets_init(&candidate)? {
                return Ok(None);
            }
            if !self.fails_consecution(&candidate, frame)? {
                return self.steps.core(&candidate, &self.activity).map(Some);
            }
        }
    }

    /// Tries to block a counterexample to propagation, a state of the frame, at once. True if it is blocked.
    pub(super) fn block_ctp(&mut self, cube: &Cube, frame: FrameId) -> Result<bool, Limit> {
        self.block_ctg(cube, frame, Effort { depth: 1, limit: 0 })
    }

    /// Tries to block a counterexample to generalisation at once, generalised and pushed.
    fn block_ctg(&mut self, cube: &Cube, frame: FrameId, effort: Effort) -> Result<bool, Limit> {
        let core = match self.inductive_part((), cube, frame)? {
            Some(core) => core,
            None => return Ok(false),
        };
        self.statistics.ctgs += 1;
        let less = Effort { depth: effort.depth - 1, limit: effort.limit };
        let lemma = self.minimal_inductive(core, frame, less)?;
        let (lemma, frame) = self.push_as_far((), lemma, frame)?;
        self.add_lemma(lemma, frame);
        Ok(true)
    }
}
