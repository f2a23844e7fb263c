//! The smallest known structures of and-gates for functions of four inputs.
//!
//! A function is a truth table of 16 bits. Two functions are of one class if they differ by a permutation of inputs and
//! by negations of inputs and of the result (NPN; 222 classes), and all functions of a class have the same structures.
//! Classes are found by their cost: cost 0 is an input, and the conjunction of two functions costs one more than both
//! together, their exclusive or three more. The first function of a class that is found represents it. A conjunction
//! with all functions of one operand's class is the same up to a permutation and negations, so one operand is always a
//! representative, which leaves few pairs to look at.
//!
//! A structure of a class is made of those of its operands, with steps of equal functions shared. A class has several
//! structures, which share gates with the rest of a circuit in different ways. Functions of a cost above
//! [`MOST_COST`] have none.

use std::sync::{Arc, Mutex, PoisonError};

/// The truth tables of the four inputs.
pub(super) const INPUTS: [u16; 4] = [0xaaaa, 0xcccc, 0xf0f0, 0xff00];
/// Functions that cost more are left out.
const MOST_COST: usize = 6;
/// The steps of a structure at most: shared steps make structures smaller than their cost.
pub(super) const MOST_STEPS: usize = MOST_COST;
/// The structures of a class at most.
const MOST_STRUCTURES: usize = 8;
/// The structures of an operand that are tried.
const OPERANDS: usize = 2;

/// An input or a step, and whether it is negated: twice its place, inputs first, plus the sign.
pub(super) type Operand = u8;

/// Gates, each a conjunction of inputs and gates before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Structure {
    pub(super) steps: Vec<[Operand; 2]>,
    /// The result.
    pub(super) root: Operand,
}

/// A function as one of the representative of its class.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    class: u16,
    /// By input of the representative: the input of the function.
    pub(super) inputs: [Operand; 4],
    /// Whether the result is negated.
    pub(super) negated: bool,
}

/// See the module's documentation.
#[derive(Debug)]
pub(super) struct Library {
    /// By table without its lowest bit, which is 0: a function that is true there is seen negated.
    views: Vec<Option<View>>,
    classes: Vec<Class>,
}

#[derive(Debug)]
struct Class {
    cost: usize,
    structures: Vec<Structure>,
}

/// The table, computed when it is first asked for: a constant that is too long to be written down.
static LIBRARY: Mutex<Option<Arc<Library>>> = Mutex::new(None);

impl Library {
    /// The one library.
    pub(super) fn get() -> Arc<Library> {
        let mut library = LIBRARY.lock().unwrap_or_else(PoisonError::into_inner);
        library.get_or_insert_with(|| Arc::new(Library::new())).clone()
    }

    /// How a function is seen, and the structures of its class.
    pub(super) fn of(&self, table: u16) -> Option<(View, &[Structure])> {
        let negated = table & 1 != 0;
        let view = self.views[usize::from(normal(table)) / 2]?;
        let view = View { negated: view.negated != negated, ..view };
        Some((view, &self.classes[usize::from(view.class)].structures))
    }

    fn new() -> Library {
        let mut library = Library { views: vec![None; 1 << 15], classes: Vec::new() };
        // By cost: all functions, and the representatives of their classes.
        let mut functions = vec![library.add_class(INPUTS[0], 0)];
        let mut representatives = vec![vec![INPUTS[0]]];
        library.classes[0].structures.push(Structure { steps: Vec::new(), root: 0 });
        for cost in 1..=MOST_COST {
            let (mut found, mut first) = (Vec::new(), Vec::new());
            for (own, ands) in [(1, true), (3, false)] {
                let below = if cost >= own { cost - own } else { continue };
                for i in 0..=below / 2 {
                    for &a in &representatives[i] {
                        for &b in &functions[below - i] {
                            for signs in 0..if ands { 4 } else { 1 } {
                                let pair = Pair { operands: [a ^ sign(signs), b ^ sign(signs >> 1)], ands };
                                let function = normal(pair.function());
                                if function == 0 {
                                    continue;
                                }
                                if library.views[usize::from(function) / 2].is_none() {
                                    found.extend(library.add_class(function, cost));
                                    first.push(function);
                                }
                                library.add_structures(function, cost, &pair);
                            }
                        }
                    }
                }
            }
            functions.push(found);
            representatives.push(first);
        }
        library
    }

