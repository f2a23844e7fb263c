//! Bounded model checking of programs: the loops are unrolled, and where no run goes on in any loop, this is a proof
//! (Clarke, Kroening, Lerda, "A tool for checking ANSI-C programs", TACAS 2004).
//!
//! The automaton is carried out once on terms, in an [order](Order) that meets a location after all ways into it. Ways
//! that meet are joined: a value that they differ in becomes a choice between theirs. So the formula grows with the
//! unrolled program, not with the number of its paths. A way is taken under its *guard*, a list of conjuncts; ways that
//! meet have the beginning of their guards in common, and where they part is decided by what follows. At the head of a
//! loop the solver is asked whether a run comes back there. If nothing decided between the last visit of the head and
//! this one, all runs come back, and it is not asked.
//!
//! A pass takes at most a bound of turns of each loop, then asks for a run into the error. A pass in which a loop had
//! more turns to come is followed by one with a larger bound. The constants for inputs are named by edge and turns, so
//! that formulas of a pass are those of the pass before, and the solver knows them.
//!
//! Limits, most important first: a loop that need not end is never proved, and each pass carries the program out anew;
//! one bound holds for all loops, so that a short one is unrolled as often as a long one; automata have no recursion.

use super::guards::{Guard, Guards};
use super::BmcOptions;
use crate::base::{Booking, Budget, HashMap, Limit};
use crate::engine::common::outcome::decided;
use crate::engine::{Event, Observer, Outcome, StopCause};
use crate::model::cfa::{Bounded, Cfa, EdgeId, LocId, Order, Path};
use crate::model::gcl::Effect;
use crate::model::Depth;
use crate::solver::smt::{SmtOptions, Solver};
use crate::solver::term::{Model, Op, Substitution, TermId, Terms, Value};
use std::fmt;
use std::mem::size_of;

/// The bound of the first pass, and the factor between two bounds: all passes together then have at most a third more
/// turns than the last one. The bound was chosen by hand; no measurement is recorded.
const FIRST_BOUND: u64 = 4;
const FACTOR: u64 = 4;

/// Turns in which nothing is decided, for each turn of the bound.
const DETERMINED_TURNS: u64 = 64;

/// Units of work for an edge that is taken. A unit is a propagated literal of a solver, some fifty nanoseconds.
const WORK_OF_AN_EDGE: u64 = 64;
/// Units of work for a term that is made.
const WORK_OF_A_TERM: u64 = 8;

/// An edge as a function.
struct Function {
    effect: Effect,
    /// The inputs of havocs, and those that decide choices.
    inputs: Vec<TermId>,
    /// The variables in the effect, by their places among the variables.
    reads: Vec<usize>,
    /// The variables that change, by their places.
    writes: Vec<usize>,
}

/// Where a way came from. The guards of the ways into a location exclude each other.
#[derive(Clone, Copy)]
struct Way {
    guard: Guard,
    edge: EdgeId,
    /// The visit that it began in.
    from: usize,
}

/// A way that has reached a location which is not visited yet.
struct Arrival {
    way: Way,
    values: Vec<TermId>,
}

/// A location in certain turns of the loops around it.
struct Visit {
    turns: TurnsId,
    ways: Vec<Way>,
}

/// The turns of the loops around a location, by number.
type TurnsId = usize;

/// A loop that the pass is in.
struct Loop {
    /// The position of the head.
    head: usize,
    end: usize,
    turn: u64,
    /// The turns of the loops around it.
    around: TurnsId,
    /// The guard of the head in this turn.
    guard: Guard,
}

/// The automaton carried out with a bound.
struct Pass {
    bound: u64,
    /// The present position, and whether its location was visited.
    at: usize,
    is_visited: bool,
    /// Those that the position is in, the innermost last.
    loops: Vec<Loop>,
    /// By location.
    arrived: Vec<Vec<Arrival>>,
    visits: Vec<Visit>,
    /// The ways of all visits together.
    ways: usize,
    /// The ways that have arrived and wait, in all locations.
    waiting: usize,
    errors: Vec<Way>,
    /// The most turns of a loop.
    turns: u64,
    /// Whether a loop had more turns to come.
    is_cut: bool,
}

