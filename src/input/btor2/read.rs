//! The reader: one line after the other, then the system.

use super::line::{Line, Lines};
use super::vectors::{complement, sort_of};
use super::{arrays, Btor2File};
use crate::base::{Budget, HashMap, HashSet, Limit};
use crate::input::ParseError;
use crate::solver::term::{TermId, Terms};
use std::sync::Arc;

/// Widest word. Operators for overflow make words twice as wide, which other formats have to be able to hold.
const WIDEST: u64 = 1 << 19;
/// Most terms that array operators may make in one file.
const MOST_CELLS: usize = 1 << 24;
/// Lines between two looks at the budget.
const PERIOD: usize = 64;

/// A sort of the file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Words of this width.
    Word(u32),
    /// Arrays.
    Array {
        /// Bits of an index.
        index: u32,
        /// Bits of a cell.
        cell: u32,
    },
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Kind::Word(1) => f.write_str("1 bit"),
            Kind::Word(width) => write!(f, "{} bits", width),
            Kind::Array { index, cell } => {
                write!(f, "an array with {} index bits and {} bits a cell", index, cell)
            }
        }
    }
}

/// A node of the file.
#[derive(Clone)]
pub(super) struct Node {
    pub kind: Kind,
    /// One term, or one per cell of an array that is split.
    pub terms: Arc<[TermId]>,
    /// The place among the states, if it is one.
    pub state: Option<usize>,
}

impl Node {
    pub fn word(width: u32, term: TermId) -> Node {
        Node { kind: Kind::Word(width), terms: Arc::new([term]), state: None }
    }

    pub fn term(&self) -> TermId {
        self.terms.first().copied().unwrap_or(Terms::TRUE)
    }
}

/// The meaning of a line's number.
pub(super) enum Entry {
    Sort(Kind),
    Node(Node),
    /// A line without sort, such as `bad`.
    Nothing,
}

/// A line `state`.
pub(super) struct State {
    pub number: u64,
    pub node: Node,
    pub symbol: String,
    /// The first values, and the offset of the line that gives them.
    pub init: Option<(Arc<[TermId]>, usize)>,
    pub next: Option<Arc<[TermId]>>,
}

pub(super) struct Reader<'a> {
    pub terms: Terms,
    pub budget: &'a Budget,
    /// By number, which increases.
    pub entries: Vec<(u64, Entry)>,
    pub states: Vec<State>,
    /// The number, the node and the symbol of each.
    pub inputs: Vec<(u64, Node, String)>,
    pub constraints: Vec<TermId>,
    pub bads: Vec<(String, TermId)>,
    /// By line `bad`: the place in a source that its comment names, or nothing.
    pub places: Vec<String>,
    /// Words with the symbols of lines that define no variable.
    pub named: Vec<(String, TermId)>,
    /// The positions among these of the lines `output`.
    pub outputs: Vec<usize>,
    /// The names of variables without a symbol, by line.
    names: HashMap<u64, String>,
    pub justice: Vec<(String, Vec<TermId>)>,
    pub fairness: Vec<TermId>,
    /// Terms made by operators on arrays that are split.
    pub cells: usize,
}

/// The names of states and inputs whose lines have no symbol: those of an output, or of a word that is the same, as
/// Yosys writes for registers that are outputs. Each name is taken once.
fn names(bytes: &[u8]) -> HashMap<u64, String> {
    let mut used: HashSet<&[u8]> = HashSet::default();
    let mut found: Vec<(u64, &[u8])> = Vec::new();
    let number = |word: &[u8]| std::str::from_utf8(word).ok()?.parse().ok();
    for line in bytes.split(|&b| b == b'\n') {
        let words: Vec<&[u8]> = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).collect();
        match words[..] {
            [_, b"state" | b"input", _, symbol, ..] => drop(used.insert(symbol)),
            [_, b"output", of, symbol, ..] => found.extend(number(of).map(|of| (of, symbol))),
            [_, b"uext", _, of, b"0", symbol, ..] => found.extend(number(of).map(|of| (of, symbol))),
            _ => {}
        }
    }
    let mut names = HashMap::default();
    for (of, symbol) in found {
        if !symbol.starts_with(b";") && !names.contains_key(&of) && used.insert(symbol) {
            names.insert(of, String::from_utf8_lossy(symbol).into_owned());
        }
    }
    names
}

