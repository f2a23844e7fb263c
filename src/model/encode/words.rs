//! Words as signals of a circuit, and choices between words with fewer gates than choice by choice.
//!
//! A choice between two words takes three gates a bit. Hardware that keeps a register in all but some cases is a tree
//! of choices in which an alternative occurs more than once. Such a tree is *flattened*: each alternative is selected
//! once, by the disjunction of the conditions on its paths. The gates of conditions are paid once for all bits.
//!
//! * `ite(c, ite(d, x, r), ite(e, y, r))` is `ite(c & d, x, ite(!c & e, y, r))`.
//! * A choice that others read, too, is looked through if it has no alternatives but those of the tree.
//! * A choice between a word and its sum with another word adds once: `ite(c, x + y, x)` is `x + (c & y)`, bit by bit.
//! * A choice equals one of its alternatives if that one is selected, or else if a choice between the others equals it.
//!
//! Both circuits are made where flattening helps at all, and the smaller one is kept.
//!
//! Invariant: a choice or a sum that is read once, as an alternative of a choice, is a part of the tree of that one and
//! has no bits of its own as long as none are asked for. All other choices are roots of trees.
//!
//! Left out: choices as a disjunction of alternatives with their conditions. That saves a gate a bit for each one after
//! the second, but a solver no longer sees that one of the conditions holds.

use super::gates::CircuitGates;
use crate::base::{Budget, HashMap, HashSet, Limit};
use crate::model::circuit::Signal;
use crate::solver::term::{circuit_of, Op, Sort, TermId, Terms};
use crate::theories::bv::blast::{self, Gates};

/// An alternative, and the condition that selects it. Conditions of a tree exclude each other, and one of them holds.
type Alternative = (TermId, Signal);

/// The choices and sums that one term reads, once.
struct ReadOnce {
    all: HashSet<TermId>,
    /// Those that another choice reads as an alternative.
    parts: HashSet<TermId>,
}

impl ReadOnce {
    /// Those among these formulas.
    fn of(terms: &Terms, roots: &[TermId]) -> ReadOnce {
        let mut readers: HashMap<TermId, usize> = HashMap::default();
        let subterms = terms.subterms(roots);
        let read = subterms.iter().flat_map(|&t| terms.args(t)).chain(roots);
        read.for_each(|&t| *readers.entry(t).or_default() += 1);
        let is_either = |&&t: &&TermId| matches!(terms.op(t), Op::Ite | Op::BvAdd) && readers[&t] == 1;
        let all: HashSet<TermId> = subterms.iter().filter(is_either).copied().collect();
        let choices = subterms.iter().filter(|&&t| terms.op(t) == Op::Ite);
        let alternatives = choices.flat_map(|&t| [terms.arg(t, 1), terms.arg(t, 2)]);
        let parts = alternatives.filter(|t| all.contains(t)).collect();
        ReadOnce { all, parts }
    }

    /// Whether a term is a part of the tree of another one.
    fn is_part(&self, t: TermId) -> bool {
        self.parts.contains(&t)
    }
}

/// Makes signals of terms: one for a formula, one per bit for a word, the lowest first.
pub(super) struct Blaster {
    pub gates: CircuitGates,
    bits: HashMap<TermId, Vec<Signal>>,
    read_once: ReadOnce,
}

impl Blaster {
    /// For these formulas, each of which is asked for once.
    pub fn new(terms: &Terms, formulas: &[TermId], budget: &Budget) -> Blaster {
        Blaster {
            gates: CircuitGates::new(budget),
            bits: HashMap::default(),
            read_once: ReadOnce::of(terms, formulas),
        }
    }

    /// Gives a constant its bits.
    pub fn define(&mut self, constant: TermId, bits: Vec<Signal>) {
        self.bits.insert(constant, bits);
    }

    /// The bits of a term all of whose constants have theirs.
    pub fn word(&mut self, terms: &Terms, t: TermId) -> Result<Vec<Signal>, Limit> {
        for s in terms.subterms_until(&[t], |s| self.bits.contains_key(&s)) {
            if self.bits.contains_key(&s) || self.read_once.is_part(s) {
                continue;
            }
            self.gates.check()?;
            let bits = self.node(terms, s);
            self.bits.insert(s, bits);
        }
        self.gates.check()?;
        Ok(self.bits[&t].clone())
    }

    /// The signal of a formula.
    pub fn formula(&mut self, terms: &Terms, t: TermId) -> Result<Signal, Limit> {
        self.word(terms, t).map(|bits| bits[0])
    }

