//! Random runs of an automaton, and samples of the states that they come through.
//!
//! Inputs get random values. Each run has a favourite kind of value, small numbers or numbers of the program, so that
//! several runs see more than one of the same length. A run depends on its seed alone. So a run that reaches the error
//! is found again, step by step, when its path is asked for.
//!
//! An array has any values at its first few indices, and one and the same elsewhere.

use super::seen::{self, Contents};
use crate::base::{Budget, HashMap, HashSet, Limit, Rng};
use crate::engine::common::program::{
    register_of, value_of, Arrays, Code, EdgeCode, Edges, Register, Registers,
};
use crate::model::cfa::{EdgeId, LocId, Path, PathStep};
use crate::model::gcl::Command;
use crate::solver::term::{Family, Model, Op, Sort, TermId, Value};

/// Instructions between two looks at the budget.
const PATIENCE: u64 = 50_000;

/// The work that a new run is.
const BEGINNING: u64 = 2;

/// Attempts to find inputs with which an edge has a run.
const ATTEMPTS: usize = 6;

/// Steps of a run other than the long one.
const SHORT: u64 = 3_000;

/// A longer way to the error is too much to hand out as a path.
const MOST_STEPS: u64 = 3_000_000;

/// States that are kept of those in which the same comparisons hold, and of these in one run.
const KEPT: u32 = 48;
const KEPT_OF_RUN: u32 = 12;

/// Comparisons that tell states of a location apart, at most.
const MOST_SPLITS: usize = 12;

/// Visits after which only a sample is looked at.
const ALL_VISITS: u64 = 30_000;

/// Numbers that are kept in all samples together, at most.
const MOST_NUMBERS: usize = 4_000_000;

/// Elements of an array that begin with values of their own, at most.
const OWN_ELEMENTS: u64 = 24;

/// A path whose states have more elements of arrays together is too much to hand out.
const MOST_ELEMENTS: u64 = 5_000_000;

/// An edge that a run may take.
struct Way {
    edge: EdgeId,
    target: LocId,
    code: EdgeCode,
}

/// States in which the same comparisons hold.
#[derive(Clone, Copy, Default)]
struct Alike {
    seen: u32,
    kept: u32,
    /// The last run that was seen in one, and how often it was.
    run: u64,
    in_run: u32,
}

impl Alike {
    /// One more in this run; whether it is to be kept. States of many runs differ more than those of one.
    fn keeps(&mut self, run: u64) -> bool {
        if self.run != run {
            (self.run, self.in_run) = (run, 0);
        }
        self.seen = self.seen.saturating_add(1);
        self.in_run = self.in_run.saturating_add(1);
        let is_early = self.in_run <= KEPT_OF_RUN || self.in_run.is_power_of_two();
        let is_kept = is_early && self.kept < KEPT || self.seen.is_power_of_two();
        self.kept += u32::from(is_kept);
        is_kept
    }
}

/// The states seen at a location.
#[derive(Default)]
pub(super) struct Samples {
    /// Comparisons that decide what happens behind the location.
    pub splits: Vec<TermId>,
    code: Code,
    places: Vec<Register>,
    /// By the truths of the comparisons.
    seen: HashMap<u64, Alike>,
    visits: u64,
    /// The states, one after the other.
    states: Vec<u64>,
    /// The truths of the comparisons in each state.
    pub keys: Vec<u64>,
    /// By state: the arrays, of those states in which they were looked at. The numbers of states ascend.
    pub contents: Vec<(usize, Vec<Contents>)>,
}

impl Samples {
    /// The states, each with the values of all variables.
    pub fn states(&self, variables: usize) -> impl Iterator<Item = &[u64]> {
        self.states.chunks_exact(variables.max(1))
    }

    /// The states in which arrays were looked at, each with the truths of the comparisons, and with the arrays.
    pub fn with_arrays(&self, variables: usize) -> impl Iterator<Item = (&[u64], u64, &[Contents])> {
        let state = move |at: usize| &self.states[at * variables..(at + 1) * variables];
        self.contents.iter().map(move |(at, contents)| (state(*at), self.keys[*at], &contents[..]))
    }
}

