//! A system as a BTOR2 file.

use super::nodes::{NodeNumber, Nodes};
use crate::base::{HashMap, HashSet};
use crate::model::system::functional::{conjuncts, FirstValues, NextValues};
use crate::model::system::System;
use crate::solver::term::{Op, Sort, SymbolId, TermId, Terms};
use std::collections::VecDeque;
use std::fmt;

/// The reason why a system cannot be written: a variable or a part of a formula is neither a word nor an array of
/// words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotWords {
    /// The name of the variable.
    pub name: String,
    /// Its sort.
    pub sort: String,
}

impl fmt::Display for NotWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let knows = "and BTOR2 knows words only, and arrays of them";
        write!(f, "`{}` is of sort {}, {}; write VMT-LIB", self.name, self.sort, knows)
    }
}

impl std::error::Error for NotWords {}

/// Writes a system over Booleans, bit-vectors and arrays of these.
///
/// Constant arrays are first values of states, as the format has them nowhere else: another one is a state of its own,
/// which begins with that value and keeps it, if the value is a constant or the array occurs in Init only.
///
/// First values are constants, or terms over other states. The format wants those states before the one that is
/// described by them, so states are written in an order that allows this; equations in a circle are left to be watched.
/// States without a first value have no `init`.
///
/// The format knows functions, so relations are watched, as they are for circuits
/// ([`encode::blast`](crate::model::encode::blast)): a state that is 0 in the first step only, with a constraint for
/// the part of Init that gives no such values, and a state that says whether all steps so far satisfied the part of
/// Trans that gives no next values. These states come last, and so do the inputs that stand for next values.
///
/// ```
/// use indubit::input::btor2;
/// use indubit::model::system::System;
/// use indubit::solver::term::{Sort, Terms};
///
/// let mut system = System::default();
/// let x = system.declare_state("x", Sort::Bool);
/// let not_x = system.terms_mut().not(x.current);
/// let toggles = system.terms_mut().eq(x.next, not_x);
/// system.set_init(x.current);
/// system.set_trans(toggles);
/// system.add_property("off", not_x);
/// let text = "1 sort bitvec 1\n2 one 1\n3 state 1 x\n4 init 1 3 2\n5 next 1 3 -3\n6 bad -3 off\n";
/// assert_eq!(btor2::write(&system).as_deref(), Ok(text));
/// ```
///
/// # Errors
///
/// If a variable is a number, or a part of a formula is.
pub fn write(system: &System) -> Result<String, NotWords> {
    if let Some(t) = unwritten(system) {
        let terms = system.terms();
        return Err(NotWords { name: terms.text(t), sort: terms.sort_text(terms.sort(t)) });
    }
    let mut terms = system.terms().clone();
    let mut first = FirstValues::of(system, &mut terms);
    let functions = FirstFunctions::take(system, &mut terms, &mut first);
    let next = NextValues::of(system, &mut terms);
    Ok(Writer { system, nodes: Nodes::new(&terms) }.write(&first, &functions, &next))
}

/// A part of the system that the format does not know.
fn unwritten(system: &System) -> Option<TermId> {
    let terms = system.terms();
    let variables = system.states().iter().map(|s| s.current).chain(system.inputs().iter().copied());
    let mut roots: Vec<TermId> = variables.chain([system.trans(), system.constraint()]).collect();
    roots.extend(system.property_formulas());
    // Init counts in the first step only, in which a state that keeps a value has it, too.
    let changes = |t: TermId| terms.op(t) == Op::ConstArray && !is_constant(terms, terms.arg(t, 0));
    let constant = || terms.subterms(&roots).into_iter().find(|&t| changes(t));
    unwritten_in(terms, &roots).or_else(constant).or_else(|| unwritten_in(terms, &[system.init()]))
}

/// A part of these terms that the format does not know.
pub(super) fn unwritten_in(terms: &Terms, roots: &[TermId]) -> Option<TermId> {
    let is_word = |sort: Sort| sort == Sort::Bool || sort.width().is_some();
    let is_unknown = |&t: &TermId| match (terms.op(t), terms.array_parts(terms.sort(t))) {
        (Op::Call(_) | Op::Difference, _) => true,
        (_, Some((index, cell))) => !is_word(index) || !is_word(cell),
        (_, None) => !is_word(terms.sort(t)),
    };
    terms.subterms(roots).into_iter().find(is_unknown)
}

/// Whether a term is a constant word.
fn is_constant(terms: &Terms, t: TermId) -> bool {
    terms.bits_of(t).is_some() || t == Terms::TRUE || t == Terms::FALSE
}

/// First values that are functions, and the order in which states are written for them.
struct FirstFunctions {
    /// By state: the term over other states that Init says it equals.
    values: Vec<Option<TermId>>,
    /// The states, each behind those that its value reads.
    order: Vec<usize>,
}

