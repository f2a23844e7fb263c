//! Proofs in the format Alethe, which other tools check.
//!
//! Alethe (Schurr, Fleury, Barbosa, Fontaine: Alethe: Towards a generic SMT proof format, 2021) is a list of steps: an
//! `assume` repeats an assertion of the problem, and a `step` has a clause, a rule, and the steps that are its
//! premises. A step whose rule is `hole` is believed. Each step of a [`Proof`] becomes a few of Alethe:
//!
//! | here | there | file |
//! | --- | --- | --- |
//! | `hypothesis` of an assertion | `assume`, taken apart by axioms such as `and_pos` | `hypotheses` |
//! | `hypothesis` of an operator | of a conditional, `ite_intro`; else a hole | `hypotheses` |
//! | `definition` | the same axiom of a connective; of an equality, `la_disequality` | `gates` |
//! | `farkas` | `la_generic` | `linear` |
//! | `integer` | `lia_generic`, a hole | `steps` |
//! | `theory` | `eq_transitive` and `eq_congruent` where congruence suffices; else a hole | `congruence` |
//! | `chain` | `resolution` | `derivation` |
//!
//! Formulas are compared letter by letter there, whereas the terms of the solver are in normal form. So a derivation is
//! made of expressions as they are written (`pool`), and formulas as they were written are linked with those that the
//! solver made of them (`links`). Where a rule takes formulas of one form only, its clause is brought into
//! the form that is needed by `resolution`. Each `resolution` is found by unit propagation, and has the premises that
//! it used.
//!
//! A hole has its reason as an argument: `rewriting` (the solver's formula for a written one), `expansion` (the formula
//! over words for one about floating-point numbers; words are defined first), `operator` (the meaning
//! of an operator such as `div`), `circuit` (a comparison of words and the output of its circuit), `array`, `datatype`,
//! and `theory`; that of `lia_generic` is `integer`. The last line counts them.
//!
//! For `a = b` and `f(a) ≠ f(b)`, where names are given to expressions that occur more than once:
//!
//! ```text
//! (assume h1 (! (= a b) :named @1))
//! (assume h2 (not (! (= (f a) (f b)) :named @2)))
//! (step t1 (cl (not @1) @2) :rule eq_congruent)
//! (step t2 (cl) :rule resolution :premises (t1 h1 h2))
//! ; no holes
//! ```

mod congruence;
mod derivation;
mod gates;
mod hypotheses;
mod linear;
mod links;
mod pool;
mod steps;
mod text;
mod translation;
mod written;

pub(crate) use written::{Part, Written};

use super::check::Atoms;
use super::Proof;
use crate::solver::term::{TermId, Terms};
use translation::Translation;

impl Proof {
    /// The proof in the format Alethe. The assertions that are given as they were written are assumed in that form; of
    /// others the solver's formulas are.
    pub(crate) fn alethe(&self, terms: &mut Terms, written: &[(TermId, &Written)]) -> String {
        match Atoms::new(terms, self) {
            Ok(atoms) => {
                self.word_definitions(terms) + &Translation::new(terms, self, atoms, written).translate()
            }
            // No proof that has passed its check is here.
            Err(_) => String::new(),
        }
    }
}
