//! The way from an automaton back to its program: the place of each edge, the call of each location, the object of each
//! variable, and the questions that an edge stands for.
//!
//! The builder of the automaton fills the map while it adds locations, edges and variables. Afterwards the map serves
//! those who tell results about the automaton in words of the program: traces, witnesses, and lemmas. It also turns a
//! path into answers. An edge may leave a value open, by an input of its command; the interpreter asks for the same
//! value. So the inputs of the path, in order, are the answers that lead the interpreter along it.

use super::asked::{AnsweredAsk, Asked};
use crate::base::{Booking, HashMap};
use crate::c::read::property::{Ask, Assertion, Failure};
use crate::c::read::source::Pos;
use crate::c::read::syntax::{FunctionId, ObjectId, StmtId};
use crate::model::cfa::{Broken, Cfa, EdgeId, LocId, Path};
use crate::solver::term::{TermId, Value};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The end of the reason why a run with more objects of the heap is not followed.
pub(super) const MORE_OBJECTS: &str = "raise --heap-objects";

/// The reason of unsupported points where it is left open if some object is lost.
pub(super) const NO_CHAIN: &str =
    "whether a pointer leads to an object of the heap, among objects without a bound or of recursive calls";

/// The index of a call of a function. A function that is lowered in place several times has as many calls.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct InstanceId(u32);

impl InstanceId {
    /// The call of `main`.
    pub const MAIN: InstanceId = InstanceId(0);

    /// Position in arrays.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A call of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Instance {
    /// The function.
    pub function: FunctionId,
    /// The call in which this one is made, and its place; `None` of `main`.
    pub caller: Option<(InstanceId, Pos)>,
}

/// The place to which a location belongs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct StmtPlace {
    /// The statement that comes next.
    pub stmt: StmtId,
    /// Its first byte.
    pub pos: Pos,
    /// Whether the location is the head of a loop, at which its condition is evaluated next.
    pub is_loop_head: bool,
}

/// The role of a variable for a part of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// The variable holds the value: a number, or the truth of a `_Bool`.
    Value,
    /// The variable holds the target of an address, by its position in the list of targets that were foreseen.
    Target,
    /// The second variable of an address: the number that the address is, or the index by which it is moved in its
    /// object.
    Offset,
    /// The third variable of an address: the number of the object among those that a call makes on the heap.
    Number,
}

/// The origin of a variable of the automaton.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VariableOrigin {
    /// A part of an object: `width` bits from `offset` on.
    Object {
        /// The object.
        object: ObjectId,
        /// The first bit.
        offset: u64,
        /// The number of bits.
        width: u32,
        /// The role of the variable for this part.
        role: Role,
    },
    /// A whole object: an array of its elements, of `unit` bits each.
    Row {
        /// The object.
        object: ObjectId,
        /// The bits of an element.
        unit: u64,
    },
    /// A part of an object of the heap, or the truth of whether there is such an object.
    Heap,
    /// A part of the value that a function returns.
    Result {
        /// The function.
        function: FunctionId,
    },
    /// A value in the middle of an evaluation.
    Temporary,
}

/// A target of an address, as the variable with [`Role::Target`] names it by its position among those foreseen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pointee {
    /// The null pointer.
    Null,
    /// A number: the value of the variable with [`Role::Offset`]; without such a variable any number but 0.
    Number,
    /// A function.
    Function(FunctionId),
    /// A place in an object: the bit `base` plus `stride` times the value of the variable with [`Role::Offset`].
    Object {
        /// The object; `None` of string literals and of the heap.
        object: Option<ObjectId>,
        /// In bits.
        base: i64,
        /// In bits; 0 if there is only this place.
        stride: u64,
    },
}

