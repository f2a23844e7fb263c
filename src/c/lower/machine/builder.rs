//! Builds the automaton: a cursor at a location, to which tasks append edges.
//!
//! Tasks do not handle locations for straight code. They say "assume this", "assign that", and the builder adds an edge
//! from the present location to a new one and moves there. A `jump` leaves no present location, because no run
//! continues behind it; edges that are added then are dropped. Here, and nowhere else, locations, edges and variables
//! are made, and each is noted in the [`SourceMap`].

use crate::base::{Booking, Budget, HashMap, HashSet};
use crate::c::lower::analysis::keys::TargetKey;
use crate::c::lower::analysis::recursion::Recursion;
use crate::c::lower::asked::{Asked, Part};
use crate::c::lower::machine::blanks::{filled, Blanks};
use crate::c::lower::options::LowerOptions;
use crate::c::lower::source_map::{Instance, InstanceId, Pointee, SourceMap, StmtPlace, VariableOrigin};
use crate::c::lower::stop::Stop;
use crate::c::read::property::{Assertion, Failure, Property};
use crate::c::read::source::Pos;
use crate::c::read::syntax::{FunctionId, Program, StmtId};
use crate::model::cfa::{Cfa, EdgeId, LocId};
use crate::model::gcl::{Assignment, Command, CommandId, Commands};
use crate::solver::term::{Sort, TermId, Terms};
use std::mem::size_of;
use std::rc::Rc;
use std::sync::Arc;

/// The most edges of an automaton.
const MOST_EDGES: usize = 2_000_000;

/// A list of targets of the analysis, and the same list for the source map.
type Pointees = (Rc<[TargetKey]>, Arc<[Pointee]>);

/// The automaton while it grows, with its source map and the present location.
pub(in crate::c::lower) struct Builder<'a> {
    program: &'a Program,
    options: LowerOptions,
    budget: &'a Budget,
    cfa: Cfa,
    map: SourceMap,
    /// The present location, where the next edge begins; `None` where no run comes.
    at: Option<LocId>,
    /// The place in the text that new edges belong to.
    pos: Pos,
    /// The innermost call, to which new locations belong; `None` while objects get their first values.
    call: Option<(FunctionId, InstanceId)>,
    /// The assumptions under which unsupported points are made.
    assumptions: Vec<TermId>,
    /// The number of [`trust`](Builder::trust)s that are not over.
    trusts: u32,
    /// The places of statements in the source map. Thousands of nested blocks begin at one location.
    marked: HashSet<(LocId, StmtPlace)>,
    /// The unsupported points among the first values of objects.
    at_start: Vec<(Pos, String)>,
    taken_names: HashMap<String, u32>,
    temporaries: HashMap<(FunctionId, Sort), Vec<TermId>>,
    /// The targets of the address that was declared last, kept because neighbouring cells share them.
    last_pointees: Option<Pointees>,
    /// The number of variables in all assignments together.
    assigned: usize,
    /// The bytes of the questions of edges, and of the names and origins of variables and locations.
    noted: usize,
    /// The shadows of variables, for values that were never stored.
    blanks: Blanks,
    booking: Booking,
}