/// A run at some point of its way.
struct Run {
    seed: u64,
    rng: Rng,
    favourite: usize,
    registers: Vec<u64>,
    arrays: Arrays,
    location: LocId,
    steps: u64,
    /// The elements of arrays in all states so far.
    elements: u64,
}

/// Runs of one automaton.
pub(super) struct Runs {
    variables: Vec<(TermId, Sort)>,
    /// The sorts of elements of arrays, by the sort of the arrays.
    elements: HashMap<Sort, Sort>,
    /// The places of arrays among the variables.
    rows: Vec<usize>,
    /// By array: the bits of an index.
    index_bits: Vec<u32>,
    first: Vec<u64>,
    leaving: Vec<Vec<Way>>,
    error: LocId,
    initial: LocId,
    /// By location.
    pub samples: Vec<Samples>,
    /// Numbers in the guards and values of edges.
    numbers: Vec<u64>,
    /// The numbers in all samples.
    kept: usize,
    long: Option<Run>,
    next_seed: u64,
    buffer: Vec<u64>,
    /// Steps so far.
    pub steps: u64,
    /// Runs so far.
    pub count: u64,
}

impl Runs {
    /// The code of all edges. `None` if a term has none, or the budget has ended. Takes time in the order of the
    /// automaton's size.
    pub fn new(edges: &Edges, seed: u64) -> Option<Runs> {
        let cfa = &edges.cfa;
        let terms = cfa.terms();
        let mut registers = Registers::with_arrays(terms, cfa.variables())?;
        let mut leaving = Vec::new();
        let mut samples = Vec::new();
        let mut numbers = vec![0, 1];
        let inputs: HashSet<TermId> = cfa.edge_ids().flat_map(|edge| edges.inputs(edge)).copied().collect();
        for location in cfa.locations() {
            // A pause is no end: the search for guesses needs all edges.
            if matches!(edges.budget().poll(), Err(limit) if limit != Limit::Paused) {
                return None;
            }
            let way = |&edge: &EdgeId| {
                let code = EdgeCode::new(edges, edge, &mut registers)?;
                Some(Way { edge, target: cfa.edge(edge).target, code })
            };
            leaving.push(cfa.leaving(location).iter().map(way).collect::<Option<Vec<_>>>()?);
            let values =
                cfa.leaving(location).iter().flat_map(|&id| edges.values(id)).map(|(_, value)| *value);
            let guards = cfa.leaving(location).iter().map(|&id| edges.guard(id));
            let roots: Vec<TermId> = guards.chain(values).collect();
            samples.push(sampler(edges, &inputs, &roots, &mut registers)?);
            numbers.extend(constants(edges, &roots));
        }
        numbers.sort_unstable();
        numbers.dedup();
        let sorts = cfa.variables().iter().chain(&inputs).map(|&t| terms.sort(t));
        let elements = sorts.filter_map(|sort| Some((sort, terms.array_parts(sort)?.1))).collect();
        let variables: Vec<(TermId, Sort)> = cfa.variables().iter().map(|&v| (v, terms.sort(v))).collect();
        let is_row = |&at: &usize| matches!(variables[at].1, Sort::Array(_));
        let index_bits = variables.iter().filter_map(|&(_, sort)| terms.array_parts(sort));
        let index_bits = index_bits.map(|(index, _)| index.width().unwrap_or(64)).collect();
        Some(Runs {
            elements,
            rows: (0..variables.len()).filter(is_row).collect(),
            index_bits,
            variables,
            first: registers.first,
            leaving,
            error: cfa.error(),
            initial: cfa.initial(),
            samples,
            numbers,
            kept: 0,
            long: None,
            next_seed: seed.wrapping_mul(1_000_003),
            buffer: Vec::new(),
            steps: 0,
            count: 0,
        })
    }

    /// The bytes held.
    pub fn bytes(&self) -> usize {
        let of_arrays = self.long.as_ref().map_or(0, |run| run.arrays.bytes());
        self.kept * 8 + self.first.len() * 24 + of_arrays
    }

    /// The places of arrays among the variables.
    pub fn rows(&self) -> &[usize] {
        &self.rows
    }

