//! The edges of an automaton as functions, with a solver each.

use crate::base::{Booking, Budget, HashMap, HashSet, Limit};
use crate::engine::common::outcome::decided;
use crate::model::cfa::{Cfa, EdgeId, PathStep};
use crate::solver::smt::{implicant, project_literals, split_equalities, SmtOptions, Solver};
use crate::solver::term::{Substitution, SymbolId, TermId, Terms, Value};

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
    /// Knows the guard. Made when the edge is first asked about: most edges of a large program never are.
    solver: Option<Box<Solver>>,
}

impl Function {
    /// That of an edge of which nothing is asked any more.
    fn unknown() -> Function {
        Function {
            guard: Terms::FALSE,
            values: Vec::new(),
            now: Substitution::new(),
            inputs: Vec::new(),
            gone: Vec::new(),
            solver: None,
        }
    }
}

/// The form of the questions about an edge (Lange 2018, Definition 4.9).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::engine) enum Form {
    /// The target is a formula about the values before, the weakest existential precondition.
    Precondition,
    /// The edge is a relation between the variables and their next values, which the target is about.
    Relation,
}

/// The edges of an automaton.
pub(in crate::engine) struct Edges {
    /// The automaton; its store grows as terms are made.
    pub cfa: Cfa,
    functions: Vec<Function>,
    /// Without assertions: which formulas over variables imply which others.
    states: Solver,
    /// The limit that was reached before all edges had their functions. There are no answers then.
    over: Option<Limit>,
    /// The edge of the last question.
    asked: EdgeId,
    /// The formulas about the target of the last question, and these before the edge.
    targets: HashMap<TermId, TermId>,
    assumptions: Vec<TermId>,
    form: Form,
    /// The next values of variables, made when they are first needed.
    next: HashMap<TermId, TermId>,
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
        Edges::with_form(cfa, Form::Precondition, seed, budget)
    }

    /// The edges of this automaton, with questions of this form.
    pub fn with_form(cfa: &Cfa, form: Form, seed: u64, budget: &Budget) -> Edges {
        let mut cfa = cfa.clone();
        let mut booking = Booking::default();
        booking.move_to(budget.clone());
        let (mut functions, mut over) = (Vec::new(), None);
        for id in cfa.edge_ids() {
            // A pause is no end: the work goes on with all edges.
            over = over.or_else(|| budget.poll().err().filter(|&limit| limit != Limit::Paused));
            functions.push(match over {
                None => function(&mut cfa, id),
                Some(_) => Function::unknown(),
            });
        }
        Edges {
            cfa,
            functions,
            over,
            states: new_solver(seed, budget),
            asked: EdgeId::new(0),
            targets: HashMap::default(),
            assumptions: Vec::new(),
            form,
            next: HashMap::default(),
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
        self.leads_from(edge, source, None, target)
    }

    /// As [`Edges::leads_from`] with this many conflicts at most.
    pub fn leads_within(
        &mut self,
        edge: EdgeId,
        source: &[TermId],
        outside: Option<&[TermId]>,
        target: &[TermId],
        conflicts: u64,
    ) -> Result<bool, Limit> {
        let budget = self.budget.clone().and_conflicts(conflicts);
        self.solver(edge).0.set_budget(budget);
        let answer = self.leads_from(edge, source, outside, target);
        let budget = self.budget.clone();
        self.solver(edge).0.set_budget(budget);
        answer
    }

    /// After the last question was answered by yes: the values of all variables behind the edge.
    pub fn state_after(&mut self) -> Vec<Value> {
        let variables = self.cfa.variables().to_vec();
        self.values_after(&variables)
    }

    /// As [`Edges::state_after`], of other terms.
    pub fn values_after(&mut self, of: &[TermId]) -> Vec<Value> {
        let edge = self.asked;
        let new: Vec<TermId> = of.iter().map(|&t| self.before(edge, t)).collect();
        let (solver, terms) = self.solver(edge);
        solver.model(terms).evaluate_all(terms, &new)
    }

    /// After the last question was answered by yes: the values of all variables before the edge, the step along it, and
    /// the values behind it. No step if the command does not allow it, which is a defect.
    pub fn step(&mut self) -> (Vec<Value>, Option<PathStep>, Vec<Value>) {
        let after = self.state_after();
        let edge = self.asked;
        let (solver, terms) = self.solver(edge);
        let model = solver.model(terms).clone();
        let before = model.evaluate_all(self.cfa.terms(), self.cfa.variables());
        (before, self.cfa.find_step(edge, &model, &after), after)
    }

    /// As [`Edges::leads`] from a state that satisfies besides one of the formulas of `outside`, if these are given.
    pub fn leads_from(
        &mut self,
        edge: EdgeId,
        source: &[TermId],
        outside: Option<&[TermId]>,
        target: &[TermId],
    ) -> Result<bool, Limit> {
        self.over.map_or(Ok(()), Err)?;
        self.asked = edge;
        self.targets.clear();
        self.assumptions.clear();
        self.assumptions.extend_from_slice(source);
        for &formula in target {
            let asked = self.asked_form(edge, formula);
            self.targets.insert(asked, formula);
            self.assumptions.push(asked);
        }
        self.queries += 1;
        let assumptions = std::mem::take(&mut self.assumptions);
        let (solver, terms) = self.solver(edge);
        if let Some(clause) = outside {
            solver.add_temporary_clause(terms, clause);
        }
        let verdict = solver.check(terms, &assumptions);
        self.assumptions = assumptions;
        decided(verdict)
    }

    /// A formula about the target of an edge in the form of questions.
    fn asked_form(&mut self, edge: EdgeId, formula: TermId) -> TermId {
        if self.form == Form::Precondition {
            return self.before(edge, formula);
        }
        let mut next = Substitution::new();
        for &(variable, _) in &self.functions[edge.index()].values {
            let name = format!("{}'", self.cfa.name(variable));
            let terms = self.cfa.terms_mut();
            let value =
                self.next.entry(variable).or_insert_with(|| terms.declare(&name, terms.sort(variable)));
            next.insert(variable, *value);
        }
        next.apply(self.cfa.terms_mut(), formula)
    }

    /// A solver that knows the guard of an edge and nothing else.
    pub fn new_solver(&mut self, edge: EdgeId) -> Solver {
        let mut solver = new_solver(self.seed, &self.budget);
        solver.assert(self.cfa.terms_mut(), self.functions[edge.index()].guard);
        solver
    }

    /// The solver of an edge, and the store.
    fn solver(&mut self, edge: EdgeId) -> (&mut Solver, &mut Terms) {
        if self.functions[edge.index()].solver.is_none() {
            let mut solver = self.new_solver(edge);
            if self.form == Form::Relation {
                for (variable, value) in self.functions[edge.index()].values.clone() {
                    let next = self.asked_form(edge, variable);
                    let terms = self.cfa.terms_mut();
                    let equation = terms.eq(next, value);
                    solver.assert(terms, equation);
                }
            }
            self.functions[edge.index()].solver = Some(Box::new(solver));
        }
        match &mut self.functions[edge.index()].solver {
            Some(solver) => (solver, self.cfa.terms_mut()),
            None => unreachable!("the solver was just made"),
        }
    }

    /// From now on all questions about an edge are about source states that satisfy this formula.
    pub fn hold(&mut self, edge: EdgeId, formula: TermId) {
        let (solver, terms) = self.solver(edge);
        solver.assert(terms, formula);
    }

    /// Takes back all that was said by [`Edges::hold`] about an edge.
    pub fn renew(&mut self, edge: EdgeId) {
        self.functions[edge.index()].solver = None;
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
        let mut formulas: Vec<TermId> = match self.form {
            Form::Precondition => self.targets.keys().copied().collect(),
            Form::Relation => {
                let targets: Vec<TermId> = self.targets.values().copied().collect();
                targets.into_iter().map(|formula| self.before(self.asked, formula)).collect()
            }
        };
        formulas.sort_unstable();
        let function = &mut self.functions[self.asked.index()];
        let solver = match &mut function.solver {
            Some(solver) => solver,
            None => unreachable!("a predecessor of an edge that was not asked about"),
        };
        let terms = self.cfa.terms_mut();
        let model = solver.model(terms).clone();
        formulas.push(function.guard);
        let literals = match self.form {
            Form::Precondition => solver.implicant(terms, &formulas),
            Form::Relation => {
                let whole = terms.and(&formulas);
                implicant(terms, whole, &model)
            }
        };
        let literals = if function.gone.is_empty() {
            literals
        } else {
            project_literals(terms, literals, &function.gone, &model, &self.budget)?
        };
        let mut literals = split_equalities(terms, &literals, &model);
        literals.sort_unstable();
        literals.dedup();
        Ok(literals)
    }

    /// After the last question was answered by no: formulas of its target without which the answer would be another,
    /// about as few as there are.
    pub fn core(&mut self) -> Vec<TermId> {
        self.core_after(MOST_TRIALS)
    }

    /// A core like that of [`Edges::core`], after this many trials at most of making the core of the solver smaller.
    pub fn core_after(&mut self, trials: usize) -> Vec<TermId> {
        let solver = match &mut self.functions[self.asked.index()].solver {
            Some(solver) => solver,
            None => unreachable!("a core of an edge that was not asked about"),
        };
        let targets = &self.targets;
        let of_target = |core: &[TermId]| -> Vec<TermId> {
            core.iter().copied().filter(|t| targets.contains_key(t)).collect()
        };
        let order = of_target(solver.core());
        solver.minimise_core_by(self.cfa.terms_mut(), &order, trials, |_| true);
        let core = of_target(solver.core());
        core.iter().map(|t| targets[t]).collect()
    }

    /// After the last question was answered by no: those of these formulas about the source that the answer rests on.
    pub fn source_in_core(&mut self, source: &[TermId]) -> Vec<TermId> {
        let core: HashSet<TermId> = self.asked_solver().0.core().iter().copied().collect();
        source.iter().copied().filter(|t| core.contains(t)).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Each of 800,000 edges had room for a solver, 4 GB in all.
    #[test]
    fn an_edge_that_is_never_asked_about_is_small() {
        assert!(std::mem::size_of::<Function>() <= 256, "{}", std::mem::size_of::<Function>());
    }
}
