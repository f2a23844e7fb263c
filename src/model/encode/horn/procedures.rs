//! Programs with procedures as Horn clauses: a predicate for each location, a summary for each procedure.
//!
//! The predicate of a location in a procedure is about the values of shared variables and parameters at the entry and
//! the present values of all variables. At the exit it is the *summary*: entry values related to the values that the
//! caller gets. A call from `l` to `m` is two clauses. The first makes the entry of the callee reachable with these
//! arguments, so a summary need not say anything about arguments that no call has. The second derives `m` from `l` and
//! a summary with the same arguments. Both are as Grebenshchikov and others have them (PLDI 2012, section 2).
//!
//! A summary derived for one call serves all calls with the same entry values, so a refutation is a graph, and the run
//! that it stands for may be exponentially longer. [`ProceduresHorn::run`] unfolds the graph up to a limit.

use super::scopes::{scopes, Scope};
use crate::base::{Budget, HashMap, HashSet, Limit};
use crate::model::cfa::{EdgeId, InvariantMap, LocId};
use crate::model::gcl::Effect;
use crate::model::horn::{Atom, Clause, Horn, Interpretation, PredicateId, Refutation};
use crate::model::procedures::{CallId, ProcedureId, Procedures};
use crate::solver::term::{Model, Sort, Substitution, TermId, Terms, Value};

/// The most events of a run.
const MOST_EVENTS: usize = 1 << 21;
/// Events between two looks at the budget.
const PERIOD: usize = 1 << 12;

/// The origin of a clause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Origin {
    Edge(EdgeId),
    Enter(CallId),
    Leave(CallId),
}

/// Something that happens in a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EventKind {
    /// An edge is taken.
    Edge(EdgeId),
    /// A procedure is called.
    Enter(CallId),
    /// It returns.
    Leave(CallId),
}

/// An event with the step of the refutation, by index, that has the values of the variables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event {
    /// The thing that happens.
    pub kind: EventKind,
    /// The step of the refutation. That of a call is the one that derives the location behind the call; if the run
    /// ends inside the call, the one that derives the entry.
    pub step: usize,
}

/// The clauses of a program with procedures, with the way back.
#[derive(Clone, Debug)]
pub struct ProceduresHorn {
    /// Each location but the first and the error location has a predicate. The clauses are the edges in their order,
    /// and then two for each call.
    pub horn: Horn,
    /// By location: its predicate.
    predicates: Vec<Option<PredicateId>>,
    /// By predicate: the variables that its arguments are. The flag says whether the value at the entry of the
    /// procedure is meant.
    places: Vec<Vec<(TermId, bool)>>,
    /// By variable: the constant that is its value at the entry, where it may differ from the present one.
    initial: HashMap<TermId, TermId>,
    /// By clause.
    origins: Vec<Origin>,
}

/// The clauses that have a model just if no run reaches the error location.
///
/// # Panics
///
/// If an edge or a call leads from one automaton to another.
pub fn of_procedures(program: &Procedures) -> ProceduresHorn {
    let mut own = program.cfa().clone();
    let mut effects = Vec::with_capacity(own.edges().len());
    for edge in program.cfa().edges() {
        let (commands, terms) = own.parts_mut();
        effects.push((commands.effect(terms, edge.command), commands.inputs(edge.command)));
    }
    let scope_of = program.scopes();
    let list = scopes(program, own.terms(), &effects, &scope_of);
    let mut encoder = Encoder::new(program, own.terms().clone(), scope_of, list);
    encoder.declare();
    for (id, (effect, inputs)) in program.cfa().edge_ids().zip(&effects) {
        encoder.edge(id, effect, inputs);
    }
    for at in 0..program.calls().len() {
        encoder.call(CallId::new(at));
    }
    let Encoder { horn, predicates, places, initial, origins, .. } = encoder;
    ProceduresHorn { horn, predicates, places, initial, origins }
}

