//! Formulas over predicates, taken apart into clauses.
//!
//! A formula is worked off as a disjunction of signed parts. A negation turns the sign, a disjunction adds parts, and
//! a conjunction makes one disjunction for each of its parts. So do equivalences and conditionals that mention
//! predicates. Universal quantifiers of a positive part and existential ones of a negative part vanish, because the
//! variables of a clause are universal. At the end the predicates among the parts are heads where they are positive,
//! and body atoms where they are negative; a disjunction with two heads is no Horn clause. Parts without predicates
//! stay whole: the negation of their disjunction is the constraint.
//!
//! The number of clauses may be exponential in the size of the formula. The work is limited.

use crate::base::{Budget, HashMap};
use crate::input::smtlib::{Occurrence, Occurrences, Position};
use crate::input::{numbers, ParseError};
use crate::solver::term::{Op, Sort, TermId, Terms};

/// Signed parts that may be looked at for one formula.
const MOST_EFFORT: usize = 1 << 24;

/// A clause whose predicates are still numbers.
#[derive(Debug)]
pub(super) struct Draft {
    /// Predicates with their arguments, in the order of the text.
    pub body: Vec<(usize, Vec<TermId>)>,
    pub constraint: TermId,
    pub head: Option<(usize, Vec<TermId>)>,
}

/// The parts, with their signs, that each case of a conjunction adds to a disjunction.
type Cases = Vec<Vec<(TermId, bool)>>;

/// A disjunction that is taken apart.
#[derive(Clone, Default)]
struct Disjunction {
    /// Parts that are still to be looked at, with their signs.
    pending: Vec<(TermId, bool)>,
    /// Stand-ins of negative atoms.
    body: Vec<TermId>,
    /// Stand-ins of positive atoms.
    heads: Vec<TermId>,
    /// Parts without predicates.
    others: Vec<TermId>,
}

impl Disjunction {
    fn len(&self) -> usize {
        self.pending.len() + self.body.len() + self.heads.len() + self.others.len() + 1
    }
}

/// Takes formulas apart.
pub(super) struct Clausifier<'a> {
    pub terms: &'a mut Terms,
    pub occurrences: &'a Occurrences,
    pub budget: &'a Budget,
    /// By term: whether it mentions a stand-in.
    pub mentions: HashMap<TermId, bool>,
    /// Whether an atom has followed from itself.
    pub truisms: bool,
}

fn refused(position: Position, message: impl Into<String>) -> ParseError {
    ParseError::at_line(position.line as usize, position.column as usize, message)
}

