//! Smaller programs with the same verdict: dead locations, live variables, slicing, and propagation of constants and
//! copies.
//!
//! The passes, each in a file of its own, are repeated until none of them changes anything. Each edge of the result is
//! an edge of the original with a simpler command, and each location is one of the original. In the end locations that
//! behave alike are made one, for which `merge.rs` tells the way back.
//!
//! The way back for a path runs the original commands: with the same inputs, with any values for those of havocs that
//! were taken out, and with the same parts of choices. In the states along both runs the live variables agree, and
//! assumptions are about these only.
//!
//! The way back for an invariant needs more care, since a formula may mention dead variables. In the reduced program
//! such a variable may have another value than in the original. Therefore each edge in the end assigns 0 (or false) to
//! the variables that are dead behind it, and live before it or assigned by it. If `F` is the formula of a location in
//! an invariant of the reduced program, then the formula in the original is `F` with 0 in the places of the dead
//! variables, and the equations at the location as far as they were used. This is inductive. Let a state `s` satisfy it
//! before an edge that leads to `t` in the original. The state that differs from `s` in that the dead variables are 0
//! satisfies `F`. By the same edge the reduced program leads from there to a state in which the live variables have
//! the values of `t`. Its dead variables are 0: some are assigned 0, the others have been 0 before. So `t`, with 0 in
//! the places of the dead variables, satisfies the formula of the target. No edge leads on from the error location,
//! which has no states; so its edges assign no 0.

use super::graph::{Action, Fate, Graph};
use super::live_variables::{drop_dead, Live};
use super::locations::block_dead;
use super::merge::{classes, no_classes, shape, Classes, Made};
use super::slice::cone;
use super::{constants, copy_propagation};
use crate::base::{Budget, HashMap, HashSet, Limit};
use crate::model::cfa::{Cfa, EdgeId, InvariantMap, LocId, Path, PathStep};
use crate::model::gcl::{Assignment, Commands};
use crate::solver::term::{Model, Substitution, TermId, Terms};

/// Steps of a path between two looks at the budget.
const PERIOD: usize = 1024;

/// Settings of [`reduce_program`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProgramOptions {
    /// Assignments are taken out where their values are not needed behind them; default: yes.
    pub live_variables: bool,
    /// Variables that no assumption on a way to the error depends on are removed; default: yes.
    pub slicing: bool,
    /// Variables that have one value whenever a run reaches a place are replaced by it there; default: yes.
    pub constants: bool,
    /// Variables that are a copy of another one whenever a run reaches a place are replaced by it there; default: yes.
    pub copies: bool,
    /// Locations from which the same commands lead to the error become one; default: yes.
    pub merging: bool,
    /// The number of times that the passes may be repeated; default 16.
    pub rounds: usize,
}

impl Default for ProgramOptions {
    fn default() -> ProgramOptions {
        ProgramOptions {
            live_variables: true,
            slicing: true,
            constants: true,
            copies: true,
            merging: true,
            rounds: 16,
        }
    }
}

impl ProgramOptions {
    /// No reduction but that of dead locations.
    pub fn none() -> ProgramOptions {
        ProgramOptions {
            live_variables: false,
            slicing: false,
            constants: false,
            copies: false,
            merging: false,
            rounds: 0,
        }
    }
}

/// An edge of the original program that an edge of the smaller one stands for.
#[derive(Clone, Debug)]
struct Member {
    edge: EdgeId,
    /// The shape of its simplified command.
    shape: usize,
    /// The location of the smaller program to which it leads.
    target: LocId,
    /// The inputs of its simplified command, in order.
    inputs: Vec<TermId>,
}

