//! Recursive functions as procedures: automata that call each other.
//!
//! A recursive function cannot be lowered in place at each call. Its body is lowered once, from an entry to an exit,
//! and a call is a pair of locations with the values of the arguments; no edge stands for it. Afterwards [`join`] makes
//! [`Procedures`] of the automaton, of which a Horn problem is made. Functions that are not recursive are lowered in
//! place, also in the body of a procedure.

use crate::base::{Budget, HashMap, HashSet, Limit};
use crate::c::lower::analysis::recursion::{Called, Ends, Interface, Recursion};
use crate::c::lower::asked::AnsweredAsk;
use crate::c::lower::machine::lowering::Lowering;
use crate::c::lower::machine::objects::Cell;
use crate::c::lower::machine::value::{StoreId, Value};
use crate::c::lower::prune::Kept;
use crate::c::lower::source_map::{Instance, SourceMap, VariableOrigin};
use crate::c::lower::stop::Stop;
use crate::c::read::source::Pos;
use crate::c::read::syntax::{ExprId, FunctionId};
use crate::input::Diagnostic;
use crate::model::cfa::{Broken, Cfa, LocId, Path};
use crate::model::encode::horn::{Event, EventKind, ProceduresHorn};
use crate::model::horn::Refutation;
use crate::model::procedures::{Call, CallId, Procedure, ProcedureId, Procedures};
use crate::solver::term::TermId;

/// A program as automata that call each other.
#[derive(Clone, Debug)]
pub struct LoweredProcedures {
    /// The automata: one for each recursive function, and one for `main` with all other functions in place.
    pub procedures: Procedures,
    /// The map from the automata back to the program.
    pub map: SourceMap,
    /// By procedure: the function.
    pub functions: Vec<FunctionId>,
    /// By call: its place in the text.
    pub places: Vec<Pos>,
    /// Remarks on the program.
    pub warnings: Vec<Diagnostic>,
}

impl LoweredProcedures {
    /// The place of a call in the text.
    ///
    /// # Panics
    ///
    /// If there is no such call.
    pub fn place(&self, call: CallId) -> Pos {
        self.places[call.index()]
    }

    /// The answers that lead the interpreter along the run that a refutation of the clauses stands for, in the order of
    /// its questions. `None` if it is no refutation of these clauses, or a value is no integer, as it may be over
    /// reals.
    ///
    /// # Errors
    ///
    /// As [`ProceduresHorn::run`].
    pub fn answers(
        &self,
        horn: &ProceduresHorn,
        refutation: &Refutation,
        budget: &Budget,
    ) -> Result<Option<Vec<AnsweredAsk>>, Limit> {
        let events = match horn.run(refutation, budget)? {
            Some(events) => events,
            None => return Ok(None),
        };
        let mut answers = Vec::new();
        for Event { kind, step } in events {
            if let EventKind::Edge(edge) = kind {
                if self.map.asks(edge).next().is_some() {
                    match self.map.answers_at(edge, &horn.values(refutation, step)) {
                        Some(more) => answers.extend(more),
                        None => return Ok(None),
                    }
                }
            }
        }
        Ok(Some(answers))
    }

    /// The answers that lead the interpreter along a path of an automaton that has the edges of this one first.
    ///
    /// # Errors
    ///
    /// If the path is no run of the automaton, or a value is no integer, as it may be over reals.
    pub fn answers_along(&self, cfa: &Cfa, path: &Path) -> Result<Vec<AnsweredAsk>, Broken> {
        self.map.answers(cfa, path)
    }
}