    /// Numbers of the program, ascending.
    pub fn numbers(&self) -> &[u64] {
        &self.numbers
    }

    /// Whether the long run may still come to a location that was not seen.
    pub fn may_see_more(&self) -> bool {
        let is_unseen = |(at, samples): (usize, &Samples)| {
            samples.visits == 0 && ![self.initial, self.error].map(LocId::index).contains(&at)
        };
        self.long.is_some() && self.samples.iter().enumerate().any(is_unseen)
    }

    /// Lets runs go on for about the given number of instructions. The result is a path to the error, if one was met.
    ///
    /// # Errors
    ///
    /// The limit that was reached. A further call goes on.
    pub fn go(&mut self, edges: &Edges, effort: u64, budget: &Budget) -> Result<Option<Path>, Limit> {
        let mut left = effort / 2;
        let mut run = match self.long.take() {
            Some(run) => run,
            None => self.begin(budget),
        };
        match self.take_steps(&mut run, u64::MAX, &mut left, budget) {
            Ok(Some(true)) if self.is_short(&run) => {
                return self.path(edges, run.seed, budget).map(Some);
            }
            Ok(Some(_)) => {}
            Ok(None) => self.long = Some(run),
            Err(limit) => {
                self.long = Some(run);
                return Err(limit);
            }
        }
        left += effort / 2;
        while left > 0 {
            budget.poll()?;
            let mut run = self.begin(budget);
            if self.take_steps(&mut run, SHORT, &mut left, budget)? == Some(true) && self.is_short(&run) {
                return self.path(edges, run.seed, budget).map(Some);
            }
        }
        Ok(None)
    }

    /// Whether the path of a run is little enough to hand out.
    fn is_short(&self, run: &Run) -> bool {
        run.steps <= MOST_STEPS && run.elements <= MOST_ELEMENTS
    }

    /// A new run. It counts as work of its own, for it may end at once.
    fn begin(&mut self, budget: &Budget) -> Run {
        budget.spend_work(BEGINNING);
        self.next_seed = self.next_seed.wrapping_add(1);
        self.count += 1;
        self.run_of(self.next_seed)
    }

    fn run_of(&self, seed: u64) -> Run {
        let mut rng = Rng::new(seed);
        let favourite = rng.below(8);
        let (mut registers, mut arrays) = (self.first.clone(), Arrays::default());
        for (register, &(_, sort)) in registers.iter_mut().zip(&self.variables) {
            *register = self.any(&mut rng, favourite, sort, &mut arrays);
        }
        Run { seed, rng, favourite, registers, arrays, location: self.initial, steps: 0, elements: 0 }
    }

    /// A random value for a register.
    fn any(&self, rng: &mut Rng, favourite: usize, sort: Sort, arrays: &mut Arrays) -> u64 {
        let element = match self.elements.get(&sort) {
            Some(&element) => element,
            None => return self.random(rng, favourite, sort),
        };
        let default = self.random(rng, favourite, element);
        let own: Vec<(u64, u64)> =
            (0..OWN_ELEMENTS).map(|index| (index, self.random(rng, favourite, element))).collect();
        arrays.new_array(default, own)
    }

    fn random(&self, rng: &mut Rng, favourite: usize, sort: Sort) -> u64 {
        let kind = if rng.one_in(2) { favourite } else { rng.below(8) };
        let number = rng.next_u64();
        let value = match kind {
            0 | 1 => number % 2,
            2 => number % 10,
            3 => number % 33,
            4 => (number % 33).wrapping_sub(16),
            5 => (number % 2001).wrapping_sub(1000),
            6 => self.numbers[rng.below(self.numbers.len())].wrapping_add(number % 3).wrapping_sub(1),
            _ => number >> rng.below(64),
        };
        match sort.family() {
            Family::Bool => value & 1,
            Family::Word(width) => value & (u64::MAX >> (64 - width.clamp(1, 64))),
            // Sums of such numbers do not leave 64 bits.
            Family::Int | Family::Real | Family::Opaque => {
                (value as i64 >> if kind == 7 { 16 } else { 0 }) as u64
            }
        }
    }