/// A smaller program, with the way back.
#[derive(Clone, Debug)]
pub struct ProgramReduction {
    /// The smaller program.
    pub cfa: Cfa,
    /// By its edges: the shapes of their commands.
    shapes: Vec<usize>,
    /// By original location: the edges that are left of it.
    members: Vec<Vec<Member>>,
    /// By original location: its only edge, if that does nothing.
    skips: Vec<Option<EdgeId>>,
    /// By original location: the one of the smaller program, or the reason why there is none.
    locations: Vec<Result<LocId, Fate>>,
    /// By original location: variables and the terms that they equal.
    facts: Vec<Vec<Assignment>>,
    /// By original location: the live variables. `None`: all of them.
    live: Option<Live>,
}

/// Makes a program smaller. Time about linear in its size, times the rounds, if few variables are live at a point.
///
/// # Errors
///
/// A limit of the budget that was reached.
pub fn reduce_program(
    cfa: &Cfa,
    options: &ProgramOptions,
    budget: &Budget,
) -> Result<ProgramReduction, Limit> {
    let mut graph = match Graph::of(cfa, budget)? {
        Some(graph) => graph,
        None => return Ok(ProgramReduction::none(cfa)),
    };
    block_dead(&mut graph);
    let mut live = needed(&mut graph, options, budget)?;
    for _ in 0..options.rounds {
        let mut changed = drop_dead(&mut graph, &live);
        if options.constants {
            changed |= constants::propagate(&mut graph, &live, budget)?;
        }
        if options.copies {
            changed |= copy_propagation::propagate(&mut graph, &live, budget)?;
        }
        changed |= block_dead(&mut graph);
        if !changed {
            break;
        }
        live = needed(&mut graph, options, budget)?;
    }
    finish(graph, live, options, budget)
}

/// The variables that are live in the eyes of these options.
fn needed(graph: &mut Graph, options: &ProgramOptions, budget: &Budget) -> Result<Live, Limit> {
    let variables = match (options.live_variables, options.slicing) {
        (true, _) => return Live::of(graph, budget),
        (false, true) => cone(graph),
        (false, false) => vec![true; graph.variable_count()],
    };
    Live::everywhere(graph, &variables, budget)
}

fn finish(
    mut graph: Graph,
    mut live: Live,
    options: &ProgramOptions,
    budget: &Budget,
) -> Result<ProgramReduction, Limit> {
    let original = graph.original;
    let is_kept = if options.slicing { occurring(&mut graph) } else { vec![true; graph.variable_count()] };
    let mut commands = Commands::new();
    let mut made = Vec::new();
    let mut shapes: HashMap<Vec<usize>, usize> = HashMap::default();
    for edge in original.edge_ids() {
        budget.poll()?;
        let last = ending(&mut graph, &live, edge);
        if let Some(command) = graph.command(edge, &mut commands, last) {
            let next = shapes.len();
            let shape = *shapes.entry(shape(&commands, command)).or_insert(next);
            made.push(Made { edge, command, shape });
        }
    }
    let Classes { standing, skips } =
        if options.merging { classes(original, &commands, &made, budget)? } else { no_classes(original) };
    let facts = std::mem::take(&mut graph.facts).into_iter().map(|list| {
        let fact = |(variable, value): (usize, TermId)| Assignment {
            variable: original.variables()[variable],
            value,
        };
        list.into_iter().map(fact).collect()
    });
    let facts = facts.collect();
    let mut cfa = Cfa::new(graph.terms);
    *cfa.commands_mut() = commands;
    let kept = original.variables().iter().zip(is_kept).filter(|&(_, is_kept)| is_kept);
    kept.for_each(|(&variable, _)| cfa.add_variable(variable));
    let place = |location: LocId| {
        let name = original.location_name(location);
        if location == original.initial() || location == original.error() {
            let id = if location == original.initial() { cfa.initial() } else { cfa.error() };
            cfa.rename(id, name);
            return Ok(id);
        }
        match graph.fates[location.index()] {
            Some(fate) => Err(fate),
            None if standing[location.index()] == location => Ok(cfa.add_location(name)),
            // Its place is that of another one, which is found next.
            None => Ok(cfa.error()),
        }
    };
    let places: Vec<Result<LocId, Fate>> = original.locations().map(place).collect();
    let of_class = |location: LocId| match places[location.index()] {
        Ok(_) => places[standing[location.index()].index()],
        fate => fate,
    };
    let locations: Vec<Result<LocId, Fate>> = original.locations().map(of_class).collect();
    let mut members: Vec<Vec<Member>> = vec![Vec::new(); original.location_count()];
    let mut kept = Vec::new();
    let mut known: HashSet<(LocId, usize, LocId)> = HashSet::default();
    for Made { edge: id, command, shape } in made {
        let edge = original.edge(id);
        if let (Ok(source), Ok(target)) = (locations[edge.source.index()], locations[edge.target.index()]) {
            let stands = standing[edge.source.index()] == edge.source;
            if stands && known.insert((source, shape, target)) {
                cfa.add_edge(source, target, command);
                kept.push(shape);
            }
            let inputs = cfa.commands().inputs(command);
            members[edge.source.index()].push(Member { edge: id, shape, target, inputs });
        }
    }
    live.truncate(original.location_count());
    Ok(ProgramReduction { cfa, shapes: kept, members, skips, locations, facts, live: Some(live) })
}