impl Lowering<'_> {
    /// Lets the machine lower recursive functions as procedures.
    pub(in crate::c::lower) fn allow_recursion(&mut self) {
        self.recursion = Some(self.known.recursion());
    }

    /// Whether a function is lowered as a procedure.
    pub(super) fn is_procedure(&self, function: FunctionId) -> bool {
        self.recursion.as_ref().map_or(false, |recursion| recursion.is_recursive(function))
    }

    /// Lowers a call of a recursive function, and sets its value.
    pub(super) fn call_procedure(
        &mut self,
        id: ExprId,
        function: FunctionId,
        arguments: Vec<Value>,
    ) -> Result<(), Stop> {
        let (pos, ty) = (self.builder.pos(), self.program.expr(id).ty);
        let declared = self.program.function(function);
        let name = self.program.names.text(declared.name);
        if declared.parameters.len() > arguments.len() {
            let message = format!("the recursive function `{}` is called with too few arguments", name);
            return self.refuse(message);
        }
        let arguments = self.bound(id, function, arguments)?;
        let source = match self.builder.at() {
            Some(source) => source,
            None => return self.refuse("a call at a place where no run comes"),
        };
        self.ends_of(function)?;
        let target = self.builder.location();
        if let Some(recursion) = &mut self.recursion {
            recursion.calls.push(Called { source, target, function, arguments, pos });
        }
        self.builder.stand_at(target);
        let result = self.result_type(function);
        let value = if self.program.types.size(result).is_some() {
            let store = self.result_store(function)?;
            let value = self.store_value(store, result)?;
            self.convert(value, result, ty)?
        } else {
            self.default_value(ty)?
        };
        self.values.set(id, value);
        Ok(())
    }

    /// Makes the entry and the exit of a recursive function, at its first call.
    fn ends_of(&mut self, function: FunctionId) -> Result<(), Stop> {
        let known = |recursion: &Recursion| recursion.ends.contains_key(&function);
        if self.recursion.as_ref().map_or(true, known) {
            return Ok(());
        }
        let name = self.program.names.text(self.program.function(function).name).to_string();
        let escaping = self.recursion.as_ref().and_then(|recursion| recursion.escaping(function));
        if let Some(object) = escaping {
            let object = self.program.object(object);
            let pos = object.pos;
            let named = object.name.map_or("an object", |name| self.program.names.text(name));
            let message = format!(
                "the address of `{}` may get into another call of the recursive function `{}`; use a global object",
                named, name
            );
            return Err(Stop::unsupported(pos, message));
        }
        let instance = self.builder.add_instance(Instance { function, caller: None });
        let mut end = |ending: &str| self.builder.location_of(instance, &format!("{}:{}", name, ending));
        let ends = Ends { entry: end("entry"), exit: end("return") };
        if let Some(recursion) = &mut self.recursion {
            recursion.ends.insert(function, ends);
            recursion.met.push(function);
        }
        Ok(())
    }

    /// Lowers the bodies of the recursive functions that were called, and of those that these bodies call.
    pub(in crate::c::lower) fn bodies(&mut self) -> Result<(), Stop> {
        let mut done = 0;
        loop {
            let next = self.recursion.as_ref().and_then(|recursion| {
                let function = *recursion.met.get(done)?;
                Some((function, *recursion.ends.get(&function)?))
            });
            let (function, ends) = match next {
                Some(next) => next,
                None => return Ok(()),
            };
            done += 1;
            self.pop_frames();
            let instance = self.builder.instance_at(ends.entry);
            self.push_frame(function, instance, None, Some(ends.exit));
            self.builder.turn_to(self.program.function(function).pos);
            self.builder.stand_at(ends.entry);
            self.enter_body(function, self.program.function(function).parameters.len())?;
            self.run()?;
            self.pop_frames();
        }
    }

    /// The variables of the parameters of a recursive function, and of its result.
    fn interface(&mut self, function: FunctionId) -> Result<Interface, Stop> {
        let variables = |lowering: &Self, store: StoreId| -> Vec<TermId> {
            let store = lowering.objects.store(store);
            let cells = store.cells.iter().flat_map(Cell::variables);
            cells.chain(store.row.map(|row| row.variable)).collect()
        };
        let mut parameters = Vec::new();
        for parameter in self.program.function(function).parameters.clone() {
            let store = self.object_store(parameter)?;
            parameters.extend(variables(self, store));
        }
        let ty = self.result_type(function);
        let mut results = Vec::new();
        if self.program.types.size(ty).is_some() {
            let store = self.result_store(function)?;
            results = variables(self, store);
        }
        Ok((parameters, results))
    }

    /// Notes the variables of parameters and results of all recursive functions that were called.
    ///
    /// # Errors
    ///
    /// If a call gives a variable of a parameter no value.
    pub(in crate::c::lower) fn note_interfaces(&mut self) -> Result<(), Stop> {
        let met = self.recursion.as_ref().map_or(Vec::new(), |recursion| recursion.met.clone());
        let found: Result<Vec<_>, Stop> = met.into_iter().map(|function| self.interface(function)).collect();
        let found = found?;
        let calls = self.recursion.as_ref().map_or(Vec::new(), |recursion| recursion.calls.clone());
        for call in calls {
            let at = self.recursion.as_ref().and_then(|r| r.met.iter().position(|&f| f == call.function));
            let parameters = at.map_or(&[][..], |at| &found[at].0);
            let given: HashSet<TermId> = call.arguments.iter().map(|&(v, _)| v).collect();
            if parameters.iter().any(|v| !given.contains(v)) {
                self.builder.turn_to(call.pos);
                return self.refuse("a part of an argument of a recursive function has no value");
            }
        }
        if let Some(recursion) = &mut self.recursion {
            recursion.interfaces = found;
        }
        Ok(())
    }
}

/// Makes procedures of the automaton: one for each recursive function, with its calls.
pub(in crate::c::lower) fn join(
    program: &crate::c::read::syntax::Program,
    recursion: Recursion,
    (cfa, map, kept): (Cfa, SourceMap, Kept),
) -> LoweredProcedures {
    let of = |v: TermId| map.shadowed.get(&v).copied().unwrap_or(v);
    let is_shared = |v: &TermId| match map.origin(of(*v)) {
        Some(VariableOrigin::Object { object, .. }) => recursion.is_shared(object),
        Some(VariableOrigin::Heap) => true,
        _ => false,
    };
    let shared: Vec<TermId> = cfa.variables().iter().copied().filter(is_shared).collect();
    let mut procedures = Procedures::new(cfa, shared);
    let mut by_function: HashMap<FunctionId, ProcedureId> = HashMap::default();
    let at = |location: LocId| kept.location(location);
    let mut functions = Vec::new();
    for (&function, (parameters, results)) in recursion.met.iter().zip(recursion.interfaces) {
        let ends = recursion.ends[&function];
        if let (Some(entry), Some(exit)) = (at(ends.entry), at(ends.exit)) {
            let name = program.names.text(program.function(function).name).to_string();
            let id = procedures.add_procedure(Procedure { name, entry, exit, parameters, results });
            by_function.insert(function, id);
            functions.push(function);
        }
    }
    let mut places = Vec::new();
    for call in &recursion.calls {
        let procedure = by_function.get(&call.function).copied();
        if let (Some(source), Some(target), Some(procedure)) = (at(call.source), at(call.target), procedure) {
            let given: HashMap<TermId, TermId> = call.arguments.iter().copied().collect();
            let parameters = &procedures.procedure(procedure).parameters;
            let arguments = parameters.iter().map(|v| given[v]).collect();
            procedures.add_call(Call { source, target, procedure, arguments });
            places.push(call.pos);
        }
    }
    LoweredProcedures { procedures, map, functions, places, warnings: Vec::new() }
}
