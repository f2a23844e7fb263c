//! Evidence about transition systems.

use super::assertions::assertions;
use super::ending::{shown, told};
use crate::base::{Budget, HashMap, HashSet};
use crate::evidence::any::{AnyCounterexample, AnyProof, Size, Written};
use crate::evidence::form::{Form, WriteError};
use crate::evidence::system::{
    check_certificate, design_waves, lasso_start, outputs, rounds, write_btor2_witness, write_certificate,
    write_obligations, write_run, write_trace, write_vmt,
};
use crate::evidence::table::Table;
use crate::evidence::view::{effort, facts, told_parts};
use crate::input::btor2::write_witness;
use crate::input::SystemFile;
use crate::model::cfa::Ranking;
use crate::model::system::{Certificate, Invariant, Layer, Proof, Step, System, Trace};
use crate::model::{Depth, PropertyId};
use crate::solver::term::{Op, Sort, Substitution, TermId, Terms};
use std::sync::Arc;

/// Parts of an invariant up to which all are told, and beyond which facts are looked for that say enough.
const FEW: usize = 3;
const MANY: usize = 40;
/// Terms of a system that is asked whether parts of an invariant are one.
const MOST_TERMS: usize = 100_000;

/// Comparisons of a system that are looked for in its invariants.
const MOST_ATOMS: usize = 64;

/// A proof about a property of a system.
#[derive(Debug)]
pub(crate) struct SystemProof<'m> {
    pub file: &'m SystemFile,
    pub property: PropertyId,
    /// Proofs of several properties may be one.
    pub found: Arc<Proof>,
}

impl AnyProof for SystemProof<'_> {
    fn size(&self) -> Size {
        let (k, simple_path) = match &*self.found {
            Proof::Safety(Certificate::KInductive { k, simple_path, .. }) => (Some(*k), *simple_path),
            Proof::Safety(Certificate::Inductive(_))
            | Proof::LassoFree(_)
            | Proof::Ranked(_)
            | Proof::Ends(_) => (None, false),
        };
        let parts = match &*self.found {
            Proof::Ends(ranking) => ranking.measures.iter().map(Vec::len).max().unwrap_or(0),
            found => found.sets().iter().map(|part| part.formulas.len()).sum(),
        };
        let unit = if matches!(&*self.found, Proof::Ends(_)) { "terms" } else { "formulas" };
        Size { k, simple_path, parts, unit }
    }

    fn parts(&self, _is_full: bool) -> Vec<String> {
        let (budget, atoms) = (effort(), atoms(self.file.system()));
        let text = |part: &Invariant| lines(part, &atoms, &budget);
        match &*self.found {
            Proof::Safety(Certificate::Inductive(invariant)) => {
                let all = text(invariant);
                let short = (all.len() > FEW).then(|| self.in_short(invariant, &atoms)).flatten();
                short.map_or(all, |short| lines(&short, &atoms, &effort()))
            }
            Proof::Safety(certificate) | Proof::LassoFree(certificate) => text(certificate.states()),
            Proof::Ranked(layers) => {
                let of_layer = |(place, layer): (usize, &Layer)| {
                    let states = text(&layer.states);
                    let states = if states.is_empty() { "true".to_string() } else { states.join(", ") };
                    format!("layer {}, until signal {} comes: {}", place, layer.waits_for, states)
                };
                layers.iter().enumerate().map(of_layer).collect()
            }
            Proof::Ends(ranking) => {
                let count = self.file.system().recurring(self.property).map_or(0, |signals| signals.len());
                let signals = if count == 1 { "the signal comes" } else { "all signals come" };
                // The first measure is that of the begin of a round.
                let list = ranking.measures.iter().find(|list| !list.is_empty()).map_or(&[][..], |list| list);
                match self.bound(ranking, list) {
                    Some(bound) => {
                        vec![format!("{} at most `{}` times from the first state on", signals, bound)]
                    }
                    None => {
                        let why = told(ranking, list, "");
                        let why = why.map_or_else(String::new, |why| format!(": each time {}", why));
                        vec![format!("{} finitely often{}", signals, why)]
                    }
                }
            }
        }
    }

    fn write(&self, form: Form<'_>) -> Result<Written, WriteError> {
        let system = self.file.system();
        let text = match (form, &*self.found) {
            (Form::Text, found) => write_certificate(system, self.property, found)?,
            (Form::Script | Form::Vmt, Proof::Ends(_)) => {
                return Err(WriteError::Unfit("measures are text (--certificate-format text)"))
            }
            (Form::Script, found) => write_obligations(system, self.property, found)?,
            (Form::Vmt, Proof::Safety(Certificate::Inductive(invariant))) if !invariant.bound.is_empty() => {
                return Err(WriteError::Unfit(
                    "the invariant is about all indices of arrays, and VMT-LIB has no quantifiers; choose script or \
                     text (--certificate-format text)",
                ))
            }
            (Form::Vmt, Proof::Safety(Certificate::Inductive(invariant))) if names_difference(invariant) => {
                return Err(WriteError::Unfit(
                    "the invariant names an index at which arrays differ, for which VMT-LIB has no word; choose script \
                     or text (--certificate-format text)",
                ))
            }
            (Form::Vmt, Proof::Safety(Certificate::Inductive(invariant))) => write_vmt(system, invariant)?,
            (Form::Vmt, Proof::Safety(Certificate::KInductive { .. })) => return Err(WriteError::Unfit(
                "a proof by k-induction is no invariant; choose script or text (--certificate-format text)",
            )),
            (Form::Vmt, Proof::LassoFree(_) | Proof::Ranked(_)) => return Err(WriteError::Unfit(
                "a proof of a justice property is no invariant; choose script or text (--certificate-format text)",
            )),
            (Form::WitnessCircuit { .. }, found) => return witness_circuit(self.file, self.property, found),
            (Form::Assertions, found) => return self.assertions(found),
            (Form::Dot | Form::Waves | Form::Witness { .. } | Form::Harness, _) => {
                return Err(WriteError::Unfit("choose script, vmt, text or a witness circuit for a system"))
            }
        };
        Ok(text.into())
    }
}