/// A conjunct of Init that says what a state equals.
#[derive(Clone)]
struct Equation {
    value: TermId,
    conjunct: TermId,
    /// The states that the value reads.
    reads: Vec<usize>,
}

impl FirstFunctions {
    /// Takes equations for states without a constant out of the rest of Init, as long as no first value then depends
    /// on itself.
    fn take(system: &System, terms: &mut Terms, first: &mut FirstValues) -> FirstFunctions {
        let states = system.states().iter().enumerate();
        let places: HashMap<TermId, usize> = states.map(|(place, state)| (state.current, place)).collect();
        let mut equations: Vec<Option<Equation>> = vec![None; system.states().len()];
        // By state: the states that it equals or, of formulas, is the complement of, with the conjunct that says so.
        let mut twins: Vec<Vec<(usize, bool, TermId)>> = vec![Vec::new(); system.states().len()];
        let mut rest = Vec::new();
        for &conjunct in &first.rest {
            let (atom, negated) = terms.split_not(conjunct);
            if terms.op(atom) != Op::Eq || negated && terms.sort(terms.arg(atom, 0)) != Sort::Bool {
                rest.push(conjunct);
                continue;
            }
            let (a, b) = (terms.arg(atom, 0), terms.arg(atom, 1));
            match (places.get(&a), places.get(&b)) {
                (Some(&x), Some(&y)) => {
                    twins[x].push((y, negated, conjunct));
                    twins[y].push((x, negated, conjunct));
                }
                (Some(&place), None) | (None, Some(&place))
                    if first.constants[place].is_none() && equations[place].is_none() =>
                {
                    let value = if places.contains_key(&a) { b } else { a };
                    let value = if negated { terms.not(value) } else { value };
                    let symbols = terms.symbols_in(&[value]);
                    let place_of = |s: SymbolId| places.get(&terms.symbol_term(s)).copied();
                    let reads = symbols.into_iter().filter_map(place_of).collect();
                    equations[place] = Some(Equation { value, conjunct, reads });
                }
                (Some(_), None) | (None, Some(_)) | (None, None) => rest.push(conjunct),
            }
        }
        let is_known: Vec<bool> =
            equations.iter().zip(&first.constants).map(|(e, c)| e.is_some() || c.is_some()).collect();
        orient(system, terms, &twins, is_known, &mut equations, &mut rest);
        let order = order(&mut equations, &mut rest);
        first.rest = rest;
        FirstFunctions { values: equations.iter().map(|e| e.as_ref().map(|e| e.value)).collect(), order }
    }
}

/// Says which of two equal states is described by the other: what is known spreads, and where nothing is, the first
/// state of those that are equal stays open. Equations between two states that are known already go to the rest.
fn orient(
    system: &System,
    terms: &mut Terms,
    twins: &[Vec<(usize, bool, TermId)>],
    mut is_known: Vec<bool>,
    equations: &mut [Option<Equation>],
    rest: &mut Vec<TermId>,
) {
    let mut used: HashSet<TermId> = HashSet::default();
    let mut queue: VecDeque<usize> = (0..twins.len()).filter(|&state| is_known[state]).collect();
    let mut open = 0..twins.len();
    while let Some(state) = queue.pop_front().or_else(|| open.find(|&state| !is_known[state])) {
        is_known[state] = true;
        for &(twin, negated, conjunct) in &twins[state] {
            if !used.insert(conjunct) {
                continue;
            }
            if std::mem::replace(&mut is_known[twin], true) {
                rest.push(conjunct);
                continue;
            }
            let value = system.states()[state].current;
            let value = if negated { terms.not(value) } else { value };
            equations[twin] = Some(Equation { value, conjunct, reads: vec![state] });
            queue.push_back(twin);
        }
    }
}

/// The states, each behind those that its first value reads. An equation that closes a circle is taken away: its
/// conjunct goes back to the rest of Init.
fn order(equations: &mut [Option<Equation>], rest: &mut Vec<TermId>) -> Vec<usize> {
    /// How far the search has come with a state.
    #[derive(Clone, Copy, PartialEq, Eq)]
    enum Progress {
        New,
        Open,
        Placed,
    }
    let mut progress = vec![Progress::New; equations.len()];
    let mut order = Vec::with_capacity(equations.len());
    for start in 0..equations.len() {
        // States on the way down, each with the number of those it reads that have been looked at.
        let mut path = vec![(start, 0)];
        while let Some((state, looked_at)) = path.last_mut() {
            let below = equations[*state].as_ref().and_then(|e| e.reads.get(*looked_at).copied());
            *looked_at += 1;
            match (progress[*state], below) {
                (Progress::Placed, _) => drop(path.pop()),
                (Progress::New | Progress::Open, None) => {
                    progress[*state] = Progress::Placed;
                    order.push(*state);
                    path.pop();
                }
                (Progress::New | Progress::Open, Some(below)) => {
                    progress[*state] = Progress::Open;
                    match progress[below] {
                        Progress::New => path.push((below, 0)),
                        Progress::Open => {
                            rest.extend(equations[below].take().map(|equation| equation.conjunct));
                            progress[below] = Progress::Placed;
                            order.push(below);
                        }
                        Progress::Placed => {}
                    }
                }
            }
        }
    }
    order
}