/// Bounded model checking of one program. See the [module documentation](super).
pub struct ProgramBmc {
    cfa: Cfa,
    order: Order,
    functions: HashMap<EdgeId, Function>,
    /// By variable.
    places: HashMap<TermId, usize>,
    /// The constant that stands for an input of an edge in certain turns.
    inputs: HashMap<(EdgeId, TermId, TurnsId), TermId>,
    /// Turns by those around them, the head of the innermost loop, and its turn.
    turns: HashMap<(TurnsId, usize, u64), TurnsId>,
    guards: Guards,
    pass: Pass,
    solver: Solver,
    options: BmcOptions,
    budget: Budget,
    booking: Booking,
    /// The number of questions so far.
    queries: u64,
}

impl fmt::Debug for ProgramBmc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProgramBmc")
            .field("options", &self.options)
            .field("bound", &self.pass.bound)
            .finish_non_exhaustive()
    }
}

impl ProgramBmc {
    /// An engine for this program. Of the options, those about circuits have no meaning.
    pub fn new(cfa: &Cfa, options: BmcOptions, budget: Budget) -> ProgramBmc {
        let mut smt = SmtOptions::incremental();
        smt.sat.seed = options.seed;
        let mut solver = Solver::new(smt);
        solver.set_budget(budget.clone());
        let mut booking = Booking::default();
        booking.move_to(budget.clone());
        ProgramBmc {
            order: Order::of(cfa),
            functions: HashMap::default(),
            places: cfa.variables().iter().enumerate().map(|(place, &v)| (v, place)).collect(),
            inputs: HashMap::default(),
            turns: HashMap::default(),
            guards: Guards::default(),
            pass: Pass::new(cfa, if options.turn_by_turn { 1 } else { FIRST_BOUND }),
            cfa: cfa.clone(),
            solver,
            options,
            budget,
            booking,
            queries: 0,
        }
    }

    /// The bound of the present pass, the visits of locations that it has made, and the questions so far.
    pub fn statistics(&self) -> (u64, usize, u64) {
        (self.pass.bound, self.pass.visits.len(), self.queries)
    }

    /// Looks for a run into the error location, or for a bound that all runs keep, until the largest depth or a limit
    /// is reached. The outcome then says up to which number of edges there is no run into the error.
    pub fn prove(&mut self, observer: &mut dyn Observer) -> Outcome<Bounded, Path> {
        let mut known = None;
        loop {
            let bound = self.pass.bound;
            let no_deeper = self.options.max_depth.map_or(false, |most| bound > most.transitions() as u64);
            // A turn takes an edge at least.
            let safe_depth = known.map(|turns| Depth::new(turns as usize));
            match self.run() {
                Err(limit) => return Outcome::unknown(StopCause::Limit(limit), safe_depth),
                Ok(Some(path)) => return Outcome::Unsafe(path),
                Ok(None) if !self.pass.is_cut => return Outcome::Safe(Bounded { turns: self.pass.turns }),
                Ok(None) if no_deeper => return Outcome::unknown(StopCause::Bound, self.options.max_depth),
                Ok(None) => {}
            }
            observer.event(Event::Depth { depth: Depth::new(bound as usize), frames: &[] });
            known = Some(bound);
            let next = if self.options.turn_by_turn { bound + 1 } else { bound.saturating_mul(FACTOR) };
            self.pass = Pass::new(&self.cfa, next);
        }
    }

    /// Goes on with the pass: a run into the error, if it finds one.
    fn run(&mut self) -> Result<Option<Path>, Limit> {
        while self.pass.at < self.order.locations().len() {
            self.budget.poll()?;
            if !self.pass.is_visited {
                self.visit()?;
                self.pass.is_visited = true;
            }
            self.advance()?;
            self.pass.is_visited = false;
        }
        let terms = self.cfa.terms_mut();
        let mut ways = Vec::new();
        for error in &self.pass.errors {
            ways.push(self.guards.rest(terms, Guard::TRUE, error.guard));
        }
        let some = terms.or(&ways);
        Ok(if self.is_possible(&[some])? { Some(self.path()) } else { None })
    }