/// The clauses in the making.
struct Encoder<'a> {
    program: &'a Procedures,
    scope_of: Vec<Option<ProcedureId>>,
    /// Of the procedures and behind them of the main automaton.
    scopes: Vec<Scope>,
    /// By variable: the constant that is its value at the entry.
    initial: HashMap<TermId, TermId>,
    /// By variable: the constant that is its value behind a call.
    returned: HashMap<TermId, TermId>,
    horn: Horn,
    predicates: Vec<Option<PredicateId>>,
    places: Vec<Vec<(TermId, bool)>>,
    origins: Vec<Origin>,
}

impl<'a> Encoder<'a> {
    fn new(
        program: &'a Procedures,
        terms: Terms,
        scope_of: Vec<Option<ProcedureId>>,
        scopes: Vec<Scope>,
    ) -> Encoder<'a> {
        let mut horn = Horn::new(terms);
        let (mut initial, mut returned) = (HashMap::default(), HashMap::default());
        let mut fresh = |known: &mut HashMap<TermId, TermId>, v: TermId, ending: &str| {
            known.entry(v).or_insert_with(|| {
                let sort = horn.terms().sort(v);
                horn.terms_mut().declare(&format!("{}{}", program.cfa().name(v), ending), sort)
            });
        };
        for scope in &scopes {
            scope.changing.iter().for_each(|&v| fresh(&mut initial, v, "@entry"));
            scope.outputs.iter().for_each(|&v| fresh(&mut returned, v, "@return"));
        }
        let (predicates, places, origins) = (Vec::new(), Vec::new(), Vec::new());
        Encoder { program, scope_of, scopes, initial, returned, horn, predicates, places, origins }
    }

    fn scope(&self, location: LocId) -> &Scope {
        let main = self.program.procedures().len();
        &self.scopes[self.scope_of[location.index()].map_or(main, ProcedureId::index)]
    }

    /// Whether a location is the entry, and whether it is the exit of its procedure.
    fn ends(&self, location: LocId) -> (bool, bool) {
        let procedure = self.scope_of[location.index()].map(|id| self.program.procedure(id));
        procedure.map_or((false, false), |p| (p.entry == location, p.exit == location))
    }

    /// The variables that the arguments of a location's predicate are. The flag says whether the value at the entry is
    /// meant, where it may differ from the present one.
    fn places_at(&self, location: LocId) -> Vec<(TermId, bool)> {
        let scope = self.scope(location);
        let present = |list: &[TermId]| list.iter().map(|&v| (v, false)).collect::<Vec<_>>();
        let entered = scope.changing.iter().map(|&v| (v, true));
        match self.ends(location) {
            (true, _) => present(&scope.inputs),
            (_, true) => {
                let fixed = scope.inputs.iter().filter(|v| !scope.changing.contains(v));
                let mut list: Vec<_> = entered.chain(fixed.map(|&v| (v, false))).collect();
                list.extend(present(&scope.outputs));
                list
            }
            _ => entered.chain(present(&scope.used)).collect(),
        }
    }

    fn declare(&mut self) {
        let cfa = self.program.cfa();
        for location in cfa.locations() {
            let is_inner = location != cfa.initial() && location != cfa.error();
            let predicate = is_inner.then(|| {
                let places = self.places_at(location);
                let sorts: Vec<Sort> = places.iter().map(|&(v, _)| cfa.terms().sort(v)).collect();
                self.places.push(places);
                self.horn.declare(cfa.location_name(location), &sorts)
            });
            self.predicates.push(predicate);
        }
    }

    /// The predicate of a location, applied to the entry values as they are known at `from` and to these present ones.
    fn atom(&self, location: LocId, from: LocId, present: &dyn Fn(TermId) -> TermId) -> Option<Atom> {
        let predicate = self.predicates[location.index()]?;
        // At the entry the present values are the entry values.
        let is_entry = self.ends(from).0;
        let argument = |&(v, at_entry): &(TermId, bool)| match (at_entry, is_entry) {
            (true, false) => self.initial[&v],
            (true, true) => v,
            (false, _) => present(v),
        };
        let arguments = self.places[predicate.index()].iter().map(argument).collect();
        Some(Atom { predicate, arguments })
    }

    /// The constants of a clause about a step from a location.
    fn variables(&self, from: LocId) -> Vec<TermId> {
        let scope = self.scope(from);
        let entered = scope.changing.iter().filter(|_| !self.ends(from).0).map(|v| self.initial[v]);
        entered.chain(scope.used.iter().copied()).collect()
    }

    fn edge(&mut self, id: EdgeId, effect: &Effect, inputs: &[TermId]) {
        let edge = self.program.cfa().edge(id);
        let stays = edge.target == self.program.cfa().error()
            || self.scope_of[edge.source.index()] == self.scope_of[edge.target.index()];
        assert!(stays, "an edge leads to another automaton");
        let new: HashMap<TermId, TermId> = effect.values.iter().map(|a| (a.variable, a.value)).collect();
        let body = self.atom(edge.source, edge.source, &|v| v).into_iter().collect();
        let head = self.atom(edge.target, edge.source, &|v| new.get(&v).copied().unwrap_or(v));
        let mut variables = self.variables(edge.source);
        variables.extend(inputs.iter().chain(&effect.choices));
        self.horn.add(Clause { variables, body, constraint: effect.guard, head });
        self.origins.push(Origin::Edge(id));
    }

    fn call(&mut self, id: CallId) {
        let call = self.program.call(id);
        let stays = self.scope_of[call.source.index()] == self.scope_of[call.target.index()];
        assert!(stays, "a call leads to another automaton");
        let procedure = self.program.procedure(call.procedure);
        let callee = &self.scopes[call.procedure.index()];
        let parameters = procedure.parameters.iter().copied().zip(call.arguments.iter().copied());
        let given: HashMap<TermId, TermId> = parameters.collect();
        let argument = |v: TermId| given.get(&v).copied().unwrap_or(v);
        let before: Vec<Atom> = self.atom(call.source, call.source, &|v| v).into_iter().collect();
        let entry = self.atom(procedure.entry, procedure.entry, &argument);
        let mut variables = self.variables(call.source);
        let enter = Clause {
            variables: variables.clone(),
            body: before.clone(),
            constraint: Terms::TRUE,
            head: entry,
        };
        // The arguments of a summary: entry values that may change, others that do not, and outputs.
        let entered = callee.changing.len();
        let fixed = callee.inputs.len() - entered;
        let summary = self.predicates[procedure.exit.index()].map(|predicate| {
            let places = self.places[predicate.index()].iter().enumerate();
            let value = |(at, &(v, _)): (usize, &(TermId, bool))| {
                if at < entered + fixed {
                    argument(v)
                } else {
                    self.returned[&v]
                }
            };
            Atom { predicate, arguments: places.map(value).collect() }
        });
        let is_output: HashSet<TermId> = callee.outputs.iter().copied().collect();
        let after = |v: TermId| if is_output.contains(&v) { self.returned[&v] } else { v };
        let behind = self.atom(call.target, call.source, &after);
        variables.extend(callee.outputs.iter().map(|v| self.returned[v]));
        let body = before.into_iter().chain(summary).collect();
        let leave = Clause { variables, body, constraint: Terms::TRUE, head: behind };
        self.horn.add(enter);
        self.origins.push(Origin::Enter(id));
        self.horn.add(leave);
        self.origins.push(Origin::Leave(id));
    }
}

