//! Paths through an automaton that take as many of its edges as a bounded search finds a way to.
//!
//! The search is *concolic* (Godefroid, Klarlund, Sen, PLDI 2005; its order is that of SAGE, Godefroid, Levin, Molnar,
//! NDSS 2008). It runs the automaton on numbers, and beside that on terms over the inputs. At each place where the run
//! could have taken another edge there is a *fork*: the guards up to there with the guard of the other edge. A solver
//! finds inputs that lead into the fork from which the fewest edges lead to one that no path has taken. These inputs
//! make the next run, which goes on by itself behind the fork.
//!
//! A path ends at the error, where no edge goes on, or after [`CoverOptions::most_steps`]. Nothing is proved: an edge
//! that no path takes may be unreachable, or too far away.

use crate::base::{Budget, HashMap, HashSet, Limit};
use crate::model::cfa::{Cfa, EdgeId, LocId, Path, PathStep};
use crate::model::gcl::{Command, Effect};
use crate::solver::smt::{Answer, SmtOptions, Solver};
use crate::solver::term::{Model, Sort, Substitution, TermId, Terms, Value};
use crate::theories::bv::Bits;
use crate::theories::num::{Integer, Rational};

/// The limits of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CoverOptions {
    /// The most steps of a path. Default 400.
    pub most_steps: usize,
    /// The most paths. Default 200.
    pub most_paths: usize,
    /// The most forks that the solver is asked about. Default 1,000.
    pub most_questions: usize,
    /// The most conflicts of each question. Default 500.
    pub conflicts: u64,
}

impl Default for CoverOptions {
    fn default() -> CoverOptions {
        CoverOptions { most_steps: 400, most_paths: 200, most_questions: 1_000, conflicts: 500 }
    }
}

/// The end of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PathEnd {
    /// The error location.
    Error,
    /// A location that no edge leaves, or in whose present state no edge has a run.
    Stuck,
    /// After the most steps, or where only other inputs would have let the run go on.
    Cut,
}

/// The extent of a search.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Coverage {
    /// The number of paths.
    pub paths: usize,
    /// The number of edges that some path takes.
    pub taken: usize,
    /// The number of edges.
    pub edges: usize,
}

/// Searches for paths, and shows each of them with its end.
///
/// # Errors
///
/// A limit of the budget, or the first error of `show`.
pub fn cover<E: From<Limit>>(
    cfa: &Cfa,
    options: &CoverOptions,
    budget: &Budget,
    show: &mut dyn FnMut(&Path, PathEnd) -> Result<(), E>,
) -> Result<Coverage, E> {
    let mut search = Search::new(cfa, *options, budget);
    let mut model = Some((Vec::new(), Model::new()));
    while let Some((forced, inputs)) = model {
        budget.poll()?;
        let (path, end) = search.run(&forced, &inputs)?;
        show(&path, end)?;
        model = if search.paths < options.most_paths { search.next()? } else { None };
    }
    let taken = search.is_taken.iter().filter(|&&taken| taken).count();
    Ok(Coverage { paths: search.paths, taken, edges: cfa.edges().len() })
}

/// The edges that are prescribed to a run, and the values of the constants that stand for its inputs.
type Start = (Vec<EdgeId>, Model);

/// An edge as a function of the state.
struct Form {
    effect: Effect,
    inputs: Vec<TermId>,
    /// The variables and inputs in it.
    symbols: Vec<TermId>,
    has_choice: bool,
}

/// An edge that a run could have taken instead of its own.
#[derive(Clone, Copy)]
struct Fork {
    run: usize,
    step: usize,
    edge: EdgeId,
    guard: TermId,
}

/// A run that was made.
struct Run {
    edges: Vec<EdgeId>,
    /// The guard of each edge over the inputs.
    guards: Vec<TermId>,
}

struct Search<'a> {
    cfa: &'a Cfa,
    options: CoverOptions,
    budget: &'a Budget,
    terms: Terms,
    forms: HashMap<EdgeId, Form>,
    /// The constant that stands for an input the n-th time that its edge is taken.
    constants: HashMap<(TermId, u32), TermId>,
    is_taken: Vec<bool>,
    /// By location: the edges from there to one that no path has taken, that one included; `None` if there is none.
    distances: Vec<Option<u32>>,
    /// By edge: the questions about it that had no answer.
    failures: HashMap<EdgeId, u32>,
    runs: Vec<Run>,
    forks: Vec<Fork>,
    solver: Solver,
    paths: usize,
    questions: usize,
}

/// The bytes of terms at which a search ends.
const MOST_BYTES: usize = 1 << 28;