/// The places, calls and values of a program in its automaton.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    /// By edge: the place of the statement or expression.
    pub(super) edges: Vec<Pos>,
    /// The edges into the error location that violate the property, with the failure.
    pub(super) failures: HashMap<EdgeId, Failure>,
    /// Each error that the options know, by place.
    pub(super) assertions: BTreeSet<Assertion>,
    /// The edges into the error location that are unsupported points, with the reasons.
    pub(super) unsupported: HashMap<EdgeId, String>,
    /// The values that edges ask for, in order.
    pub(super) asks: HashMap<EdgeId, Vec<Asked>>,
    /// By location: the call in which it is.
    pub(super) instances_at: Vec<InstanceId>,
    pub(super) statements: HashMap<LocId, StmtPlace>,
    /// By location: the places of all statements that begin there, braces and labels included.
    pub(super) places: HashMap<LocId, Vec<StmtPlace>>,
    pub(super) instances: Vec<Instance>,
    /// By variable: its origin.
    pub(super) variables: HashMap<TermId, VariableOrigin>,
    /// By shadow of a variable: the variable.
    pub(super) shadowed: HashMap<TermId, TermId>,
    /// By variable for the target of an address: the targets.
    pub(super) pointees: HashMap<TermId, Arc<[Pointee]>>,
    /// Books the memory of the automaton, of the program, and of the map itself.
    pub(super) booking: Booking,
}

impl SourceMap {
    /// The place of the statement or expression that an edge comes from.
    ///
    /// # Panics
    ///
    /// If there is no such edge.
    pub fn place(&self, edge: EdgeId) -> Pos {
        self.edges[edge.index()]
    }

    /// The failure for which an edge leads into the error location; `None` if it is an unsupported point.
    pub fn failure(&self, edge: EdgeId) -> Option<Failure> {
        self.failures.get(&edge).copied()
    }

