//! Certificates as text: clauses over the model's latches, for people and for simple programs.
//!
//! ```text
//! c comments and empty lines may stand anywhere
//! invariant b0 2          the property, and the number of clauses
//! 6 9                     a clause: latch 6 is true or latch 8 is false
//! 13
//! ```
//!
//! ```text
//! k-induction b0 4 simple-path 1      the property, k, simple-path or any-path, and the number of lemmas
//! 6 9
//! ```
//!
//! ```text
//! invariant b0 1
//! and 40 6 9              40 stands for "latch 6 is true and latch 8 is false"
//! 41 13
//! ```
//!
//! A literal is the model's own: the even number that stands for the latch in the AIGER file, plus one if it is
//! negated. Inputs that resets read may occur as well. A line `and` names a conjunction of two literals, by an even
//! number that no input and no latch of the model has; the lines after it may use the name. The empty clause is written
//! as `0`, the literal of the constant false.
//!
//! Proofs of justice properties have two more forms, which [`Proof`] explains. A ranking has the lowest layer
//! first:
//!
//! ```text
//! ranking j0 2            the property, and the number of layers
//! layer 0 1               the number of the signal that it waits for, and the number of clauses
//! 7
//! layer 1 0
//! ```
//!
//! Freedom from lassos is one of the forms above, for the circuit that runs through lassos. Its further latches are
//! called `saved`, `@6` for the copy of latch 6 (`@7` if it is negated) and `seen0`, with `!` for negation:
//!
//! ```text
//! lasso-free j0
//! invariant b0 1
//! !saved @6 7
//! ```

use super::lines::{number, property, Line, Lines};
use crate::base::HashMap;
use crate::input::ParseError;
use crate::model::circuit::{Circuit, LatchId, Node, NodeId, Signal};
use crate::model::encode::live::lasso_leaves;
use crate::model::invariant::{Certificate, ClausalInvariant, Layer, Proof};
use crate::model::CircuitFile;
use crate::model::PropertyId;
use std::fmt::Write;

/// The certificate of a property as text. Gates of the model become gates of the certificate's own; signals that are
/// not there at all are left out.
///
/// # Panics
///
/// If a proof about lassos is one for a property that the model does not have.
pub fn write_clauses(model: &CircuitFile, property: PropertyId, proof: &Proof) -> String {
    match proof {
        Proof::Safety(certificate) => {
            with_clauses(model, &model.circuit, safety_head(property, certificate, "the bad states"))
        }
        Proof::LassoFree(certificate) => {
            let head =
                "c in the circuit that is bad when a run has come back to a saved state, all signals seen:";
            let safety = safety_head(PropertyId::new(0), certificate, "its bad states");
            let leaves = lasso_leaves(&model.circuit, property);
            let leaves = leaves.unwrap_or_else(|| panic!("there is no property {}", property));
            format!("{}\nlasso-free {}\n{}", head, property, with_clauses(model, &leaves, safety))
        }
        Proof::Ranked(layers) => {
            let head =
                "c no step leads up, and one in which the signal comes that a layer waits for leads down";
            let mut text = format!("{}\nranking {} {}\n", head, property, layers.len());
            for layer in layers {
                let line = format!("layer {}", layer.waits_for);
                text.push_str(&with_clauses(model, &model.circuit, (line, &layer.states)));
            }
            text
        }
        Proof::Ends(never) => match *never {},
    }
}

/// The first lines of a certificate but for the number of clauses, and its clauses.
fn safety_head<'c>(
    property: PropertyId,
    certificate: &'c Certificate,
    excluded: &str,
) -> (String, &'c ClausalInvariant) {
    let head = match certificate {
        Certificate::Inductive(_) => format!(
            "c these clauses hold initially, are kept by each step, and exclude {}\ninvariant {}",
            excluded, property
        ),
        Certificate::KInductive { k, simple_path, .. } => {
            let head = "c no bad step follows after k good ones that satisfy these lemmas";
            let path = if *simple_path { "simple-path" } else { "any-path" };
            format!("{}\nk-induction {} {} {}", head, property, k, path)
        }
    };
    (head, certificate.states())
}