impl ProceduresHorn {
    /// The predicate of a location; `None` of the first and the error location.
    pub fn predicate(&self, location: LocId) -> Option<PredicateId> {
        self.predicates[location.index()]
    }

    /// An interpretation as a formula for each location, over the variables of the program and, in procedures,
    /// constants for the values of variables at the entry. The name of such a constant ends in `@entry`.
    pub fn invariant(&self, program: &Procedures, interpretation: &Interpretation) -> InvariantMap {
        let mut terms = interpretation.terms.clone();
        let formula = |location: LocId| match self.predicates[location.index()] {
            Some(predicate) => {
                let mut variables = Substitution::new();
                let places = self.places[predicate.index()].iter();
                for (&place, &(v, at_entry)) in self.horn.predicate(predicate).places.iter().zip(places) {
                    variables.insert(place, if at_entry { self.initial[&v] } else { v });
                }
                variables.apply(&mut terms, interpretation.formulas[predicate.index()])
            }
            None => terms.bool(location == program.cfa().initial()),
        };
        let formulas = program.cfa().locations().map(formula).collect();
        InvariantMap { terms, formulas, bound: interpretation.bound.clone() }
    }

    /// The values of the variables of a clause in a step of a refutation.
    pub fn values<'r>(&self, refutation: &'r Refutation, step: usize) -> HashMap<TermId, &'r Value> {
        let step = &refutation.steps[step];
        let variables = &self.horn.clause(step.clause).variables;
        variables.iter().copied().zip(&step.values).collect()
    }

    /// The present values of variables at the location that a step of a refutation derives, as far as its predicate is
    /// about them.
    pub fn after(&self, refutation: &Refutation, step: usize) -> Vec<(TermId, Value)> {
        let step = &refutation.steps[step];
        let clause = self.horn.clause(step.clause);
        let mut model = Model::new();
        model.set_all(self.horn.terms(), clause.variables.iter().copied(), &step.values);
        let head = clause.head.iter();
        head.flat_map(|head| {
            let values = model.evaluate_all(self.horn.terms(), &head.arguments);
            let places = self.places[head.predicate.index()].iter().zip(values);
            places
                .filter(|((_, at_entry), _)| !at_entry)
                .map(|(&(v, _), value)| (v, value))
                .collect::<Vec<_>>()
        })
        .collect()
    }

    /// The run that a refutation of these clauses stands for. `None` if it is no refutation of them.
    ///
    /// # Errors
    ///
    /// A limit of the budget, or [`Limit::Incomplete`] for a run of more than two million events.
    pub fn run(&self, refutation: &Refutation, budget: &Budget) -> Result<Option<Vec<Event>>, Limit> {
        enum Item {
            Event(Event),
            /// The steps from the entry of a procedure to this one.
            Inside(usize),
        }
        let last = match refutation.steps.len().checked_sub(1) {
            Some(last) => last,
            None => return Ok(None),
        };
        let (mut events, mut stack) = (Vec::new(), Vec::new());
        let mut open = Some(last);
        let mut looks = 0;
        loop {
            // The steps of an automaton, from its end to its begin, are pushed, so that its begin is on top.
            if let Some(end) = open.take() {
                let (mut next, goes_on) = (Some(end), end == last);
                while let Some(at) = next {
                    looks += 1;
                    if looks % PERIOD == 0 {
                        budget.poll()?;
                    }
                    if looks > MOST_EVENTS {
                        return Err(Limit::Incomplete);
                    }
                    let found = refutation
                        .steps
                        .get(at)
                        .and_then(|step| Some((step, *self.origins.get(step.clause.index())?)));
                    let (step, origin) = match found {
                        Some(found) => found,
                        None => return Ok(None),
                    };
                    // A premise comes before its conclusion, or this is no refutation.
                    if step.premises.iter().any(|&premise| premise >= at) {
                        return Ok(None);
                    }
                    let event = |kind| Item::Event(Event { kind, step: at });
                    next = step.premises.first().copied();
                    match origin {
                        Origin::Edge(edge) => stack.push(event(EventKind::Edge(edge))),
                        Origin::Enter(_) if !goes_on => next = None,
                        Origin::Enter(call) => stack.push(event(EventKind::Enter(call))),
                        Origin::Leave(call) => {
                            stack.push(event(EventKind::Leave(call)));
                            match step.premises.last() {
                                Some(&inner) => stack.push(Item::Inside(inner)),
                                None => return Ok(None),
                            }
                            stack.push(event(EventKind::Enter(call)));
                        }
                    }
                }
            }
            match stack.pop() {
                Some(Item::Event(event)) => events.push(event),
                Some(Item::Inside(end)) => open = Some(end),
                None => return Ok(Some(events)),
            }
        }
    }
}