    /// The assertions of the program by place, excused ones and those that are plainly true among them.
    pub fn assertions(&self) -> impl ExactSizeIterator<Item = Assertion> + '_ {
        self.assertions.iter().copied()
    }

    /// By assertion: whether a way through the automaton leads to it from the place of one of these others, which are
    /// numbers of [`SourceMap::assertions`].
    pub(in crate::c) fn are_behind(&self, cfa: &Cfa, others: &[usize]) -> Vec<bool> {
        let all: Vec<Assertion> = self.assertions().collect();
        let others: Vec<Assertion> = others.iter().filter_map(|&at| all.get(at).copied()).collect();
        let asserted = |&edge: &EdgeId| {
            let failure = self.failure(edge)?;
            Some((Assertion { pos: self.place(edge), failure }, cfa.edge(edge).source))
        };
        let places: Vec<(Assertion, LocId)> = cfa.edge_ids().filter_map(|edge| asserted(&edge)).collect();
        let is_other = |(assertion, _): &&(Assertion, LocId)| others.contains(assertion);
        let mut list: Vec<LocId> = places.iter().filter(is_other).map(|&(_, source)| source).collect();
        let mut is_reached = vec![false; cfa.location_count()];
        list.iter().for_each(|location| is_reached[location.index()] = true);
        while let Some(location) = list.pop() {
            for &edge in cfa.leaving(location) {
                let target = cfa.edge(edge).target;
                if !std::mem::replace(&mut is_reached[target.index()], true) {
                    list.push(target);
                }
            }
        }
        let mut behind: BTreeSet<Assertion> = BTreeSet::new();
        behind.extend(places.iter().filter(|(_, source)| is_reached[source.index()]).map(|&(of, _)| of));
        all.iter().map(|assertion| behind.contains(assertion)).collect()
    }

    /// The reason why runs through an edge into the error location are not followed; `None` if the edge is a failure.
    pub fn unsupported(&self, edge: EdgeId) -> Option<&str> {
        self.unsupported.get(&edge).map(String::as_str)
    }

    /// Whether it is left open if some object is lost.
    pub fn leaves_losses_open(&self) -> bool {
        self.unsupported.values().any(|reason| reason == NO_CHAIN)
    }

    /// Whether the automaton has unsupported points.
    pub fn has_unsupported(&self) -> bool {
        !self.unsupported.is_empty()
    }

    /// Whether runs are not followed because they have too many objects of the heap.
    pub(super) fn has_bound(&self) -> bool {
        self.unsupported.values().any(|reason| reason.ends_with(MORE_OBJECTS))
    }

    /// The asks of an edge, in the order in which a run asks.
    pub fn asks(&self, edge: EdgeId) -> impl Iterator<Item = Ask> + '_ {
        self.asks.get(&edge).into_iter().flatten().map(|asked| asked.ask)
    }

    /// The asks of an edge to which this input is the answer, or a part of it.
    pub fn asks_of_input(&self, edge: EdgeId, input: TermId) -> impl Iterator<Item = Ask> + '_ {
        let list = self.asks.get(&edge).into_iter().flatten();
        list.filter(move |asked| asked.depends_on(input)).map(|asked| asked.ask)
    }

    /// The statement that comes next at a location, if the location is the place before one.
    pub fn statement(&self, location: LocId) -> Option<StmtPlace> {
        self.statements.get(&location).copied()
    }

    /// All statements that begin at a location, in the order of their beginnings. A block or a labelled statement
    /// begins at the location of its first inner statement, and an empty statement at that of the next one.
    pub fn statements(&self, location: LocId) -> impl Iterator<Item = StmtPlace> + '_ {
        self.places.get(&location).into_iter().flatten().copied()
    }

    /// The call in which a location is.
    ///
    /// # Panics
    ///
    /// If there is no such location.
    pub fn instance_at(&self, location: LocId) -> InstanceId {
        self.instances_at[location.index()]
    }

    /// A call.
    ///
    /// # Panics
    ///
    /// If there is no such call.
    pub fn instance(&self, id: InstanceId) -> Instance {
        self.instances[id.index()]
    }

    /// The calls that lead to a location, innermost first.
    pub fn calls(&self, location: LocId) -> Vec<Instance> {
        let mut list = Vec::new();
        let mut next = Some(self.instance_at(location));
        while let Some(id) = next {
            let instance = self.instance(id);
            list.push(instance);
            next = instance.caller.map(|(caller, _)| caller);
        }
        list
    }

    /// The origin of a variable; `None` if the term is no variable of the automaton.
    pub fn origin(&self, variable: TermId) -> Option<VariableOrigin> {
        self.variables.get(&variable).copied()
    }

    /// The targets that a variable with [`Role::Target`] may stand for, by position; the last one stands for all
    /// greater positions, too. `None` if the variable has another role.
    pub fn pointees(&self, variable: TermId) -> Option<&[Pointee]> {
        self.pointees.get(&variable).map(|list| &**list)
    }

    pub(super) fn add_instance(&mut self, instance: Instance) -> InstanceId {
        self.instances.push(instance);
        InstanceId(self.instances.len() as u32 - 1)
    }

    /// The answers that lead the interpreter along a path, in the order of its questions.
    ///
    /// # Errors
    ///
    /// If the path is no run of the automaton, or a value is no integer, as it may be over reals.
    pub(super) fn answers(&self, cfa: &Cfa, path: &Path) -> Result<Vec<AnsweredAsk>, Broken> {
        let states = path.states(cfa)?;
        let mut answers = Vec::new();
        for ((step, taken), state) in path.steps.iter().enumerate().zip(&states) {
            if !self.asks.contains_key(&taken.edge) {
                continue;
            }
            let inputs = cfa.commands().inputs(cfa.edge(taken.edge).command);
            let before = cfa.variables().iter().copied().zip(state);
            let values: HashMap<TermId, &Value> =
                inputs.into_iter().zip(&taken.inputs).chain(before).collect();
            answers.extend(self.answers_at(taken.edge, &values).ok_or(Broken::Inputs { step })?);
        }
        Ok(answers)
    }

    /// The answers to the asks of an edge, by the values of its inputs and of the variables before it. `None` if one is
    /// missing or no integer.
    pub(super) fn answers_at(
        &self,
        edge: EdgeId,
        values: &HashMap<TermId, &Value>,
    ) -> Option<Vec<AnsweredAsk>> {
        let mut answers = Vec::new();
        for asked in self.asks.get(&edge).into_iter().flatten() {
            answers.extend(asked.answers(values)?);
        }
        Some(answers)
    }
}
