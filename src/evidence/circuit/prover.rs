//! The checker's means of proof: gates as clauses, and queries that must be refuted.
//!
//! The encoding is Tseitin's, three clauses a gate, and nothing else but sharing: a gate with the same two fanin
//! literals is the same variable. So two copies of the same logic over the same leaves, such as a model and a witness
//! circuit that contains it, become one, and their equality needs no search.
//!
//! An answer "unsatisfiable" is right for the clauses that the solver looked at, hence for all clauses. This is why
//! queries may be restricted to the cone of their assumptions without trusting the restriction; only when the answer is
//! "satisfiable" they are asked again with all clauses.

use crate::base::{Budget, HashMap, Lit, Var};
use crate::evidence::{CheckError, CheckOptions};
use crate::solver::proof::{Checker, ClauseId, Method, ProofSink};
use crate::solver::sat::{Answer, Definitions, SatOptions, Solver};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A fresh solver, the gates it knows, and the judge of its proofs if that was asked for.
pub(super) struct Prover {
    solver: Solver,
    budget: Budget,
    truth: Lit,
    gates: HashMap<(Lit, Lit), Lit>,
    /// By variable: the fanins if it is a gate.
    fanins: Vec<Option<(Var, Var)>>,
    /// Variables of clauses that define no gate.
    asserted: Vec<Var>,
    judge: Option<Arc<Mutex<Judge>>>,
}

impl Prover {
    pub fn new(options: &CheckOptions, budget: &Budget) -> Prover {
        let mut solver = Solver::new(SatOptions::incremental());
        solver.set_budget(budget.clone());
        let judge = if options.proofs {
            let judge = Arc::new(Mutex::new(Judge::new(budget)));
            solver.set_proof(Shared(judge.clone()));
            Some(judge)
        } else {
            None
        };
        let truth = solver.new_var().positive();
        let mut prover = Prover {
            solver,
            budget: budget.clone(),
            truth,
            gates: HashMap::default(),
            fanins: vec![None],
            asserted: Vec::new(),
            judge,
        };
        prover.assert(&[truth]);
        prover
    }

    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// A literal that nothing is known about.
    pub fn fresh(&mut self) -> Lit {
        let v = self.solver.new_var();
        self.fanins.push(None);
        v.positive()
    }

    pub fn constant(&self, value: bool) -> Lit {
        self.truth.negate_if(!value)
    }

    /// The conjunction of two literals.
    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        if a == !b || a == !self.truth || b == !self.truth {
            return !self.truth;
        }
        if a == b || a == self.truth {
            return b;
        }
        if b == self.truth {
            return a;
        }
        if let Some(&known) = self.gates.get(&(a, b)) {
            return known;
        }
        let gate = self.fresh();
        self.add(&[!gate, a]);
        self.add(&[!gate, b]);
        self.add(&[gate, !a, !b]);
        self.fanins[gate.var().index()] = Some((a.var(), b.var()));
        self.gates.insert((a, b), gate);
        gate
    }

    /// Whether two literals differ.
    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let (only_a, only_b) = (self.and(a, !b), self.and(!a, b));
        !self.and(!only_a, !only_b)
    }

    /// Adds a clause for good.
    pub fn assert(&mut self, clause: &[Lit]) {
        self.asserted.extend(clause.iter().map(|l| l.var()));
        self.add(clause);
    }

    /// Gives the solver a clause; it may report just this one as an axiom.
    fn add(&mut self, clause: &[Lit]) {
        if let Some(judge) = &self.judge {
            lock(judge).given = Some(clause.to_vec());
        }
        self.solver.add_clause(clause);
    }

    /// Adds a clause that holds while the switch is true. It does not count for [`Prover::refute_in_cone`].
    pub fn assert_if(&mut self, switch: Lit, literal: Lit) {
        self.add(&[!switch, literal]);
    }

    /// Tells the solver which gates there are, for [`Prover::refute_in_cone`]. To be called again after new ones.
    pub fn seal(&mut self) {
        let lists = self.fanins.iter().map(|fanins| fanins.map_or(Vec::new(), |(a, b)| vec![a, b]));
        self.solver.set_definitions(Arc::new(Definitions::new(lists)));
        self.asserted.sort_unstable();
        self.asserted.dedup();
        for v in std::mem::take(&mut self.asserted) {
            self.solver.keep_in_domain(v);
        }
    }

    /// Whether the clauses exclude that all these literals are true. If not, [`Prover::value`] tells a case.
    pub fn refute(&mut self, literals: &[Lit]) -> Result<bool, CheckError> {
        if contradict(literals) {
            return Ok(true);
        }
        let answer = self.solver.solve(literals);
        self.conclude(answer, literals)
    }

    /// Refutes the literals like [`Prover::refute`], but looks at the cone of the literals first. Only if that does not
    /// do, all clauses are looked at, and those that `more` switches on, too.
    pub fn refute_in_cone(&mut self, literals: &[Lit], more: Lit) -> Result<bool, CheckError> {
        if contradict(literals) {
            return Ok(true);
        }
        let answer = self.solver.solve_in_domain(literals);
        Ok(self.conclude(answer, literals)? || self.refute(&[literals, &[more]].concat())?)
    }

    fn conclude(&mut self, answer: Answer, literals: &[Lit]) -> Result<bool, CheckError> {
        if answer.decided()? {
            return Ok(false);
        }
        self.confirm(literals).map(|()| true)
    }

    /// The proof so far is right, and its last conclusion is that not all of these literals are true.
    fn confirm(&self, literals: &[Lit]) -> Result<(), CheckError> {
        let judge = match &self.judge {
            Some(judge) => judge,
            None => return Ok(()),
        };
        let mut judge = lock(judge);
        if judge.has_foreign_axiom {
            return Err(CheckError::ForeignAxiom);
        }
        if let Some(rejection) = judge.checker.rejection() {
            return Err(CheckError::Proof(rejection));
        }
        self.budget.poll()?;
        match judge.proved.take() {
            Some(clause) if clause.iter().all(|&l| literals.contains(&!l)) => Ok(()),
            _ => Err(CheckError::ProofMissing),
        }
    }

    /// The value of a literal in the case found last.
    pub fn value(&self, lit: Lit) -> bool {
        self.solver.value(lit).unwrap_or(false)
    }
}

