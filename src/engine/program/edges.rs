//! The edges of an automaton as functions, with a solver each.

use crate::base::{Booking, Budget, HashMap, Limit};
use crate::engine::outcome::decided;
use crate::model::cfa::{Cfa, EdgeId};
use crate::solver::smt::{project_literals, split_equalities, SmtOptions, Solver};
use crate::solver::term::{Substitution, SymbolId, TermId, Terms};

/// The most trials of making one core smaller.
const MOST_TRIALS: usize = 64;

/// An edge as a function.
struct Function {
    /// The states and inputs from which it has a run.
    guard: TermId,
    /// The variables that may change, with their new values.
    values: Vec<(TermId, TermId)>,
    now: Substitution,
    /// The inputs of havocs, and those that decide choices.
    inputs: Vec<TermId>,
    gone: Vec<SymbolId>,
    /// Knows the guard. Made when the edge is first asked about.
    solver: Option<Solver>,
}

/// The edges of an automaton.
pub(in crate::engine) struct Edges {
    /// The automaton; its store grows as terms are made.
    pub cfa: Cfa,
    functions: Vec<Function>,
    /// Without assertions: which formulas over variables imply which others.
    states: Solver,
    /// The edge of the last question.
    asked: EdgeId,
    /// The formulas about the target of the last question, and these before the edge.
    targets: HashMap<TermId, TermId>,
    assumptions: Vec<TermId>,
    seed: u64,
    budget: Budget,
    booking: Booking,
    /// The number of questions so far.
    pub queries: u64,
}

fn new_solver(seed: u64, budget: &Budget) -> Solver {
    let mut options = SmtOptions::incremental();
    options.sat.seed = seed;
    let mut solver = Solver::new(options);
    solver.set_budget(budget.clone());
    solver
}

impl Edges {
    /// The edges of this automaton.
    pub fn new(cfa: &Cfa, seed: u64, budget: &Budget) -> Edges {
        let mut cfa = cfa.clone();
        let mut booking = Booking::default();
        booking.move_to(budget.clone());
        let functions = cfa.edge_ids().map(|id| function(&mut cfa, id)).collect();
        Edges {
            cfa,
            functions,
            states: new_solver(seed, budget),
            asked: EdgeId::new(0),
            targets: HashMap::default(),
            assumptions: Vec::new(),
            seed,
            budget: budget.clone(),
            booking,
            queries: 0,
        }
    }

    /// The budget of all questions.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// The store of all terms.
    pub fn terms_mut(&mut self) -> &mut Terms {
        self.cfa.terms_mut()
    }

    /// Accounts for the terms made so far.
    pub fn book(&mut self) {
        self.booking.set(self.cfa.terms().bytes() as u64);
    }

    /// The states and inputs from which an edge has a run.
    pub fn guard(&self, edge: EdgeId) -> TermId {
        self.functions[edge.index()].guard
    }

    /// The variables that an edge may change, with their new values.
    pub fn values(&self, edge: EdgeId) -> &[(TermId, TermId)] {
        &self.functions[edge.index()].values
    }

    /// The inputs of an edge.
    pub fn inputs(&self, edge: EdgeId) -> &[TermId] {
        &self.functions[edge.index()].inputs
    }

    /// A formula about the target of an edge, as one about its source and inputs. The guard is not part of it.
    pub fn before(&mut self, edge: EdgeId, formula: TermId) -> TermId {
        self.functions[edge.index()].now.apply(self.cfa.terms_mut(), formula)
    }

    /// Whether a state that satisfies the formulas of `source` has a run along the edge to one that satisfies those of
    /// `target`. The core prefers the first ones of `target`.
    pub fn leads(&mut self, edge: EdgeId, source: &[TermId], target: &[TermId]) -> Result<bool, Limit> {
        self.asked = edge;
        self.targets.clear();
        self.assumptions.clear();
        self.assumptions.extend_from_slice(source);
        for &formula in target {
            let before = self.before(edge, formula);
            self.targets.insert(before, formula);
            self.assumptions.push(before);
        }
        let Edges { cfa, functions, seed, budget, .. } = self;
        let function = &mut functions[edge.index()];
        let guard = function.guard;
        let solver = function.solver.get_or_insert_with(|| {
            let mut solver = new_solver(*seed, budget);
            solver.assert(cfa.terms_mut(), guard);
            solver
        });
        self.queries += 1;
        decided(solver.check(cfa.terms_mut(), &self.assumptions))
    }

    /// The solver of the last question about an edge, and the store.
    pub(super) fn asked_solver(&mut self) -> (&mut Solver, &mut Terms) {
        match &mut self.functions[self.asked.index()].solver {
            Some(solver) => (solver, self.cfa.terms_mut()),
            None => unreachable!("no edge was asked about"),
        }
    }

    /// After the last question was answered by yes: literals about the source that the run begins in. From every
    /// state that satisfies them the edge leads to the target.
    pub fn predecessor(&mut self) -> Result<Vec<TermId>, Limit> {
        let function = &mut self.functions[self.asked.index()];
        let solver = match &mut function.solver {
            Some(solver) => solver,
            None => unreachable!("a predecessor of an edge that was not asked about"),
        };
        let terms = self.cfa.terms_mut();
        let model = solver.read_model(terms).clone();
        let mut formulas: Vec<TermId> = self.targets.keys().copied().collect();
        formulas.sort_unstable();
        formulas.push(function.guard);
        let literals = solver.implicant(terms, &formulas);
        let literals = match function.gone.is_empty() {
            true => literals,
            false => project_literals(terms, literals, &function.gone, &model, &self.budget)?,
        };
        let mut literals = split_equalities(terms, &literals, &model);
        literals.sort_unstable();
        literals.dedup();
        Ok(literals)
    }

    /// After the last question was answered by no: formulas of its target without which the answer would be another,
    /// about as few as there are.
    pub fn core(&mut self) -> Vec<TermId> {
        let solver = match &mut self.functions[self.asked.index()].solver {
            Some(solver) => solver,
            None => unreachable!("a core of an edge that was not asked about"),
        };
        let targets = &self.targets;
        let of_target = |core: &[TermId]| -> Vec<TermId> {
            core.iter().copied().filter(|t| targets.contains_key(t)).collect()
        };
        let order = of_target(solver.core());
        solver.minimise_core_by(self.cfa.terms_mut(), &order, MOST_TRIALS, |_| true);
        let core = of_target(solver.core());
        core.iter().map(|t| targets[t]).collect()
    }

    /// Whether all states that satisfy these formulas satisfy the other.
    pub fn implies(&mut self, formulas: &[TermId], other: TermId) -> Result<bool, Limit> {
        if formulas.contains(&other) || other == Terms::TRUE {
            return Ok(true);
        }
        self.queries += 1;
        self.assumptions.clear();
        self.assumptions.extend_from_slice(formulas);
        let terms = self.cfa.terms_mut();
        self.assumptions.push(terms.not(other));
        Ok(!decided(self.states.check(terms, &self.assumptions))?)
    }
}

fn function(cfa: &mut Cfa, id: EdgeId) -> Function {
    let command = cfa.edge(id).command;
    let (commands, terms) = cfa.parts_mut();
    let effect = commands.effect(terms, command);
    let mut inputs = commands.inputs(command);
    inputs.extend(&effect.choices);
    let mut now = Substitution::new();
    effect.values.iter().for_each(|a| now.insert(a.variable, a.value));
    let values = effect.values.iter().map(|a| (a.variable, a.value)).collect();
    let gone = terms.symbols_in(&inputs);
    Function { guard: effect.guard, values, now, inputs, gone, solver: None }
}
