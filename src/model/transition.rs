//! One step of a circuit as clauses, made small for very many queries.
//!
//! Variables: 0 is the constant false, then one for each latch, one for each input, and one for each gate that is left.
//! A gate's clauses *define* it: for each assignment to the variables below they admit exactly one value. The next
//! state needs no variables of its own, it is a literal over the present ones ([`Transition::next`]).
//!
//! Tseitin's three clauses per gate are only the start. Gates are then resolved away wherever that does not add
//! clauses: substituting a gate by its definition replaces every clause that uses it by its resolvents with the
//! definition (Eén and Biere, SAT 2005, §3.2, "functional" elimination), and the result still defines the using gate.
//! So the property that domain-restricted solving rests on, "clauses outside only define gates outside", survives,
//! which it would not under general variable elimination. Clauses are grouped by the gate they define.

use super::circuit::{Circuit, CopiedGate, InputId, LatchId, Node, Signal};
use super::PropertyId;
use crate::base::{Booking, Budget, Limit, Lit, Var};
use crate::solver::sat::Definitions;
use std::sync::Arc;

/// Resolvents longer than this are not made.
const CLAUSE_LIMIT: usize = 24;
/// Gates used by more clauses than this are kept.
const USE_LIMIT: usize = 40;
/// Passes over all gates; the first does nearly everything.
const PASSES: usize = 3;

/// The transition relation of a circuit, its constraints and its bad signals, over one set of variables.
#[derive(Clone, Debug)]
pub struct Transition {
    vars: usize,
    latches: usize,
    inputs: usize,
    lits: Vec<Lit>,
    ends: Vec<usize>,
    definitions: Arc<Definitions>,
    /// By node of the circuit.
    nodes: Vec<Option<Lit>>,
    next: Vec<Lit>,
    /// By variable: where its latches begin in `by_next`.
    next_starts: Vec<u32>,
    by_next: Vec<LatchId>,
    reset: Vec<Option<bool>>,
    /// By latch: the literal that gives its value in the first step.
    functions: Vec<Option<Lit>>,
    has_functions: bool,
    bads: Vec<Lit>,
    constraints: Vec<Lit>,
    /// Its memory.
    booking: Booking,
}

/// Bytes for each node while the relation is made: three clauses, and the lists of its variable.
const BYTES_IN_THE_MAKING: u64 = 320;

impl Transition {
    /// Whether the budget allows the relation of a circuit to be made.
    ///
    /// # Errors
    ///
    /// If the memory is too small.
    pub fn is_allowed(circuit: &Circuit, budget: &Budget) -> Result<(), Limit> {
        budget.allows_memory(circuit.nodes().len() as u64 * BYTES_IN_THE_MAKING)
    }

    /// The same relation, with what it holds booked on a budget.
    pub fn booked(mut self, budget: &Budget) -> Transition {
        let words = self.lits.capacity() + self.nodes.capacity() * 2 + self.next.capacity();
        let bytes = 4 * (words + self.by_next.capacity() + self.next_starts.capacity())
            + 8 * (self.ends.capacity() + self.vars);
        self.booking.move_to(budget.clone());
        self.booking.set(bytes as u64);
        self
    }

    /// Encodes what the bads, the constraints, the next states and the resets of all latches depend on. Costs a little
    /// more than linear time in the number of gates.
    pub fn new(circuit: &Circuit) -> Transition {
        Transition::with_copies(circuit, &[])
    }

    /// [`Transition::new`] for a circuit some of whose latches always equal a gate of the same step. Clauses define
    /// the variable of such a latch as they define that of a gate.
    pub fn with_copies(circuit: &Circuit, copies: &[CopiedGate]) -> Transition {
        let mut encoder = Encoder::new(circuit);
        encoder.define_gates(copies);
        encoder.substitute_gates();
        encoder.finish()
    }

    /// The number of variables.
    pub fn var_count(&self) -> usize {
        self.vars
    }

    /// A literal that is false in every step.
    pub fn falsum(&self) -> Lit {
        Var::new(0).positive()
    }

    /// The number of latches.
    pub fn latch_count(&self) -> usize {
        self.latches
    }

    /// The number of inputs.
    pub fn input_count(&self) -> usize {
        self.inputs
    }

    /// The variable of a latch.
    pub fn latch(&self, latch: LatchId) -> Var {
        Var::new(1 + latch.index())
    }

    /// The latch of a variable, if it is one.
    pub fn latch_of(&self, v: Var) -> Option<LatchId> {
        match v.index() {
            0 => None,
            i if i <= self.latches => Some(LatchId::new(i - 1)),
            _ => None,
        }
    }

