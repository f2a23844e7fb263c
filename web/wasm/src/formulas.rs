//! The solvers: SMT-LIB scripts and DIMACS formulas.
//!
//! Models are always checked against the formula before they are told. A refutation is told with its clausal proof, if
//! that was asked for (`proof=on`), and of a script after a check of its proofs (`check=full`).

use crate::cli::numbering::Numbering;
use crate::cli::options::Command;
use crate::cli::values::Answers;
use crate::failure::Failure;
use crate::report;
use crate::settings::Request;
use indubit::base::{Booking, Budget, Json, Limit, Lit};
use indubit::session::{Interpreter, ScriptFlags, ScriptOptions};
use indubit::input::{dimacs, horn};
use indubit::solver::proof::{ClauseId, DratWriter, Encoding, ProofSink};
use indubit::solver::sat::{Answer, Solver};
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

/// Literals that are added between two looks at the budget, in gates of at least eighteen literals.
const BATCH: usize = 1 << 14;

/// Carries out a script. The answers are text, as they stand on standard output of the native program.
pub fn smt(script: &[u8], options: &str) -> Result<String, Failure> {
    let request = Request::read(options, Command::Smt)?;
    if horn::is_horn(script) {
        return Err(Failure::usage("a script of Horn clauses is a model; verify it"));
    }
    let budget = request.budget();
    budget.pause_at(request.work.unwrap_or(u64::MAX));
    let (settings, flags) = (&request.settings, &request.settings.script);
    let mut given = ScriptOptions { budget: budget.clone(), ..ScriptOptions::default() };
    given.smt.sat.seed = settings.verify.seed;
    given.check_refutations = settings.answers == Answers::All;
    given.flags = ScriptFlags {
        like_z3: flags.like_z3,
        print_success: flags.print_success.0,
        produce_unsat_cores: flags.produce_unsat_cores.0,
        produce_proofs: flags.produce_proofs.0,
        produce_interpolants: flags.produce_interpolants.0,
        proof_format: flags.proof_format,
    };
    let mut interpreter = Interpreter::new(given);
    let (mut out, mut diagnostic) = (Vec::new(), Vec::new());
    let summary = interpreter.run(script, &mut out, &mut diagnostic);
    let summary = summary.map_err(|error: io::Error| Failure::input(error, None))?;
    let mut json = Json::default();
    json.open('{').key("output").string(&String::from_utf8_lossy(&out));
    json.key("diagnostic").string(&String::from_utf8_lossy(&diagnostic));
    json.key("commands").raw(summary.commands).key("errors").raw(summary.errors);
    json.key("checks").raw(summary.checks).key("proofs").raw(summary.proofs);
    json.key("refused").raw(summary.refused);
    report::spent(&mut json, &budget);
    json.close('}');
    Ok(json.finish())
}