impl SystemProof<'_> {
    /// The first value of the counter of rounds, if a measure begins with it.
    fn bound(&self, ranking: &Ranking, list: &[TermId]) -> Option<String> {
        let counter = ranking.counters.iter().find(|counter| list.first() == Some(&counter.constant))?;
        let system = self.file.system();
        let cfa = rounds(system, self.property).ok()?;
        let (_, value) = *counter.updates.iter().find(|(edge, _)| cfa.edge(*edge).source == cfa.initial())?;
        let mut terms = ranking.invariant.terms.clone();
        // The variables behind those of the system have default values at first.
        let mut first = Substitution::new();
        for &variable in &cfa.variables()[system.states().len()..] {
            let sort = terms.sort(variable);
            first.insert(variable, terms.default_term(sort));
        }
        let value = first.apply(&mut terms, value);
        Some(shown(&terms, value))
    }

    /// As few parts of an invariant, or of facts that follow from a long one, as are an invariant that proves the
    /// property. That is proved anew.
    fn in_short(&self, invariant: &Invariant, atoms: &[TermId]) -> Option<Invariant> {
        let (system, budget) = (self.file.system(), effort());
        if !invariant.bound.is_empty() || system.terms().len() > MOST_TERMS {
            return None;
        }
        let mut terms = invariant.terms.clone();
        let whole = terms.and(&invariant.formulas);
        let told = told_parts(&mut terms, whole, atoms, &budget);
        let mut found: Vec<TermId> = told.into_iter().map(|(part, _)| part).collect();
        if found.len() > MANY {
            let states = states(system);
            found = facts(&mut terms, whole, atoms, &budget)?;
            found.push(terms.not(system.bad(self.property)?));
            found.retain(|&t| is_about(&states, &terms, t));
        }
        let proved = |found: &[TermId]| {
            let short = Invariant::new(terms.clone(), found.to_vec());
            let certificate = Certificate::Inductive(short.clone());
            check_certificate(system, self.property, &certificate, &budget).ok().map(|()| short)
        };
        let mut short = proved(&found)?;
        for at in (0..found.len()).rev() {
            let mut fewer = found.clone();
            fewer.remove(at);
            if let Some(shorter) = proved(&fewer) {
                (found, short) = (fewer, shorter);
            }
        }
        Some(short)
    }

    /// The invariant as told, as assertions.
    fn assertions(&self, found: &Proof) -> Result<Written, WriteError> {
        let (file, invariant) = match (self.file, found) {
            (SystemFile::Btor2(file), Proof::Safety(Certificate::Inductive(invariant)))
                if invariant.bound.is_empty() =>
            {
                (file, invariant)
            }
            _ => {
                return Err(WriteError::Unfit(
                    "assertions are an invariant of a BTOR2 file, which is not about all indices of arrays; choose \
                     script or text (--certificate-format text)",
                ))
            }
        };
        let atoms = atoms(&file.system);
        let short = self.in_short(invariant, &atoms);
        let Invariant { mut terms, formulas, .. } = short.unwrap_or_else(|| invariant.clone());
        let whole = terms.and(&formulas);
        let told = told_parts(&mut terms, whole, &atoms, &effort());
        let parts: Vec<TermId> = told.into_iter().map(|(part, _)| part).collect();
        Ok(assertions(file, self.property, &terms, &parts))
    }
}

