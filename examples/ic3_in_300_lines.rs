//! A complete IC3 for circuits in three hundred lines, to be read from top to bottom.
//!
//! It stands between `src/engine/fsis.rs`, which has no frames, and `src/engine/ic3/`, which has many techniques. It
//! reads AIGER and asks the crate's SAT solver; everything in between is here. Its evidence is judged by the crate's
//! checker. "Bradley" is "SAT-Based Model Checking without Unrolling" (VMCAI 2011), "Een" is Eén, Mishchenko, Brayton,
//! "Efficient Implementation of Property Directed Reachability" (FMCAD 2011), "Lange" is T. Lange, "IC3 Software Model
//! Checking" (dissertation, 2018).
//!
//! `cargo run --example ic3_in_300_lines -- examples/circuits/hasty_traffic_light.aag`

use indubit::base::{Budget, Limit, Lit, Var};
use indubit::engine::Outcome;
use indubit::evidence::circuit::{check_certificate, check_trace};
use indubit::input::aiger;
use indubit::model::circuit::{Circuit, Node, NodeId, Signal};
use indubit::model::invariant::{Certificate, ClausalInvariant};
use indubit::model::trace::Trace;
use indubit::model::PropertyId;
use indubit::solver::sat::{SatOptions, Solver};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

// 1. Words.
//
// A *cube* is a conjunction of literals over latches and stands for the states that satisfy it. A *lemma* is the
// negation of a cube, a clause. An *obligation* is a cube whose states lead to a bad one, with the inputs of their next
// step. Invariant: from every state of the cube the step with these inputs leads into the cube of the successor, or is
// bad itself if there is none; and the constraints hold in this step.

/// Sorted, and without repetitions.
type Cube = Vec<Lit>;

struct Obligation {
    cube: Cube,
    inputs: Vec<bool>,
    successor: Option<usize>,
}

// 2. The circuit as clauses.
//
// Each node of the circuit is a variable, and a gate is the three clauses of Tseitin. The variables of the next step
// are left out: a latch has the next value `next`, which is a signal of this step. So the cube `c` "in the next step"
// is a cube over these signals (`Ic3::primed`).

fn lit(signal: Signal) -> Lit {
    Var::new(signal.node().index()).lit(!signal.is_negated())
}

fn signal(lit: Lit) -> Signal {
    NodeId::new(lit.var().index()).signal().negate_if(lit.is_negative())
}

fn add_gates(solver: &mut Solver, circuit: &Circuit) {
    solver.reserve_vars(circuit.nodes().len());
    // Node 0 is the constant false.
    solver.add_clause(&[!lit(Signal::FALSE)]);
    for (number, node) in circuit.nodes().iter().enumerate() {
        if let Node::And(a, b) = *node {
            let own = Var::new(number).positive();
            solver.add_clause(&[!own, lit(a)]);
            solver.add_clause(&[!own, lit(b)]);
            solver.add_clause(&[own, !lit(a), !lit(b)]);
        }
    }
}

// 3. Frames.
//
// `F_0` is the initial states, and `F_i` contains all states reached in at most `i` steps (Bradley; Lange, §3.2). Three
// invariants: `F_i ⊆ F_(i+1)`; a step from `F_i` leads into `F_(i+1)`; all frames but the last exclude the bad states.
// A lemma of `F_i` is one of all frames below, so each lemma is stored once, at the highest frame it is known for
// (the delta encoding of Een). One solver serves all frames: a lemma stored at frame `j` has the literal `¬on[j]`
// besides, and a question about `F_i` assumes `on[j]` for all `j >= i`. For `F_0` that also switches on the resets.

/// The engine, on one bad signal.
pub struct Ic3<'a> {
    circuit: &'a Circuit,
    property: PropertyId,
    bad: Lit,
    /// Gates, constraints, resets and lemmas.
    steps: Solver,
    /// Gates alone, for lifting.
    gates: Solver,
    on: Vec<Lit>,
    /// By frame: the cubes of the lemmas that are stored there. That of `F_0` stays empty.
    lemmas: Vec<Vec<Cube>>,
    obligations: Vec<Obligation>,
}

