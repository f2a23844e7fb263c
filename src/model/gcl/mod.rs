//! Guarded commands: what an edge of a program does to its variables (Dijkstra 1975; Lange 2018, §2.4 and §4.1).
//!
//! A *command* is a simultaneous assignment, an assumption that ends all runs that violate it, a *havoc* that gives
//! variables any values, a sequence of commands, or a choice between some. The values that a havoc gives have names: it
//! assigns constants, its *inputs*, which occur nowhere else. So a command is a function of the variables and its
//! inputs, and a predicate transformer need not quantify:
//!
//! * the *weakest existential precondition* `wep(c, φ)` holds of the states and inputs from which some run of `c` ends
//!   in `φ`; the *weakest precondition* `wp(c, φ) = ¬wep(c, ¬φ)` holds of those from which every run that ends does so
//!   in `φ`;
//! * the *strongest postcondition* `sp(c, φ)` is about the state after a run that began in `φ`, the old values of
//!   changed variables and the inputs;
//! * the *effect* gives the condition under which a command has a run, and the new values as functions; a choice that
//!   its guards do not decide is decided by an input of its own.
//!
//! Inputs that have names make one thing visible that quantifiers hide: for all literals of a cube a havoc gives the
//! same values, while `∃x (a ∧ b)` is not `∃x a ∧ ∃x b`.
//!
//! Commands live in an arena, parts before the whole, so that no nesting is too deep for a stack. A command may be part
//! of several others, but no run may meet the same havoc twice: it would get the same values.

mod forward;
mod split;

pub use forward::{Effect, Image};

use crate::base::HashSet;
use crate::solver::term::{Model, Op, Substitution, TermId, Terms};

/// A command, by its place in the arena.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CommandId(u32);

impl CommandId {
    /// Position in arrays that are indexed by command.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A variable and the term whose value it gets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Assignment {
    /// A variable.
    pub variable: TermId,
    /// A term of its sort; of a havoc an input.
    pub value: TermId,
}

/// A command. See the [module](self).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Each variable gets its value at once with the others. The variables differ.
    Assign(Vec<Assignment>),
    /// Only runs from states that satisfy the formula go on.
    Assume(TermId),
    /// Each variable gets any value: that of its input.
    Havoc(Vec<Assignment>),
    /// One after the other; of none nothing happens.
    Sequence(Vec<CommandId>),
    /// One of them; of none no run goes on.
    Choice(Vec<CommandId>),
}

/// The arena.
#[derive(Clone, Default, Debug)]
pub struct Commands {
    list: Vec<Command>,
}

impl Commands {
    /// No commands yet.
    pub fn new() -> Commands {
        Commands::default()
    }

    /// The number of commands.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// A command.
    pub fn get(&self, id: CommandId) -> &Command {
        &self.list[id.index()]
    }

    /// Adds a command.
    ///
    /// # Panics
    ///
    /// If a part is not in the arena, or a variable occurs twice in an assignment or a havoc.
    pub fn add(&mut self, command: Command) -> CommandId {
        match &command {
            Command::Sequence(parts) | Command::Choice(parts) => {
                assert!(parts.iter().all(|part| part.index() < self.list.len()), "a part that is not here");
            }
            Command::Assign(list) | Command::Havoc(list) => {
                let mut variables: Vec<TermId> = list.iter().map(|a| a.variable).collect();
                variables.sort_unstable();
                assert!(variables.windows(2).all(|pair| pair[0] != pair[1]), "a variable is assigned twice");
            }
            Command::Assume(_) => {}
        }
        let id = u32::try_from(self.list.len()).expect("the number of commands fits 32 bits");
        self.list.push(command);
        CommandId(id)
    }

    /// Nothing.
    pub fn skip(&mut self) -> CommandId {
        self.add(Command::Sequence(Vec::new()))
    }

    /// The assignment of one variable.
    pub fn assign(&mut self, variable: TermId, value: TermId) -> CommandId {
        self.add(Command::Assign(vec![Assignment { variable, value }]))
    }

    /// An assumption.
    pub fn assume(&mut self, formula: TermId) -> CommandId {
        self.add(Command::Assume(formula))
    }

    /// Any value for each of these variables. The inputs are declared with the names of the variables.
    pub fn havoc(&mut self, terms: &mut Terms, variables: &[TermId]) -> CommandId {
        let input = |&variable: &TermId| {
            let name = match terms.op(variable) {
                Op::Symbol(symbol) => format!("{}?", terms.name(symbol)),
                _ => "?".to_string(),
            };
            Assignment { variable, value: terms.declare(&name, terms.sort(variable)) }
        };
        let list = variables.iter().map(input).collect();
        self.add(Command::Havoc(list))
    }

    /// One after the other. Sequences among them are taken apart.
    pub fn sequence(&mut self, parts: &[CommandId]) -> CommandId {
        let inner = |command: &Command| match command {
            Command::Sequence(inner) => Some(inner.clone()),
            _ => None,
        };
        let flat = self.flat(parts, inner);
        match flat[..] {
            [only] => only,
            _ => self.add(Command::Sequence(flat)),
        }
    }

    /// One of these. Choices among them are taken apart.
    pub fn choice(&mut self, parts: &[CommandId]) -> CommandId {
        let inner = |command: &Command| match command {
            Command::Choice(inner) => Some(inner.clone()),
            _ => None,
        };
        let flat = self.flat(parts, inner);
        match flat[..] {
            [only] => only,
            _ => self.add(Command::Choice(flat)),
        }
    }