fn names_difference(invariant: &Invariant) -> bool {
    !invariant.terms.compared_sorts(&invariant.formulas).is_empty()
}

/// A BTOR2 file with the invariant; text for a proof that has no such form.
fn witness_circuit(file: &SystemFile, property: PropertyId, found: &Proof) -> Result<Written, WriteError> {
    let model = match file {
        SystemFile::Btor2(file) => file,
        SystemFile::Vmt(_) => {
            return Err(WriteError::Unfit("VMT files have no witness circuits; choose script, vmt or text"))
        }
    };
    let reason = match found {
        Proof::Safety(Certificate::Inductive(invariant)) if invariant.bound.is_empty() => match write_witness(
            model,
            property,
            &invariant.terms,
            &invariant.formulas,
        ) {
            Ok(text) => return Ok(text.into()),
            Err(_) => {
                "the invariant is about constant arrays or differences of arrays, which BTOR2 does not have"
            }
        },
        Proof::Safety(Certificate::Inductive(_)) => {
            "the invariant is about all indices of arrays, and BTOR2 has no quantifiers"
        }
        Proof::Safety(Certificate::KInductive { .. }) => "a proof by k-induction is no invariant",
        Proof::LassoFree(_) | Proof::Ranked(_) | Proof::Ends(_) => {
            "a proof of a justice property is no invariant"
        }
    };
    let text = write_certificate(file.system(), property, found)?;
    let remark = format!("{}; the certificate is text, no witness circuit", reason);
    Ok(Written { bytes: text.into_bytes(), remarks: vec![remark] })
}

/// An invariant in words. A cell of an array at a bound index is a word by itself there.
fn lines(invariant: &Invariant, atoms: &[TermId], budget: &Budget) -> Vec<String> {
    let mut terms = invariant.terms.clone();
    let mut whole = terms.and(&invariant.formulas);
    // Bound constants, and by cell the one that is its index.
    let mut indices: HashMap<TermId, TermId> = invariant.bound.iter().map(|&t| (t, t)).collect();
    let mut words = Substitution::new();
    for t in terms.subterms(&[whole]) {
        if let (Op::Select, &[array, index]) = (terms.op(t), terms.args(t)) {
            if let (Op::Symbol(array), true) = (terms.op(array), indices.contains_key(&index)) {
                let cell =
                    terms.declare(&format!("{}[{}]", terms.name(array), terms.text(index)), terms.sort(t));
                words.insert(t, cell);
                indices.insert(cell, index);
            }
        }
    }
    whole = words.apply(&mut terms, whole);
    let parts = told_parts(&mut terms, whole, atoms, budget);
    let with_indices = |(part, text): (TermId, String)| {
        let mut inside: Vec<TermId> =
            terms.subterms(&[part]).iter().filter_map(|t| indices.get(t)).copied().collect();
        inside.sort_unstable();
        inside.dedup();
        let names: Vec<String> = inside.iter().map(|&t| terms.text(t)).collect();
        match names[..] {
            [] => text,
            _ => format!("{}, for all {}", text, names.join(", ")),
        }
    };
    parts.into_iter().map(with_indices).collect()
}

/// The comparisons in a system that are about its states alone, and sums in them. They are older than any invariant,
/// whose store has them under the same numbers.
fn atoms(system: &System) -> Vec<TermId> {
    let terms = system.terms();
    let mut roots = system.property_formulas();
    roots.extend([system.trans(), system.init(), system.constraint()]);
    let is_comparison = |t: TermId| match terms.op(t) {
        Op::Eq => terms.sort(terms.arg(t, 0)) != Sort::Bool,
        Op::BvUlt | Op::BvSlt | Op::Le => true,
        _ => false,
    };
    let states = states(system);
    let comparisons = terms.subterms(&roots).into_iter().filter(|&t| is_comparison(t));
    let comparisons: Vec<TermId> =
        comparisons.filter(|&t| is_about(&states, terms, t)).take(MOST_ATOMS).collect();
    // Words that are compared, such as the difference of two pointers.
    let is_sum = |t: &TermId| matches!(terms.op(*t), Op::BvAdd | Op::BvSub);
    let mut sums: Vec<TermId> =
        comparisons.iter().flat_map(|&t| terms.args(t)).copied().filter(is_sum).collect();
    sums.sort_unstable();
    sums.dedup();
    comparisons.into_iter().chain(sums).collect()
}

