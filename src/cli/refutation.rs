//! The listeners to the solver of `indubit sat`: a proof file, the checker, both or none.

use super::numbering::Numbering;
use super::options::SatSettings;
use super::values::ProofForm;
use super::{files, Failure};
use indubit::base::{Budget, Lit};
use indubit::input::dimacs::Cnf;
use indubit::solver::proof::{
    self, Checker, ClauseId, DratWriter, Encoding, Hint, LratWriter, Method, ProofSink,
};
use std::fs::File;
use std::io;
use std::sync::{Arc, Mutex};

/// A formula with the numbering in which a solver has it.
pub struct Formula {
    /// The formula as the file has it.
    pub cnf: Cnf,
    /// The numbering of its variables.
    pub numbering: Numbering,
}

/// Evidence in the making. The clauses come in the solver's numbering and go out in the file's.
pub struct Evidence {
    formula: Arc<Formula>,
    writer: Writer,
    checker: Option<Checker>,
    /// Clauses of the formula that the solver has reported.
    reported: usize,
    /// The first clause, from 1, that differs between the solver's report and the file.
    foreign: Option<usize>,
    /// The clause of the present step; kept to be filled again.
    clause: Vec<Lit>,
}

/// The result of a check.
pub enum Checked {
    /// No check was asked for.
    No,
    /// The refutation is right.
    Proved,
    /// The refutation is wrong, because of this.
    Wrong(String),
    /// A limit was reached before the check ended.
    Unknown(String),
}

impl Evidence {
    /// Opens the proof file, if there is to be one, and makes a checker, if there is to be one.
    pub fn open(formula: Arc<Formula>, settings: &SatSettings, budget: &Budget) -> Result<Evidence, Failure> {
        let writer = Writer::open(settings, formula.cnf.len() as u64)?;
        let checker =
            if settings.check.0 { Some(Checker::new(Method::Chains, budget.clone())) } else { None };
        Ok(Evidence { formula, writer, checker, reported: 0, foreign: None, clause: Vec::new() })
    }

    /// Whether there is a writer or a checker.
    pub fn is_wanted(&self) -> bool {
        self.checker.is_some() || !matches!(self.writer, Writer::None)
    }

    /// Ends the proof file.
    pub fn finish(&mut self) -> io::Result<()> {
        std::mem::replace(&mut self.writer, Writer::None).finish()
    }

    /// The checker's verdict on a refutation.
    pub fn checked(&mut self) -> Checked {
        let checker = match &mut self.checker {
            Some(checker) => checker,
            None => return Checked::No,
        };
        if let Some(number) = self.foreign {
            return Checked::Wrong(format!("clause {} of the formula was taken for another one", number));
        }
        match checker.verdict() {
            proof::Checked::Proved => Checked::Proved,
            proof::Checked::Unknown(limit) => Checked::Unknown(limit.to_string()),
            proof::Checked::Rejected(rejection) => Checked::Wrong(rejection.to_string()),
        }
    }

    fn each(&mut self, clause: &[Lit], act: impl Fn(&mut dyn ProofSink, &[Lit])) {
        self.clause.clear();
        self.clause.extend(clause.iter().map(|&lit| self.formula.numbering.outer(lit)));
        if let Some(sink) = self.writer.sink() {
            act(sink, &self.clause);
        }
        if let Some(checker) = &mut self.checker {
            act(checker, &self.clause);
        }
    }
}

impl ProofSink for Evidence {
    fn axiom(&mut self, id: ClauseId, clause: &[Lit]) {
        self.each(clause, |sink, clause| sink.axiom(id, clause));
        if self.foreign.is_none() && self.formula.cnf.get(self.reported) != Some(&self.clause) {
            self.foreign = Some(self.reported + 1);
        }
        self.reported += 1;
    }
    fn derived(&mut self, id: ClauseId, clause: &[Lit], chain: &[ClauseId]) {
        self.each(clause, |sink, clause| sink.derived(id, clause, chain));
    }
    fn deleted(&mut self, id: ClauseId, clause: &[Lit]) {
        self.each(clause, |sink, clause| sink.deleted(id, clause));
    }
    fn spare_variables(&self) -> usize {
        self.formula.numbering.spare()
    }
    fn extended(&mut self, id: ClauseId, clause: &[Lit], hints: &[Hint]) {
        self.each(clause, |sink, clause| sink.extended(id, clause, hints));
    }
    fn concluded(&mut self, id: ClauseId, clause: &[Lit]) {
        self.each(clause, |sink, clause| sink.concluded(id, clause));
    }
}