/// Whether one literal is another's negation, so that there is nothing to prove.
fn contradict(literals: &[Lit]) -> bool {
    let mut sorted = literals.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).any(|pair| pair[0] == !pair[1])
}

/// The proof checker, and what it has to hold the solver's reports against.
struct Judge {
    checker: Checker,
    /// The clause that the solver was given and has not reported yet.
    given: Option<Vec<Lit>>,
    /// The solver has reported an axiom that it was not given.
    has_foreign_axiom: bool,
    /// The conclusion of the last query.
    proved: Option<Vec<Lit>>,
}

impl Judge {
    fn new(budget: &Budget) -> Judge {
        let checker = Checker::new(Method::Chains, budget.clone());
        Judge { checker, given: None, has_foreign_axiom: false, proved: None }
    }
}

/// The solver owns its sink; the prover looks at it through this.
struct Shared(Arc<Mutex<Judge>>);

fn lock(judge: &Mutex<Judge>) -> MutexGuard<'_, Judge> {
    // A panic while it was held ends the check anyway.
    judge.lock().unwrap_or_else(PoisonError::into_inner)
}

impl ProofSink for Shared {
    fn axiom(&mut self, id: ClauseId, clause: &[Lit]) {
        let mut judge = lock(&self.0);
        judge.has_foreign_axiom |= judge.given.take().as_deref() != Some(clause);
        judge.checker.axiom(id, clause);
    }

    fn derived(&mut self, id: ClauseId, clause: &[Lit], chain: &[ClauseId]) {
        lock(&self.0).checker.derived(id, clause, chain);
    }

    fn deleted(&mut self, id: ClauseId, clause: &[Lit]) {
        lock(&self.0).checker.deleted(id, clause);
    }

    fn concluded(&mut self, id: ClauseId, clause: &[Lit]) {
        let mut judge = lock(&self.0);
        judge.checker.concluded(id, clause);
        judge.proved = Some(clause.to_vec());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A solver that reports more than it was given could "prove" anything from that.
    #[test]
    fn an_axiom_that_the_solver_was_not_given_spoils_the_proof() {
        let options = CheckOptions { proofs: true };
        let mut prover = Prover::new(&options, &Budget::unlimited());
        let (a, b) = (prover.fresh(), prover.fresh());
        prover.assert(&[a, b]);
        assert_eq!(prover.refute(&[!a, !b]), Ok(true));
        let judge = prover.judge.clone().expect("a judge");
        Shared(judge).axiom(ClauseId::new(1_000_000), &[!a]);
        assert_eq!(prover.refute(&[!a, !b]), Err(CheckError::ForeignAxiom));
    }
}