/// Reads a BTOR2 file.
///
/// Blanks may stand where the authors' tools want none. The names of variables are the symbols of their lines, those of
/// outputs that are the variables, or `state3` and `input3` with the number of the line. A cell of an array has its
/// index in brackets behind the name.
///
/// # Errors
///
/// The first part of the file that is wrong or not supported, with line and column, or that a limit of the budget
/// ended.
pub fn read(bytes: &[u8], budget: &Budget) -> Result<Btor2File, ParseError> {
    let mut reader = Reader {
        terms: Terms::new(),
        budget,
        entries: Vec::new(),
        states: Vec::new(),
        inputs: Vec::new(),
        constraints: Vec::new(),
        bads: Vec::new(),
        places: Vec::new(),
        named: Vec::new(),
        outputs: Vec::new(),
        names: names(bytes),
        justice: Vec::new(),
        fairness: Vec::new(),
        cells: 0,
    };
    reader.terms.begin_effort(budget);
    let mut lines = Lines::new(bytes);
    let mut count = 0;
    while let Some(mut line) = lines.next() {
        let start = line.offset();
        reader.line(&mut line)?;
        count += 1;
        if count % PERIOD == 0 || reader.terms.is_over() {
            reader.check().map_err(|limit| {
                line.error(start, format!("{} while reading this line", limit)).of_limit(limit)
            })?;
        }
    }
    let over = reader.terms.end_effort();
    if let Some(over) = over {
        return Err(ParseError::in_text(bytes, bytes.len(), over.to_string()).of_limit(over.limit()));
    }
    reader.finish(bytes)
}