struct Writer<'a> {
    system: &'a System,
    nodes: Nodes<'a>,
}

impl Writer<'_> {
    fn write(mut self, first: &FirstValues, functions: &FirstFunctions, next: &NextValues) -> String {
        for &value in first.constants.iter().flatten() {
            self.nodes.node(value);
        }
        for &input in self.system.inputs() {
            self.variable("input", input);
        }
        for &i in &functions.order {
            let state = self.system.states()[i];
            // A state's number is greater than that of its first value. A word is that of all cells of an array.
            let value =
                first.constants[i].or(functions.values[i]).map(|value| match self.nodes.terms.op(value) {
                    Op::ConstArray => self.nodes.node(self.nodes.terms.arg(value, 0)),
                    _ => self.nodes.node(value),
                });
            let number = self.variable("state", state.current);
            if let Some(value) = value {
                let sort = self.nodes.sort_of(state.current);
                self.nodes.line(format!("init {} {} {}", sort, number, value));
            }
        }
        self.watch_init(&first.rest);
        self.write_next(next);
        for constraint in conjuncts(self.nodes.terms, self.system.constraint()) {
            let number = self.nodes.node(constraint);
            self.nodes.line(format!("constraint {}", number));
        }
        for property in self.system.properties() {
            let number = self.nodes.node(property.bad);
            self.nodes.line(format!("bad {}{}", number, symbol(&property.name)));
        }
        for justice in self.system.justice() {
            let numbers: Vec<String> =
                justice.signals.iter().map(|&t| self.nodes.node(t).to_string()).collect();
            let mut words = vec![numbers.len().to_string()];
            words.extend(numbers);
            self.nodes.line(format!("justice {}{}", words.join(" "), symbol(&justice.name)));
        }
        for &signal in self.system.fairness() {
            let number = self.nodes.node(signal);
            self.nodes.line(format!("fair {}", number));
        }
        self.nodes.out
    }

    fn variable(&mut self, kind: &str, t: TermId) -> NodeNumber {
        let sort = self.nodes.sort_of(t);
        let number = self.nodes.line(format!("{} {}{}", kind, sort, symbol(self.system.name(t))));
        self.nodes.nodes.insert(t, number);
        number
    }

    /// A state of one bit with this first value.
    fn watcher(&mut self, name: &str, first: bool) -> (NodeNumber, NodeNumber) {
        let value = self.nodes.node(self.nodes.terms.bool(first));
        let sort = self.nodes.sort(Sort::Bool);
        let number = self.nodes.line(format!("state {} {}", sort, name));
        self.nodes.line(format!("init {} {} {}", sort, number, value));
        (sort, number)
    }

    /// The part of Init that gives no constants, demanded of the first step.
    fn watch_init(&mut self, rest: &[TermId]) {
        if rest.is_empty() {
            return;
        }
        let (sort, started) = self.watcher("started", false);
        let yes = self.nodes.node(Terms::TRUE);
        self.nodes.line(format!("next {} {} {}", sort, started, yes));
        for &formula in rest {
            let holds = self.nodes.node(formula);
            let demanded = self.nodes.line(format!("or {} {} {}", sort, started, holds));
            self.nodes.line(format!("constraint {}", demanded));
        }
    }

    fn write_next(&mut self, next: &NextValues) {
        for (state, &function) in self.system.states().iter().zip(&next.functions) {
            let value = match function {
                Some(function) => self.nodes.node(function),
                None if next.rest.is_empty() => continue,
                None => self.variable("input", state.next),
            };
            self.nodes.nodes.insert(state.next, value);
            let (sort, number) = (self.nodes.sort_of(state.current), self.nodes.node(state.current));
            self.nodes.line(format!("next {} {} {}", sort, number, value));
        }
        if next.rest.is_empty() {
            return;
        }
        let (sort, obeyed) = self.watcher("obeyed", true);
        let mut obeys = obeyed;
        for &formula in &next.rest {
            let holds = self.nodes.node(formula);
            obeys = self.nodes.line(format!("and {} {} {}", sort, obeys, holds));
        }
        self.nodes.line(format!("next {} {} {}", sort, obeyed, obeys));
        self.nodes.line(format!("constraint {}", obeyed));
    }
}

/// A name as the symbol at the end of a line, with the blank before it; nothing if there is none.
fn symbol(name: &str) -> String {
    let clean: String =
        name.chars().map(|c| if c.is_whitespace() || c.is_control() { '_' } else { c }).collect();
    match clean.strip_prefix(';') {
        _ if clean.is_empty() => String::new(),
        Some(rest) => format!(" _{}", rest),
        None => format!(" {}", clean),
    }
}
