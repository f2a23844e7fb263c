//! IC3 with a planted bug, and the checker that finds it.
//!
//! The search is the real one, [`Search`]. It gets its answers from [`Faulty`], a transition system over one solver
//! that answers some question wrongly. So the search comes to a wrong end in good faith. The evidence then goes to the
//! checker of the library, which shares no code with the search.

use crate::cli::options::Command;
use crate::failure::Failure;
use crate::lemmas;
use crate::settings::Request;
use indubit::base::{Budget, Json, Limit, Lit};
use indubit::engine::ic3::{Activity, Chain, Cube, End, LemmaId, Search, SearchOptions, Steps, Target};
use indubit::engine::{Event, FrameId, Observer, Outcome, Transcript};
use indubit::evidence::circuit::{check_certificate, check_trace, write_clauses, write_witness};
use indubit::evidence::CheckError;
use indubit::input::{self, Model};
use indubit::model::circuit::{Circuit, InputId, LatchId};
use indubit::model::invariant::{Certificate, ClausalInvariant};
use indubit::model::simulate::Simulator;
use indubit::model::trace::Trace;
use indubit::model::transition::Transition;
use indubit::model::PropertyId;
use indubit::solver::sat::{SatOptions, Solver};
use std::fmt;

/// Work after which a run ends that a bug keeps from its end.
const WORK: u64 = 20_000_000;
/// Steps that are told.
const MOST_STEPS: usize = 20_000;

/// A bug.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// None, to compare.
    None,
    /// The check that a lemma excludes no initial state always passes.
    InitialCheckLost,
    /// A core lacks one of its literals.
    CoreTooSmall,
    /// Each lemma may be pushed.
    PushedTooFar,
    /// Consecution is asked of the frame before the right one.
    FrameTooLow,
    /// The question for bad states is answered by no from frame 1 on.
    BadStateMissed,
    /// The clause that is meant for one query stays in the solver.
    ClauseLeftBehind,
    /// A latch without reset starts as 0.
    ResetInvented,
    /// Lifting drops one literal too many.
    LiftedTooFar,
    /// A literal of the invariant loses its sign when it is written.
    SignLost,
}

impl Fault {
    const ALL: [(&'static str, Fault); 10] = [
        ("none", Fault::None),
        ("initial-check-lost", Fault::InitialCheckLost),
        ("core-too-small", Fault::CoreTooSmall),
        ("pushed-too-far", Fault::PushedTooFar),
        ("frame-too-low", Fault::FrameTooLow),
        ("bad-state-missed", Fault::BadStateMissed),
        ("clause-left-behind", Fault::ClauseLeftBehind),
        ("reset-invented", Fault::ResetInvented),
        ("lifted-too-far", Fault::LiftedTooFar),
        ("sign-lost", Fault::SignLost),
    ];

    /// The bug of this name.
    fn named(name: &str) -> Result<Fault, Failure> {
        let found = Fault::ALL.iter().find(|(word, _)| *word == name);
        let words: Vec<&str> = Fault::ALL.iter().map(|(word, _)| *word).collect();
        found.map(|(_, fault)| *fault).ok_or_else(|| {
            Failure::usage(format!("there is no bug `{}`; there are {}", name, words.join(", ")))
        })
    }
}

/// A run, from its initial state on.
struct Run {
    initial: Vec<bool>,
    state: Vec<bool>,
    inputs: Vec<Vec<bool>>,
}

/// A circuit whose steps are asked for by one solver, with switches for its frames.
struct Faulty<'c> {
    fault: Fault,
    circuit: &'c Circuit,
    relation: Transition,
    goal: Lit,
    /// Knows the relation, the constraints and the lemmas.
    solver: Solver,
    /// Knows the relation alone.
    lifter: Solver,
    /// By frame: the literal under which its lemmas hold; they hold in all frames before, too.
    switches: Vec<Lit>,
    /// The literal under which the initial states are meant.
    start: Lit,
    /// The state and the inputs of the last answer yes.
    model: Vec<Lit>,
    inputs: Vec<Lit>,
    core: Vec<Lit>,
    queries: u64,
}

