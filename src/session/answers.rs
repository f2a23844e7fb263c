//! Commands that check, and commands that ask for more after a check: values and cores.
//!
//! The last verdict stays with the interpreter, together with the assumptions of its question. A command that asks for
//! more is refused if the verdict was another one, or if assertions have changed since.

use super::script::{Interpreter, Last};
use crate::base::Limit;
use crate::input::smtlib::{Arguments, Failure, Tree};
use crate::solver::smt::{Answer, UnknownReason};
use crate::solver::term::{quoted, Sort, TermId};
use std::fmt::Write;

/// The conflicts that making a core smaller may cost. They are counted, not timed, so that the core is the same in
/// every run.
const CORE_CONFLICTS: u64 = 10_000;
/// The propagated literals that making a core smaller may cost.
const CORE_PROPAGATIONS: u64 = 20_000_000;

impl Interpreter {
    /// `(check-sat)`
    pub(super) fn check_sat(&mut self, arguments: &mut Arguments<'_>) -> Result<(), Failure> {
        arguments.end()?;
        self.check(arguments.tree, Vec::new());
        Ok(())
    }

    /// `(check-sat-assuming (term ...))`; the standard demands literals, the interpreter accepts any formula.
    pub(super) fn check_sat_assuming(&mut self, arguments: &mut Arguments<'_>) -> Result<(), Failure> {
        let tree = arguments.tree;
        let list = arguments.list("a list of assumptions")?;
        arguments.end()?;
        let mut assumptions = Vec::new();
        for e in tree.children(list) {
            let t = self.declared.elaborator(tree, true).term_of_sort(e, Sort::Bool)?;
            assumptions.push((tree.written(e), t));
        }
        self.declared.keep_labels();
        self.check(tree, assumptions);
        Ok(())
    }

    fn check(&mut self, tree: &Tree, mut assumptions: Vec<(String, TermId)>) {
        self.summary.checks += 1;
        self.last = Last::default();
        self.collect_if_due(&mut assumptions);
        self.declared.book(tree);
        let budget = self.check_budget();
        let ended = budget.check();
        self.solver.set_budget(budget);
        let formulas: Vec<TermId> =
            self.named.iter().map(|n| n.1).chain(assumptions.iter().map(|a| a.1)).collect();
        let verdict = match ended {
            // Even leaving scopes would take time.
            Err(limit @ (Limit::Time | Limit::Cancelled)) => Answer::Unknown(limit.into()),
            Ok(()) | Err(_) => self.decide(&formulas),
        };
        let is_irrational = self.objectives.list.is_empty() && self.solver.irrational_model().is_some();
        let few = match verdict {
            Answer::Unknown(UnknownReason::Incomplete)
                if !is_irrational && self.objectives.list.is_empty() =>
            {
                self.few_elements(&formulas)
            }
            Answer::Sat | Answer::Unsat | Answer::Unknown(_) => None,
        };
        let verdict = if is_irrational || few.is_some() { Answer::Sat } else { verdict };
        self.note_first_check();
        self.last = Last { assumptions, few, ..Last::default() };
        let (verdict, reason) = match self.checked(verdict) {
            Answer::Sat if self.incomplete => {
                let reason = "\"something before was refused\"";
                (Answer::Unknown(UnknownReason::Incomplete), Some(reason))
            }
            Answer::Unknown(reason) => {
                let refused = [UnknownReason::ModelRefused, UnknownReason::RefutationRefused];
                self.summary.refused += refused.contains(&reason) as u64;
                (Answer::Unknown(reason), Some(reason_text(reason)))
            }
            verdict => (verdict, None),
        };
        let _ = writeln!(self.out, "{}", verdict);
        self.last.verdict = Some(verdict);
        self.reason = Some(reason);
    }

    pub(super) fn require(&self, arguments: &Arguments<'_>, verdict: Answer) -> Result<(), Failure> {
        if self.last.verdict == Some(verdict) && self.solver.answer() == Some(verdict) {
            return Ok(());
        }
        if verdict == Answer::Sat && self.last.verdict == Some(verdict) {
            let kind = match self.irrational() {
                Some(_) => "irrational values",
                None => "declared sorts of few elements",
            };
            return Err(arguments.failure(format!("this command is not supported for a model with {}", kind)));
        }
        Err(arguments.failure(format!(
            "the last command that checked did not answer {}, or assertions have changed since",
            verdict
        )))
    }

    /// `(get-value (term ...))`
    pub(super) fn get_value(&mut self, arguments: &mut Arguments<'_>) -> Result<(), Failure> {
        let tree = arguments.tree;
        let list = arguments.list("a list of terms")?;
        arguments.end()?;
        if self.irrational().is_none() && self.few().is_none() {
            self.require(arguments, Answer::Sat)?;
        }
        let mut formulas = Vec::new();
        for e in tree.children(list) {
            formulas.push(self.declared.elaborator(tree, false).term(e)?);
        }
        if formulas.is_empty() {
            return Err(tree.failure(list, "expected terms, found an empty list"));
        }
        let few: Option<Result<Vec<String>, Failure>> =
            formulas.iter().map(|&t| self.few_value(arguments, t)).collect();
        let terms = &self.declared.terms;
        let values = match self.irrational() {
            _ if few.is_some() => few.unwrap_or_else(|| Ok(Vec::new()))?,
            Some(model) => self.irrational_values(arguments, model, &formulas)?,
            None => {
                let values = self.solver.model(terms).evaluate_all(terms, &formulas);
                values.iter().zip(&formulas).map(|(v, &t)| terms.value_text(v, terms.sort(t))).collect()
            }
        };
        let mut out = std::mem::take(&mut self.out);
        let mut separator = '(';
        for (e, value) in tree.children(list).zip(values) {
            out.push(separator);
            out.push('(');
            tree.print(e, &mut out);
            let _ = write!(out, " {})", value);
            separator = ' ';
        }
        out.push_str(")\n");
        self.out = out;
        Ok(())
    }