    /// The signal of an equation. A choice between one side and another term differs from that side only where the
    /// other term is chosen, and likewise two choices by one condition that have an alternative in common; so the
    /// choices need no gates if nothing else reads them.
    fn equal(&mut self, terms: &Terms, equation: TermId) -> Signal {
        let (mut x, mut y) = (terms.arg(equation, 0), terms.arg(equation, 1));
        // Each of these makes the sides equal.
        let mut either = Vec::new();
        let choice = |t: TermId| match terms.op(t) {
            Op::Ite => Some((terms.arg(t, 0), [terms.arg(t, 1), terms.arg(t, 2)])),
            _ => None,
        };
        loop {
            let found = match (choice(x), choice(y)) {
                (Some((c, [p, q])), Some((d, [r, s]))) if c == d && q == s => Some((c, true, p, r)),
                (Some((c, [p, q])), Some((d, [r, s]))) if c == d && p == r => Some((c, false, q, s)),
                (Some((c, [p, q])), _) if q == y => Some((c, true, p, y)),
                (Some((c, [p, q])), _) if p == y => Some((c, false, q, y)),
                (_, Some((c, [p, q]))) if q == x => Some((c, true, x, p)),
                (_, Some((c, [p, q]))) if p == x => Some((c, false, x, q)),
                _ => None,
            };
            match found {
                Some((condition, value, a, b)) => {
                    either.push(self.bits[&condition][0].negate_if(value));
                    (x, y) = (a, b);
                }
                None => break,
            }
        }
        let equal = self.choice_equals(terms, x, y).or_else(|| self.choice_equals(terms, y, x));
        let equal = equal.unwrap_or_else(|| {
            let (x, y) = (self.bits_of(terms, x), self.bits_of(terms, y));
            blast::eq(&mut self.gates, &x, &y)
        });
        either.into_iter().rev().fold(equal, |equal, other| self.gates.or(other, equal))
    }

    fn node(&mut self, terms: &Terms, t: TermId) -> Vec<Signal> {
        match terms.op(t) {
            Op::Eq => return vec![self.equal(terms, t)],
            Op::Ite => return self.choice(terms, t),
            _ => {}
        }
        let args: Vec<&[Signal]> = terms.args(t).iter().map(|a| self.bits[a].as_slice()).collect();
        let g = &mut self.gates;
        let a = args.first().copied().unwrap_or(&[]);
        let b = args.get(1).copied().unwrap_or(&[]);
        match terms.op(t) {
            Op::True => vec![Signal::TRUE],
            Op::Not => blast::not(g, a),
            Op::And => {
                let all: Vec<Signal> = args.iter().map(|a| a[0]).collect();
                vec![g.and_all(&all)]
            }
            Op::Bits(_) => match terms.bits_of(t) {
                Some(bits) => (0..bits.width()).map(|i| Signal::constant(bits.bit(i))).collect(),
                None => Vec::new(),
            },
            Op::BvUlt => vec![below(g, a, b)],
            Op::BvSlt => vec![blast::slt(g, a, b)],
            op => {
                let word = circuit_of(g, op, terms.width(t), &args);
                word.unwrap_or_else(|| {
                    unreachable!("{:?} is no operator on words, or a constant without bits", op)
                })
            }
        }
    }
}

/// Unsigned less than. If the high bits of one side are constants of one value, they are compared with the other
/// side's by a conjunction, which comparisons with other constants share.
fn below(g: &mut CircuitGates, a: &[Signal], b: &[Signal]) -> Signal {
    let run = |bits: &[Signal]| {
        let top = bits.last().copied().filter(|&top| top == Signal::FALSE || top == Signal::TRUE);
        bits.iter().rev().take_while(|&&bit| Some(bit) == top).count()
    };
    let (in_a, in_b) = (run(a), run(b));
    let (constant, other, is_right, length) =
        if in_b >= in_a { (b, a, true, in_b) } else { (a, b, false, in_a) };
    if length < 2 {
        return blast::ult(g, a, b);
    }
    let split = a.len() - length;
    let low = blast::ult(g, &a[..split], &b[..split]);
    let is_one = constant.last() == Some(&Signal::TRUE);
    let same: Vec<Signal> = other[split..].iter().map(|bit| bit.negate_if(!is_one)).collect();
    let same = g.and_all(&same);
    let less = g.and(same, low);
    // Below ones is all but ones, and above zeros all but zeros.
    if is_one == is_right {
        g.or(!same, less)
    } else {
        less
    }
}

/// The number of signals for a value of this sort; `None` for numbers.
pub(super) fn width(sort: Sort) -> Option<usize> {
    match sort {
        Sort::Bool => Some(1),
        Sort::BitVec(width) => Some(width as usize),
        _ => None,
    }
}