impl<'c> Faulty<'c> {
    fn new(circuit: &'c Circuit, fault: Fault, property: PropertyId, budget: &Budget) -> Faulty<'c> {
        let relation = Transition::new(circuit);
        let mut lifter = Solver::new(SatOptions { inprocessing: false, ..SatOptions::incremental() });
        lifter.set_budget(budget.clone());
        lifter.reserve_vars(relation.var_count());
        for clause in relation.clauses() {
            lifter.add_clause(clause);
        }
        let mut solver = lifter.clone();
        for &constraint in relation.constraints() {
            solver.add_clause(&[constraint]);
        }
        let start = solver.new_var().positive();
        for v in relation.latches() {
            let invented = if fault == Fault::ResetInvented { Some(false) } else { None };
            if let Some(value) = relation.reset(v).or(invented) {
                solver.add_clause(&[!start, v.lit(value)]);
            }
        }
        let goal = relation.bad(property);
        let (model, inputs, core, switches) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut faulty =
            Faulty { fault, circuit, relation, goal, solver, lifter, switches, start, model, inputs, core, queries: 0 };
        faulty.open();
        faulty
    }

    /// Asks for a state of the frame, outside a cube if one is given, that satisfies the literals.
    fn ask(&mut self, frame: FrameId, outside: Option<&Cube>, lits: &[Lit]) -> Result<bool, Limit> {
        self.queries += 1;
        let mut assumptions: Vec<Lit> = lits.to_vec();
        if !frame.is_infinite() {
            assumptions.extend(self.switches.iter().skip(frame.index()));
            if frame == FrameId::new(0) {
                assumptions.push(self.start);
            }
        }
        let clause: Option<Vec<Lit>> = outside.map(|cube| cube.iter().map(|&l| !l).collect());
        let stays = self.fault == Fault::ClauseLeftBehind;
        if let (Some(clause), true) = (&clause, stays) {
            self.solver.add_clause(clause);
        }
        self.solver.push();
        if let (Some(clause), false) = (&clause, stays) {
            self.solver.add_clause(clause);
        }
        let answer = self.solver.solve(&assumptions).decided();
        if answer == Ok(true) {
            let solver = &self.solver;
            let value = |v: indubit::base::Var| v.lit(solver.value(v.positive()) == Some(true));
            self.model = self.relation.latches().map(value).collect();
            self.inputs = self.relation.inputs().map(value).collect();
        } else if answer == Ok(false) {
            self.core = self.solver.core().to_vec();
        }
        self.solver.pop();
        answer
    }

    fn target(&self, target: Target<'_>) -> Vec<Lit> {
        match target {
            Target::Goal => vec![self.goal],
            Target::Cube(cube) => cube.iter().map(|&l| self.relation.next(l)).collect(),
        }
    }

    /// The values of a latch that an initial state has; `None` for either.
    fn reset(&self, lit: Lit) -> Option<bool> {
        match self.relation.reset(lit.var()) {
            None if self.fault == Fault::ResetInvented => Some(false),
            reset => reset,
        }
    }

    fn is_apart(&self, lit: Lit) -> bool {
        self.reset(lit) == Some(lit.is_negative())
    }
}

impl Steps for Faulty<'_> {
    type Run = Run;

    fn meets_init(&mut self, cube: &Cube) -> Result<bool, Limit> {
        Ok(self.fault != Fault::InitialCheckLost && !cube.iter().any(|&l| self.is_apart(l)))
    }

    fn meets_goal(&mut self, frame: FrameId) -> Result<bool, Limit> {
        if self.fault == Fault::BadStateMissed && frame > FrameId::new(0) {
            return Ok(false);
        }
        self.ask(frame, None, &[self.goal])
    }

    fn meets(&mut self, frame: FrameId, cube: &Cube) -> Result<bool, Limit> {
        self.ask(frame, None, cube)
    }

    fn fails_consecution(
        &mut self,
        frame: FrameId,
        cube: &Cube,
        relative: bool,
        activity: &Activity,
    ) -> Result<bool, Limit> {
        if self.fault == Fault::PushedTooFar && !relative {
            self.core.clear();
            return Ok(false);
        }
        let mut order: Vec<Lit> = cube.to_vec();
        activity.sort_descending(&mut order);
        let next: Vec<Lit> = order.iter().map(|&l| self.relation.next(l)).collect();
        let is_first = frame.is_infinite() || frame == FrameId::new(0);
        let asked = if self.fault == Fault::FrameTooLow && !is_first { frame.previous() } else { frame };
        self.ask(asked, Some(cube).filter(|_| relative), &next)
    }