    fn is_possible(&mut self, formulas: &[TermId]) -> Result<bool, Limit> {
        if formulas.contains(&Terms::FALSE) {
            return Ok(false);
        }
        self.queries += 1;
        decided(self.solver.check(self.cfa.terms_mut(), formulas))
    }

    /// Visits the location at the present position, and takes all edges that leave it.
    fn visit(&mut self) -> Result<(), Limit> {
        let location = self.order.locations()[self.pass.at];
        // Nothing behind this is ended by a limit, so that no way is lost.
        let edges = self.cfa.leaving(location).to_vec();
        edges.iter().try_for_each(|&edge| self.learn(edge))?;
        let terms = self.cfa.terms().len();
        let arrivals = std::mem::take(&mut self.pass.arrived[location.index()]);
        self.pass.waiting -= arrivals.len();
        let (guard, values) = if !arrivals.is_empty() {
            self.join(&arrivals)
        } else if location == self.cfa.initial() {
            (Guard::TRUE, self.cfa.variables().to_vec())
        } else {
            self.enter_loop(Guard::TRUE);
            return Ok(());
        };
        self.enter_loop(guard);
        let ways: Vec<Way> = arrivals.into_iter().map(|arrival| arrival.way).collect();
        self.pass.ways += ways.len();
        let (visit, turns) = (self.pass.visits.len(), self.turns_here());
        self.pass.visits.push(Visit { turns, ways });
        self.take(&edges, visit, guard, &values);
        let made = (self.cfa.terms().len() - terms) as u64;
        let taken = edges.len() as u64 * (WORK_OF_AN_EDGE + values.len() as u64 / 16);
        self.budget.spend(0, taken + made * WORK_OF_A_TERM);
        let held = self.pass.bytes(values.len()) + self.cfa.terms().bytes() + self.guards.bytes();
        self.booking.set(held as u64);
        Ok(())
    }

    /// If a loop begins at the position and the pass is not in it yet, now it is.
    fn enter_loop(&mut self, guard: Guard) {
        let head = self.pass.at;
        if let Some(end) = self.order.end_of_loop(head) {
            match self.pass.loops.last_mut() {
                Some(present) if present.head == head => present.guard = guard,
                Some(_) | None => {
                    let around = self.turns_here();
                    self.pass.loops.push(Loop { head, end, turn: 0, around, guard });
                }
            }
        }
    }

    /// The turns of all loops that the position is in.
    fn turns_here(&mut self) -> TurnsId {
        match self.pass.loops.last() {
            None => 0,
            Some(&Loop { head, turn, around, .. }) => {
                let next = self.turns.len() + 1;
                *self.turns.entry((around, head, turn)).or_insert(next)
            }
        }
    }

    /// The next position: the one behind, or the head of a loop that has another turn.
    fn advance(&mut self) -> Result<(), Limit> {
        let next = self.pass.at + 1;
        while let Some(innermost) = self.pass.loops.last().filter(|innermost| innermost.end == next) {
            let (head, turn) = (innermost.head, innermost.turn);
            let location = self.order.locations()[head];
            if self.goes_on(location)? {
                let turn = turn + 1;
                self.pass.turns = self.pass.turns.max(turn);
                if let Some(innermost) = self.pass.loops.last_mut() {
                    innermost.turn = turn;
                }
                self.pass.at = head;
                return Ok(());
            }
            let left = std::mem::take(&mut self.pass.arrived[location.index()]);
            self.pass.waiting -= left.len();
            self.pass.loops.pop();
        }
        self.pass.at = next;
        Ok(())
    }