impl Blaster {
    /// The bits of a choice.
    fn choice(&mut self, terms: &Terms, t: TermId) -> Vec<Signal> {
        let (tree, leaves) = self.tree(terms, t, usize::MAX);
        let (choices, different) = self.with_shared(terms, &tree, &leaves);
        let is_sum = |&t: &TermId| self.summand(terms, t, |of| different.contains(&of)).is_some();
        if different.len() == leaves.len() && !different.iter().any(is_sum) {
            return self.nested(terms, &tree);
        }
        // The smaller circuit is kept.
        let start = self.gates.circuit.nodes().len();
        self.flat(terms, &choices);
        let of_flat = self.forget(start, &leaves);
        let nested = self.nested(terms, &tree);
        if self.gates.circuit.nodes().len() - start <= of_flat {
            return nested;
        }
        self.forget(start, &[tree, leaves].concat());
        self.flat(terms, &choices)
    }

    /// Removes the gates from a node on, with the bits of terms that are parts. Returns how many there were.
    fn forget(&mut self, start: usize, terms: &[TermId]) -> usize {
        for part in terms.iter().filter(|&&t| self.read_once.is_part(t)) {
            self.bits.remove(part);
        }
        let gates = self.gates.circuit.nodes().len() - start;
        self.gates.circuit.forget_gates(start);
        gates
    }

    /// The bits of the first choice of a tree, choice by choice.
    fn nested(&mut self, terms: &Terms, tree: &[TermId]) -> Vec<Signal> {
        let mut bits = Vec::new();
        for &part in tree.iter().rev() {
            let [condition, a, b] = [0, 1, 2].map(|i| self.bits_of(terms, terms.arg(part, i)));
            bits = blast::ite(&mut self.gates, condition[0], &a, &b);
            self.bits.insert(part, bits.clone());
        }
        bits
    }

    /// The summand that makes a sum of another alternative, if the sum is read by this tree only.
    fn summand(
        &self,
        terms: &Terms,
        t: TermId,
        is_other: impl Fn(TermId) -> bool,
    ) -> Option<(TermId, TermId)> {
        if terms.op(t) != Op::BvAdd || !self.read_once.is_part(t) {
            return None;
        }
        let (a, b) = (terms.arg(t, 0), terms.arg(t, 1));
        [(a, b), (b, a)].into_iter().find(|&(of, _)| is_other(of))
    }

    /// The bits of the last made one of choices, alternative by alternative.
    fn flat(&mut self, terms: &Terms, choices: &[TermId]) -> Vec<Signal> {
        let alternatives = self.alternatives(terms, choices, None);
        self.select(terms, &alternatives)
    }

    /// Whether a choice that is read once equals a word that is one of its alternatives: that one is selected, or a
    /// choice between the others equals it.
    fn choice_equals(&mut self, terms: &Terms, t: TermId, word: TermId) -> Option<Signal> {
        if terms.op(t) != Op::Ite || !self.read_once.all.contains(&t) {
            return None;
        }
        let (tree, leaves) = self.tree(terms, t, usize::MAX);
        let (choices, different) = self.with_shared(terms, &tree, &leaves);
        if !different.contains(&word) {
            return None;
        }
        let word_bits = self.bits_of(terms, word);
        let others = self.alternatives(terms, &choices, Some(word));
        if others.is_empty() {
            return Some(Signal::TRUE);
        }
        let conditions: Vec<Signal> = others.iter().map(|other| !other.1).collect();
        let chosen = self.select(terms, &others);
        let same = self.gates.and_all(&conditions);
        let equal = blast::eq(&mut self.gates, &chosen, &word_bits);
        Some(self.gates.or(same, equal))
    }

    /// The bits of a term that the circuit reads already, as a part of a choice at least.
    fn bits_of(&mut self, terms: &Terms, t: TermId) -> Vec<Signal> {
        if !self.bits.contains_key(&t) {
            let bits = self.node(terms, t);
            self.bits.insert(t, bits);
        }
        self.bits[&t].clone()
    }

    /// The choices of a tree, each before those that it reads, and its alternatives, with repetitions. If there are
    /// more choices than `most`, some of them count as alternatives.
    fn tree(&self, terms: &Terms, t: TermId, most: usize) -> (Vec<TermId>, Vec<TermId>) {
        let (mut tree, mut leaves) = (vec![t], Vec::new());
        let mut at = 0;
        while let Some(&choice) = tree.get(at) {
            at += 1;
            for alternative in [terms.arg(choice, 1), terms.arg(choice, 2)] {
                let is_part = terms.op(alternative) == Op::Ite && self.read_once.is_part(alternative);
                let to = if is_part && tree.len() < most { &mut tree } else { &mut leaves };
                to.push(alternative);
            }
        }
        (tree, leaves)
    }

