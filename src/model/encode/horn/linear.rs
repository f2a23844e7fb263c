//! Horn clauses with at most one atom in the body as a control-flow automaton.
//!
//! Each predicate is a location, each clause an edge: from its body's predicate, or from the first location if it has
//! none, to its head's predicate, or to the error if it is a query. The arguments of predicates are variables of the
//! automaton. Predicates share them: the first integer argument of each is the same variable, and so on.
//!
//! The variables of a clause come from there: one that stands for itself in the body atom is the variable of its
//! argument, others are defined by equations in the constraint, and the rest are *helpers*, variables that the edge
//! gives any values. At each location of a run, variables that are no argument of its predicate have the value 0 or
//! false. So an invariant need not mention them.

use crate::base::{Budget, HashMap, HashSet, Limit};
use crate::model::cfa::{Cfa, InvariantMap, LocId, Path};
use crate::model::gcl::{Assignment, Command};
use crate::model::horn::{
    Clause, ClauseId, Definitions, Derivation, Horn, Interpretation, Predicate, Refutation,
};
use crate::solver::term::{Model, Sort, Substitution, TermId, Terms};

/// The automaton of a system of linear clauses, with the way back.
#[derive(Clone, Debug)]
pub struct HornProgram {
    /// The automaton.
    pub cfa: Cfa,
    /// By predicate: the variables that are its arguments.
    registers: Vec<Vec<TermId>>,
    /// By edge: its clause, and for each variable of the clause a term over variables of the automaton after the havoc.
    edges: Vec<(ClauseId, Vec<TermId>)>,
    /// The variables of the automaton with the values that they have where they are no argument.
    defaults: Vec<(TermId, TermId)>,
}

/// Variables of the automaton by sort, made when they are needed.
#[derive(Default)]
struct Pool {
    by_sort: HashMap<Sort, Vec<TermId>>,
}

impl Pool {
    /// Variables for constants of the same sorts, different ones for each.
    fn variables(&mut self, cfa: &mut Cfa, constants: &[TermId]) -> Vec<TermId> {
        let mut used: HashMap<Sort, usize> = HashMap::default();
        let mut list = Vec::with_capacity(constants.len());
        for &constant in constants {
            let sort = cfa.terms().sort(constant);
            let at = used.entry(sort).or_insert(0);
            let known = self.by_sort.entry(sort).or_default();
            if *at == known.len() {
                let name = cfa.name(constant).to_string();
                known.push(cfa.declare(&name, sort));
            }
            list.push(known[*at]);
            *at += 1;
        }
        list
    }
}

/// The automaton whose runs to the error are the refutations; `None` if a clause has several atoms in its body.
///
/// # Errors
///
/// The limit of the budget that was reached.
pub fn to_cfa(horn: &Horn, budget: &Budget) -> Result<Option<HornProgram>, Limit> {
    if !horn.is_linear() {
        return Ok(None);
    }
    let mut cfa = Cfa::new(horn.terms().clone());
    let mut places = Pool::default();
    let registers: Vec<Vec<TermId>> =
        horn.predicates().iter().map(|p: &Predicate| places.variables(&mut cfa, &p.places)).collect();
    for predicate in horn.predicates() {
        cfa.add_location(&predicate.name);
    }
    let mut maker = Maker { cfa, registers, helpers: Pool::default(), commands: Vec::new() };
    for id in horn.clause_ids() {
        budget.poll()?;
        maker.edge(id, horn.clause(id));
    }
    let Maker { mut cfa, registers, commands, .. } = maker;
    let variables = cfa.variables().to_vec();
    let default = |&v: &TermId| {
        let sort = cfa.terms().sort(v);
        let zero = cfa.terms_mut().default_term(sort);
        (v, zero)
    };
    let defaults: Vec<(TermId, TermId)> = variables.iter().map(default).collect();
    let mut edges = Vec::with_capacity(commands.len());
    for made in commands {
        edges.push((made.clause, made.values.clone()));
        made.add(&mut cfa, &defaults);
    }
    Ok(Some(HornProgram { cfa, registers, edges, defaults }))
}

/// An edge whose command is not yet made.
struct Made {
    clause: ClauseId,
    source: LocId,
    target: LocId,
    guard: TermId,
    /// Helpers that get any values.
    helpers: Vec<TermId>,
    /// New values of the arguments of the target.
    places: Vec<Assignment>,
    values: Vec<TermId>,
}

impl Made {
    /// Adds the edge. Variables that are no argument of the target get their defaults.
    fn add(self, cfa: &mut Cfa, defaults: &[(TermId, TermId)]) {
        let mut list = self.places;
        let is_place: HashSet<TermId> = list.iter().map(|a| a.variable).collect();
        let others = defaults.iter().filter(|(v, _)| !is_place.contains(v));
        list.extend(others.map(|&(variable, value)| Assignment { variable, value }));
        list.retain(|a| a.variable != a.value);
        let (commands, terms) = cfa.parts_mut();
        let parts = [
            commands.havoc(terms, &self.helpers),
            commands.assume(self.guard),
            commands.add(Command::Assign(list)),
        ];
        let command = commands.sequence(&parts);
        cfa.add_edge(self.source, self.target, command);
    }
}

struct Maker {
    cfa: Cfa,
    registers: Vec<Vec<TermId>>,
    helpers: Pool,
    commands: Vec<Made>,
}