    /// Whether the innermost loop, with this head, has another turn.
    fn goes_on(&mut self, head: LocId) -> Result<bool, Limit> {
        let (bound, innermost) = (self.pass.bound, self.pass.loops.last().expect("a loop ends here"));
        let arrivals = &self.pass.arrived[head.index()];
        let guards: Vec<Guard> = arrivals.iter().map(|arrival| arrival.way.guard).collect();
        if guards.is_empty() {
            return Ok(false);
        }
        let (turn, before) = (innermost.turn, innermost.guard);
        let guard = self.guards.join(self.cfa.terms_mut(), &guards);
        let bound = if guard == before { bound.saturating_mul(DETERMINED_TURNS) } else { bound };
        if guard != before {
            let conjuncts: Vec<TermId> = self.guards.behind(Guard::TRUE, guard).collect();
            if !self.is_possible(&conjuncts)? {
                let terms = self.cfa.terms_mut();
                let some = terms.and(&conjuncts);
                let none = terms.not(some);
                self.solver.assert(terms, none);
                return Ok(false);
            }
        }
        self.pass.is_cut |= turn >= bound;
        Ok(turn < bound)
    }

    /// The guard and the values where ways meet.
    fn join(&mut self, arrivals: &[Arrival]) -> (Guard, Vec<TermId>) {
        let terms = self.cfa.terms_mut();
        let guards: Vec<Guard> = arrivals.iter().map(|arrival| arrival.way.guard).collect();
        let common = self.guards.common(guards.iter().copied());
        let (last, others) = arrivals.split_last().expect("a way that arrives");
        let mut values = last.values.clone();
        for arrival in others.iter().rev() {
            let decides = self.guards.rest(terms, common, arrival.way.guard);
            for (value, &here) in values.iter_mut().zip(&arrival.values) {
                if *value != here {
                    *value = terms.ite(decides, here, *value);
                }
            }
        }
        (self.guards.join(terms, &guards), values)
    }

    /// Takes these edges from a visit with this guard and these values. Where a run may take several of them, new
    /// constants decide: the guards of ways that part exclude each other, so that no run is lost where they meet again.
    fn take(&mut self, edges: &[EdgeId], visit: usize, guard: Guard, values: &[TermId]) {
        let mut taken = Vec::with_capacity(edges.len());
        let mut maps = Vec::with_capacity(edges.len());
        for &edge in edges {
            let mut now = self.values_now(edge, visit, values);
            taken.push(now.apply(self.cfa.terms_mut(), self.functions[&edge].effect.guard));
            maps.push(now);
        }
        self.tell_apart(edges, visit, &mut taken);
        for ((&edge, taken), mut now) in edges.iter().zip(taken).zip(maps) {
            let terms = self.cfa.terms_mut();
            let way = match self.guards.with(terms, guard, taken) {
                Some(guard) => Way { guard, edge, from: visit },
                None => continue,
            };
            let target = self.cfa.edge(edge).target;
            if target == self.cfa.error() {
                self.pass.errors.push(way);
                continue;
            }
            let function = &self.functions[&edge];
            let mut after = values.to_vec();
            for (&place, assigned) in function.writes.iter().zip(&function.effect.values) {
                after[place] = now.apply(self.cfa.terms_mut(), assigned.value);
            }
            self.pass.waiting += 1;
            self.pass.arrived[target.index()].push(Arrival { way, values: after });
        }
    }

    /// From the variables and inputs that an edge reads to their values in a visit.
    fn values_now(&mut self, edge: EdgeId, visit: usize, values: &[TermId]) -> Substitution {
        let mut now = Substitution::new();
        let turns = self.pass.visits[visit].turns;
        for &place in &self.functions[&edge].reads {
            now.insert(self.cfa.variables()[place], values[place]);
        }
        for at in 0..self.functions[&edge].inputs.len() {
            let input = self.functions[&edge].inputs[at];
            now.insert(input, self.constant((edge, input, turns)));
        }
        now
    }

    /// The constant for an input of an edge in certain turns; for true, one that decides whether the edge is taken.
    fn constant(&mut self, of: (EdgeId, TermId, TurnsId)) -> TermId {
        let terms = self.cfa.terms_mut();
        *self.inputs.entry(of).or_insert_with(|| {
            let name = match terms.op(of.1) {
                Op::Symbol(symbol) => terms.name(symbol).to_string(),
                _ => "taken".to_string(),
            };
            terms.declare(&name, terms.sort(of.1))
        })
    }