/// By variable: whether some step is about it.
fn occurring(graph: &mut Graph) -> Vec<bool> {
    let mut occurs = vec![false; graph.variable_count()];
    for i in 0..graph.steps.len() {
        let values = match &graph.steps[i].action {
            Action::Assume(formula) => vec![*formula],
            Action::Assign(list) | Action::Havoc(list) => {
                list.iter().flat_map(|a| [a.variable, a.value]).collect()
            }
            Action::Skip | Action::Blocked => Vec::new(),
        };
        for value in values {
            let range = graph.mention(value);
            graph.mentioned(range).iter().for_each(|&variable| occurs[variable] = true);
        }
    }
    occurs
}

/// The assignments of 0 to the variables that die on an edge.
fn ending(graph: &mut Graph, live: &Live, id: EdgeId) -> Vec<Assignment> {
    let edge = graph.original.edge(id);
    if edge.target == graph.original.error() {
        return Vec::new();
    }
    let (source, target) = (edge.source.index(), edge.target.index());
    let mut variables: Vec<usize> = live.ending(source, target).collect();
    for step in graph.of_edge(id) {
        if let Action::Assign(list) | Action::Havoc(list) = &step.action {
            let assigned = list.iter().map(|a| graph.place(a.variable));
            variables.extend(assigned.filter(|&variable| !live.has(target, variable)));
        }
    }
    variables.sort_unstable();
    variables.dedup();
    let variables = variables.into_iter().map(|variable| graph.original.variables()[variable]);
    variables.map(|variable| Assignment { variable, value: zero(&mut graph.terms, variable) }).collect()
}

/// The value that dead variables have.
fn zero(terms: &mut Terms, variable: TermId) -> TermId {
    let sort = terms.sort(variable);
    terms.default_term(sort)
}

impl ProgramReduction {
    /// The program as it is.
    pub fn none(cfa: &Cfa) -> ProgramReduction {
        let mut members: Vec<Vec<Member>> = vec![Vec::new(); cfa.location_count()];
        for (shape, id) in cfa.edge_ids().enumerate() {
            let edge = cfa.edge(id);
            let inputs = cfa.commands().inputs(edge.command);
            members[edge.source.index()].push(Member { edge: id, shape, target: edge.target, inputs });
        }
        ProgramReduction {
            cfa: cfa.clone(),
            shapes: (0..cfa.edges().len()).collect(),
            members,
            skips: vec![None; cfa.location_count()],
            locations: cfa.locations().map(Ok).collect(),
            facts: vec![Vec::new(); cfa.location_count()],
            live: None,
        }
    }