    /// `(get-assignment)`: the truth values of all formulas with names.
    pub(super) fn get_assignment(&mut self, arguments: &mut Arguments<'_>) -> Result<(), Failure> {
        arguments.end()?;
        self.require(arguments, Answer::Sat)?;
        let named: Vec<(&str, TermId)> = self
            .declared
            .labels
            .iter()
            .filter(|l| self.declared.terms.sort(l.1) == Sort::Bool)
            .map(|&(id, t)| (self.declared.names.text(id), t))
            .collect();
        let formulas: Vec<TermId> = named.iter().map(|n| n.1).collect();
        let values = self.solver.model(&self.declared.terms).evaluate_all(&self.declared.terms, &formulas);
        let pairs: Vec<String> = named
            .iter()
            .zip(values)
            .map(|((name, _), value)| format!("({} {})", quoted(name), value.is_true()))
            .collect();
        let _ = writeln!(self.out, "({})", pairs.join(" "));
        Ok(())
    }

    /// `(get-assertions)`
    pub(super) fn get_assertions(&mut self, arguments: &mut Arguments<'_>) -> Result<(), Failure> {
        arguments.end()?;
        if !self.settings.produce_assertions {
            let message =
                "`get-assertions` needs (set-option :produce-assertions true) before the assertions";
            return Err(arguments.failure(message));
        }
        let _ = writeln!(self.out, "({})", self.texts.join("\n "));
        Ok(())
    }

    /// Makes the core irreducible, once, as far as the limits allow.
    fn minimise_core(&mut self) {
        if self.last.minimised {
            return;
        }
        let budget = self.check_budget();
        let limited = budget.and_conflicts(CORE_CONFLICTS).and_propagations(CORE_PROPAGATIONS);
        self.solver.set_budget(limited);
        self.solver.minimise_core(&mut self.declared.terms);
        self.last.minimised = true;
    }

    /// The names of those of these formulas that are in the core, each formula once.
    fn in_core<'a, N>(&self, list: &'a [(N, TermId)]) -> Vec<&'a N> {
        let mut left: Vec<TermId> = self.solver.core().to_vec();
        left.sort_unstable();
        left.dedup();
        let mut taken = vec![false; left.len()];
        let mut found = Vec::new();
        for (name, t) in list {
            if let Some(flag) = left.binary_search(t).ok().and_then(|i| taken.get_mut(i)) {
                if !std::mem::replace(flag, true) {
                    found.push(name);
                }
            }
        }
        found
    }

    /// `(get-unsat-core)`: names, in the order of their assertions.
    pub(super) fn get_unsat_core(&mut self, arguments: &mut Arguments<'_>) -> Result<(), Failure> {
        arguments.end()?;
        if !self.settings.produce_unsat_cores {
            let message =
                "`get-unsat-core` needs (set-option :produce-unsat-cores true) before the assertions";
            return Err(arguments.failure(message));
        }
        self.require(arguments, Answer::Unsat)?;
        self.minimise_core();
        let core = self.in_core(&self.named);
        let names: Vec<String> = core.into_iter().map(|&id| quoted(self.declared.names.text(id))).collect();
        let _ = writeln!(self.out, "({})", names.join(" "));
        Ok(())
    }

    /// `(get-unsat-assumptions)`: assumptions of the last check, as they were written.
    pub(super) fn get_unsat_assumptions(&mut self, arguments: &mut Arguments<'_>) -> Result<(), Failure> {
        arguments.end()?;
        self.require(arguments, Answer::Unsat)?;
        self.minimise_core();
        let texts: Vec<&str> = self.in_core(&self.last.assumptions).into_iter().map(String::as_str).collect();
        let line = format!("({})\n", texts.join(" "));
        self.out.push_str(&line);
        Ok(())
    }
}

/// A reason as an S-expression, where there is one in the standard's words.
pub(super) fn reason_text(reason: UnknownReason) -> &'static str {
    match reason {
        UnknownReason::Limit(Limit::Incomplete) => "incomplete",
        UnknownReason::Limit(Limit::Time) => "timeout",
        UnknownReason::Limit(Limit::Memory) => "memout",
        UnknownReason::Limit(Limit::Cancelled) => "canceled",
        UnknownReason::Limit(Limit::Conflicts) => "\"resource limit reached\"",
        UnknownReason::Limit(Limit::Paused) => "\"paused\"",
        UnknownReason::Limit(Limit::Propagations) => "\"propagation limit reached\"",
        UnknownReason::Incomplete => "incomplete",
        UnknownReason::ModelRefused => "\"a model failed its check\"",
        UnknownReason::RefutationRefused => "\"a refutation failed its check\"",
    }
}