    /// Lets a run go on. True if it reaches the error, false if it ends or has taken its number of steps, `None` if the
    /// effort is used up.
    fn take_steps(
        &mut self,
        run: &mut Run,
        most: u64,
        left: &mut u64,
        budget: &Budget,
    ) -> Result<Option<bool>, Limit> {
        let mut unseen = 0;
        let end = loop {
            if run.location == self.error {
                break Ok(Some(true));
            }
            if run.steps >= most {
                break Ok(Some(false));
            }
            if unseen >= PATIENCE {
                *left = left.saturating_sub(unseen);
                budget.spend_work(unseen / 8);
                unseen = 0;
                if let Err(limit) = budget.poll() {
                    break Err(limit);
                }
                if *left == 0 {
                    break Ok(None);
                }
            }
            let (taken, work) = self.step(run);
            unseen += work;
            if taken.is_none() {
                break Ok(Some(false));
            }
            self.steps += 1;
            run.arrays.collect(&mut run.registers, &self.rows);
            for &row in &self.rows {
                run.elements += run.arrays.count(run.registers[row]) as u64;
            }
            unseen += self.look(run);
        };
        *left = left.saturating_sub(unseen);
        budget.spend_work(unseen / 8);
        end
    }

    /// The next step of a run: the edge and the effort. No edge at the end of the run.
    fn step(&mut self, run: &mut Run) -> (Option<EdgeId>, u64) {
        let count = self.leaving[run.location.index()].len();
        let from = if count > 1 { run.rng.below(count) } else { 0 };
        let mut work = 1;
        for i in 0..count {
            let at = (from + i) % count;
            let attempts =
                if self.leaving[run.location.index()][at].code.inputs.is_empty() { 1 } else { ATTEMPTS };
            for _ in 0..attempts {
                self.draw(run, at);
                let way = &self.leaving[run.location.index()][at];
                let [deciding, taking] = way.code.lengths();
                work += deciding + 3;
                match way.code.take(&mut run.registers, &mut run.arrays, &mut self.buffer) {
                    Some(true) => {}
                    Some(false) => continue,
                    None => return (None, work),
                }
                run.location = way.target;
                run.steps += 1;
                return (Some(way.edge), work + taking);
            }
        }
        (None, work)
    }

    /// Random values for the inputs of an edge.
    fn draw(&self, run: &mut Run, at: usize) {
        for &(register, sort) in &self.leaving[run.location.index()][at].code.inputs {
            run.registers[register.index()] = self.any(&mut run.rng, run.favourite, sort, &mut run.arrays);
        }
    }

    /// Keeps the state of a run, if few like it are known. The result is the effort.
    fn look(&mut self, run: &mut Run) -> u64 {
        let samples = &mut self.samples[run.location.index()];
        samples.visits += 1;
        if samples.visits > ALL_VISITS && samples.visits % 31 != 0 || run.location == self.error {
            return 1;
        }
        if samples.code.run(&mut run.registers, &mut run.arrays).is_none() || self.kept > MOST_NUMBERS {
            return 1;
        }
        let truth = |(i, place): (usize, &Register)| run.registers[place.index()] << i;
        let key = samples.places.iter().enumerate().map(truth).fold(0, |key, bit| key | bit);
        if samples.seen.entry(key).or_default().keeps(run.seed) {
            if !self.rows.is_empty() {
                let state = &run.registers[..self.variables.len()];
                let contents =
                    seen::look(&self.variables, (&self.rows, &self.index_bits), state, &mut run.arrays);
                self.kept += contents.iter().map(Contents::len).sum::<usize>();
                samples.contents.push((samples.keys.len(), contents));
            }
            samples.keys.push(key);
            samples.states.extend_from_slice(&run.registers[..self.variables.len()]);
            self.kept += self.variables.len() + 1;
        }
        samples.code.len() as u64 + 2
    }