/// Solves a formula.
pub fn sat(text: &[u8], options: &str) -> Result<String, Failure> {
    let request = Request::read(options, Command::Sat)?;
    let settings = &request.settings.sat;
    if settings.check.0 {
        return Err(Failure::usage("the module does not check clausal proofs; take the proof (proof=on)"));
    }
    let budget = request.budget();
    budget.pause_at(request.work.unwrap_or(u64::MAX));
    let cnf = dimacs::read(text).map_err(|error| Failure::input(&error, Some(error.place())))?;
    let numbering = Arc::new(Numbering::of(&cnf));
    let mut booking = Booking::default();
    booking.move_to(budget.clone());
    booking.set(cnf.bytes() + numbering.bytes());
    let mut solver = Solver::new(settings.solver.clone());
    solver.set_budget(budget.clone());
    if request.proof {
        let written = Bytes::default();
        let writer = DratWriter::new(written.clone(), Encoding::Text, cnf.len() as u64);
        solver.set_proof(Proof { numbering: numbering.clone(), writer, written, clause: Vec::new() });
    }
    let answer = match load(&mut solver, &cnf, &numbering) {
        Ok(()) => {
            if settings.solver.inprocessing {
                solver.simplify();
            }
            solver.solve(&[])
        }
        Err(limit) => Answer::Unknown(limit),
    };
    let mut json = Json::default();
    json.open('{').key("answer");
    match answer {
        Answer::Sat => {
            let holds = |lit: Lit| solver.value(numbering.inner(lit)) == Some(true);
            if let Some(index) = cnf.clauses().position(|clause| !clause.iter().any(|&lit| holds(lit))) {
                return Err(Failure::defect(format!("the model does not satisfy clause {}", index + 1)));
            }
            json.string("sat").key("model").open('[');
            for variable in numbering.names() {
                json.raw(variable.lit(holds(variable.positive())).to_dimacs());
            }
            json.close(']');
        }
        Answer::Unsat => {
            json.string("unsat");
            if let Some(proof) = solver.take_proof::<Proof>() {
                json.key("proof").string(&proof.finish()?);
            }
        }
        Answer::Unknown(limit) => {
            json.string("unknown").key("reason").string(&report::limit(limit));
        }
    }
    spent_by(&mut json, &solver, &budget);
    json.close('}');
    Ok(json.finish())
}

/// The counters of the solver, and the work done.
fn spent_by(json: &mut Json, solver: &Solver, budget: &Budget) {
    let counters = solver.statistics();
    json.key("decisions").raw(counters.decisions).key("restarts").raw(counters.restarts);
    report::spent(json, budget);
}

/// Gives the formula to the solver, as long as the budget allows.
fn load(solver: &mut Solver, cnf: &dimacs::Cnf, numbering: &Numbering) -> Result<(), Limit> {
    solver.reserve_vars(numbering.len());
    let (mut clause, mut batch) = (Vec::new(), 0);
    for lits in cnf.clauses() {
        batch += lits.len() + 1;
        if batch > BATCH {
            solver.check_budget(batch / 18 + 1)?;
            batch = 0;
        }
        clause.clear();
        clause.extend(lits.iter().map(|&lit| numbering.inner(lit)));
        solver.add_clause(&clause);
    }
    solver.check_budget(0)
}

/// Bytes that a writer writes and the result reads.
#[derive(Clone, Default)]
struct Bytes(Arc<Mutex<Vec<u8>>>);

impl io::Write for Bytes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A clausal proof in the numbering of the formula's file.
struct Proof {
    numbering: Arc<Numbering>,
    writer: DratWriter<Bytes>,
    written: Bytes,
    /// The clause of the present step; kept to be filled again.
    clause: Vec<Lit>,
}

impl Proof {
    /// The text of the proof.
    fn finish(self) -> Result<String, Failure> {
        self.writer.finish().map_err(Failure::defect)?;
        let bytes = std::mem::take(&mut *self.written.0.lock().unwrap_or_else(PoisonError::into_inner));
        String::from_utf8(bytes).map_err(Failure::defect)
    }

    fn renamed(&mut self, clause: &[Lit]) {
        self.clause.clear();
        self.clause.extend(clause.iter().map(|&lit| self.numbering.outer(lit)));
    }
}

impl ProofSink for Proof {
    fn axiom(&mut self, id: ClauseId, clause: &[Lit]) {
        self.renamed(clause);
        self.writer.axiom(id, &self.clause);
    }

    fn derived(&mut self, id: ClauseId, clause: &[Lit], chain: &[ClauseId]) {
        self.renamed(clause);
        self.writer.derived(id, &self.clause, chain);
    }

    fn deleted(&mut self, id: ClauseId, clause: &[Lit]) {
        self.renamed(clause);
        self.writer.deleted(id, &self.clause);
    }

    fn concluded(&mut self, id: ClauseId, clause: &[Lit]) {
        self.renamed(clause);
        self.writer.concluded(id, &self.clause);
    }
}