impl<'a> Ic3<'a> {
    /// An engine for a property of the circuit, whose resets must be constants or free.
    pub fn new(circuit: &'a Circuit, property: PropertyId, budget: &Budget) -> Option<Ic3<'a>> {
        let bad = lit(circuit.bad(property)?);
        if circuit.has_reset_functions() {
            return None;
        }
        let mut solvers = [0, 1].map(|_| Solver::new(SatOptions::incremental()));
        for solver in &mut solvers {
            solver.set_budget(budget.clone());
            add_gates(solver, circuit);
        }
        let [mut steps, gates] = solvers;
        for &constraint in circuit.constraints() {
            steps.add_clause(&[lit(constraint)]);
        }
        let (on, lemmas, obligations) = (Vec::new(), Vec::new(), Vec::new());
        let mut ic3 = Ic3 { circuit, property, bad, steps, gates, on, lemmas, obligations };
        ic3.open();
        for latch in circuit.latches() {
            if let Some(value) = latch.reset.value() {
                let starts = lit(latch.node.signal()).negate_if(!value);
                ic3.steps.add_clause(&[!ic3.on[0], starts]);
            }
        }
        Some(ic3)
    }

    /// Opens the next frame, which holds all states.
    fn open(&mut self) {
        let switch = self.steps.new_var();
        self.on.push(switch.positive());
        self.lemmas.push(Vec::new());
    }

    /// Excludes a cube from the frames up to this one.
    fn learn(&mut self, frame: usize, cube: Cube) {
        let clause: Vec<Lit> = cube.iter().map(|&l| !l).chain([!self.on[frame]]).collect();
        self.steps.add_clause(&clause);
        // Lemmas that say less go.
        let says_less = |old: &Cube| cube.iter().all(|l| old.contains(l));
        self.lemmas[..=frame].iter_mut().for_each(|list| list.retain(|old| !says_less(old)));
        self.lemmas[frame].push(cube);
    }

    // 4. Questions.
    //
    // There are two: is a state of a frame bad, and has a state of a frame a step into a cube? The second one is
    // *consecution*. It is asked for states outside of the cube, since those inside are excluded by the lemma that is
    // wanted: the cube may be excluded *relative* to the frame, as in a proof by induction (Bradley; Lange, §3.2).
    // After a no the *core* tells which literals of the cube were needed, so a larger cube is not reached either.

    fn primed(&self, latch: Lit) -> Lit {
        match self.circuit.nodes()[latch.var().index()] {
            Node::Latch(id) => lit(self.circuit.latches()[id.index()].next).negate_if(latch.is_negative()),
            _ => unreachable!("cubes are over latches"),
        }
    }

    fn ask(&mut self, frame: usize, target: &[Lit]) -> Result<bool, Limit> {
        let assumptions = [&self.on[frame..], target].concat();
        self.steps.solve(&assumptions).decided()
    }

    /// The part of a cube that no state of the frame outside the cube steps into, and that has no initial state; `None`
    /// if there is a step, which the solver then has as its model.
    fn consecution(&mut self, frame: usize, cube: &[Lit]) -> Result<Option<Cube>, Limit> {
        let outside: Vec<Lit> = cube.iter().map(|&l| !l).collect();
        let target: Vec<Lit> = cube.iter().map(|&l| self.primed(l)).collect();
        self.steps.add_temporary_clause(&outside);
        if self.ask(frame, &target)? {
            return Ok(None);
        }
        let core = self.steps.core().to_vec();
        let mut part: Cube = cube.iter().copied().filter(|&l| core.contains(&self.primed(l))).collect();
        if self.meets_init(&part) {
            // The cube has a literal that no initial state has, and with it the part has none either.
            part.extend(cube.iter().copied().find(|&l| !self.meets_init(&[l])));
            part.sort_unstable();
        }
        Ok(Some(part))
    }

    /// Initiation. Resets are constants or free, so this is seen without a question.
    fn meets_init(&self, cube: &[Lit]) -> bool {
        cube.iter().all(|l| match self.circuit.nodes()[l.var().index()] {
            Node::Latch(id) => self.circuit.latches()[id.index()].reset.value() != Some(l.is_negative()),
            _ => unreachable!("cubes are over latches"),
        })
    }

    // 5. Lifting.
    //
    // The model of a yes is one state with its inputs. Which of its latches matter? State and inputs determine the
    // step, so "state, inputs, and yet not the target" has no model, and the core of this question names latches that
    // are enough (Chockler, Ivrii, Matsliah, Moran, Nevo, FMCAD 2011). The invariant of obligations is just this.

    fn lift(&mut self, target: &[Lit], successor: Option<usize>) -> Result<usize, Limit> {
        let value = |s: Signal| self.steps.value(lit(s)) == Some(true);
        let inputs: Vec<bool> = self.circuit.inputs().iter().map(|n| value(n.signal())).collect();
        let signed = |s: Signal| lit(s).negate_if(!value(s));
        let state: Cube = self.circuit.latches().iter().map(|l| signed(l.node.signal())).collect();
        let given = self.circuit.inputs().iter().map(|n| signed(n.signal()));
        let assumptions: Vec<Lit> = state.iter().copied().chain(given).collect();
        let constraints = self.circuit.constraints().iter().map(|&c| !lit(c));
        let missed: Vec<Lit> = target.iter().map(|&l| !l).chain(constraints).collect();
        self.gates.add_temporary_clause(&missed);
        let has_model = self.gates.solve(&assumptions).decided()?;
        debug_assert!(!has_model);
        let core = self.gates.core();
        let cube = state.into_iter().filter(|l| core.contains(l)).collect();
        self.obligations.push(Obligation { cube, inputs, successor });
        Ok(self.obligations.len() - 1)
    }

    // 6. Generalisation.
    //
    // Literals are dropped one by one as long as the rest is still inductive relative to the frame and has no initial
    // state (Bradley; Lange, Algorithm 10). Each success also drops the literals that the core can do without.

    fn generalise(&mut self, frame: usize, mut cube: Cube) -> Result<Cube, Limit> {
        for &candidate in &cube.clone() {
            let smaller: Cube = cube.iter().copied().filter(|&l| l != candidate).collect();
            if smaller.len() < cube.len() && !self.meets_init(&smaller) {
                cube = self.consecution(frame, &smaller)?.unwrap_or(cube);
            }
        }
        Ok(cube)
    }

    // 7. Blocking.
    //
    // The queue has obligations with the frames that they are to be excluded from, the lowest frame first (Een; Lange,
    // Algorithm 9). If no state of the frame before steps into the cube, a lemma excludes it, and the obligation comes
    // back one frame higher: its cube leads to a bad state from there, too, and long counterexamples are found early.
    // Else the predecessor comes first, and the obligation waits. A cube with an initial state is a counterexample.

    fn block(&mut self, first: usize, top: usize) -> Result<Option<usize>, Limit> {
        let mut queue = BinaryHeap::from([Reverse((top, first))]);
        while let Some(Reverse((frame, id))) = queue.pop() {
            let cube = self.obligations[id].cube.clone();
            if self.meets_init(&cube) {
                return Ok(Some(id));
            }
            let excludes = |lemma: &Cube| lemma.iter().all(|l| cube.contains(l));
            let mut reached = (frame..=top).rev().find(|&f| self.lemmas[f].iter().any(excludes));
            if reached.is_none() {
                // The only states of `F_0` are initial, so `frame` is above it.
                match self.consecution(frame - 1, &cube)? {
                    None => {
                        let target: Vec<Lit> = cube.iter().map(|&l| self.primed(l)).collect();
                        let predecessor = self.lift(&target, Some(id))?;
                        queue.push(Reverse((frame - 1, predecessor)));
                        queue.push(Reverse((frame, id)));
                        continue;
                    }
                    Some(part) => {
                        let lemma = self.generalise(frame - 1, part)?;
                        let mut highest = frame;
                        while highest < top && self.consecution(highest, &lemma)?.is_some() {
                            highest += 1;
                        }
                        self.learn(highest, lemma);
                        reached = Some(highest);
                    }
                }
            }
            let above = reached.map_or(top, |f| f + 1);
            if above <= top {
                queue.push(Reverse((above, id)));
            }
        }
        Ok(None)
    }

    // 8. Propagation, and the end.
    //
    // When the last frame has no bad state left, the next one is opened, and each lemma moves up if no state of its
    // frame steps into its cube (Bradley; Lange, §3.4). A frame that keeps no lemma of its own equals the next
    // one, and by the second invariant of frames no step leads out of it: it is an inductive invariant.

    fn propagate(&mut self) -> Result<Option<usize>, Limit> {
        for frame in 1..self.lemmas.len() - 1 {
            for cube in self.lemmas[frame].clone() {
                // A lemma that was learnt in the meantime may have taken its place.
                if self.lemmas[frame].contains(&cube) {
                    if let Some(part) = self.consecution(frame, &cube)? {
                        self.learn(frame + 1, part);
                    }
                }
            }
            if self.lemmas[frame].is_empty() {
                return Ok(Some(frame));
            }
        }
        Ok(None)
    }

    /// Proves or refutes the property (Lange, Algorithm 8), or ends with a limit of the budget.
    pub fn prove(&mut self) -> Result<Outcome<Certificate, Trace>, Limit> {
        loop {
            let top = self.lemmas.len() - 1;
            while self.ask(top, &[self.bad])? {
                let bad = self.lift(&[self.bad], None)?;
                if let Some(start) = self.block(bad, top)? {
                    return Ok(Outcome::Unsafe(self.trace(start)));
                }
            }
            self.open();
            if let Some(frame) = self.propagate()? {
                return Ok(Outcome::Safe(self.certificate(frame)));
            }
        }
    }

    // 9. Evidence.
    //
    // The proof is the set of lemmas above the fixpoint, the counterexample the chain of obligations from an initial
    // state on. Any initial state of the first cube will do: by the invariant of obligations the inputs lead the way.

    fn certificate(&self, frame: usize) -> Certificate {
        let clause = |cube: &Cube| cube.iter().map(|&l| signal(!l)).collect();
        let cubes = self.lemmas[frame + 1..].iter().flatten();
        Certificate::Inductive(ClausalInvariant::of_clauses(cubes.map(clause).collect()))
    }

    fn trace(&self, start: usize) -> Trace {
        let first = &self.obligations[start].cube;
        let is_given = |s: Signal| first.contains(&lit(s));
        let latches = self.circuit.latches().iter();
        let initial = latches.map(|l| l.reset.value().unwrap_or_else(|| is_given(l.node.signal()))).collect();
        let chain = std::iter::successors(Some(start), |&at| self.obligations[at].successor);
        let inputs = chain.map(|at| self.obligations[at].inputs.clone()).collect();
        Trace { property: self.property, initial, inputs }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let name = std::env::args().nth(1).unwrap_or_else(|| "examples/circuits/traffic_light.aag".to_string());
    let circuit = aiger::read(&std::fs::read(name)?)?.circuit;
    let budget = Budget::unlimited();
    for property in circuit.properties() {
        let mut ic3 = Ic3::new(&circuit, property, &budget).ok_or("resets by functions are not taken")?;
        match ic3.prove()? {
            Outcome::Safe(certificate) => {
                check_certificate(&circuit, property, &certificate, &budget)?;
                println!("{} safe: {:?}", property, certificate);
            }
            Outcome::Unsafe(trace) => {
                check_trace(&circuit, &trace)?;
                println!("{} unsafe after {} steps", property, trace.depth());
            }
            Outcome::Unknown(reason) => println!("{} unknown: {}", property, reason),
        }
    }
    Ok(())
}