/// Evidence shared by the solver, which writes it, and the caller, which reads it afterwards.
pub struct Shared(pub Arc<Mutex<Evidence>>);

impl Shared {
    fn with(&self, act: impl FnOnce(&mut Evidence)) {
        if let Ok(mut evidence) = self.0.lock() {
            act(&mut evidence);
        }
    }
}

impl ProofSink for Shared {
    fn axiom(&mut self, id: ClauseId, clause: &[Lit]) {
        self.with(|evidence| evidence.axiom(id, clause));
    }
    fn derived(&mut self, id: ClauseId, clause: &[Lit], chain: &[ClauseId]) {
        self.with(|evidence| evidence.derived(id, clause, chain));
    }
    fn deleted(&mut self, id: ClauseId, clause: &[Lit]) {
        self.with(|evidence| evidence.deleted(id, clause));
    }
    fn spare_variables(&self) -> usize {
        self.0.lock().map_or(0, |evidence| evidence.spare_variables())
    }
    fn extended(&mut self, id: ClauseId, clause: &[Lit], hints: &[Hint]) {
        self.with(|evidence| evidence.extended(id, clause, hints));
    }
    fn concluded(&mut self, id: ClauseId, clause: &[Lit]) {
        self.with(|evidence| evidence.concluded(id, clause));
    }
}

/// Either format, or none.
enum Writer {
    None,
    Drat(DratWriter<File>),
    Lrat(LratWriter<File>),
}

impl Writer {
    fn open(settings: &SatSettings, clauses: u64) -> Result<Writer, Failure> {
        let name = match &settings.proof {
            Some(name) => name,
            None => return Ok(Writer::None),
        };
        let file = File::create(name).map_err(|error| Failure::output(name.to_string_lossy(), &error))?;
        let encoding = if settings.binary.0 { Encoding::Binary } else { Encoding::Text };
        let is_lrat = match settings.format {
            ProofForm::Suffix => files::suffix(name) == "lrat",
            ProofForm::Drat => false,
            ProofForm::Lrat => true,
        };
        Ok(if is_lrat {
            Writer::Lrat(LratWriter::new(file, encoding, clauses))
        } else {
            Writer::Drat(DratWriter::new(file, encoding, clauses))
        })
    }

    fn sink(&mut self) -> Option<&mut dyn ProofSink> {
        match self {
            Writer::None => None,
            Writer::Drat(w) => Some(w),
            Writer::Lrat(w) => Some(w),
        }
    }

    fn finish(self) -> io::Result<()> {
        match self {
            Writer::None => Ok(()),
            Writer::Drat(w) => w.finish(),
            Writer::Lrat(w) => w.finish(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::options::Settings;
    use super::super::values::Switch;
    use super::*;
    use indubit::input::dimacs;

    /// A listener with a checker, for the formula `3 or 5` and its solver, whose variables are 1 and 2.
    fn listener() -> Evidence {
        let cnf = dimacs::read(b"p cnf 5 1\n3 5 0\n").expect("a formula");
        let numbering = Numbering::of(&cnf);
        let settings = SatSettings { check: Switch(true), ..Settings::default().sat };
        let formula = Arc::new(Formula { cnf, numbering });
        Evidence::open(formula, &settings, &Budget::unlimited())
            .unwrap_or_else(|_| panic!("no file is opened"))
    }

    #[test]
    fn a_solver_that_reports_other_clauses_is_not_believed() {
        let lits =
            |numbers: &[i32]| -> Vec<Lit> { numbers.iter().copied().filter_map(Lit::from_dimacs).collect() };
        let clauses: [&[&[i32]]; 3] = [&[&[1, 2], &[]], &[&[]], &[&[2, 1], &[]]];
        for clauses in clauses {
            let mut evidence = listener();
            for (number, clause) in (1..).zip(clauses) {
                evidence.axiom(ClauseId::new(number), &lits(clause));
            }
            assert!(matches!(evidence.checked(), Checked::Wrong(_)), "{:?}", clauses);
        }
        let mut evidence = listener();
        evidence.axiom(ClauseId::new(1), &lits(&[1, 2]));
        assert_eq!(evidence.foreign, None);
    }
}