    fn tell_apart(&mut self, edges: &[EdgeId], visit: usize, taken: &mut [TermId]) {
        let terms = self.cfa.terms_mut();
        let mut exclude =
            |at: usize| taken[..at].iter().all(|&other| terms.and(&[taken[at], other]) == Terms::FALSE);
        if (1..taken.len()).all(&mut exclude) {
            return;
        }
        let turns = self.pass.visits[visit].turns;
        let mut not_before = Terms::TRUE;
        for (&edge, taken) in edges.iter().zip(taken) {
            let decides = self.constant((edge, Terms::TRUE, turns));
            let terms = self.cfa.terms_mut();
            *taken = terms.and(&[*taken, not_before, decides]);
            let not_this = terms.not(decides);
            not_before = terms.and(&[not_before, not_this]);
        }
    }

    /// Makes an edge a function, once.
    fn learn(&mut self, edge: EdgeId) -> Result<(), Limit> {
        if self.functions.contains_key(&edge) {
            return Ok(());
        }
        let command = self.cfa.edge(edge).command;
        let (commands, terms) = self.cfa.parts_mut();
        let mut inputs = commands.inputs(command);
        let effect = commands.effect_within(terms, command, &self.budget)?;
        inputs.extend_from_slice(&effect.choices);
        let mut roots = vec![effect.guard];
        roots.extend(effect.values.iter().map(|a| a.value));
        let symbols = terms.symbols_in(&roots).into_iter().map(|symbol| terms.symbol_term(symbol));
        let reads = symbols.filter_map(|symbol| self.places.get(&symbol).copied()).collect();
        let writes = effect.values.iter().map(|a| self.places[&a.variable]).collect();
        self.functions.insert(edge, Function { effect, inputs, reads, writes });
        Ok(())
    }

    /// The run into the error that the solver has found. It ends early where the commands do not allow it, which is a
    /// defect.
    fn path(&mut self) -> Path {
        let terms = self.cfa.terms();
        let model = self.solver.model(terms);
        let holding = self.guards.holding(terms, model);
        let is_taken = |way: &&Way| holding.has(way.guard);
        let mut ways: Vec<&Way> = Vec::new();
        let mut next = self.pass.errors.iter().find(is_taken);
        while let Some(way) = next {
            ways.push(way);
            next = self.pass.visits[way.from].ways.iter().find(is_taken);
        }
        let variables = self.cfa.variables();
        let start = model.evaluate_all(terms, variables);
        let mut state = start.clone();
        let mut steps = Vec::new();
        for way in ways.into_iter().rev() {
            self.budget.spend(0, WORK_OF_AN_EDGE + variables.len() as u64 / 4);
            let turns = self.pass.visits[way.from].turns;
            let function = &self.functions[&way.edge];
            let mut before = Model::new();
            before.set_all(terms, variables.iter().copied(), &state);
            let constants: Vec<TermId> =
                function.inputs.iter().map(|&input| self.inputs[&(way.edge, input, turns)]).collect();
            let inputs: Vec<Value> = model.evaluate_all(terms, &constants);
            before.set_all(terms, function.inputs.iter().copied(), &inputs);
            let values: Vec<TermId> = function.effect.values.iter().map(|a| a.value).collect();
            for (&place, value) in function.writes.iter().zip(before.evaluate_all(terms, &values)) {
                state[place] = value;
            }
            match self.cfa.find_step(way.edge, &before, &state) {
                Some(step) => steps.push(step),
                None => break,
            }
        }
        Path { start, steps }
    }
}

impl Pass {
    fn new(cfa: &Cfa, bound: u64) -> Pass {
        Pass {
            bound,
            at: 0,
            is_visited: false,
            loops: Vec::new(),
            arrived: cfa.locations().map(|_| Vec::new()).collect(),
            visits: Vec::new(),
            ways: 0,
            waiting: 0,
            errors: Vec::new(),
            turns: 0,
            is_cut: false,
        }
    }

    /// Bytes held, roughly, for a program of this number of variables.
    fn bytes(&self, variables: usize) -> usize {
        let visits = self.visits.capacity() * size_of::<Visit>();
        let ways = (self.ways + self.waiting) * size_of::<Way>();
        visits + ways + self.waiting * variables * size_of::<TermId>()
    }
}