impl<'a> Builder<'a> {
    /// An automaton with the initial location, the error location, and nothing else.
    pub fn new(program: &'a Program, options: LowerOptions, budget: &'a Budget) -> Builder<'a> {
        let mut booking = Booking::default();
        booking.move_to(budget.clone());
        Builder {
            program,
            options,
            budget,
            cfa: Cfa::new(Terms::new()),
            map: SourceMap { instances_at: vec![InstanceId::MAIN; 2], ..SourceMap::default() },
            at: None,
            pos: Pos::START,
            call: None,
            assumptions: Vec::new(),
            trusts: 0,
            marked: HashSet::default(),
            at_start: Vec::new(),
            taken_names: HashMap::default(),
            temporaries: HashMap::default(),
            last_pointees: None,
            assigned: 0,
            noted: 0,
            blanks: Blanks::default(),
            booking,
        }
    }

    /// The automaton and its source map. The map keeps the memory of both, and of the program, booked.
    pub fn finish(mut self, recursion: Option<&mut Recursion>) -> (Cfa, SourceMap) {
        let held = self.held() + self.program.bytes(self.program.element_count());
        self.booking.set(held as u64);
        self.map.booking = self.booking;
        self.blanks.finish(self.program, self.cfa, self.map, recursion)
    }

    /// The approximate bytes of the automaton and the source map.
    fn held(&self) -> usize {
        self.cfa.terms().bytes() + 200 * self.cfa.edges().len() + 8 * self.assigned + self.noted
    }

    /// The present location; `None` where no run comes.
    pub fn at(&self) -> Option<LocId> {
        self.at
    }

    /// Moves to a location, whether an edge leads there or not.
    pub fn stand_at(&mut self, location: LocId) {
        self.at = Some(location);
    }

    /// Ends the runs that reach the present location.
    pub fn end(&mut self) {
        self.at = None;
    }

    /// Whether the machine is lowering first values of objects, which belong to no call.
    pub fn is_at_start(&self) -> bool {
        self.call.is_none()
    }

    /// The place in the text.
    pub fn pos(&self) -> Pos {
        self.pos
    }

    /// Sets the place in the text to which new edges belong.
    pub fn turn_to(&mut self, pos: Pos) {
        self.pos = pos;
    }

    /// Sets the call to which new locations belong.
    pub fn set_call(&mut self, call: Option<(FunctionId, InstanceId)>) {
        self.call = call;
    }

    /// The automaton so far.
    pub fn cfa(&self) -> &Cfa {
        &self.cfa
    }

    /// The store of terms.
    pub fn terms(&self) -> &Terms {
        self.cfa.terms()
    }

    /// The store of terms, to make terms.
    pub fn terms_mut(&mut self) -> &mut Terms {
        self.cfa.terms_mut()
    }

    /// The store of commands.
    pub fn commands(&mut self) -> &mut Commands {
        self.cfa.commands_mut()
    }

    /// The initial location.
    pub fn initial(&self) -> LocId {
        self.cfa.initial()
    }

    /// Whether variables occur in a term.
    pub fn has_variables(&self, term: TermId) -> bool {
        !self.cfa.terms().symbols_in(&[term]).is_empty()
    }

    /// Restricts unsupported points from here on to runs in which a formula holds, too.
    pub fn narrow(&mut self, formula: TermId) {
        self.assumptions.push(formula);
    }

    /// Ends the last restriction of unsupported points.
    pub fn widen(&mut self) {
        self.assumptions.pop();
    }

    /// Begins what each run that comes here has passed before, with the same values: it fails nowhere, and meets no
    /// unsupported point.
    pub fn trust(&mut self) {
        self.trusts += 1;
    }

    /// Ends the last trust.
    pub fn doubt(&mut self) {
        self.trusts = self.trusts.saturating_sub(1);
    }

    /// Adds an unsupported point that runs reach if a formula holds: a proof has to show that no run does. Runs in
    /// which the formula is false continue.
    pub fn unsupported_if(&mut self, formula: TermId, reason: impl Into<String>) {
        let mut all = self.assumptions.clone();
        all.push(formula);
        let formula = self.terms_mut().and(&all);
        if formula == Terms::FALSE {
            return;
        }
        if self.call.is_none() {
            self.at_start.push((self.pos, reason.into()));
            return;
        }
        if self.trusts == 0 {
            let error = self.cfa.error();
            if let Some(edge) = self.branch_to(formula, error) {
                self.map.unsupported.insert(edge, reason.into());
            }
        }
        let fine = self.terms_mut().not(formula);
        self.assume(fine);
    }

    /// Adds an unsupported point that runs reach if a formula holds for some values of these variables.
    pub fn unsupported_for_any(&mut self, variables: &[TermId], formula: TermId, reason: impl Into<String>) {
        if formula == Terms::FALSE {
            return;
        }
        let mut all = self.assumptions.clone();
        all.push(formula);
        let formula = self.terms_mut().and(&all);
        let (havoc, _) = self.havoc(variables);
        let assume = self.cfa.commands_mut().assume(formula);
        let command = self.cfa.commands_mut().add(Command::Sequence(vec![havoc, assume]));
        let error = self.cfa.error();
        if let Some(edge) = self.edge_to(command, error) {
            self.map.unsupported.insert(edge, reason.into());
        }
    }

    /// Adds the unsupported points of first values. Every run reaches them.
    pub fn first_problems(&mut self) {
        for (pos, reason) in std::mem::take(&mut self.at_start) {
            self.pos = pos;
            let (error, skip) = (self.cfa.error(), self.cfa.commands_mut().skip());
            if let Some(edge) = self.edge_to(skip, error) {
                self.map.unsupported.insert(edge, reason);
            }
        }
    }

    /// The name of the function that is being lowered.
    fn function_name(&self) -> Option<&'a str> {
        let program = self.program;
        self.call.map(|(function, _)| program.names.text(program.function(function).name))
    }

    /// Checks the limits of the budget and of the automaton, with this number of tasks on the agenda.
    ///
    /// # Errors
    ///
    /// The limit that is reached; the program is given up.
    pub fn check_limits(&mut self, tasks: usize) -> Result<(), Stop> {
        let function = self.function_name().unwrap_or_default();
        if self.cfa.edges().len() > MOST_EDGES {
            let message = format!("the automaton has more than {} edges in `{}`", MOST_EDGES, function);
            return Err(Stop::fatal(self.pos, message));
        }
        self.booking.set((self.held() + 100 * tasks) as u64);
        let limit = |limit| Stop::fatal(self.pos, format!("{} while lowering `{}`", limit, function));
        self.budget.check().map_err(limit)
    }

    /// The call with an index.
    pub fn instance(&self, id: InstanceId) -> Instance {
        self.map.instances[id.index()]
    }

    /// Adds a call of a function.
    pub fn add_instance(&mut self, instance: Instance) -> InstanceId {
        self.map.add_instance(instance)
    }

    /// The call to which a location belongs.
    pub fn instance_at(&self, location: LocId) -> InstanceId {
        self.map.instances_at[location.index()]
    }

    /// A new location of the present call.
    pub fn location(&mut self) -> LocId {
        let function = self.function_name().unwrap_or("start");
        let name = format!("{}:{}", function, self.program.lines.line_and_column(self.pos).0);
        let instance = self.call.map_or(InstanceId::MAIN, |(_, instance)| instance);
        self.location_of(instance, &name)
    }

    /// A new location of a call, with a name.
    pub fn location_of(&mut self, instance: InstanceId, name: &str) -> LocId {
        self.map.instances_at.push(instance);
        self.noted += name.len() + 80;
        self.cfa.add_location(name)
    }

    /// Notes that a statement begins at a location, and that it comes next there. The head of a loop stays the next
    /// statement of its location.
    pub fn mark(&mut self, location: LocId, stmt: StmtId, is_loop_head: bool) {
        let known = self.map.statements.get(&location).map_or(false, |place| place.is_loop_head);
        if !known {
            let pos = self.program.stmt(stmt).pos;
            self.map.statements.insert(location, StmtPlace { stmt, pos, is_loop_head });
        }
        self.mark_place(location, stmt, is_loop_head);
    }

    /// Notes that a statement begins at a location which is no step by itself, such as a block.
    pub fn mark_place(&mut self, location: LocId, stmt: StmtId, is_loop_head: bool) {
        let place = StmtPlace { stmt, pos: self.program.stmt(stmt).pos, is_loop_head };
        if self.marked.insert((location, place)) {
            self.map.places.entry(location).or_default().push(place);
        }
    }

    /// Adds an edge from the present location to another one, unless no run comes here. The present location stays.
    pub fn edge_to(&mut self, command: CommandId, target: LocId) -> Option<EdgeId> {
        let edge = self.cfa.add_edge(self.at?, target, command);
        self.map.edges.push(self.pos);
        Some(edge)
    }

    /// Adds an edge to a new location, which becomes the present one.
    pub fn edge(&mut self, command: CommandId) -> Option<EdgeId> {
        self.at?;
        let target = self.location();
        let edge = self.edge_to(command, target);
        self.at = Some(target);
        edge
    }

    /// Adds an edge to a location, and leaves no present location.
    pub fn jump(&mut self, target: LocId) {
        if self.at.is_some() {
            let skip = self.cfa.commands_mut().skip();
            self.edge_to(skip, target);
        }
        self.at = None;
    }

    /// Moves to a location if an edge leads there; otherwise no run comes here.
    pub fn enter(&mut self, location: LocId) {
        self.at = if self.cfa.entering(location).is_empty() { None } else { Some(location) };
    }

    /// Adds an edge on which only runs continue that satisfy a formula.
    pub fn assume(&mut self, formula: TermId) {
        match formula {
            Terms::TRUE => {}
            Terms::FALSE => self.at = None,
            _ => {
                let command = self.cfa.commands_mut().assume(formula);
                self.edge(command);
            }
        }
    }

    /// Adds an edge to a location for runs that satisfy a formula. The present location stays.
    pub fn branch_to(&mut self, formula: TermId, target: LocId) -> Option<EdgeId> {
        if formula == Terms::FALSE {
            return None;
        }
        let command = match formula {
            Terms::TRUE => self.cfa.commands_mut().skip(),
            _ => self.cfa.commands_mut().assume(formula),
        };
        self.edge_to(command, target)
    }

    /// Adds an edge that assigns several variables at once.
    pub fn assign(&mut self, list: Vec<(TermId, TermId)>) {
        if !list.is_empty() {
            self.assigned += list.len();
            let list = list.into_iter().map(|(variable, value)| Assignment { variable, value }).collect();
            let command = self.cfa.commands_mut().add(Command::Assign(list));
            self.edge(command);
        }
    }

    /// The property that the program is lowered for.
    pub fn property(&self) -> Property {
        self.options.property
    }

    /// Adds a failure of the runs that satisfy a formula. They reach the error location if the options count this
    /// failure as an error; otherwise they end.
    pub fn fail_if(&mut self, formula: TermId, failure: Failure) {
        let counts = self.options.checks(failure) && self.trusts == 0;
        let is_reached = self.program.reached == Some(Assertion { pos: self.pos, failure });
        let formula = if is_reached { Terms::TRUE } else { formula };
        // An assertion that the program writes is told even if it is plain; those of the language would be too many.
        if counts && (formula != Terms::FALSE || failure.violates(Property::Default)) {
            self.map.assertions.insert(Assertion { pos: self.pos, failure });
        }
        if counts && !self.program.excuses(failure, self.pos) {
            let error = self.cfa.error();
            if let Some(edge) = self.branch_to(formula, error) {
                self.map.failures.insert(edge, failure);
            }
        }
        let fine = self.terms_mut().not(formula);
        self.assume(fine);
    }

    /// Adds a failure of the runs that satisfy a formula and all assumptions under which unsupported points are made.
    pub fn fail_under(&mut self, formula: TermId, failure: Failure) {
        let all: Vec<TermId> = self.assumptions.iter().copied().chain(Some(formula)).collect();
        let formula = self.terms_mut().and(&all);
        self.fail_if(formula, failure);
    }

    /// The shadow of a term: its bits that depend on values that were never stored.
    pub fn blank(&mut self, term: TermId) -> TermId {
        self.blanks.of(&mut self.cfa, term)
    }

    /// The formula that a term depends on values that were never stored.
    pub fn is_blank(&mut self, term: TermId) -> TermId {
        self.blanks.any(&mut self.cfa, term)
    }

    /// Adds an edge that assigns a term to a variable, which depends on values that were never stored if a formula
    /// holds.
    pub fn assign_blank(&mut self, variable: TermId, term: TermId, formula: TermId) {
        let shadow = self.blank(variable);
        let sort = self.terms().sort(variable);
        let value = filled(self.cfa.terms_mut(), formula, sort);
        self.assign(vec![(variable, term), (shadow, value)]);
    }

    /// Notes the edge before the head of a loop that is cut, and the location at the end of its turn.
    pub fn note_cut(&mut self, edge: Option<EdgeId>, back: Option<LocId>) {
        self.blanks.note_cut(edge, back);
    }

    /// Notes the values that an edge asks for.
    pub fn note_asks(&mut self, edge: Option<EdgeId>, asks: Vec<Asked>) {
        if let Some(edge) = edge {
            let parts: usize = asks.iter().map(Asked::parts).sum();
            // The allocator needs about 16 bytes for each list beside its elements.
            let sizes = (size_of::<Asked>() + 16, size_of::<Part>());
            self.noted += asks.len() * sizes.0 + parts * sizes.1;
            self.map.asks.entry(edge).or_default().extend(asks);
        }
    }

    /// The command that gives variables arbitrary values, and its inputs, one for each variable.
    pub fn havoc(&mut self, variables: &[TermId]) -> (CommandId, Vec<TermId>) {
        self.assigned += variables.len();
        let (commands, terms) = self.cfa.parts_mut();
        let id = commands.havoc(terms, variables);
        let inputs = match commands.get(id) {
            Command::Havoc(list) => list.iter().map(|a| a.value).collect(),
            _ => Vec::new(),
        };
        (id, inputs)
    }

    /// Declares a variable. A suffix is added to its name if another variable has it.
    pub fn declare(&mut self, name: String, sort: Sort, origin: VariableOrigin) -> TermId {
        let name = self.unique_name(name);
        self.noted += 2 * name.len() + 120;
        let variable = self.cfa.declare(&name, sort);
        self.map.variables.insert(variable, origin);
        variable
    }

    /// Replaces the origin of a variable.
    pub fn set_origin(&mut self, variable: TermId, origin: VariableOrigin) {
        self.map.variables.insert(variable, origin);
    }

    /// Notes the targets that a variable for the target of an address may stand for.
    pub fn set_pointees(&mut self, variable: TermId, targets: &Rc<[TargetKey]>) {
        // The addresses in one object have the same list of targets, so it is stored once.
        let last = self.last_pointees.take().filter(|(of, _)| Rc::ptr_eq(of, targets));
        let (_, pointees) = self.last_pointees.insert(last.unwrap_or_else(|| {
            self.noted += targets.len() * size_of::<Pointee>();
            (targets.clone(), targets.iter().map(|key| key.pointee()).collect())
        }));
        self.map.pointees.insert(variable, pointees.clone());
    }

    /// Whether the budget is used up. Then the automaton has no meaning any more, and a task may stop early: the next
    /// check of the limits gives the program up.
    pub fn is_over(&self) -> bool {
        self.budget.check().is_err()
    }

    /// The temporary of a function with this number, which is declared if it is new.
    pub fn temporary(&mut self, function: FunctionId, sort: Sort, at: usize) -> TermId {
        let list = self.temporaries.get(&(function, sort));
        if let Some(&known) = list.and_then(|list| list.get(at)) {
            return known;
        }
        let name = format!("{}::.{}", self.program.names.text(self.program.function(function).name), at + 1);
        let variable = self.declare(name, sort, VariableOrigin::Temporary);
        self.temporaries.entry((function, sort)).or_default().push(variable);
        variable
    }

    /// A name that no other variable has.
    fn unique_name(&mut self, name: String) -> String {
        let taken = self.taken_names.entry(name.clone()).or_insert(0);
        *taken += 1;
        match *taken {
            1 => name,
            n => self.unique_name(format!("{}~{}", name, n)),
        }
    }
}