fn states(system: &System) -> HashSet<TermId> {
    system.states().iter().map(|state| state.current).collect()
}

/// Whether the constants in a term are states, in the store of the system or in one that began as it.
fn is_about(states: &HashSet<TermId>, terms: &Terms, t: TermId) -> bool {
    let mut symbols = terms.symbols_in(&[t]).into_iter().map(|symbol| terms.symbol_term(symbol));
    symbols.all(|symbol| states.contains(&symbol))
}

/// A counterexample to a property of a system.
#[derive(Debug)]
pub(crate) struct SystemTrace<'m> {
    pub file: &'m SystemFile,
    pub found: Trace,
}

impl AnyCounterexample for SystemTrace<'_> {
    fn depth(&self) -> Depth {
        self.found.depth()
    }

    fn loop_start(&self) -> Option<usize> {
        lasso_start(self.file.system(), &self.found).ok()
    }

    fn table(&self) -> Table {
        let system = self.file.system();
        let variables: Vec<TermId> =
            system.states().iter().map(|s| s.current).chain(system.inputs().iter().copied()).collect();
        let row = |step: &Step| {
            let values = step.states.iter().chain(&step.inputs).zip(&variables);
            values.map(|(value, &t)| system.terms().value_text(value, system.terms().sort(t))).collect()
        };
        let mut names: Vec<String> = variables.iter().map(|&t| system.name(t).to_string()).collect();
        let mut steps: Vec<Vec<String>> = self.found.steps.iter().map(row).collect();
        for (name, values) in outputs(self.file, &self.found) {
            names.push(name);
            steps.iter_mut().zip(values).for_each(|(row, value)| row.push(value));
        }
        Table { names, steps }
    }

    fn write(&self, form: Form<'_>) -> Result<Written, WriteError> {
        let text = match (form, self.file) {
            (Form::Text, SystemFile::Btor2(file)) => write_btor2_witness(file, &self.found)?,
            (Form::Text, SystemFile::Vmt(system)) => write_trace(system, &self.found)?,
            (Form::Script, file) => write_run(file.system(), &self.found)?,
            (Form::Waves, file) => design_waves(file, &self.found)?.vcd(),
            (
                Form::WitnessCircuit { .. }
                | Form::Vmt
                | Form::Assertions
                | Form::Dot
                | Form::Witness { .. }
                | Form::Harness,
                _,
            ) => {
                return Err(WriteError::Unfit(
                    "the witness of a system is text, a script (.smt2) or waves (--vcd)",
                ))
            }
        };
        Ok(text.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::vmt;

    #[test]
    fn no_vmt_file_names_the_index_at_which_arrays_differ() {
        let text = b"(declare-fun a () (Array Int Int)) (declare-fun b () (Array Int Int))
            (declare-fun a1 () (Array Int Int)) (declare-fun b1 () (Array Int Int))
            (define-fun .a () (Array Int Int) (! a :next a1)) (define-fun .b () (Array Int Int) (! b :next b1))
            (define-fun .init () Bool (! (= a b) :init true))
            (define-fun .trans () Bool (! (= a1 b1) :trans true))
            (define-fun .p () Bool (! (= a b) :invar-property 0))";
        let system = vmt::read(text, &Budget::unlimited()).expect("a system");
        let (a, b) = (system.states()[0].current, system.states()[1].current);
        let mut terms = system.terms().clone();
        let index = terms.difference(a, b);
        let (left, right) = (terms.select(a, index), terms.select(b, index));
        let same = terms.eq(left, right);
        let found = Arc::new(Certificate::Inductive(Invariant::new(terms, vec![same])).into());
        let file = SystemFile::Vmt(system);
        let proof = SystemProof { file: &file, property: PropertyId::new(0), found };
        assert!(matches!(proof.write(Form::Vmt), Err(WriteError::Unfit(_))));
        assert!(proof.write(Form::Script).is_ok() && proof.write(Form::Text).is_ok());
    }
}
