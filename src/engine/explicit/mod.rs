//! Search through all reachable states of a program, one by one (G. Holzmann, "The Model Checker SPIN", IEEE
//! Transactions on Software Engineering, 1997; for software D. Beyer, S. Löwe, "Explicit-State Software Model Checking
//! Based on CEGAR and Interpolation", FASE 2013).
//!
//! Some programs have few states, and proofs that no solver finds: multiplication of two numbers up to 50 has 2,500
//! runs and an invariant with a product, a program without inputs has one run. Here the states are visited breadth
//! first, so that a counterexample has the fewest edges. When none are left, the states of each location are its
//! invariant.
//!
//! A state has values for the *live* variables of its location only: those that some continuation of the run reads
//! before it writes them. A variable that is not initialised therefore costs nothing before it gets a value. An edge
//! with choices counts as several, one for each way through it. Most of these have no inputs, so that a state has one
//! successor at most, and are taken by code over machine words. For the others a solver lists the successors: a value
//! below 10 gives ten states, however many bits it has. An input that matters and may have any value ends the search.
//!
//! Limits, most important first: an input that matters and may have any value ends the search. All states are kept in
//! memory as they are, and nothing is abstracted. [`ExplicitOptions`] caps the states (20,000 by default). Reals and
//! words of more than 64 bits have no code here; the engine gives up on them.
//!
//! The words are those of the [glossary](crate::glossary).

mod live_variables;
mod options;
mod set;
mod states;
mod successors;

pub use options::ExplicitOptions;

use crate::base::{Booking, Budget, Limit};
use crate::engine::common::outcome::settle;
use crate::engine::common::program::{Arrays, ByWays, EdgeCode, Edges, Registers};
use crate::engine::common::prover::{Counters, OutcomeOf, Prover};
use crate::engine::{Event, Observer, Outcome, ProgramOutcome, StopCause};
use crate::model::cfa::{Cfa, EdgeId, InvariantMap, Path};
use crate::model::Depth;
use crate::model::PropertyId;
use crate::solver::term::{TermId, Terms, Value};
use states::{Node, States};
use std::fmt;
use successors::Successors;

/// Attempts to find a successor between two looks at the budget.
const PATIENCE: usize = 64;

/// Counters of the engine.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ExplicitStatistics {
    /// States that were found.
    pub states: u64,
    /// States whose successors are all known.
    pub expanded: u64,
    /// Questions to a solver.
    pub queries: u64,
}

/// The means to find successors along a way.
enum Step {
    Code(EdgeCode),
    Solver(Box<Successors>),
}

/// The path to the error, as far as it is found.
struct Finding {
    /// From the first state on.
    states: Vec<usize>,
    path: Path,
    /// The values of all variables at its end; none before the first step.
    end: Vec<Value>,
}

/// The engine at work on one automaton. States live on when a limit has ended the work.
pub struct Explicit {
    /// The edges of the automaton.
    edges: Edges,
    /// The ways through the edges, each as an edge of its own.
    ways: Edges,
    /// By way: the edge.
    of_way: Vec<EdgeId>,
    /// By way; `None` if there is no code.
    steps: Option<Vec<Step>>,
    /// Of all codes.
    registers: Vec<u64>,
    buffer: Vec<u64>,
    states: States,
    /// The state whose successors are looked for.
    at: usize,
    /// The first of the ways from there that is not done.
    next_way: usize,
    /// Attempts to find a successor so far.
    looks: usize,
    finding: Option<Finding>,
    /// There are more states than the engine may keep.
    is_full: bool,
    options: ExplicitOptions,
    booking: Booking,
}

impl fmt::Debug for Explicit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Explicit").field("statistics", &self.statistics()).finish()
    }
}