    /// The path of the run with this seed, which reaches the error.
    fn path(&mut self, edges: &Edges, seed: u64, budget: &Budget) -> Result<Path, Limit> {
        let cfa = &edges.cfa;
        let mut run = self.run_of(seed);
        let value = |arrays: &mut Arrays, register: u64, sort: Sort| match cfa.terms().array_parts(sort) {
            Some((index, element)) => {
                let (others, own) = arrays.contents(register).unwrap_or_default();
                let own = own.into_iter().map(|(at, e)| (value_of(at, index), value_of(e, element)));
                cfa.terms().array_value(sort, value_of(others, element), own.collect())
            }
            None => value_of(register, sort),
        };
        let values = |runs: &Runs, run: &mut Run| -> Vec<Value> {
            let variables = runs.variables.iter().enumerate();
            variables.map(|(at, &(_, sort))| value(&mut run.arrays, run.registers[at], sort)).collect()
        };
        let mut path = Path { start: values(self, &mut run), steps: Vec::new() };
        let chooses = |edge: &EdgeId| {
            let parts = cfa.commands().parts(cfa.edge(*edge).command);
            parts.into_iter().any(|part| matches!(cfa.commands().get(part), Command::Choice(_)))
        };
        let choosing: HashSet<EdgeId> = cfa.edge_ids().filter(chooses).collect();
        while run.location != self.error {
            if path.steps.len() % 1024 == 0 {
                budget.spend_work(2048);
                budget.poll()?;
            }
            run.arrays.collect(&mut run.registers, &self.rows);
            let may_choose = cfa.leaving(run.location).iter().any(|edge| choosing.contains(edge));
            let state = if may_choose { values(self, &mut run) } else { Vec::new() };
            let edge = match self.step(&mut run).0 {
                Some(edge) => edge,
                None => break,
            };
            let ways = self.leaving[cfa.edge(edge).source.index()].iter();
            let inputs: Vec<Value> = ways
                .filter(|way| way.edge == edge)
                .flat_map(|way| &way.code.inputs)
                .map(|&(register, sort)| value(&mut run.arrays, run.registers[register.index()], sort))
                .collect();
            if !choosing.contains(&edge) {
                path.steps.push(PathStep { edge, inputs, choices: Vec::new() });
                continue;
            }
            let mut model = Model::new();
            model.set_all(cfa.terms(), cfa.variables().iter().copied(), &state);
            model.set_all(cfa.terms(), edges.inputs(edge).iter().copied(), &inputs);
            match cfa.find_step(edge, &model, &values(self, &mut run)) {
                Some(step) => path.steps.push(step),
                None => break,
            }
        }
        Ok(path)
    }
}

/// The comparisons in some guards and values that are about variables alone.
fn sampler(
    edges: &Edges,
    inputs: &HashSet<TermId>,
    roots: &[TermId],
    registers: &mut Registers,
) -> Option<Samples> {
    let terms = edges.cfa.terms();
    let is_comparison = |t: TermId| match terms.op(t) {
        Op::BvUlt | Op::BvSlt | Op::Le => true,
        Op::Eq => terms.sort(terms.arg(t, 0)) != Sort::Bool,
        _ => false,
    };
    let is_of_state = |t: TermId| {
        let symbols = terms.symbols_in(&[t]);
        let is_array = |t: TermId| matches!(terms.sort(t), Sort::Array(_));
        !symbols.into_iter().map(|s| terms.symbol_term(s)).any(|t| inputs.contains(&t) || is_array(t))
    };
    let all = terms.subterms(roots).into_iter();
    let splits: Vec<TermId> = all.filter(|&t| is_comparison(t) && is_of_state(t)).take(MOST_SPLITS).collect();
    let code = registers.compile(terms, &splits, &mut HashSet::default())?;
    let places = splits.iter().map(|&t| registers.of(t)).collect::<Option<_>>()?;
    Some(Samples { splits, code, places, ..Samples::default() })
}

/// The numbers in some terms that fit a register.
fn constants(edges: &Edges, roots: &[TermId]) -> Vec<u64> {
    let terms = edges.cfa.terms();
    let number = |t: TermId| match terms.op(t) {
        Op::Numeral(_) => terms.number_of(t).and_then(|n| register_of(&Value::Number(n.clone()))),
        Op::Bits(_) => terms.bits_of(t).and_then(|bits| bits.to_u64()),
        _ => None,
    };
    terms.subterms(roots).into_iter().filter_map(number).collect()
}
