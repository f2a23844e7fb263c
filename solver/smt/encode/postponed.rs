//! Products and quotients of wide words: their circuits are made when a model shows that they are needed.
//!
//! Such circuits are most of a formula's clauses, and often the formula is decided without them. So the bits of the
//! result are free at first. When the SAT core has an assignment, each result is compared with the operator's value
//! for its arguments. Where they differ, a result that is wide enough gets facts, as far as there are any that the
//! assignment contradicts (`wide`), and others get their circuits. Then the search goes on. A formula found
//! unsatisfiable is so without the missing circuits, and a model agrees with all of them.
//!
//! A circuit goes with the scope in which it was made. A word that needed its circuit once gets it at once from then
//! on: when the word is met again, or, if an outer scope knows it, before the next inner scope is opened. A fact whose
//! words an outer scope knows is told again at that time, too.

use super::{Encoder, Undo};
use crate::base::{HashSet, Limit};
use crate::solver::smt::theories::Sat;
use crate::solver::smt::wide::{unequal, Fact, Kind, Valued};
use crate::solver::term::{TermId, Terms};
use crate::theories::bv::Bits;

impl Encoder {
    /// From now on products and quotients of words at least this wide wait for their circuits, and of words at least
    /// `abstract_width` wide for facts before that; 0: none of them waits.
    pub fn postpone_from(&mut self, width: u32, abstract_width: u32) {
        self.postponed.width = width;
        self.postponed.abstract_width = abstract_width;
    }

    /// The facts that are asserted, with their formulas.
    pub fn facts(&self) -> &[(TermId, Fact)] {
        &self.postponed.told
    }

    /// Tells facts about words that have another value in the SAT core's assignment than their operators say, or makes
    /// their circuits. The result is whether there were any.
    pub fn resolve_wrong(&mut self, terms: &mut Terms, sat: &mut Sat) -> Result<bool, Limit> {
        let open: Vec<TermId> = self.postponed.unresolved().collect();
        let wrong: Vec<Valued> =
            open.into_iter().filter_map(|t| self.valued(terms, sat, t)).filter(Valued::is_wrong).collect();
        if wrong.is_empty() {
            return Ok(false);
        }
        let is_wide = |valued: &&Valued| self.postponed.is_abstract(terms, valued.t);
        let narrow: Vec<TermId> = wrong.iter().filter(|v| !is_wide(v)).map(|v| v.t).collect();
        let wide = wrong.iter().filter(is_wide);
        // One size after the other: the wrong results of large circuits are often those of small ones.
        let least = wide.clone().map(|v| v.x.width()).min();
        let smallest: Vec<TermId> =
            wide.clone().filter(|v| Some(v.x.width()) == least).map(|v| v.t).collect();
        if !narrow.is_empty() {
            self.resolve(terms, sat, &narrow)?;
        } else if !self.tell_facts(terms, sat, &wrong)? {
            self.resolve(terms, sat, &smallest)?;
        }
        Ok(true)
    }

    /// An operator with its values in the SAT core's assignment.
    fn valued(&self, terms: &Terms, sat: &Sat, t: TermId) -> Option<Valued> {
        let value = |t: TermId| {
            let word = self.word(terms, t);
            Bits::from_fn(word.len() as u32, |i| sat.value(word[i as usize]).unwrap_or(false))
        };
        let kind = Kind::of(terms, t)?;
        Some(Valued { t, kind, x: value(terms.arg(t, 0)), y: value(terms.arg(t, 1)), r: value(t) })
    }

    /// Tells facts that the assignment contradicts. Returns whether there were new ones.
    fn tell_facts(&mut self, terms: &mut Terms, sat: &mut Sat, wrong: &[Valued]) -> Result<bool, Limit> {
        let words = self.postponed.words.clone();
        let all: Vec<Valued> = words.into_iter().filter_map(|t| self.valued(terms, sat, t)).collect();
        let mut done: HashSet<TermId> = HashSet::default();
        for fact in unequal(&all) {
            if self.tell(terms, sat, fact)? {
                if let Fact::Same { t, other, .. } = fact {
                    done.extend([t, other]);
                }
            }
        }
        for valued in wrong {
            if done.contains(&valued.t) || !self.postponed.is_open(valued.t) {
                continue;
            }
            for stage in 0..5 {
                let mut facts = match stage {
                    0 => valued.undone(terms, &all, |terms, factors| self.knows_overflow(terms, factors)),
                    1 | 3 => valued.rows(true),
                    2 => valued.rows(false),
                    _ => vec![valued.value(terms)],
                };
                if stage == 1 {
                    // As cheap as others if their words are there.
                    facts.retain(|fact| fact.formula(terms).map_or(false, |f| self.knows_words(terms, f)));
                }
                for fact in facts {
                    if self.tell(terms, sat, fact)? {
                        done.insert(valued.t);
                    }
                }
                if done.contains(&valued.t) {
                    break;
                }
            }
        }
        Ok(!done.is_empty())
    }

    /// Whether the overflow of this product is a matter of words that are there.
    fn knows_overflow(&self, terms: &mut Terms, [a, b]: [TermId; 2]) -> bool {
        let overflow = terms.bv_umul_overflow(a, b);
        self.knows_words(terms, overflow)
    }

    /// Whether all products and quotients in a formula have bits.
    fn knows_words(&self, terms: &Terms, formula: TermId) -> bool {
        let parts = terms.subterms_until(&[formula], |t| self.words.contains_key(&t));
        parts.into_iter().all(|t| self.words.contains_key(&t) || Kind::of(terms, t).is_none())
    }

    /// Asserts a fact, if it is new and says anything.
    fn tell(&mut self, terms: &mut Terms, sat: &mut Sat, fact: Fact) -> Result<bool, Limit> {
        let formula = match fact.formula(terms) {
            Some(formula) if formula != Terms::TRUE && !self.postponed.knows(formula) => formula,
            _ => return Ok(false),
        };
        self.assert(terms, sat, formula)?;
        self.postponed.add_fact(formula, fact);
        self.log.push(Undo::Fact);
        Ok(true)
    }

    /// Makes the circuits of words that needed them in a scope that is gone, and tells the facts of such scopes again.
    pub fn resolve_wanted(&mut self, terms: &mut Terms, sat: &mut Sat) -> Result<(), Limit> {
        let lost = self.postponed.take_lost();
        let (known, unknown): (Vec<_>, Vec<_>) =
            lost.into_iter().partition(|&(formula, _)| self.knows_words(terms, formula));
        self.postponed.keep_lost(unknown);
        for (_, fact) in known {
            self.tell(terms, sat, fact)?;
        }
        let is_wanted = |t: &TermId| self.postponed.wanted.contains(t);
        let wanted: Vec<TermId> = self.postponed.unresolved().filter(is_wanted).collect();
        self.resolve(terms, sat, &wanted)
    }

    fn resolve(&mut self, terms: &mut Terms, sat: &mut Sat, words: &[TermId]) -> Result<(), Limit> {
        let start = self.mark();
        for &t in words {
            let (circuit, word) = (self.circuit(terms, sat, t), self.word(terms, t));
            for (&a, &b) in circuit.iter().zip(&word) {
                self.add_clause(sat, &[b, !a]);
                self.add_clause(sat, &[!b, a]);
            }
            self.postponed.resolved.insert(t);
            self.postponed.wanted.insert(t);
            self.log.push(Undo::Resolved(t));
        }
        self.finish(terms, sat, start)
    }
}