/// A head with the number of clauses, and an invariant of a circuit: the model's own, or one with further latches.
fn with_clauses(model: &CircuitFile, circuit: &Circuit, part: (String, &ClausalInvariant)) -> String {
    let (mut text, invariant) = part;
    // Over latches and inputs, and gates of its own.
    let nodes = circuit.nodes().len();
    let invariant = invariant.translate(circuit, nodes, NodeId::signal);
    // Clauses that are always true are gone. Writing to a string cannot fail.
    let _ = writeln!(text, " {}", invariant.clauses.len());
    let taken = model.latch_literals.iter().chain(&model.input_literals).copied().max().unwrap_or(0);
    let first = (taken as usize / 2 + 1).max(nodes);
    let name = |signal: Signal| match signal.node().index() {
        n if n < nodes => literal(model, signal),
        n => Some((2 * (first + n - nodes) + signal.is_negated() as usize).to_string()),
    };
    for (i, &[a, b]) in invariant.gates.iter().enumerate() {
        if let (Some(a), Some(b)) = (name(a), name(b)) {
            let _ = writeln!(text, "and {} {} {}", 2 * (first + i), a, b);
        }
    }
    for clause in &invariant.clauses {
        let literals: Vec<String> = clause.iter().filter_map(|&s| name(s)).collect();
        let line = if literals.is_empty() { "0".to_string() } else { literals.join(" ") };
        let _ = writeln!(text, "{}", line);
    }
    text
}

/// A latch of the circuit that runs through the lassos of a model, as far as the model does not have it.
#[derive(Clone, Copy)]
enum Added {
    Saved,
    Copy(LatchId),
    Seen(usize),
}

impl Added {
    /// The latch at a node, in the order of [`lasso_form`](crate::model::encode::live::lasso_form).
    fn at(model: &CircuitFile, node: NodeId) -> Option<Added> {
        let latches = model.circuit.latches().len();
        // The first added node is the input.
        let place = node.index().checked_sub(model.circuit.nodes().len() + 1)?;
        Some(match place.checked_sub(1) {
            None => Added::Saved,
            Some(latch) if latch < latches => Added::Copy(LatchId::new(latch)),
            Some(more) => Added::Seen(more - latches),
        })
    }

    fn node(self, model: &CircuitFile) -> NodeId {
        let first = model.circuit.nodes().len() + 1;
        NodeId::new(match self {
            Added::Saved => first,
            Added::Copy(latch) => first + 1 + latch.index(),
            Added::Seen(signal) => first + 1 + model.circuit.latches().len() + signal,
        })
    }
}

/// The word for a latch or an input.
fn literal(model: &CircuitFile, signal: Signal) -> Option<String> {
    let sign = signal.is_negated() as u32;
    let not = if signal.is_negated() { "!" } else { "" };
    let own = match model.circuit.nodes().get(signal.node().index()) {
        Some(Node::Latch(latch)) => model.latch_literals.get(latch.index()),
        Some(Node::Input(input)) => model.input_literals.get(input.index()),
        Some(Node::False | Node::And(..)) => None,
        None => {
            return Some(match Added::at(model, signal.node())? {
                Added::Saved => format!("{}saved", not),
                Added::Copy(latch) => format!("@{}", model.latch_literals.get(latch.index())? | sign),
                Added::Seen(signal) => format!("{}seen{}", not, signal),
            })
        }
    };
    own.map(|own| (own | sign).to_string())
}

const FORMS: &str = "`invariant`, `k-induction`, `lasso-free` or `ranking`";

/// Reads what [`write_clauses`] writes: the property and its certificate.
///
/// # Errors
///
/// The first thing that is wrong, with line and column.
pub fn read_clauses(bytes: &[u8], model: &CircuitFile) -> Result<(PropertyId, Proof), ParseError> {
    let mut lines = Lines::new(bytes);
    let head = next_words(&mut lines, FORMS)?;
    let (property, certificate) = read_next(&mut lines, head.line, model)?;
    match lines.next_filled() {
        None => Ok((property, certificate)),
        Some(line) => Err(superfluous(&line, &certificate)),
    }
}

/// The error of a line that follows a certificate and belongs to nothing.
pub(super) fn superfluous(line: &Line<'_>, proof: &Proof) -> ParseError {
    let expected = match proof {
        Proof::Safety(certificate) => format!("no more than {} clauses", certificate.states().clauses.len()),
        Proof::LassoFree(_) | Proof::Ranked(_) => "no more than the announced lines".to_string(),
        Proof::Ends(never) => match *never {},
    };
    line.unexpected(line.offset, &expected)
}