impl<'a> Search<'a> {
    fn new(cfa: &'a Cfa, options: CoverOptions, budget: &'a Budget) -> Search<'a> {
        Search {
            cfa,
            options,
            budget,
            terms: cfa.terms().clone(),
            forms: HashMap::default(),
            constants: HashMap::default(),
            is_taken: vec![false; cfa.edges().len()],
            distances: Vec::new(),
            failures: HashMap::default(),
            runs: Vec::new(),
            forks: Vec::new(),
            solver: Solver::new(SmtOptions::incremental()),
            paths: 0,
            questions: 0,
        }
    }

    /// Runs the automaton along some edges, and then on by itself.
    fn run(&mut self, forced: &[EdgeId], inputs: &Model) -> Result<(Path, PathEnd), Limit> {
        self.paths += 1;
        self.measure();
        let start: Vec<Value> =
            self.cfa.variables().iter().map(|&v| inputs.evaluate(&self.terms, v)).collect();
        let mut walk = Walk::new(self.cfa, &self.terms, &start);
        let mut steps = Vec::new();
        let mut run = Run { edges: Vec::new(), guards: Vec::new() };
        let end = loop {
            if walk.at == self.cfa.error() {
                break PathEnd::Error;
            }
            if steps.len() == self.options.most_steps {
                break PathEnd::Cut;
            }
            self.budget.spend_work(1);
            self.budget.poll()?;
            let wanted = forced.get(steps.len()).copied();
            let edge = match self.choose(&mut walk, inputs, wanted) {
                Some(edge) => edge,
                None => break self.end_of(&walk, steps.len()),
            };
            if steps.len() >= forced.len() {
                self.note_forks(&walk, Some(edge), steps.len());
            }
            let guard = self.guard(&walk, edge);
            run.edges.push(edge);
            run.guards.push(guard);
            match self.step(&mut walk, edge) {
                Some(step) => steps.push(step),
                None => break PathEnd::Cut,
            }
        };
        for &edge in &run.edges {
            self.is_taken[edge.index()] = true;
        }
        self.runs.push(run);
        Ok((Path { start, steps }, end))
    }

    /// The end of a run that takes no edge. Other inputs of an edge might have let it go on.
    fn end_of(&mut self, walk: &Walk, step: usize) -> PathEnd {
        let leaving = self.cfa.leaving(walk.at);
        let asks = |edge: &EdgeId| {
            let form = self.form(*edge);
            !form.inputs.is_empty() || !form.effect.choices.is_empty()
        };
        if !leaving.iter().any(asks) {
            return PathEnd::Stuck;
        }
        self.note_forks(walk, None, step);
        PathEnd::Cut
    }

    /// The edge that a run takes: the prescribed one, or else, of those that have a run, one that no path has taken
    /// yet, or one that leads to such an edge soon.
    fn choose(&mut self, walk: &mut Walk, inputs: &Model, wanted: Option<EdgeId>) -> Option<EdgeId> {
        let mut best: Option<(u32, EdgeId)> = None;
        for &edge in self.cfa.leaving(walk.at) {
            if !self.has_run(walk, inputs, edge) {
                continue;
            }
            let rank = match wanted {
                Some(wanted) if wanted == edge => 0,
                Some(_) => continue,
                None => self.distance_by(edge).unwrap_or(u32::MAX),
            };
            if best.map_or(true, |(known, _)| rank < known) {
                best = Some((rank, edge));
            }
        }
        best.map(|(_, edge)| edge)
    }

    /// Whether an edge has a run, with some values of its inputs that are tried.
    fn has_run(&mut self, walk: &mut Walk, inputs: &Model, edge: EdgeId) -> bool {
        let guard = self.form(edge).effect.guard;
        let asks = !self.form(edge).inputs.is_empty();
        [some_value, zero].iter().take(if asks { 2 } else { 1 }).any(|&other| {
            self.give_inputs(walk, inputs, edge, other);
            walk.state.evaluate(&self.terms, guard).is_true()
        })
    }

    /// Gives the inputs of an edge their values in a run: those of the model, and others at will.
    fn give_inputs(&mut self, walk: &mut Walk, inputs: &Model, edge: EdgeId, other: AnyValue) {
        let (list, choices) = {
            let form = self.form(edge);
            (form.inputs.clone(), form.effect.choices.clone())
        };
        for input in list.into_iter().chain(choices) {
            let time = walk.times.get(&input).copied().unwrap_or(0);
            let constant = self.constant(input, time);
            let known =
                self.terms.symbols_in(&[constant]).first().and_then(|&symbol| inputs.get(symbol).cloned());
            let sort = self.terms.sort(input);
            let value =
                known.unwrap_or_else(|| other(&self.terms, sort, self.paths as u64, constant.index() as u64));
            walk.state.set_all(&self.terms, [input], &[value]);
        }
    }

    /// The constant for an input that is asked for the n-th time.
    fn constant(&mut self, input: TermId, time: u32) -> TermId {
        if let Some(&known) = self.constants.get(&(input, time)) {
            return known;
        }
        let sort = self.terms.sort(input);
        let constant = self.terms.declare("input", sort);
        self.constants.insert((input, time), constant);
        constant
    }

    fn form(&mut self, edge: EdgeId) -> &Form {
        let Search { cfa, terms, forms, .. } = self;
        forms.entry(edge).or_insert_with(|| {
            let (commands, id) = (cfa.commands(), cfa.edge(edge).command);
            let effect = commands.effect(terms, id);
            let mut roots = vec![effect.guard];
            roots.extend(effect.values.iter().map(|a| a.value));
            let symbols = terms.symbols_in(&roots).into_iter().map(|s| terms.symbol_term(s)).collect();
            let is_choice = |part: &_| matches!(commands.get(*part), Command::Choice(_));
            let has_choice = commands.parts(id).iter().any(is_choice);
            Form { inputs: commands.inputs(id), effect, symbols, has_choice }
        })
    }

    /// The present values of what an edge mentions, as terms over the inputs.
    fn now(&mut self, walk: &Walk, edge: EdgeId) -> Substitution {
        let mut now = Substitution::new();
        for symbol in self.form(edge).symbols.clone() {
            let value = match walk.values.get(&symbol) {
                Some(&value) => value,
                None if self.cfa.is_variable(symbol) => continue,
                None => self.constant(symbol, walk.times.get(&symbol).copied().unwrap_or(0)),
            };
            now.insert(symbol, value);
        }
        now
    }

    fn guard(&mut self, walk: &Walk, edge: EdgeId) -> TermId {
        let guard = self.form(edge).effect.guard;
        match guard {
            Terms::TRUE | Terms::FALSE => guard,
            _ => self.now(walk, edge).apply(&mut self.terms, guard),
        }
    }

    /// Notes the edges that a run could take in place of one, or of none.
    fn note_forks(&mut self, walk: &Walk, taken: Option<EdgeId>, step: usize) {
        let run = self.runs.len();
        for &edge in self.cfa.leaving(walk.at) {
            if Some(edge) != taken && self.distance_by(edge).is_some() {
                let guard = self.guard(walk, edge);
                if guard != Terms::FALSE {
                    self.forks.push(Fork { run, step, edge, guard });
                }
            }
        }
    }

    /// Takes an edge whose inputs have values. `None` if the step is not found again.
    fn step(&mut self, walk: &mut Walk, edge: EdgeId) -> Option<PathStep> {
        let mut now = self.now(walk, edge);
        let cfa = self.cfa;
        let (changed, inputs, has_choice) = {
            let form = self.form(edge);
            (form.effect.values.clone(), form.inputs.clone(), form.has_choice)
        };
        let new: Vec<TermId> = changed.iter().map(|a| a.value).collect();
        let values = walk.state.evaluate_all(&self.terms, &new);
        let before = has_choice.then(|| walk.state.clone());
        walk.state.set_all(&self.terms, changed.iter().map(|a| a.variable), &values);
        for a in &changed {
            let term = now.apply(&mut self.terms, a.value);
            walk.values.insert(a.variable, term);
        }
        let step = match before {
            Some(before) => {
                let after: Vec<Value> =
                    cfa.variables().iter().map(|&v| walk.state.evaluate(&self.terms, v)).collect();
                cfa.find_step(edge, &before, &after)?
            }
            None => {
                let inputs = inputs.iter().map(|&input| walk.state.evaluate(&self.terms, input)).collect();
                PathStep { edge, inputs, choices: Vec::new() }
            }
        };
        let choices = self.form(edge).effect.choices.clone();
        for input in inputs.into_iter().chain(choices) {
            *walk.times.entry(input).or_insert(0) += 1;
        }
        walk.at = cfa.edge(edge).target;
        Some(step)
    }

    /// Inputs that lead into a fork; `None` if there is none left that is worth a question.
    fn next(&mut self) -> Result<Option<Start>, Limit> {
        self.measure();
        let (distances, is_taken, cfa) = (&self.distances, &self.is_taken, self.cfa);
        self.forks.retain(|fork| distance_by(cfa, distances, is_taken, fork.edge).is_some());
        while self.questions < self.options.most_questions && self.terms.bytes() < MOST_BYTES {
            let rank = |fork: &Fork| {
                let failed = self.failures.get(&fork.edge).copied().unwrap_or(0);
                (u64::from(self.distance_by(fork.edge).unwrap_or(u32::MAX)) + u64::from(failed), fork.step)
            };
            let best = (0..self.forks.len()).min_by_key(|&at| rank(&self.forks[at]));
            let fork = match best {
                Some(best) => self.forks.swap_remove(best),
                None => return Ok(None),
            };
            if let Some(model) = self.ask(&fork)? {
                let mut forced = self.runs[fork.run].edges[..fork.step].to_vec();
                forced.push(fork.edge);
                return Ok(Some((forced, model)));
            }
            *self.failures.entry(fork.edge).or_insert(0) += 1;
        }
        Ok(None)
    }

    fn ask(&mut self, fork: &Fork) -> Result<Option<Model>, Limit> {
        self.questions += 1;
        let mut guards: Vec<TermId> = self.runs[fork.run].guards[..fork.step].to_vec();
        guards.push(fork.guard);
        let mut seen: HashSet<TermId> = HashSet::default();
        guards.retain(|&guard| guard != Terms::TRUE && seen.insert(guard));
        self.solver.set_budget(self.budget.child().and_conflicts(self.options.conflicts));
        let verdict = self.solver.check(&mut self.terms, &guards);
        self.budget.poll()?;
        Ok(match verdict {
            Answer::Sat => Some(self.solver.model(&self.terms).clone()),
            Answer::Unsat | Answer::Unknown(_) => None,
        })
    }

    /// The edges to one that no path has taken, if this edge is the first of them.
    fn distance_by(&self, edge: EdgeId) -> Option<u32> {
        distance_by(self.cfa, &self.distances, &self.is_taken, edge)
    }

    /// Finds for each location how far it is to an edge that no path has taken.
    fn measure(&mut self) {
        let cfa = self.cfa;
        self.distances = vec![None; cfa.location_count()];
        let mut level: Vec<LocId> = Vec::new();
        for edge in cfa.edge_ids().filter(|edge| !self.is_taken[edge.index()]) {
            let source = cfa.edge(edge).source;
            if self.distances[source.index()].is_none() {
                self.distances[source.index()] = Some(1);
                level.push(source);
            }
        }
        let mut distance = 1;
        while !level.is_empty() {
            distance += 1;
            let mut further = Vec::new();
            for &edge in level.iter().flat_map(|&location| cfa.entering(location)) {
                let source = cfa.edge(edge).source;
                if self.distances[source.index()].is_none() {
                    self.distances[source.index()] = Some(distance);
                    further.push(source);
                }
            }
            level = further;
        }
    }
}