    /// The parts, those that have parts of the same kind themselves replaced by these.
    fn flat(
        &self,
        parts: &[CommandId],
        inner: impl Fn(&Command) -> Option<Vec<CommandId>>,
    ) -> Vec<CommandId> {
        parts.iter().flat_map(|&part| inner(self.get(part)).unwrap_or_else(|| vec![part])).collect()
    }

    /// A command and all its parts, parts first, each once.
    pub fn parts(&self, id: CommandId) -> Vec<CommandId> {
        let mut seen: HashSet<CommandId> = HashSet::default();
        let mut stack = vec![id];
        let mut parts = Vec::new();
        while let Some(id) = stack.pop() {
            if seen.insert(id) {
                parts.push(id);
                if let Command::Sequence(inner) | Command::Choice(inner) = self.get(id) {
                    stack.extend_from_slice(inner);
                }
            }
        }
        parts.sort_unstable();
        parts
    }

    /// The inputs of the havocs in a command, by age of the havocs.
    pub fn inputs(&self, id: CommandId) -> Vec<TermId> {
        let mut inputs = Vec::new();
        for part in self.parts(id) {
            if let Command::Havoc(list) = self.get(part) {
                inputs.extend(list.iter().map(|a| a.value));
            }
        }
        inputs
    }

    /// The weakest existential precondition: the states and inputs from which some run ends in `post`. It may be as
    /// large as the number of ways through the command, times the size of `post`.
    pub fn wep(&self, terms: &mut Terms, id: CommandId, post: TermId) -> TermId {
        enum Task {
            Visit(CommandId),
            Start(TermId),
            Join(usize),
        }
        let mut tasks = vec![Task::Visit(id), Task::Start(post)];
        let mut results: Vec<TermId> = Vec::new();
        while let Some(task) = tasks.pop() {
            match task {
                Task::Start(post) => results.push(post),
                Task::Join(count) => {
                    let ways = results.split_off(results.len() - count);
                    results.push(terms.or(&ways));
                }
                Task::Visit(id) => {
                    let post = results.pop().unwrap_or(post);
                    match self.get(id) {
                        Command::Assign(list) | Command::Havoc(list) => {
                            results.push(assigned(list).apply(terms, post));
                        }
                        Command::Assume(guard) => results.push(terms.and(&[*guard, post])),
                        Command::Sequence(parts) => {
                            results.push(post);
                            tasks.extend(parts.iter().map(|&part| Task::Visit(part)));
                        }
                        Command::Choice(parts) => {
                            tasks.push(Task::Join(parts.len()));
                            for &part in parts.iter().rev() {
                                tasks.push(Task::Visit(part));
                                tasks.push(Task::Start(post));
                            }
                        }
                    }
                }
            }
        }
        results.pop().unwrap_or(post)
    }

    /// The weakest precondition: the states and inputs from which all runs that end do so in `post`.
    pub fn wp(&self, terms: &mut Terms, id: CommandId, post: TermId) -> TermId {
        let not_post = terms.not(post);
        let some = self.wep(terms, id, not_post);
        terms.not(some)
    }

    /// Runs a command from a state, with the values of the inputs in the same model. `choose` picks a part of a choice
    /// by its index, given the number of parts. False if an assumption ends the run, or a choice has no part; the state
    /// is of no use then.
    pub fn run(
        &self,
        terms: &Terms,
        id: CommandId,
        state: &mut Model,
        mut choose: impl FnMut(usize) -> usize,
    ) -> bool {
        let mut tasks = vec![id];
        while let Some(id) = tasks.pop() {
            match self.get(id) {
                Command::Assign(list) | Command::Havoc(list) => {
                    let values: Vec<TermId> = list.iter().map(|a| a.value).collect();
                    let values = state.evaluate_all(terms, &values);
                    state.set_all(terms, list.iter().map(|a| a.variable), &values);
                }
                Command::Assume(guard) if state.evaluate(terms, *guard).is_true() => {}
                Command::Assume(_) => return false,
                Command::Sequence(parts) => tasks.extend(parts.iter().rev()),
                Command::Choice(parts) => match parts.get(choose(parts.len())) {
                    Some(&part) => tasks.push(part),
                    None => return false,
                },
            }
        }
        true
    }

    /// A run of a command from this state and these inputs whose end is accepted: the parts of the choices that it
    /// takes, and its end. Ways are tried one after the other, and no two that have failed alike; after `limit` of them
    /// the search gives up.
    pub fn find_run(
        &self,
        terms: &Terms,
        id: CommandId,
        start: &Model,
        limit: usize,
        mut accept: impl FnMut(&Model) -> bool,
    ) -> Option<(Vec<usize>, Model)> {
        let mut taken: Vec<usize> = Vec::new();
        for _ in 0..limit {
            let mut counts = Vec::new();
            let mut end = start.clone();
            let choose = |count: usize| {
                let at = counts.len();
                counts.push(count);
                if at == taken.len() {
                    taken.push(0);
                }
                taken[at]
            };
            let runs = self.run(terms, id, &mut end, choose);
            taken.truncate(counts.len());
            if runs && accept(&end) {
                return Some((taken, end));
            }
            // The next way differs in the last choice that has a part left.
            while taken.last().map_or(false, |&part| part + 1 >= counts[taken.len() - 1]) {
                taken.pop();
            }
            *taken.last_mut()? += 1;
        }
        None
    }
}

/// The substitution that an assignment is.
fn assigned(list: &[Assignment]) -> Substitution {
    let mut substitution = Substitution::new();
    list.iter().for_each(|a| substitution.insert(a.variable, a.value));
    substitution
}