impl Reader<'_> {
    fn check(&mut self) -> Result<(), Limit> {
        let entry = std::mem::size_of::<(u64, Entry)>();
        let held = self.terms.bytes() + self.entries.capacity() * entry + 4 * self.cells;
        self.budget.allows_memory(held as u64)?;
        self.budget.check()
    }

    fn line(&mut self, line: &mut Line<'_>) -> Result<(), ParseError> {
        let start = line.offset();
        let number = line.number("the number of a line")?;
        let last = self.entries.last().map_or(0, |e| e.0);
        if number <= last {
            let message = format!("expected a number above {}, found {}; numbers increase", last, number);
            return Err(line.error(start, message));
        }
        let place = line.offset();
        let operator = line.word("an operator")?;
        let operator = std::str::from_utf8(operator).unwrap_or("");
        let entry = match operator {
            "sort" => Entry::Sort(self.sort(line)?),
            "input" | "state" => {
                let node = self.variable(line, operator, number)?;
                Entry::Node(node)
            }
            "init" | "next" => {
                self.transition(line, operator)?;
                Entry::Nothing
            }
            "bad" | "constraint" | "output" => {
                self.formula(line, operator)?;
                Entry::Nothing
            }
            "justice" => {
                self.justice(line)?;
                Entry::Nothing
            }
            "fair" => {
                let formula = self.operand_of(line, Kind::Word(1))?.term();
                line.symbol()?;
                self.fairness.push(formula);
                Entry::Nothing
            }
            _ => {
                let kind = self.sort_operand(line)?;
                let node = self.operation(line, operator, place, kind)?;
                let symbol = line.symbol()?;
                self.call(symbol, &node);
                Entry::Node(node)
            }
        };
        self.entries.push((number, entry));
        Ok(())
    }

    /// The entry that the next word names.
    fn entry(&self, line: &mut Line<'_>, expected: &str) -> Result<&Entry, ParseError> {
        let place = line.offset();
        let number = line.number(expected)?;
        match self.entries.binary_search_by_key(&number, |e| e.0) {
            Ok(at) => Ok(&self.entries[at].1),
            Err(_) => Err(line.error(place, format!("there is no line {} before this one", number))),
        }
    }

    fn sort_operand(&self, line: &mut Line<'_>) -> Result<Kind, ParseError> {
        let place = line.offset();
        match self.entry(line, "the number of a sort")? {
            Entry::Sort(kind) => Ok(*kind),
            _ => Err(line.error(place, "expected the number of a sort, found that of another line")),
        }
    }

    /// A node, complemented if its number has a minus.
    pub fn operand(&mut self, line: &mut Line<'_>) -> Result<Node, ParseError> {
        let place = line.offset();
        let negated = line.skip_minus();
        let node = match self.entry(line, "the number of a node")? {
            Entry::Node(node) => node.clone(),
            _ => return Err(line.error(place, "expected the number of a node, found that of another line")),
        };
        match (negated, node.kind) {
            (false, _) => Ok(node),
            (true, Kind::Word(width)) => Ok(Node::word(width, complement(&mut self.terms, node.term()))),
            (true, kind) => {
                Err(line.error(place, format!("expected a word behind the minus, found {}", kind)))
            }
        }
    }

    /// A node of this kind.
    pub fn operand_of(&mut self, line: &mut Line<'_>, kind: Kind) -> Result<Node, ParseError> {
        let place = line.offset();
        let node = self.operand(line)?;
        if node.kind != kind {
            return Err(line.error(place, format!("expected {}, found {}", kind, node.kind)));
        }
        Ok(node)
    }

    /// A node that is a word.
    pub fn word_operand(&mut self, line: &mut Line<'_>) -> Result<(TermId, u32), ParseError> {
        let place = line.offset();
        let node = self.operand(line)?;
        match node.kind {
            Kind::Word(width) => Ok((node.term(), width)),
            kind => Err(line.error(place, format!("expected a word, found {}", kind))),
        }
    }

    fn sort(&mut self, line: &mut Line<'_>) -> Result<Kind, ParseError> {
        let place = line.offset();
        let kind = match line.word("`bitvec` or `array`")? {
            b"bitvec" => {
                let place = line.offset();
                let width = line.number("a width")?;
                if width == 0 || width > WIDEST {
                    let message = format!("expected a width from 1 to {}, found {}", WIDEST, width);
                    return Err(line.error(place, message));
                }
                Kind::Word(width as u32)
            }
            b"array" => self.array_sort(line)?,
            _ => {
                return Err(line.error(place, "expected `bitvec` or `array`"));
            }
        };
        line.symbol()?;
        Ok(kind)
    }

    fn array_sort(&mut self, line: &mut Line<'_>) -> Result<Kind, ParseError> {
        let place = line.offset();
        let index = self.sort_operand(line)?;
        let cell_place = line.offset();
        let cell = self.sort_operand(line)?;
        match (index, cell) {
            (Kind::Word(index), Kind::Word(cell)) => Ok(Kind::Array { index, cell }),
            (Kind::Word(_), _) => Err(line.error(cell_place, "arrays of arrays are not supported")),
            _ => Err(line.error(place, "arrays as indices are not supported")),
        }
    }

    pub fn spend_cells(&mut self, line: &Line<'_>, place: usize, count: usize) -> Result<(), ParseError> {
        self.cells += count;
        if self.cells > MOST_CELLS {
            let message = format!(
                "arrays take more than {} cells in all operators together; use smaller memories",
                MOST_CELLS
            );
            return Err(line.error(place, message));
        }
        Ok(())
    }

    /// `input` or `state`
    fn variable(&mut self, line: &mut Line<'_>, operator: &str, number: u64) -> Result<Node, ParseError> {
        let place = line.offset();
        let kind = self.sort_operand(line)?;
        let symbol = line.symbol()?;
        let name = match self.names.get(&number) {
            Some(name) if symbol.is_empty() => name.clone(),
            Some(_) | None if symbol.is_empty() => format!("{}{}", operator, number),
            Some(_) | None => symbol.clone(),
        };
        let terms: Arc<[TermId]> = match kind {
            Kind::Word(width) => Arc::new([self.terms.declare(&name, sort_of(width))]),
            Kind::Array { index, cell } if arrays::is_wide(index) => {
                let sort = arrays::sort(&mut self.terms, index, cell);
                Arc::new([self.terms.declare(&name, sort)])
            }
            Kind::Array { index, cell } => {
                self.spend_cells(line, place, 1 << index)?;
                let cells = 0..1u32 << index;
                cells.map(|i| self.terms.declare(&format!("{}[{}]", name, i), sort_of(cell))).collect()
            }
        };
        let mut node = Node { kind, terms, state: None };
        if operator == "input" {
            self.inputs.push((number, node.clone(), symbol));
        } else {
            node.state = Some(self.states.len());
            self.states.push(State { number, node: node.clone(), symbol, init: None, next: None });
        }
        Ok(node)
    }

    /// `init` or `next`
    fn transition(&mut self, line: &mut Line<'_>, operator: &str) -> Result<(), ParseError> {
        let sort_place = line.offset();
        let kind = self.sort_operand(line)?;
        let place = line.offset();
        let number = line.number("the number of a state")?;
        let index = match self.entries.binary_search_by_key(&number, |e| e.0).map(|at| &self.entries[at].1) {
            Ok(Entry::Node(Node { state: Some(index), .. })) => *index,
            _ => return Err(line.error(place, format!("expected the number of a state, found {}", number))),
        };
        let state_kind = match self.states.get(index) {
            Some(state) => state.node.kind,
            None => return Ok(()),
        };
        if state_kind != kind {
            return Err(line.error(sort_place, format!("the state has {}, the sort is {}", state_kind, kind)));
        }
        let value_place = line.offset();
        let value_number = line.peek_number();
        let value = self.operand(line)?;
        let terms: Arc<[TermId]> = match (kind, value.kind) {
            (a, b) if a == b => value.terms,
            (Kind::Array { index, cell }, Kind::Word(width))
                if operator == "init" && width == cell && arrays::is_wide(index) =>
            {
                let sort = arrays::sort(&mut self.terms, index, cell);
                Arc::new([self.terms.const_array(sort, value.term())])
            }
            (Kind::Array { index, cell }, Kind::Word(width)) if operator == "init" && width == cell => {
                self.spend_cells(line, value_place, 1 << index)?;
                vec![value.term(); 1 << index].into()
            }
            (_, found) => {
                return Err(line.error(value_place, format!("expected {}, found {}", kind, found)));
            }
        };
        line.symbol()?;
        if operator == "init" && value_number.map_or(false, |value| value >= number) {
            let message = "the first value of a state has to be defined before the state";
            return Err(line.error(value_place, message));
        }
        let state = match self.states.get_mut(index) {
            Some(state) => state,
            None => return Ok(()),
        };
        let is_second = match operator {
            "init" => state.init.replace((terms, value_place)).is_some(),
            _ => state.next.replace(terms).is_some(),
        };
        if is_second {
            Err(line.error(place, format!("state {} has its `{}` already", number, operator)))
        } else {
            Ok(())
        }
    }

    /// `justice`, the number of formulas, and these.
    fn justice(&mut self, line: &mut Line<'_>) -> Result<(), ParseError> {
        let count = line.number("the number of formulas")?;
        let mut formulas = Vec::new();
        // Each takes bytes, so the number is believed only as far as they are there.
        for _ in 0..count {
            formulas.push(self.operand_of(line, Kind::Word(1))?.term());
        }
        let symbol = line.symbol()?;
        self.justice.push((symbol, formulas));
        Ok(())
    }

    /// Notes the symbol of a word.
    fn call(&mut self, symbol: String, node: &Node) {
        if let (false, Kind::Word(_)) = (symbol.is_empty(), node.kind) {
            self.named.push((symbol, node.term()));
        }
    }

    /// `bad`, `constraint` or `output`
    fn formula(&mut self, line: &mut Line<'_>, operator: &str) -> Result<(), ParseError> {
        if operator == "output" {
            let node = self.operand(line)?;
            let symbol = line.symbol()?;
            if !symbol.is_empty() {
                self.outputs.push(self.named.len());
            }
            self.call(symbol, &node);
            return Ok(());
        }
        let formula = self.operand_of(line, Kind::Word(1))?.term();
        let symbol = line.symbol()?;
        match operator {
            "bad" => {
                self.bads.push((symbol, formula));
                self.places.push(line.source_place());
            }
            _ => self.constraints.push(formula),
        }
        Ok(())
    }
}