    /// Adds the class that a function represents. Gives its functions.
    fn add_class(&mut self, function: u16, cost: usize) -> Vec<u16> {
        let class = self.classes.len() as u16;
        self.classes.push(Class { cost, structures: Vec::new() });
        self.views[usize::from(function) / 2] = Some(View { class, inputs: [0, 2, 4, 6], negated: false });
        let mut orbit = vec![function];
        let mut next = 0;
        while let Some(&from) = orbit.get(next) {
            next += 1;
            let view = self.views[usize::from(from) / 2];
            // Three swaps of neighbours and one negation generate all permutations and negations.
            for generator in 0..4 {
                let (table, inputs) = match generator {
                    3 => ((from & 0x5555) << 1 | from >> 1 & 0x5555, [1, 0, 2, 3, 4, 5, 6, 7]),
                    i => (swapped(from, i), swap_of_operands(i)),
                };
                let place = &mut self.views[usize::from(normal(table)) / 2];
                if let (None, Some(view)) = (&place, view) {
                    let inputs = view.inputs.map(|input| inputs[usize::from(input)]);
                    *place = Some(View { inputs, negated: view.negated != (table & 1 != 0), ..view });
                    orbit.push(normal(table));
                }
            }
        }
        orbit
    }

    /// Adds the structures by which a pair of functions gives another one to the class of that one.
    fn add_structures(&mut self, function: u16, cost: usize, pair: &Pair) {
        let view = match self.views[usize::from(function) / 2] {
            Some(view) => view,
            None => return,
        };
        let class = &self.classes[usize::from(view.class)];
        if class.cost != cost || class.structures.len() == MOST_STRUCTURES {
            return;
        }
        // The inputs of the function, as inputs of the representative.
        let mut inputs = [0; 4];
        for (i, input) in (0..).zip(view.inputs) {
            inputs[usize::from(input / 2)] = 2 * i + (input & 1);
        }
        let (left, right) = (self.of(pair.operands[0]), self.of(pair.operands[1]));
        let mut made = Vec::new();
        if let (Some((a, of_a)), Some((b, of_b))) = (left, right) {
            for left in of_a.iter().take(OPERANDS) {
                for right in of_b.iter().take(OPERANDS) {
                    let mut draft = Draft::new();
                    let [x, y] = [draft.place(left, &a, &inputs), draft.place(right, &b, &inputs)];
                    let root = if pair.ands { draft.and(x, y) } else { draft.xor(x, y) };
                    let negated = draft.table(root) & 1 != 0;
                    made.push(Structure { steps: draft.steps, root: root ^ u8::from(negated) });
                }
            }
        }
        let structures = &mut self.classes[usize::from(view.class)].structures;
        for structure in made {
            if structures.len() < MOST_STRUCTURES && !structures.contains(&structure) {
                structures.push(structure);
            }
        }
    }
}

/// Two functions, and whether their conjunction or their exclusive or is meant.
struct Pair {
    operands: [u16; 2],
    ands: bool,
}

impl Pair {
    fn function(&self) -> u16 {
        let [a, b] = self.operands;
        if self.ands {
            a & b
        } else {
            a ^ b
        }
    }
}

/// A structure that is being built, with the truth tables of inputs and steps.
struct Draft {
    steps: Vec<[Operand; 2]>,
    tables: Vec<u16>,
}

impl Draft {
    fn new() -> Draft {
        Draft { steps: Vec::new(), tables: INPUTS.to_vec() }
    }

