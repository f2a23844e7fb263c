//! The steps of the search in words, for observers. A place is a predicate; falsity is the last one.

use super::heads::Head;
use super::places::{at, name, places};
use super::search::Spacer;
use crate::base::{Lit, Var};
use crate::engine::horn::rules::ByPredicate;
use crate::engine::ic3::Cube;
use crate::engine::{FrameId, Observer, PlaceId, Question, Step, Words};
use crate::model::horn::{Horn, PredicateId};
use crate::solver::term::{TermId, Terms};
use std::fmt;

/// Literals of facts are formulas, which need not be atoms: the number of the term follows this one.
const FIRST_FORMULA: usize = 1 << 29;

/// The literal of a formula of a fact.
fn formula_literal(terms: &Terms, formula: TermId) -> Lit {
    let (inner, is_negated) = terms.split_not(formula);
    Var::new(FIRST_FORMULA + inner.index()).lit(!is_negated)
}

/// The meaning of literals and places.
struct HeadWords<'a> {
    horn: &'a Horn,
    heads: &'a ByPredicate<Head>,
}

impl Words for HeadWords<'_> {
    fn literal(&self, lit: Lit, place: Option<PlaceId>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (terms, var) = (self.horn.terms(), lit.var().index());
        let formula = var.checked_sub(FIRST_FORMULA).and_then(|index| terms.of_index(index));
        match (formula, place.and_then(|place| self.heads.get(place.index()))) {
            (Some(formula), _) if lit.is_negative() => f.write_str(&terms.text_of_negation(formula)),
            (Some(formula), _) => f.write_str(&terms.text(formula)),
            (None, Some(head)) => f.write_str(&terms.text(head.atoms.formula(lit))),
            (None, None) => write!(f, "{:?}", lit),
        }
    }

    fn place(&self, place: PlaceId, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(name(self.horn, place))
    }

    fn paper(&self, step: &Step) -> &'static str {
        match step {
            Step::Frame { .. } => "Hoder, Bjørner 2012, Unfold",
            Step::Query { question: Question::Push, .. } | Step::Pushed { .. } | Step::Held { .. } => {
                "Hoder, Bjørner 2012, Induction"
            }
            Step::Query { .. } => "Komuravelli, Gurfinkel, Chaki 2014, §4",
            Step::Obligation { .. } | Step::Returns { .. } => "Hoder, Bjørner 2012, Candidate",
            Step::Predecessor { .. } | Step::Waits { .. } => "Hoder, Bjørner 2012, Decide",
            Step::Reached { .. } => "Komuravelli, Gurfinkel, Chaki 2014, §4",
            Step::Generalise { .. } | Step::Drop { .. } | Step::Lemma { .. } => {
                "Hoder, Bjørner 2012, Conflict"
            }
            Step::Fixpoint { .. } => "Hoder, Bjørner 2012, Unreachable",
            Step::Places { .. } => "Hoder, Bjørner 2012",
            Step::Ctg { .. }
            | Step::Chain { .. }
            | Step::Predicates { .. }
            | Step::Interpolants { .. }
            | Step::Node { .. }
            | Step::Covered { .. }
            | Step::Uncovered => step.paper(),
        }
    }
}

impl Spacer {
    /// Listens to this observer from now on. At the first time the places are told.
    pub(super) fn listen(&mut self, observer: &dyn Observer) {
        let Spacer { log, horn, .. } = self;
        log.listen(observer);
        log.note_places(|| places(horn));
    }

    /// Tells the observer all steps that were noted since the last time.
    pub(super) fn tell_steps(&mut self, observer: &mut dyn Observer) {
        let Spacer { log, horn, heads, .. } = self;
        log.tell(&HeadWords { horn, heads }, observer);
    }

    /// Notes a fact, which is the conjunction of these formulas.
    #[track_caller]
    pub(super) fn note_fact(&mut self, predicate: PredicateId, literals: &[TermId]) {
        let Spacer { log, horn, .. } = self;
        log.note_at(at(predicate), || {
            let cube = literals.iter().map(|&formula| formula_literal(horn.terms(), formula)).collect();
            Step::Reached { cube }
        });
    }

    /// Notes the answer to the question whether a state of a cube is derived from a frame.
    #[track_caller]
    pub(super) fn note_answer(
        &mut self,
        question: Question,
        predicate: PredicateId,
        frame: FrameId,
        cube: &Cube,
        answer: bool,
    ) {
        self.log.note_at(at(predicate), || Step::Query { question, frame, cube: cube.to_vec(), answer });
    }
}