    /// A path of the original program from one of the smaller one. `None` if a limit of the budget was reached, or if
    /// it is no run, which is a defect.
    pub fn lift_path(&self, original: &Cfa, path: &Path, budget: &Budget) -> Option<Path> {
        path.run(&self.cfa, budget, |_| ()).ok()?.ok()?;
        let terms = original.terms();
        let mut model = Model::new();
        model.set_all(terms, self.cfa.variables().iter().copied(), &path.start);
        let start = model.evaluate_all(terms, original.variables());
        let mut steps = Vec::with_capacity(path.steps.len());
        let mut at = original.initial();
        for (index, step) in path.steps.iter().enumerate() {
            if index % PERIOD == 0 {
                budget.poll().ok()?;
            }
            self.skip(original, &mut at, &mut model, &mut steps)?;
            let (shape, target) = (self.shapes[step.edge.index()], self.cfa.edge(step.edge).target);
            let fits = |member: &&Member| member.shape == shape && member.target == target;
            let member = self.members[at.index()].iter().find(fits)?;
            model.set_all(terms, member.inputs.iter().copied(), &step.inputs);
            steps.push(self.step(original, member.edge, &mut model, &step.choices)?);
            at = original.edge(member.edge).target;
        }
        self.skip(original, &mut at, &mut model, &mut steps)?;
        Some(Path { start, steps })
    }

    /// Goes on along edges that do nothing in the smaller program.
    fn skip(
        &self,
        original: &Cfa,
        at: &mut LocId,
        model: &mut Model,
        steps: &mut Vec<PathStep>,
    ) -> Option<()> {
        while let Some(edge) = self.skips[at.index()] {
            steps.push(self.step(original, edge, model, &[])?);
            *at = original.edge(edge).target;
        }
        Some(())
    }

    /// The step along an original edge, with the inputs of the model. `None` if it is no run.
    fn step(&self, original: &Cfa, edge: EdgeId, model: &mut Model, choices: &[usize]) -> Option<PathStep> {
        let (terms, command) = (original.terms(), original.edge(edge).command);
        let inputs = model.evaluate_all(terms, &original.commands().inputs(command));
        let mut rest = choices.iter().copied();
        let choose = |count: usize| rest.next().unwrap_or(count);
        let runs = original.commands().run(terms, command, model, choose);
        runs.then(|| PathStep { edge, inputs, choices: choices.to_vec() })
    }

    /// An invariant of the original program from one of the smaller one. `None` if a limit of the budget was reached.
    pub fn lift_invariant(
        &self,
        original: &Cfa,
        invariant: &InvariantMap,
        budget: &Budget,
    ) -> Option<InvariantMap> {
        let mut terms = invariant.terms.clone();
        let places: HashMap<TermId, usize> =
            original.variables().iter().enumerate().map(|(i, &variable)| (variable, i)).collect();
        let mut formulas = Vec::with_capacity(original.location_count());
        for (location, (place, facts)) in self.locations.iter().zip(&self.facts).enumerate() {
            budget.poll().ok()?;
            let formula = match place {
                Ok(place) => invariant.formulas[place.index()],
                Err(Fate::Irrelevant) => Terms::TRUE,
                Err(Fate::Unreachable) => Terms::FALSE,
            };
            let mut parts: Vec<TermId> = facts.iter().map(|a| terms.eq(a.variable, a.value)).collect();
            parts.push(self.of_live(&mut terms, formula, location, &places));
            formulas.push(terms.and(&parts));
        }
        Some(InvariantMap { terms, formulas, bound: invariant.bound.clone() })
    }

    /// The formula with 0 in the places of the variables that are dead at an original location.
    fn of_live(
        &self,
        terms: &mut Terms,
        formula: TermId,
        location: usize,
        places: &HashMap<TermId, usize>,
    ) -> TermId {
        let live = match &self.live {
            Some(live) => live,
            None => return formula,
        };
        let mut substitution = Substitution::new();
        for symbol in terms.symbols_in(&[formula]) {
            let variable = terms.symbol_term(symbol);
            if places.get(&variable).map_or(false, |&place| !live.has(location, place)) {
                let zero = zero(terms, variable);
                substitution.insert(variable, zero);
            }
        }
        substitution.apply(terms, formula)
    }
}