    /// The choices of a tree with those of its alternatives that are choices between others of its alternatives, and
    /// the alternatives that are left, each once.
    fn with_shared(&self, terms: &Terms, tree: &[TermId], leaves: &[TermId]) -> (Vec<TermId>, Vec<TermId>) {
        let mut choices = tree.to_vec();
        let known: HashSet<TermId> = leaves.iter().copied().collect();
        let mut seen = HashSet::default();
        let mut different = Vec::new();
        for &leaf in leaves.iter().filter(|&&leaf| seen.insert(leaf)) {
            if terms.op(leaf) == Op::Ite {
                // More choices than bits need more gates for conditions than they save.
                let (parts, of_leaf) = self.tree(terms, leaf, self.bits[&leaf].len());
                if of_leaf.iter().all(|t| known.contains(t)) {
                    choices.extend(parts);
                    continue;
                }
            }
            different.push(leaf);
        }
        (choices, different)
    }

    /// The alternatives that choices lead to, each once, without one of them. The choices are all below the one that
    /// was made last.
    fn alternatives(
        &mut self,
        terms: &Terms,
        choices: &[TermId],
        except: Option<TermId>,
    ) -> Vec<Alternative> {
        // Arguments have smaller ids.
        let mut order = choices.to_vec();
        order.sort_unstable_by(|a, b| b.cmp(a));
        let mut paths: HashMap<TermId, Vec<Signal>> = order.iter().map(|&t| (t, Vec::new())).collect();
        paths.insert(order[0], vec![Signal::TRUE]);
        let mut found: Vec<(TermId, Vec<Signal>)> = Vec::new();
        let mut places: HashMap<TermId, usize> = HashMap::default();
        for &choice in &order {
            let path = self.any(&paths[&choice]);
            let condition = self.bits[&terms.arg(choice, 0)][0];
            for (i, condition) in [(1, condition), (2, !condition)] {
                let t = terms.arg(choice, i);
                let path = self.gates.and(path, condition);
                if let Some(paths) = paths.get_mut(&t) {
                    paths.push(path);
                } else if Some(t) != except {
                    let place = *places.entry(t).or_insert(found.len());
                    if place == found.len() {
                        found.push((t, Vec::new()));
                    }
                    found[place].1.push(path);
                }
            }
        }
        // The last one is selected by default, without a condition.
        if let Some(most) = (0..found.len()).max_by_key(|&i| found[i].1.len()) {
            let default = found.remove(most);
            found.push(default);
        }
        found.iter().map(|(t, paths)| (*t, self.any(paths))).collect()
    }

    fn any(&mut self, conditions: &[Signal]) -> Signal {
        let none: Vec<Signal> = conditions.iter().map(|&c| !c).collect();
        !self.gates.and_all(&none)
    }

    /// The bits of the alternative whose condition holds; of the last one if none does. A sum of another alternative
    /// and a word is that alternative and the word where the sum is selected.
    fn select(&mut self, terms: &Terms, alternatives: &[Alternative]) -> Vec<Signal> {
        let places: HashMap<TermId, usize> = alternatives.iter().enumerate().map(|(i, a)| (a.0, i)).collect();
        let mut conditions: Vec<Signal> = alternatives.iter().map(|a| a.1).collect();
        let mut added: Vec<Vec<Signal>> = vec![Vec::new(); alternatives.len()];
        let mut left = Vec::new();
        for (i, &(t, condition)) in alternatives.iter().enumerate() {
            match self.summand(terms, t, |of| places.contains_key(&of)) {
                None => left.push(i),
                Some((of, word)) => {
                    let at = places[&of];
                    let word: Vec<Signal> = self.bits_of(terms, word);
                    let word: Vec<Signal> = word.iter().map(|&bit| self.gates.and(condition, bit)).collect();
                    added[at] = if added[at].is_empty() {
                        word
                    } else {
                        blast::bitwise(&mut self.gates, &added[at], &word, Gates::or)
                    };
                    conditions[at] = self.gates.or(conditions[at], condition);
                }
            }
        }
        let mut bits = Vec::new();
        for i in left.into_iter().rev() {
            let mut word = self.bits_of(terms, alternatives[i].0);
            if !added[i].is_empty() {
                word = blast::add(&mut self.gates, &word, &added[i]);
            }
            bits =
                if bits.is_empty() { word } else { blast::ite(&mut self.gates, conditions[i], &word, &bits) };
        }
        bits
    }
}
