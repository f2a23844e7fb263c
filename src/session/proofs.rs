//! Proofs of refutations: they are checked before an answer is given, and printed on request.

use super::script::Interpreter;
use super::settings::ProofText;
use crate::base::HashMap;
use crate::input::smtlib::{Arguments, Failure, NameId};
use crate::solver::smt::proof::{check, refutation, NoProof, Proof, Written};
use crate::solver::smt::{Answer, UnknownReason};
use crate::solver::term::{quoted, TermId};

impl Interpreter {
    /// The verdict that may be given, if refutations are to be checked: unknown if there is no proof.
    pub(super) fn checked(&mut self, verdict: Answer) -> Answer {
        if verdict != Answer::Unsat || !self.options.check_refutations {
            return verdict;
        }
        match self.checked_proof() {
            Ok(proof) => {
                self.last.proof = Some(proof);
                Answer::Unsat
            }
            Err(reason) => Answer::Unknown(reason),
        }
    }

    /// Fails if there are floating-point numbers, for which a command has no answer.
    pub(super) fn without_floats(&self, arguments: &Arguments<'_>, answer: &str) -> Result<(), Failure> {
        match self.declared.terms.has_floats() {
            false => Ok(()),
            true => {
                Err(arguments.failure(format!("{} about floating-point numbers are not supported", answer)))
            }
        }
    }

    /// A proof that the assertions and the core are unsatisfiable, which has passed its check.
    fn checked_proof(&mut self) -> Result<Proof, UnknownReason> {
        let formulas = [self.solver.assertions(), self.solver.core()].concat();
        self.proof_of(&formulas)
    }

    /// A proof that these formulas are unsatisfiable, which has passed its check.
    pub(super) fn proof_of(&mut self, formulas: &[TermId]) -> Result<Proof, UnknownReason> {
        let options = self.settings.solver(&self.options.smt);
        let budget = self.check_budget();
        let proof = match refutation(&mut self.declared.terms, formulas, &options, &budget) {
            Ok(proof) => proof,
            Err(NoProof::Unknown(reason)) => return Err(reason),
            Err(NoProof::Satisfiable) => return Err(UnknownReason::RefutationRefused),
        };
        match check(&self.declared.terms, &proof, formulas) {
            Ok(_) => {
                self.summary.proofs += 1;
                Ok(proof)
            }
            Err(flaw) => {
                debug_assert!(false, "{}", flaw);
                Err(UnknownReason::RefutationRefused)
            }
        }
    }

    /// `(get-proof)`
    pub(super) fn get_proof(&mut self, arguments: &mut Arguments<'_>) -> Result<(), Failure> {
        arguments.end()?;
        if !self.settings.produce_proofs {
            return Err(arguments.failure("`get-proof` needs (set-option :produce-proofs true)"));
        }
        self.require(arguments, Answer::Unsat)?;
        let proof = match self.last.proof.take().map_or_else(|| self.checked_proof(), Ok) {
            Ok(proof) => proof,
            Err(reason) => {
                self.summary.refused += (reason == UnknownReason::RefutationRefused) as u64;
                return Err(arguments.failure(format!("there is no proof: {}", reason)));
            }
        };
        if self.settings.proof_format == ProofText::Alethe {
            if !proof.has_words_of_numbers_only(&self.declared.terms) {
                let what =
                    "Alethe proofs about arrays or functions of floating-point numbers are not supported";
                return Err(arguments.failure(what));
            }
            let written: Vec<(TermId, &Written)> = self.written.iter().map(|(t, w)| (*t, w)).collect();
            let text = proof.alethe(&mut self.declared.terms, &written);
            self.out.push_str(&text);
            self.last.proof = Some(proof);
            return Ok(());
        }
        // Of several names of one formula the first one counts.
        let labels: HashMap<TermId, NameId> =
            self.declared.labels.iter().rev().map(|&(name, t)| (t, name)).collect();
        let names = &self.declared.names;
        let label = |t: TermId| labels.get(&t).map(|&name| quoted(names.text(name)));
        let text = proof.text(&self.declared.terms, label);
        self.out.push_str(&text);
        self.last.proof = Some(proof);
        Ok(())
    }
}