    /// The latch of a literal of a cube.
    ///
    /// # Panics
    ///
    /// If the literal is not over latches.
    pub fn latch_of_lit(&self, lit: Lit) -> LatchId {
        self.latch_of(lit.var()).expect("a literal over latches")
    }

    /// The variables of the latches, in order.
    pub fn latches(&self) -> impl ExactSizeIterator<Item = Var> {
        (1..1 + self.latches).map(Var::new)
    }

    /// The variables of the inputs, in order.
    pub fn inputs(&self) -> impl ExactSizeIterator<Item = Var> {
        (1 + self.latches..1 + self.latches + self.inputs).map(Var::new)
    }

    /// The variable of an input.
    pub fn input(&self, input: InputId) -> Var {
        Var::new(1 + self.latches + input.index())
    }

    /// The literal over the present step that a literal over latches becomes in the next.
    pub fn next(&self, lit: Lit) -> Lit {
        self.next[lit.var().index() - 1].negate_if(lit.is_negative())
    }

    /// The literal of a node of the circuit, if it still has one: gates that were resolved away have none.
    pub fn node_lit(&self, node: usize) -> Option<Lit> {
        self.nodes[node]
    }

    /// The latches whose next state is the variable or its negation.
    pub fn latches_with_next(&self, v: Var) -> &[LatchId] {
        match self.next_starts.get(v.index()..v.index() + 2) {
            Some(range) => &self.by_next[range[0] as usize..range[1] as usize],
            None => &[],
        }
    }

    /// The value of a latch variable in the first step, if it is a constant.
    pub fn reset(&self, v: Var) -> Option<bool> {
        self.reset[v.index() - 1]
    }

    /// The literal over the first step whose value a latch variable has there, if a reset function says so.
    pub fn reset_function(&self, v: Var) -> Option<Lit> {
        self.functions[v.index() - 1]
    }

    /// Whether a latch has a reset function.
    pub fn has_reset_functions(&self) -> bool {
        self.has_functions
    }

    /// Whether some initial state satisfies all literals of a cube over latches (constraints are not looked at).
    /// `None` if that depends on reset functions, which takes a solver.
    pub fn meets_init(&self, cube: &[Lit]) -> Option<bool> {
        if cube.iter().any(|&l| self.reset(l.var()) == Some(l.is_negative())) {
            return Some(false);
        }
        // Other latches may have any values, and the functions then follow.
        if self.has_functions && cube.iter().any(|l| self.reset_function(l.var()).is_some()) {
            return None;
        }
        Some(true)
    }

    /// The bad signals.
    pub fn bads(&self) -> &[Lit] {
        &self.bads
    }

    /// The bad signal of a property.
    ///
    /// # Panics
    ///
    /// If the circuit does not have the property.
    pub fn bad(&self, property: PropertyId) -> Lit {
        match property.bad_index().and_then(|index| self.bads.get(index)) {
            Some(&bad) => bad,
            None => panic!("there is no property {}; the circuit has {}", property, self.bads.len()),
        }
    }

    /// The constraints.
    pub fn constraints(&self) -> &[Lit] {
        &self.constraints
    }

    /// The variables that each gate depends on.
    pub fn definitions(&self) -> Arc<Definitions> {
        self.definitions.clone()
    }

    /// All clauses: the constant's, then those of the gates in topological order.
    pub fn clauses(&self) -> impl Iterator<Item = &[Lit]> + '_ {
        let mut from = 0;
        self.ends.iter().map(move |&end| {
            let clause = &self.lits[from..end];
            from = end;
            clause
        })
    }

    /// A signal of a latch in the circuit for a literal over latches.
    pub fn latch_signal(circuit: &Circuit, lit: Lit) -> Signal {
        // Latches come right after the constant.
        circuit.latches()[lit.var().index() - 1].node.signal().negate_if(lit.is_negative())
    }
}

/// The clauses while gates are being resolved away.
struct Encoder<'a> {
    circuit: &'a Circuit,
    /// By node.
    vars: Vec<Option<Var>>,
    /// Empty once they are gone.
    clauses: Vec<Vec<Lit>>,
    /// By variable: the clauses that define it.
    defining: Vec<Vec<u32>>,
    /// By clause: the variable it defines.
    owner: Vec<Var>,
    /// By variable: the clauses of other variables that mention it; may name clauses that are gone.
    using: Vec<Vec<u32>>,
    /// By variable: it is the constant, a latch, an input, or its value is asked for.
    kept: Vec<bool>,
}