/// The certificate that begins with this line, the last one that was taken.
pub(super) fn read_next(
    lines: &mut Lines<'_>,
    first: Line<'_>,
    model: &CircuitFile,
) -> Result<(PropertyId, Proof), ParseError> {
    let mut head = Words { line: first, words: first.words().collect(), at: 0 };
    let form = head.word(FORMS, Form::read)?;
    Ok(match form {
        Form::Invariant | Form::KInduction => {
            let count = model.circuit.bads().len();
            let known = Known::of(model, None);
            let property = head.word(&format!("a property below b{}", count), |word| {
                property(word).filter(|&p| model.circuit.bad(p).is_some())
            })?;
            (property, Proof::Safety(safety(lines, head, form, &known)?))
        }
        Form::LassoFree => {
            let property = justice(&mut head, model)?;
            head.end()?;
            let known = Known::of(model, Some(property));
            let mut head = next_words(lines, "`invariant` or `k-induction`")?;
            let form = head.word("`invariant` or `k-induction`", |word| {
                Form::read(word).filter(|form| matches!(form, Form::Invariant | Form::KInduction))
            })?;
            head.word("the property b0", property_zero)?;
            (property, Proof::LassoFree(safety(lines, head, form, &known)?))
        }
        Form::Ranking => {
            let property = justice(&mut head, model)?;
            let count = head.word("the number of layers", number)?;
            head.end()?;
            let known = Known::of(model, None);
            let mut layers = Vec::new();
            for _ in 0..count {
                let mut head = next_words(lines, "the line of a layer")?;
                head.word("`layer`", |word| (word == b"layer").then_some(()))?;
                let waits_for = head.word("the number of a signal", number)?;
                let clauses = head.word("the number of clauses", number)?;
                head.end()?;
                layers.push(Layer { waits_for, states: read_invariant(lines, clauses, &known)? });
            }
            (property, Proof::Ranked(layers))
        }
    })
}

/// The forms of certificates.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Invariant,
    KInduction,
    LassoFree,
    Ranking,
}

impl Form {
    fn read(word: &[u8]) -> Option<Form> {
        match word {
            b"invariant" => Some(Form::Invariant),
            b"k-induction" => Some(Form::KInduction),
            b"lasso-free" => Some(Form::LassoFree),
            b"ranking" => Some(Form::Ranking),
            _ => None,
        }
    }
}

/// Whether a file that begins with this word is read by [`read_clauses`].
pub(super) fn begins_clauses(word: &[u8]) -> bool {
    Form::read(word).is_some()
}

fn property_zero(word: &[u8]) -> Option<()> {
    (property(word)? == PropertyId::new(0)).then_some(())
}

fn justice(head: &mut Words<'_>, model: &CircuitFile) -> Result<PropertyId, ParseError> {
    let count = model.circuit.justice().len();
    head.word(&format!("a property below j{}", count), |word| {
        property(word).filter(|&p| p.is_justice() && model.circuit.has(p))
    })
}

fn next_words<'a>(lines: &mut Lines<'a>, expected: &str) -> Result<Words<'a>, ParseError> {
    let line = lines.next_filled().ok_or_else(|| lines.ended(expected))?;
    Ok(Words { line, words: line.words().collect(), at: 0 })
}

/// The rest of a certificate of safety, behind the property.
fn safety(
    lines: &mut Lines<'_>,
    mut head: Words<'_>,
    form: Form,
    known: &Known<'_>,
) -> Result<Certificate, ParseError> {
    let length = match form {
        Form::KInduction => {
            let k = head.word("k, at least 1", |word| number(word).filter(|&k| k > 0))?;
            let simple_path = head.word("`simple-path` or `any-path`", |word| match word {
                b"simple-path" => Some(true),
                b"any-path" => Some(false),
                _ => None,
            })?;
            Some((k, simple_path))
        }
        Form::Invariant | Form::LassoFree | Form::Ranking => None,
    };
    let clauses = head.word("the number of clauses", number)?;
    head.end()?;
    let invariant = read_invariant(lines, clauses, known)?;
    Ok(match length {
        None => Certificate::Inductive(invariant),
        Some((k, simple_path)) => Certificate::KInductive { k, lemmas: invariant, simple_path },
    })
}

/// The literals that clauses may have.
struct Known<'m> {
    model: &'m CircuitFile,
    own: HashMap<u32, Signal>,
    /// The number of signals that the circuit of lassos looks for; `None` if clauses are about the model alone.
    seen: Option<usize>,
    /// The nodes of the model, or of the model and the latches of that circuit.
    nodes: usize,
}