    fn core(&mut self, cube: &Cube, _: &Activity) -> Result<Cube, Limit> {
        let mut part: Vec<Lit> =
            cube.iter().copied().filter(|&l| self.core.contains(&self.relation.next(l))).collect();
        if self.fault == Fault::CoreTooSmall && part.len() > 1 {
            part.remove(0);
        }
        let keeps = self.fault != Fault::InitialCheckLost;
        if keeps && !part.iter().any(|&l| self.is_apart(l)) {
            part.extend(cube.iter().copied().find(|&l| self.is_apart(l)));
        }
        if part.is_empty() {
            part.extend(cube.iter().next());
        }
        Ok(Cube::new(part))
    }

    fn predecessor(&mut self, _: FrameId, target: Target<'_>, _: &Activity) -> Result<Cube, Limit> {
        let mut missed: Vec<Lit> = self.target(target).into_iter().map(|l| !l).collect();
        missed.extend(self.relation.constraints().iter().map(|&l| !l));
        let assumptions: Vec<Lit> = self.model.iter().chain(&self.inputs).copied().collect();
        self.lifter.push();
        self.lifter.add_clause(&missed);
        let answer = self.lifter.solve(&assumptions).decided();
        let core = self.lifter.core().to_vec();
        self.lifter.pop();
        let mut cube = self.model.clone();
        // Yes is possible only where a bug has changed the relation.
        if !answer? {
            cube.retain(|l| core.contains(l));
        }
        if self.fault == Fault::LiftedTooFar && cube.len() > 1 {
            cube.pop();
        }
        Ok(Cube::new(cube))
    }

    fn state(&mut self, _: FrameId) -> Vec<Lit> {
        self.model.clone()
    }

    fn learn(&mut self, _: LemmaId, cube: &Cube, _: FrameId, last: FrameId) {
        let mut clause: Vec<Lit> = cube.iter().map(|&l| !l).collect();
        if !last.is_infinite() {
            clause.push(!self.switches[last.index().min(self.switches.len() - 1)]);
        }
        self.solver.add_clause(&clause);
    }

    fn open(&mut self) {
        self.switches.push(self.solver.new_var().positive());
    }

    fn close_above(&mut self, top: FrameId) {
        self.switches.truncate(top.index() + 1);
    }

    fn concretise(&mut self, start: Option<&Run>, chain: &[&Cube], end: End) -> Result<Chain<Run>, Limit> {
        let mut run = match start {
            Some(run) => Run { initial: run.initial.clone(), state: run.state.clone(), inputs: run.inputs.clone() },
            None => {
                let first = chain[0];
                let value = |v: indubit::base::Var| {
                    self.reset(v.positive()).unwrap_or_else(|| !first.contains_lit(v.negative()))
                };
                let state: Vec<bool> = self.relation.latches().map(value).collect();
                Run { initial: state.clone(), state, inputs: Vec::new() }
            }
        };
        let mut targets: Vec<Vec<Lit>> = chain[1..].iter().map(|cube| self.target(Target::Cube(cube))).collect();
        if end == End::Goal {
            targets.push(vec![self.goal]);
        }
        let mut simulator = Simulator::new(self.circuit);
        for target in targets {
            let state = self.relation.latches().zip(&run.state).map(|(v, &value)| v.lit(value));
            let assumptions: Vec<Lit> = state.chain(target).collect();
            // A wrong chain has no such step; the run then goes on with any inputs, for the checker to find out.
            let found = self.ask(FrameId::INFINITY, None, &assumptions)?;
            let inputs: Vec<bool> = match found {
                true => self.inputs.iter().map(|l| !l.is_negative()).collect(),
                false => vec![false; self.relation.input_count()],
            };
            simulator.set_state(|l: LatchId| run.state[l.index()] as u64);
            simulator.evaluate(|i: InputId| inputs[i.index()] as u64);
            for (latch, value) in self.circuit.latches().iter().zip(&mut run.state) {
                *value = simulator.value(latch.next) & 1 != 0;
            }
            run.inputs.push(inputs);
        }
        Ok(Chain::Concrete(run))
    }

    fn ends_in(&self, run: &Run, cube: &Cube) -> bool {
        cube.iter().all(|&l| run.state[self.relation.latch_of_lit(l).index()] != l.is_negative())
    }

    fn queries(&self) -> u64 {
        self.queries
    }