impl Clausifier<'_> {
    /// The clauses of a formula, if models may have its terms.
    ///
    /// # Errors
    ///
    /// As [`Clausifier::clauses`], and the first term that is not supported.
    pub fn supported(
        &mut self,
        formula: TermId,
        is_asserted: bool,
        position: Position,
    ) -> Result<Vec<Draft>, ParseError> {
        let drafts = self.clauses(formula, is_asserted, position)?;
        let roots: Vec<TermId> = (drafts.iter())
            .flat_map(|draft| {
                let arguments = draft.body.iter().chain(&draft.head).flat_map(|(_, arguments)| arguments);
                arguments.copied().chain([draft.constraint])
            })
            .collect();
        match numbers::refused(self.terms, &roots) {
            Some(reason) => Err(refused(position, reason)),
            None => Ok(drafts),
        }
    }

    /// The clauses of a formula that stands here, or of its negation.
    pub fn clauses(
        &mut self,
        formula: TermId,
        positive: bool,
        position: Position,
    ) -> Result<Vec<Draft>, ParseError> {
        let mut stack = vec![Disjunction { pending: vec![(formula, positive)], ..Disjunction::default() }];
        let mut drafts = Vec::new();
        let mut effort = 0;
        while let Some(mut disjunction) = stack.pop() {
            self.budget.check().map_err(|limit| refused(position, limit.to_string()).of_limit(limit))?;
            let mut split = false;
            while let Some((t, positive)) = disjunction.pending.pop() {
                effort += 1;
                let cases = self.part(&mut disjunction, t, positive, position)?;
                if let Some(cases) = cases {
                    effort += disjunction.len() * cases.len();
                    if effort > MOST_EFFORT {
                        return Err(refused(position, "the clauses of this formula are too many"));
                    }
                    for case in cases.into_iter().rev() {
                        let mut copy = disjunction.clone();
                        copy.pending.extend(case);
                        stack.push(copy);
                    }
                    split = true;
                    break;
                }
            }
            if !split {
                drafts.extend(self.draft(disjunction)?);
            }
        }
        Ok(drafts)
    }

    /// Puts a part where it belongs. If it is a conjunction, the result is the parts that each case adds.
    fn part(
        &mut self,
        disjunction: &mut Disjunction,
        t: TermId,
        positive: bool,
        position: Position,
    ) -> Result<Option<Cases>, ParseError> {
        let (t, negated) = self.terms.split_not(t);
        let positive = positive != negated;
        if !self.mentions(t) {
            let part = if positive { t } else { self.terms.not(t) };
            disjunction.others.push(part);
            return Ok(None);
        }
        if let Some((_, occurrence)) = self.occurrences.get(t) {
            match *occurrence {
                Occurrence::Atom { .. } if positive => disjunction.heads.push(t),
                Occurrence::Atom { .. } => disjunction.body.push(t),
                Occurrence::Quantified { universal, body, .. } if universal == positive => {
                    disjunction.pending.push((body, positive));
                }
                Occurrence::Quantified { universal, position, .. } => {
                    let kind = if universal { "a universal" } else { "an existential" };
                    let message = format!("this is no Horn clause: {} quantifier cannot stand here", kind);
                    return Err(refused(position, message));
                }
            }
            return Ok(None);
        }
        let args = self.terms.args(t).to_vec();
        Ok(match (self.terms.op(t), &args[..]) {
            (Op::And, _) if positive => Some(self.conjunction(&args)),
            (Op::And, _) => {
                disjunction.pending.extend(args.iter().rev().map(|&a| (a, false)));
                None
            }
            (Op::Eq, &[a, b]) if self.terms.sort(a) == Sort::Bool => {
                Some(vec![vec![(a, !positive), (b, true)], vec![(a, positive), (b, false)]])
            }
            (Op::Ite, &[c, a, b]) if self.terms.sort(t) == Sort::Bool => {
                Some(vec![vec![(c, false), (a, positive)], vec![(c, true), (b, positive)]])
            }
            _ => {
                let at = self.occurrences.first_in(self.terms, t).map_or(position, Occurrence::position);
                let message = "this is no Horn clause: a predicate or quantifier stands inside a term";
                return Err(refused(at, message));
            }
        })
    }

    /// The cases of a positive conjunction; its parts without predicates are one case together.
    fn conjunction(&mut self, args: &[TermId]) -> Vec<Vec<(TermId, bool)>> {
        let (with, without): (Vec<TermId>, Vec<TermId>) = args.iter().partition(|&&a| self.mentions(a));
        let mut cases: Vec<Vec<(TermId, bool)>> = with.into_iter().map(|a| vec![(a, true)]).collect();
        if !without.is_empty() {
            cases.push(vec![(self.terms.and(&without), true)]);
        }
        cases
    }

    /// Whether a term mentions a stand-in.
    fn mentions(&mut self, t: TermId) -> bool {
        if let Some(&known) = self.mentions.get(&t) {
            return known;
        }
        for s in self.terms.subterms_until(&[t], |s| self.mentions.contains_key(&s)) {
            let inner = |a: &TermId| self.mentions.get(a) == Some(&true);
            let found = self.occurrences.get(s).is_some() || self.terms.args(s).iter().any(inner);
            self.mentions.entry(s).or_insert(found);
        }
        self.mentions.get(&t) == Some(&true)
    }

    /// The clause that a disjunction of atoms and other formulas is; `None` if it is true by its form.
    fn draft(&mut self, disjunction: Disjunction) -> Result<Option<Draft>, ParseError> {
        let Disjunction { body, heads, others, .. } = disjunction;
        let negations: Vec<TermId> = others.into_iter().map(|t| self.terms.not(t)).collect();
        let constraint = self.terms.and(&negations);
        let body = self.atoms(body)?;
        let mut heads = self.atoms(heads)?;
        let is_truism = heads.iter().any(|head| body.contains(head));
        self.truisms |= is_truism;
        if constraint == Terms::FALSE || is_truism {
            return Ok(None);
        }
        if let [(_, first, _), (at, second, _), ..] = heads[..] {
            let name = |predicate: usize| &self.occurrences.predicates[predicate].name;
            let message = format!(
                "this is no Horn clause: `{}` is a second head beside `{}`",
                name(second),
                name(first)
            );
            return Err(refused(at, message));
        }
        let without_place = |(_, predicate, arguments)| (predicate, arguments);
        Ok(Some(Draft {
            body: body.into_iter().map(without_place).collect(),
            constraint,
            head: heads.pop().map(without_place),
        }))
    }

    /// Atoms in the order of the text, each once.
    fn atoms(
        &mut self,
        mut stand_ins: Vec<TermId>,
    ) -> Result<Vec<(Position, usize, Vec<TermId>)>, ParseError> {
        stand_ins.sort_by_key(|&t| self.occurrences.get(t).map(|(number, _)| number));
        stand_ins.dedup();
        let mut atoms = Vec::with_capacity(stand_ins.len());
        for t in stand_ins {
            if let Some((_, Occurrence::Atom { predicate, arguments, position })) = self.occurrences.get(t) {
                if arguments.iter().any(|&a| self.mentions(a)) {
                    let message =
                        "this is no Horn clause: a predicate or quantifier stands inside an argument";
                    return Err(refused(*position, message));
                }
                atoms.push((*position, *predicate, arguments.clone()));
            }
        }
        Ok(atoms)
    }
}