impl<'a> Encoder<'a> {
    fn new(circuit: &'a Circuit) -> Encoder<'a> {
        Encoder {
            circuit,
            vars: vec![None; circuit.nodes().len()],
            clauses: Vec::new(),
            defining: Vec::new(),
            owner: Vec::new(),
            using: Vec::new(),
            kept: Vec::new(),
        }
    }

    fn new_var(&mut self, kept: bool) -> Var {
        self.defining.push(Vec::new());
        self.using.push(Vec::new());
        self.kept.push(kept);
        Var::new(self.kept.len() - 1)
    }

    fn lit(&self, s: Signal) -> Lit {
        match self.vars[s.node().index()] {
            Some(v) => v.lit(!s.is_negated()),
            None => Var::new(0).lit(s.is_negated()),
        }
    }

    fn roots(&self) -> impl Iterator<Item = Signal> + 'a {
        let c = self.circuit;
        let next = c.latches().iter().flat_map(|l| Some(l.next).into_iter().chain(l.reset.function()));
        next.chain(c.bads().iter().copied()).chain(c.constraints().iter().copied())
    }

    fn add(&mut self, owner: Var, clause: Vec<Lit>) {
        let id = self.clauses.len() as u32;
        self.defining[owner.index()].push(id);
        for &l in clause.iter().filter(|l| l.var() != owner) {
            self.using[l.var().index()].push(id);
        }
        self.clauses.push(clause);
        self.owner.push(owner);
    }

    fn define_gates(&mut self, copies: &[CopiedGate]) {
        let nodes = self.circuit.nodes();
        let mut needed = vec![false; nodes.len()];
        for root in self.roots().chain(copies.iter().map(|copy| copy.defined_by)) {
            needed[root.node().index()] = true;
        }
        for n in (0..nodes.len()).rev() {
            if let (true, Node::And(a, b)) = (needed[n], nodes[n]) {
                needed[a.node().index()] = true;
                needed[b.node().index()] = true;
            }
        }
        let constant = self.new_var(true);
        self.vars[0] = Some(constant);
        self.add(constant, vec![constant.negative()]);
        for latch in self.circuit.latches() {
            self.vars[latch.node.index()] = Some(self.new_var(true));
        }
        for input in self.circuit.inputs() {
            self.vars[input.index()] = Some(self.new_var(true));
        }
        for copy in copies {
            let latch = self.circuit.latches()[copy.latch.index()].node;
            debug_assert!(!copy.defined_by.is_negated(), "a copy is of a gate");
            self.vars[copy.defined_by.node().index()] = self.vars[latch.index()];
        }
        for n in 0..nodes.len() {
            if let (true, Node::And(a, b)) = (needed[n], nodes[n]) {
                let (a, b) = (self.lit(a), self.lit(b));
                let v = self.vars[n].unwrap_or_else(|| self.new_var(false));
                self.vars[n] = Some(v);
                self.add(v, vec![v.negative(), a]);
                self.add(v, vec![v.negative(), b]);
                self.add(v, vec![v.positive(), !a, !b]);
            }
        }
        for root in self.roots() {
            let v = self.lit(root).var();
            self.kept[v.index()] = true;
        }
    }

    fn substitute_gates(&mut self) {
        for _ in 0..PASSES {
            let mut changed = false;
            for v in (0..self.kept.len()).map(Var::new) {
                if !self.kept[v.index()] && !self.defining[v.index()].is_empty() {
                    changed |= self.substitute(v);
                }
            }
            if !changed {
                break;
            }
        }
    }

    /// Replaces a gate by its definition if that needs no more clauses than before.
    fn substitute(&mut self, v: Var) -> bool {
        let clauses = &self.clauses;
        self.using[v.index()].retain(|&c| clauses[c as usize].iter().any(|l| l.var() == v));
        let using = std::mem::take(&mut self.using[v.index()]);
        let before = self.defining[v.index()].len() + using.len();
        let resolvents = if using.len() <= USE_LIMIT { self.resolvents(v, &using, before) } else { None };
        let resolvents = match resolvents {
            Some(resolvents) => resolvents,
            None => {
                self.using[v.index()] = using;
                return false;
            }
        };
        for &c in &using {
            let owner = self.owner[c as usize];
            self.defining[owner.index()].retain(|&d| d != c);
            self.clauses[c as usize] = Vec::new();
        }
        for c in std::mem::take(&mut self.defining[v.index()]) {
            self.clauses[c as usize] = Vec::new();
        }
        for (owner, clause) in resolvents {
            let known = self.defining[owner.index()].iter().any(|&d| self.clauses[d as usize] == clause);
            if !known {
                self.add(owner, clause);
            }
        }
        true
    }