fn distance_by(cfa: &Cfa, distances: &[Option<u32>], is_taken: &[bool], edge: EdgeId) -> Option<u32> {
    if is_taken[edge.index()] {
        distances[cfa.edge(edge).target.index()].map(|distance| distance + 1)
    } else {
        Some(1)
    }
}

/// A run that is being made.
struct Walk {
    at: LocId,
    /// The values of variables and inputs.
    state: Model,
    /// The values of the variables that have changed, as terms over the inputs.
    values: HashMap<TermId, TermId>,
    /// How often each input was asked for.
    times: HashMap<TermId, u32>,
}

impl Walk {
    fn new(cfa: &Cfa, terms: &Terms, start: &[Value]) -> Walk {
        let mut state = Model::new();
        state.set_all(terms, cfa.variables().iter().copied(), start);
        Walk { at: cfa.initial(), state, values: HashMap::default(), times: HashMap::default() }
    }
}

/// The way to choose a value of an input: its sort, the number of the run, and that of the constant for the input.
type AnyValue = fn(&Terms, Sort, u64, u64) -> Value;

fn zero(terms: &Terms, sort: Sort, _: u64, _: u64) -> Value {
    terms.default_value(sort)
}

/// A value of an input that no question has asked for: mostly a small one.
fn some_value(terms: &Terms, sort: Sort, run: u64, constant: u64) -> Value {
    let mut number = (run << 32 ^ constant).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    number = (number ^ number >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    number ^= number >> 32;
    let small = match number % 8 {
        0..=5 => (number >> 8) % 4,
        6 => ((number >> 8) % 3).wrapping_sub(3),
        _ => number >> 8,
    };
    match sort {
        Sort::Bool => Value::Bool(number & 16 != 0),
        Sort::BitVec(width) => {
            let high = if small >> 63 == 1 { u64::MAX } else { 0 };
            Value::Bits(Bits::from_fn(width, |bit| (if bit < 64 { small >> bit } else { high }) & 1 == 1))
        }
        Sort::Int | Sort::Real => Value::Number(Rational::from(Integer::from(small as i64 >> 16))),
        Sort::Declared(_) => Value::Element(number as u32 % 4),
        Sort::Float(_) | Sort::Rounding | Sort::Array(_) | Sort::Datatype(_) => terms.default_value(sort),
    }
}