impl Explicit {
    /// An engine for this automaton.
    pub fn new(cfa: &Cfa, options: ExplicitOptions, budget: Budget) -> Explicit {
        let edges = Edges::new(cfa, options.seed, &budget);
        let ByWays { cfa: split, edges: of_way } = ByWays::of(&edges.cfa, &budget);
        let mut ways = Edges::new(&split, options.seed, &budget);
        let mut live = live_variables::live_variables(&ways);
        // A run begins with any values, so that the first state stands for all.
        live[ways.cfa.initial().index()].clear();
        let mut registers = Registers::new(ways.cfa.terms(), ways.cfa.variables());
        let steps = registers.as_mut().and_then(|registers| {
            let ids: Vec<EdgeId> = ways.cfa.edge_ids().collect();
            ids.into_iter().map(|way| step_of(&mut ways, &live, way, registers)).collect()
        });
        let registers = registers.map_or(Vec::new(), |registers| registers.first);
        let mut booking = Booking::default();
        booking.move_to(budget);
        let states = States::new(ways.cfa.initial(), live);
        Explicit {
            of_way,
            steps,
            registers,
            buffer: Vec::new(),
            states,
            at: 0,
            next_way: 0,
            looks: 0,
            finding: None,
            is_full: false,
            edges,
            ways,
            options,
            booking,
        }
    }

    /// The counters so far.
    pub fn statistics(&self) -> ExplicitStatistics {
        let steps = self.steps.iter().flatten();
        let of_solvers = steps.map(|step| match step {
            Step::Code(_) => 0,
            Step::Solver(successors) => successors.queries,
        });
        ExplicitStatistics {
            states: self.states.len() as u64,
            expanded: self.at as u64,
            queries: self.edges.queries + of_solvers.sum::<u64>(),
        }
    }

    /// Proves that the error location is not reached, or finds a path to it with the fewest edges. A further call goes
    /// on after a limit, which is [`Limit::Incomplete`] if the automaton has no code.
    pub fn prove(&mut self, observer: &mut dyn Observer) -> ProgramOutcome {
        let result = self.search(observer);
        let depth = self.safe_depth();
        if self.is_full {
            Outcome::unknown(StopCause::TooManyStates, depth)
        } else {
            settle(result, depth)
        }
    }

    /// The depth up to which the error is not reached.
    fn safe_depth(&self) -> Option<Depth> {
        let edges = match &self.finding {
            Some(finding) => finding.states.len().checked_sub(2),
            None => self.states.get(self.at).map(|node| node.depth as usize),
        };
        edges.map(Depth::new)
    }

    fn search(&mut self, observer: &mut dyn Observer) -> Result<ProgramOutcome, Limit> {
        let budget = self.ways.budget().clone();
        while self.finding.is_none() {
            let Node { location, depth, .. } = match self.states.get(self.at) {
                Some(node) => *node,
                None => return Ok(Outcome::Safe(self.invariant())),
            };
            let ways = self.ways.cfa.leaving(location).to_vec();
            while let Some(&way) = ways.get(self.next_way).filter(|_| self.finding.is_none()) {
                self.looks += 1;
                if self.looks % PATIENCE == 0 {
                    self.book();
                    budget.poll()?;
                }
                let (state, is_last) = self.successor(way)?;
                if let Some(state) = state {
                    self.add(way, state)?;
                }
                self.next_way += usize::from(is_last);
            }
            self.next_way = 0;
            self.at += 1;
            if self.states.get(self.at).map_or(false, |next| next.depth > depth) {
                observer.event(Event::Depth { depth: Depth::new(depth as usize + 1), frames: &[] });
            }
        }
        self.path().map(Outcome::Unsafe)
    }

    /// A successor of the current state along a way, and whether the way has no more.
    fn successor(&mut self, way: EdgeId) -> Result<(Option<Vec<u64>>, bool), Limit> {
        let edge = self.ways.cfa.edge(way);
        let (source, target) = (edge.source, edge.target);
        match self.steps.as_mut().and_then(|steps| steps.get_mut(way.index())).ok_or(Limit::Incomplete)? {
            Step::Code(code) => {
                for (&variable, &value) in self.states.live(source).iter().zip(self.states.values(self.at)) {
                    self.registers[variable] = value;
                }
                self.ways.budget().spend_work(1 + code.lengths().iter().sum::<u64>() / 8);
                if !code
                    .take(&mut self.registers, &mut Arrays::default(), &mut self.buffer)
                    .ok_or(Limit::Incomplete)?
                {
                    return Ok((None, true));
                }
                let live = self.states.live(target).iter();
                Ok((Some(live.map(|&variable| self.registers[variable]).collect()), true))
            }
            Step::Solver(successors) => {
                if !successors.is_open() {
                    let equations = self.states.equations(&mut self.ways, self.at);
                    successors.begin(self.ways.terms_mut(), &equations);
                }
                let state = successors.next(self.ways.terms_mut())?;
                let is_last = state.is_none();
                Ok((state, is_last))
            }
        }
    }