    /// The clauses that use the gate with the gate substituted; `None` if they would be more than `limit` or too long.
    fn resolvents(&self, v: Var, using: &[u32], limit: usize) -> Option<Vec<(Var, Vec<Lit>)>> {
        let mut result = Vec::new();
        for &u in using {
            let user = &self.clauses[u as usize];
            let pivot = *user.iter().find(|l| l.var() == v)?;
            for &d in &self.defining[v.index()] {
                let definition = &self.clauses[d as usize];
                if !definition.contains(&!pivot) {
                    continue;
                }
                if let Some(clause) = resolve(user, definition, pivot) {
                    if clause.len() > CLAUSE_LIMIT || result.len() == limit {
                        return None;
                    }
                    result.push((self.owner[u as usize], clause));
                }
            }
        }
        Some(result)
    }

    /// Numbers the remaining gates without gaps.
    fn finish(self) -> Transition {
        let circuit = self.circuit;
        let mut new = vec![Var::new(0); self.kept.len()];
        let mut count = 0;
        for (v, number) in new.iter_mut().enumerate() {
            if self.kept[v] || !self.defining[v].is_empty() {
                *number = Var::new(count);
                count += 1;
            }
        }
        let rename = |l: Lit| new[l.var().index()].lit(!l.is_negative());
        let (mut lits, mut ends, mut depends) = (Vec::new(), Vec::new(), Vec::with_capacity(count));
        for v in (0..self.kept.len()).filter(|&v| self.kept[v] || !self.defining[v].is_empty()) {
            let mut below: Vec<Var> = Vec::new();
            for &c in &self.defining[v] {
                let clause = &self.clauses[c as usize];
                lits.extend(clause.iter().map(|&l| rename(l)));
                ends.push(lits.len());
                below.extend(clause.iter().map(|&l| rename(l).var()).filter(|&u| u != new[v]));
            }
            below.sort_unstable();
            below.dedup();
            depends.push(below);
        }
        let next: Vec<Lit> = circuit.latches().iter().map(|l| rename(self.lit(l.next))).collect();
        let left = |v: Var| self.kept[v.index()] || !self.defining[v.index()].is_empty();
        let nodes = self.vars.iter().map(|v| v.filter(|&v| left(v)).map(|v| rename(v.positive()))).collect();
        let (next_starts, by_next) = group_by_var(&next, count);
        Transition {
            vars: count,
            latches: circuit.latches().len(),
            inputs: circuit.inputs().len(),
            lits,
            ends,
            definitions: Arc::new(Definitions::new(depends)),
            nodes,
            next,
            next_starts,
            by_next,
            reset: circuit.latches().iter().map(|l| l.reset.value()).collect(),
            functions: circuit
                .latches()
                .iter()
                .map(|l| l.reset.function().map(|s| rename(self.lit(s))))
                .collect(),
            has_functions: circuit.has_reset_functions(),
            bads: circuit.bads().iter().map(|&s| rename(self.lit(s))).collect(),
            constraints: circuit.constraints().iter().map(|&s| rename(self.lit(s))).collect(),
            booking: Booking::default(),
        }
    }
}

/// The resolvent of two clauses on the variable of `pivot`, sorted; `None` if it is a tautology.
fn resolve(a: &[Lit], b: &[Lit], pivot: Lit) -> Option<Vec<Lit>> {
    let mut clause: Vec<Lit> = a.iter().chain(b).copied().filter(|l| l.var() != pivot.var()).collect();
    clause.sort_unstable();
    clause.dedup();
    if clause.windows(2).any(|w| w[0] == !w[1]) {
        None
    } else {
        Some(clause)
    }
}

/// For each variable the latches whose next state it is: starts by variable, and the latches.
fn group_by_var(next: &[Lit], vars: usize) -> (Vec<u32>, Vec<LatchId>) {
    let mut order: Vec<LatchId> = (0..next.len()).map(LatchId::new).collect();
    order.sort_by_key(|l| next[l.index()].var());
    let mut starts = vec![0u32; vars + 1];
    for l in next {
        starts[l.var().index() + 1] += 1;
    }
    for v in 0..vars {
        starts[v + 1] += starts[v];
    }
    (starts, order)
}