impl Maker {
    /// Makes the edge of a clause, unless its constraint is false.
    fn edge(&mut self, id: ClauseId, clause: &Clause) {
        let location = |predicate: usize| LocId::new(predicate + 2);
        let is_variable: HashSet<TermId> = clause.variables.iter().copied().collect();
        let mut known = Substitution::new();
        let mut open: HashSet<TermId> = is_variable.clone();
        let mut source = self.cfa.initial();
        let mut parts = vec![clause.constraint];
        if let Some(atom) = clause.body.first() {
            source = location(atom.predicate.index());
            let registers = self.registers[atom.predicate.index()].clone();
            for (&argument, register) in atom.arguments.iter().zip(registers) {
                if open.remove(&argument) {
                    known.insert(argument, register);
                } else {
                    parts.push(self.cfa.terms_mut().eq(argument, register));
                }
            }
        }
        let terms = self.cfa.terms_mut();
        let constraint = terms.and(&parts);
        let constraint = known.apply(terms, constraint);
        let (target, arguments) = match &clause.head {
            Some(atom) => (location(atom.predicate.index()), &atom.arguments[..]),
            None => (self.cfa.error(), &[][..]),
        };
        let preferred: Vec<TermId> = {
            let mut once = open.clone();
            arguments.iter().copied().filter(|a| once.remove(a)).collect()
        };
        let candidates: Vec<TermId> = clause.variables.iter().copied().filter(|v| open.contains(v)).collect();
        let terms = self.cfa.terms_mut();
        let definitions = Definitions::of(terms, constraint, &preferred, &candidates);
        if definitions.rest == Terms::FALSE {
            return;
        }
        let mut defined = Substitution::new();
        for &(variable, value) in &definitions.values {
            defined.insert(variable, value);
            open.remove(&variable);
        }
        let mut over_places = |t: TermId| {
            let t = known.apply(terms, t);
            defined.apply(terms, t)
        };
        let values: Vec<TermId> = clause.variables.iter().map(|&v| over_places(v)).collect();
        let arguments: Vec<TermId> = arguments.iter().map(|&t| over_places(t)).collect();
        let mut roots = arguments.clone();
        roots.push(definitions.rest);
        let needed = terms.symbols_in(&roots).into_iter().map(|s| terms.symbol_term(s));
        let needed: Vec<TermId> = needed.filter(|t| open.contains(t)).collect();
        let made = Made {
            clause: id,
            source,
            target,
            guard: definitions.rest,
            helpers: Vec::new(),
            places: Vec::new(),
            values,
        };
        self.finish(made, arguments, needed, open);
    }

    /// Gives the variables that are left helpers; those that matter nowhere get a default.
    fn finish(
        &mut self,
        mut made: Made,
        arguments: Vec<TermId>,
        needed: Vec<TermId>,
        mut open: HashSet<TermId>,
    ) {
        made.helpers = self.helpers.variables(&mut self.cfa, &needed);
        let mut helped = Substitution::new();
        for (&variable, &helper) in needed.iter().zip(&made.helpers) {
            helped.insert(variable, helper);
            open.remove(&variable);
        }
        let terms = self.cfa.terms_mut();
        let mut idle: Vec<TermId> = open.into_iter().collect();
        idle.sort_unstable();
        for variable in idle {
            let sort = terms.sort(variable);
            let zero = terms.default_term(sort);
            helped.insert(variable, zero);
        }
        made.guard = helped.apply(terms, made.guard);
        made.values.iter_mut().for_each(|t| *t = helped.apply(terms, *t));
        if made.target != self.cfa.error() {
            let registers = &self.registers[made.target.index() - 2];
            let terms = self.cfa.terms_mut();
            let assign =
                |(&variable, &t): (&TermId, &TermId)| Assignment { variable, value: helped.apply(terms, t) };
            made.places = registers.iter().zip(&arguments).map(assign).collect();
        }
        self.commands.push(made);
    }
}

impl HornProgram {
    /// The interpretation that an invariant of the automaton is: its formulas at the locations of the predicates.
    pub fn interpretation(&self, horn: &Horn, invariant: &InvariantMap) -> Interpretation {
        let mut terms = invariant.terms.clone();
        let mut formulas = Vec::with_capacity(horn.predicates().len());
        for (at, (predicate, registers)) in horn.predicates().iter().zip(&self.registers).enumerate() {
            let mut places = Substitution::new();
            self.defaults.iter().for_each(|&(variable, value)| places.insert(variable, value));
            for (&register, &place) in registers.iter().zip(&predicate.places) {
                places.insert(register, place);
            }
            formulas.push(places.apply(&mut terms, invariant.formulas[at + 2]));
        }
        Interpretation { bound: invariant.bound.clone(), ..Interpretation::new(terms, formulas) }
    }

    /// The refutation that a path to the error is. `None` if it is no run, which is a defect.
    pub fn refutation(&self, path: &Path) -> Option<Refutation> {
        let states = path.states(&self.cfa).ok()?;
        let mut steps = Vec::with_capacity(path.steps.len());
        for (at, (step, state)) in path.steps.iter().zip(&states).enumerate() {
            let (clause, values) = self.edges.get(step.edge.index())?;
            let command = self.cfa.edge(step.edge).command;
            let terms = self.cfa.terms();
            let mut model = Model::new();
            model.set_all(terms, self.cfa.variables().iter().copied(), state);
            let inputs = self.cfa.commands().inputs(command);
            model.set_all(terms, inputs.iter().copied(), &step.inputs);
            // The helpers have the values that the havoc in front of the edge gave them.
            for part in self.cfa.commands().parts(command) {
                if let Command::Havoc(list) = self.cfa.commands().get(part) {
                    let given: Vec<TermId> = list.iter().map(|a| a.value).collect();
                    let given = model.evaluate_all(terms, &given);
                    model.set_all(terms, list.iter().map(|a| a.variable), &given);
                }
            }
            let premises = if at == 0 { Vec::new() } else { vec![at - 1] };
            let values = model.evaluate_all(terms, values);
            steps.push(Derivation { clause: *clause, values, premises });
        }
        Some(Refutation { steps })
    }
}