    /// Adds a successor of the current state along a way, if it is new. If it is at the error, a path to it is looked
    /// for from now on.
    fn add(&mut self, way: EdgeId, state: Vec<u64>) -> Result<(), Limit> {
        let location = self.ways.cfa.edge(way).target;
        if self.states.contains(location, &state) {
            return Ok(());
        }
        if self.states.len() > self.options.most_states {
            self.is_full = true;
            return Err(Limit::Incomplete);
        }
        self.states.add(self.at, way, location, state);
        if location == self.ways.cfa.error() {
            let states = self.states.way_to(self.states.len() - 1);
            let path = Path { start: Vec::new(), steps: Vec::new() };
            self.finding = Some(Finding { states, path, end: Vec::new() });
        }
        Ok(())
    }

    /// Accounts for states and terms.
    fn book(&mut self) {
        self.booking.set(self.states.bytes() as u64);
        self.edges.book();
        self.ways.book();
    }

    /// The path that is looked for. Variables that were not live get values here, from the models of solvers.
    fn path(&mut self) -> Result<Path, Limit> {
        let finding = self.finding.as_mut().ok_or(Limit::Incomplete)?;
        let variables = self.edges.cfa.variables().to_vec();
        while let Some(&state) = finding.states.get(finding.path.steps.len() + 1) {
            let terms = self.edges.terms_mut();
            let pairs = finding.end.iter().zip(&variables);
            let source: Vec<TermId> = pairs.map(|(value, &v)| value.equation(terms, v)).collect();
            let target = self.states.equations(&mut self.edges, state);
            let way = self.states.get(state).ok_or(Limit::Incomplete)?.way;
            if !self.edges.leads(self.of_way[way.index()], &source, &target)? {
                debug_assert!(false, "a state was found along the way");
                return Err(Limit::Incomplete);
            }
            let (before, step, after) = self.edges.step();
            if finding.path.steps.is_empty() {
                finding.path.start = before;
            }
            finding.path.steps.push(step.ok_or(Limit::Incomplete)?);
            finding.end = after;
        }
        Ok(finding.path.clone())
    }

    /// The states of each location.
    fn invariant(&mut self) -> InvariantMap {
        let mut formulas = self.states.formulas(&mut self.ways);
        formulas[self.ways.cfa.initial().index()] = Terms::TRUE;
        InvariantMap { terms: self.ways.cfa.terms().clone(), formulas, bound: Vec::new() }
    }
}

/// The means for a way. Where runs begin all variables are inputs.
fn step_of(edges: &mut Edges, live: &[Vec<usize>], way: EdgeId, registers: &mut Registers) -> Option<Step> {
    let code = EdgeCode::new(edges, way, registers)?;
    let edge = edges.cfa.edge(way);
    let after: Vec<TermId> = live[edge.target.index()].iter().map(|&v| edges.cfa.variables()[v]).collect();
    let after: Vec<TermId> = after.into_iter().map(|variable| edges.before(way, variable)).collect();
    let read = live_variables::read(edges, way, &after);
    let is_input = |t: &TermId| edges.inputs(way).contains(t);
    let is_first = edge.source == edges.cfa.initial();
    if !is_first && !read.iter().any(is_input) {
        return Some(Step::Code(code));
    }
    Some(Step::Solver(Box::new(Successors::new(edges, way, after))))
}

impl Prover<Cfa> for Explicit {
    fn prove(&mut self, _: PropertyId, observer: &mut dyn Observer) -> OutcomeOf<Cfa> {
        Explicit::prove(self, observer)
    }

    fn counters(&self) -> Counters {
        let s = self.statistics();
        vec![("queries", s.queries), ("states", s.states), ("states expanded", s.expanded)]
    }
}