    fn table(&self, operand: Operand) -> u16 {
        self.tables[usize::from(operand / 2)] ^ sign(operand)
    }

    /// Adds a structure. `inputs` stand for those of the function that the view is of.
    fn place(&mut self, structure: &Structure, view: &View, inputs: &[Operand; 4]) -> Operand {
        let mut places: Vec<Operand> =
            view.inputs.iter().map(|&input| inputs[usize::from(input / 2)] ^ input & 1).collect();
        for &[a, b] in &structure.steps {
            let [a, b] = [a, b].map(|operand| places[usize::from(operand / 2)] ^ operand & 1);
            places.push(self.and(a, b));
        }
        places[usize::from(structure.root / 2)] ^ structure.root & 1 ^ u8::from(view.negated)
    }

    /// The conjunction, or an earlier step of the same function up to negation.
    fn and(&mut self, a: Operand, b: Operand) -> Operand {
        let table = self.table(a) & self.table(b);
        debug_assert!(table != 0, "a part of a smallest structure is not constant");
        let same = self.tables.iter().position(|&known| known == table || known == !table);
        let place = same.unwrap_or_else(|| {
            self.steps.push([a.min(b), a.max(b)]);
            self.tables.push(table);
            self.tables.len() - 1
        });
        2 * place as u8 + u8::from(self.tables[place] != table)
    }

    fn xor(&mut self, a: Operand, b: Operand) -> Operand {
        let [left, right] = [self.and(a, b ^ 1), self.and(a ^ 1, b)];
        self.and(left ^ 1, right ^ 1) ^ 1
    }
}

/// All ones if the lowest bit is set.
fn sign(bits: u8) -> u16 {
    u16::from(bits & 1).wrapping_neg()
}

/// The function or its negation, whichever is false if all inputs are.
fn normal(table: u16) -> u16 {
    table ^ (table & 1).wrapping_neg()
}

/// The function with input `i` and the next one exchanged.
pub(super) fn swapped(table: u16, i: usize) -> u16 {
    let (both, up) = [(0x9999, 0x2222), (0xc3c3, 0x0c0c), (0xf00f, 0x00f0)][i];
    let shift = 1 << i;
    table & both | (table & up) << shift | (table >> shift) & up
}

/// By operand: the one in its place when input `i` and the next one are exchanged.
fn swap_of_operands(i: usize) -> [Operand; 8] {
    let mut operands = [0, 1, 2, 3, 4, 5, 6, 7];
    operands.swap(2 * i, 2 * i + 2);
    operands.swap(2 * i + 1, 2 * i + 3);
    operands
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn structures_have_the_functions_that_they_stand_for() {
        let library = Library::get();
        for table in 0..=u16::MAX {
            if let Some((view, structures)) = library.of(table) {
                for structure in structures {
                    let mut draft = Draft::new();
                    let root = draft.place(structure, &view, &[0, 2, 4, 6]);
                    assert_eq!(draft.table(root), table);
                    assert!(structure.steps.len() <= MOST_STEPS);
                }
            }
        }
    }

    #[test]
    fn well_known_functions_have_their_smallest_structures() {
        let library = Library::get();
        let [a, b, c, d] = INPUTS;
        let if_then_else = a & b | !a & c;
        let majority = a & b | a & c | b & c;
        let functions =
            [(a, 0), (a & !b, 1), (!(a | b | c | d), 3), (a ^ d, 3), (if_then_else, 3), (majority, 4)];
        for (table, gates) in functions.into_iter().chain([(a ^ b ^ c, 6), ((a & b | c) & (a | d), 4)]) {
            let (_, structures) = library.of(table).expect("a function of a small cost");
            assert_eq!(structures.iter().map(|structure| structure.steps.len()).min(), Some(gates));
        }
        // The parity of four inputs has nine gates.
        assert!(library.of(a ^ b ^ c ^ d).is_none());
    }
}