impl<'m> Known<'m> {
    /// The names of the model, and of the circuit of the lassos of a property, if one is given.
    fn of(model: &'m CircuitFile, property: Option<PropertyId>) -> Known<'m> {
        let circuit = &model.circuit;
        let latches =
            model.latch_literals.iter().zip(circuit.latches().iter().map(|latch| latch.node.signal()));
        let mut own: HashMap<u32, Signal> = latches.map(|(&literal, signal)| (literal, signal)).collect();
        for input in circuit.reset_inputs() {
            if let Some(&literal) = model.input_literals.get(input.index()) {
                own.insert(literal, circuit.inputs()[input.index()].signal());
            }
        }
        let signals = property.and_then(|property| circuit.recurring(property));
        let seen = signals.map(|signals| signals.len().max(1));
        // The input, the latch that tells of a saved state, the copies, and those that tell of signals.
        let added = seen.map_or(0, |seen| 2 + circuit.latches().len() + seen);
        Known { model, own, seen, nodes: circuit.nodes().len() + added }
    }

    /// The signal of a word, if it has one. `gates` has those of an invariant by their names.
    fn signal(&self, gates: &HashMap<u32, Signal>, word: &[u8]) -> Option<Signal> {
        if let Some(literal) = number(word).and_then(|n| u32::try_from(n).ok()) {
            let bare = literal & !1;
            let signal = match self.own.get(&bare).or_else(|| gates.get(&bare)) {
                Some(&signal) => signal,
                None if bare == 0 => Signal::FALSE,
                None => return None,
            };
            return Some(signal.negate_if(literal & 1 == 1));
        }
        let seen = self.seen?;
        let (negated, added) = match word {
            [b'@', digits @ ..] => {
                let literal = number(digits).and_then(|n| u32::try_from(n).ok())?;
                let latch = self.model.circuit.latch_of(*self.own.get(&(literal & !1))?)?;
                (literal & 1 == 1, Added::Copy(latch))
            }
            word => {
                let bare = word.strip_prefix(b"!");
                let added = match bare.unwrap_or(word) {
                    b"saved" => Added::Saved,
                    name => Added::Seen(number(name.strip_prefix(b"seen")?).filter(|&i| i < seen)?),
                };
                (bare.is_some(), added)
            }
        };
        Some(added.node(self.model).signal().negate_if(negated))
    }
}

const OPERAND: &str = "the literal of a latch";

/// Reads `count` clauses, and the gates before them.
fn read_invariant(
    lines: &mut Lines<'_>,
    count: usize,
    known: &Known<'_>,
) -> Result<ClausalInvariant, ParseError> {
    let mut invariant = ClausalInvariant::default();
    let mut gates: HashMap<u32, Signal> = HashMap::default();
    while invariant.clauses.len() < count {
        let line = lines.next_filled().ok_or_else(|| {
            let found = invariant.clauses.len();
            lines.ended(&format!("{} clauses as announced, of which {} are there", count, found))
        })?;
        let mut words = line.words().peekable();
        if words.next_if(|(_, word)| *word == b"and").is_some() {
            let end = line.offset + line.text.len();
            let mut next = |what| words.next().ok_or_else(|| line.unexpected(end, what));
            let (offset, name) = next("an even number that names the gate")?;
            let name = number(name).and_then(|n| u32::try_from(n).ok());
            let is_free =
                |&name: &u32| name % 2 == 0 && known.signal(&gates, name.to_string().as_bytes()).is_none();
            let expected = "an even number that nothing else has";
            let name = name.filter(is_free).ok_or_else(|| line.unexpected(offset, expected))?;
            let mut pair = [Signal::FALSE; 2];
            for operand in &mut pair {
                let (offset, word) = next(OPERAND)?;
                *operand = known.signal(&gates, word).ok_or_else(|| line.unexpected(offset, OPERAND))?;
            }
            if let Some((offset, _)) = words.next() {
                return Err(line.unexpected(offset, "end of line"));
            }
            let gate = NodeId::new(known.nodes + invariant.gates.len()).signal();
            invariant.gates.push(pair);
            gates.insert(name, gate);
            continue;
        }
        let mut clause = Vec::new();
        for (offset, word) in words {
            let signal = known.signal(&gates, word).ok_or_else(|| line.unexpected(offset, OPERAND))?;
            // A literal 0 alone is the empty clause.
            if signal != Signal::FALSE {
                clause.push(signal);
            }
        }
        invariant.clauses.push(clause);
    }
    Ok(invariant)
}

/// The words of a line, one after the other.
struct Words<'a> {
    line: Line<'a>,
    words: Vec<(usize, &'a [u8])>,
    at: usize,
}

impl Words<'_> {
    fn word<T>(&mut self, expected: &str, read: impl FnOnce(&[u8]) -> Option<T>) -> Result<T, ParseError> {
        let found = self.words.get(self.at).copied();
        self.at += 1;
        match found.and_then(|(_, word)| read(word)) {
            Some(value) => Ok(value),
            None => {
                let end = self.line.offset + self.line.text.len();
                Err(self.line.unexpected(found.map_or(end, |(offset, _)| offset), expected))
            }
        }
    }

    fn end(&self) -> Result<(), ParseError> {
        match self.words.get(self.at) {
            None => Ok(()),
            Some(&(offset, _)) => Err(self.line.unexpected(offset, "end of line")),
        }
    }
}