    fn write_literal(&self, lit: Lit, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let latch = self.relation.latch_of_lit(lit).index();
        let sign = if lit.is_negative() { "¬" } else { "" };
        match self.circuit.symbols.latches.get(latch).filter(|name| !name.is_empty()) {
            Some(name) => write!(f, "{}{}", sign, name),
            None => write!(f, "{}l{}", sign, latch),
        }
    }
}

/// The steps of a run as objects.
#[derive(Default)]
pub struct Recorder {
    transcript: Transcript,
    /// Those that were not taken yet.
    pub lines: Vec<String>,
    /// Whether there were more than are kept.
    pub is_cut: bool,
    kept: usize,
}

impl Recorder {
    /// Notes an event, up to some number of them.
    pub fn note(&mut self, event: &Event<'_>, most: usize) {
        if self.kept >= most {
            self.is_cut = true;
        } else if let Some(line) = self.transcript.json(event) {
            self.kept += 1;
            self.lines.push(line);
        }
    }
}

impl Observer for Recorder {
    fn event(&mut self, event: Event<'_>) {
        self.note(&event, MOST_STEPS);
    }

    fn wants_details(&self) -> bool {
        true
    }
}

/// Runs IC3 with a bug on a property of a circuit, and checks its evidence. The object has the `verdict` of the run,
/// its steps (`trace`), the `evidence`, whether it is `accepted`, else the `reason`, and for an invariant the answers about
/// each of its clauses (`bench`).
pub fn run(name: &str, model: &[u8], fault: &str, options: &str) -> Result<String, Failure> {
    let request = Request::read(options, Command::Verify)?;
    let fault = Fault::named(fault)?;
    let budget = request.budget();
    let model = input::read(name, model, &request.input()?, &budget).map_err(|error| Failure::unread(&error))?;
    let file = match &model {
        Model::Circuit(file) => file,
        Model::System(_) | Model::Program(_) | Model::Clauses(_) => {
            return Err(Failure::usage("bugs are planted into IC3 for circuits; the model is no circuit"));
        }
    };
    let property = request.settings.property.index.unwrap_or_else(|| PropertyId::new(0));
    if file.circuit.bad(property).is_none() {
        return Err(Failure::usage("the circuit has no such bad state"));
    }
    if Transition::new(&file.circuit).has_reset_functions() {
        return Err(Failure::usage("bugs are planted into circuits whose latches start with constants, or as either"));
    }
    budget.pause_at(request.work.unwrap_or(WORK));
    let steps = Faulty::new(&file.circuit, fault, property, &budget);
    let options = SearchOptions { max_frames: 60, ..SearchOptions::default() };
    let mut search = Search::new(steps, options, budget.clone());
    let mut recorder = Recorder::default();
    let outcome = search.prove(&mut recorder);
    budget.pause_at(u64::MAX);
    let mut json = Json::default();
    json.open('{').key("trace").open('[');
    recorder.lines.iter().for_each(|line| {
        json.raw(line);
    });
    json.close(']').key("complete").raw(!recorder.is_cut).key("verdict");
    match outcome {
        Outcome::Safe(excluded) => {
            let clause =
                |cube: &Cube| cube.iter().map(|&l| Transition::latch_signal(&file.circuit, !l)).collect();
            let mut clauses: Vec<Vec<_>> = excluded.iter().map(clause).collect();
            if fault == Fault::SignLost {
                clauses.iter_mut().take(1).flatten().take(1).for_each(|signal| *signal = !*signal);
            }
            let certificate = Certificate::Inductive(ClausalInvariant::of_clauses(clauses));
            let text = write_clauses(file, property, &certificate.clone().into());
            json.string("safe").key("evidence").string(&text);
            judge(&mut json, check_certificate(&file.circuit, property, &certificate, &budget));
            let bench = lemmas::answers(&model, text.as_bytes(), &[property], &budget)?;
            json.key("bench").raw(bench.trim_end());
        }
        Outcome::Unsafe(run) => {
            let trace = Trace { property, initial: run.initial, inputs: run.inputs };
            json.string("unsafe").key("evidence").string(&write_witness(&trace));
            judge(&mut json, check_trace(&file.circuit, &trace));
        }
        Outcome::Unknown(reason) => {
            json.string("unknown").key("reason").string(&reason.to_string());
        }
    }
    json.close('}');
    Ok(json.finish())
}

fn judge(json: &mut Json, result: Result<(), CheckError>) {
    json.key("accepted").raw(result.is_ok());
    if let Err(error) = result {
        json.key("reason").string(&error.to_string());
    }
}
