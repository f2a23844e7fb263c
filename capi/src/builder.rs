//! Models that are built term by term, in safe Rust: what the calls `indubit_model_...` of `indubit.h` do.
//!
//! A [`Builder`] has numbered entries: terms, predicates, and atoms, which are predicates applied to terms. It ends as
//! a text, VMT-LIB for a transition system and SMT-LIB for Horn clauses, and that text is what is verified. So a model
//! from C means exactly what the text means to every other reader, and evidence about it can be checked elsewhere.
//!
//! The first error stays: every later call gives the number 0, and the text is the message.

use indubit::input::smtlib::TermReader;
use indubit::input::{horn, vmt};
use indubit::model::horn::{Atom, Clause, Horn, PredicateId};
use indubit::model::system::{Role, StateVar, System};
use indubit::solver::term::{Sort, TermId};

/// A thing with a number.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Entry {
    Term(TermId),
    Predicate(PredicateId),
    Atom(Atom),
}

/// The part of a system that a formula belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// True in the first step; over states.
    Init,
    /// True of each step; over states, variables and next values.
    Trans,
    /// True in each step; over states and variables.
    Constraint,
}

/// A rule: the atoms and formulas of the body imply the head; without a head, false.
#[derive(Debug)]
struct Rule {
    body: Vec<Atom>,
    constraint: Vec<TermId>,
    head: Option<Atom>,
}

/// A model that is built. See the [module](self).
#[derive(Debug, Default)]
pub struct Builder {
    reader: TermReader,
    entries: Vec<Entry>,
    states: Vec<StateVar>,
    variables: Vec<TermId>,
    formulas: Vec<(Part, TermId)>,
    properties: Vec<(String, TermId)>,
    predicates: Vec<(String, Vec<Sort>)>,
    rules: Vec<Rule>,
    error: Option<String>,
}

impl Builder {
    /// Carries a call out, unless there was an error before.
    fn call<R>(
        &mut self,
        function: &str,
        failed: R,
        work: impl FnOnce(&mut Builder) -> Result<R, String>,
    ) -> R {
        if self.error.is_some() {
            return failed;
        }
        work(self).unwrap_or_else(|message| {
            self.error = Some(format!("{}: {}", function, message));
            failed
        })
    }

    fn add(&mut self, entry: Entry) -> u32 {
        self.entries.push(entry);
        self.entries.len() as u32
    }

    fn entry(&self, number: u32) -> Result<&Entry, String> {
        let place = (number as usize).checked_sub(1);
        let found = place.and_then(|place| self.entries.get(place));
        found.ok_or_else(|| format!("there is no term {}", number))
    }

    fn term_at(&self, number: u32) -> Result<TermId, String> {
        match self.entry(number)? {
            Entry::Term(t) => Ok(*t),
            Entry::Predicate(_) | Entry::Atom(_) => Err(format!("{} is no term but a predicate", number)),
        }
    }

    fn formula_at(&self, number: u32) -> Result<TermId, String> {
        let t = self.term_at(number)?;
        let terms = self.reader.terms();
        match terms.sort(t) {
            Sort::Bool => Ok(t),
            sort => Err(format!("expected a formula, found a term of sort {}", terms.sort_text(sort))),
        }
    }

    fn state_at(&self, number: u32) -> Result<StateVar, String> {
        let t = self.term_at(number)?;
        let state = self.states.iter().find(|state| state.current == t);
        state.copied().ok_or_else(|| format!("{} is no state", self.reader.terms().text(t)))
    }

    /// Declares a variable: an input of a system, or of rules.
    pub fn variable(&mut self, name: &str, sort: &str) -> u32 {
        self.call("indubit_model_variable", 0, |builder| {
            let variable = builder.reader.declare(name, sort).map_err(|error| error.to_string())?;
            builder.variables.push(variable);
            Ok(builder.add(Entry::Term(variable)))
        })
    }

    /// Declares a state.
    pub fn state(&mut self, name: &str, sort: &str) -> u32 {
        self.call("indubit_model_state", 0, |builder| {
            let mut declare = |name: &str| builder.reader.declare(name, sort).map_err(|e| e.to_string());
            let current = declare(name)?;
            let next = declare(&format!("{}.next", name))?;
            builder.states.push(StateVar { current, next });
            Ok(builder.add(Entry::Term(current)))
        })
    }

    /// The value of a state in the next step.
    pub fn next(&mut self, state: u32) -> u32 {
        self.call("indubit_model_next", 0, |builder| {
            let next = builder.state_at(state)?.next;
            Ok(builder.add(Entry::Term(next)))
        })
    }

    /// Reads a term.
    pub fn term(&mut self, text: &str) -> u32 {
        self.call("indubit_model_term", 0, |builder| {
            let term = builder.reader.term(text).map_err(|error| error.to_string())?;
            Ok(builder.add(Entry::Term(term)))
        })
    }

    /// Applies an operator to terms.
    pub fn apply(&mut self, operator: &str, arguments: &[u32]) -> u32 {
        self.call("indubit_model_apply", 0, |builder| {
            let terms: Result<Vec<TermId>, String> = arguments.iter().map(|&n| builder.term_at(n)).collect();
            let term = builder.reader.apply(operator, &terms?).map_err(|error| error.to_string())?;
            Ok(builder.add(Entry::Term(term)))
        })
    }

    /// Adds a formula to a part of the system.
    pub fn say(&mut self, part: Part, formula: u32) {
        let function = match part {
            Part::Init => "indubit_model_init",
            Part::Trans => "indubit_model_trans",
            Part::Constraint => "indubit_model_constraint",
        };
        self.call(function, (), |builder| {
            let formula = builder.formula_at(formula)?;
            builder.formulas.push((part, formula));
            Ok(())
        })
    }

    /// The value that a state has in the next step.
    pub fn step(&mut self, state: u32, value: u32) {
        self.call("indubit_model_step", (), |builder| {
            let (next, value) = (builder.state_at(state)?.next, builder.term_at(value)?);
            let equal = builder.reader.apply("=", &[next, value]).map_err(|error| error.to_string())?;
            builder.formulas.push((Part::Trans, equal));
            Ok(())
        })
    }

    /// Adds a property, the states that must not be reached; its number, or -1.
    pub fn bad(&mut self, name: &str, formula: u32) -> i32 {
        self.call("indubit_model_bad", -1, |builder| {
            let formula = builder.formula_at(formula)?;
            builder.properties.push((name.to_string(), formula));
            Ok(builder.properties.len() as i32 - 1)
        })
    }

    /// Declares a predicate over these sorts.
    pub fn predicate(&mut self, name: &str, sorts: &[&str]) -> u32 {
        self.call("indubit_model_predicate", 0, |builder| {
            if name.is_empty() || builder.predicates.iter().any(|(other, _)| other == name) {
                return Err(format!("`{}` is declared already, or no name", name));
            }
            let sorts: Result<Vec<Sort>, _> = sorts.iter().map(|sort| builder.reader.sort(sort)).collect();
            builder.predicates.push((name.to_string(), sorts.map_err(|error| error.to_string())?));
            let predicate = PredicateId::new(builder.predicates.len() - 1);
            Ok(builder.add(Entry::Predicate(predicate)))
        })
    }

    /// Applies a predicate to terms.
    pub fn atom(&mut self, predicate: u32, arguments: &[u32]) -> u32 {
        self.call("indubit_model_atom", 0, |builder| {
            let predicate = match builder.entry(predicate)? {
                Entry::Predicate(predicate) => *predicate,
                Entry::Term(_) | Entry::Atom(_) => return Err(format!("{} is no predicate", predicate)),
            };
            let arguments: Result<Vec<TermId>, String> =
                arguments.iter().map(|&n| builder.term_at(n)).collect();
            let arguments = arguments?;
            let (name, sorts) = &builder.predicates[predicate.index()];
            let terms = builder.reader.terms();
            if !arguments.iter().map(|&t| terms.sort(t)).eq(sorts.iter().copied()) {
                let sorts: Vec<String> = sorts.iter().map(|&sort| terms.sort_text(sort)).collect();
                return Err(format!("`{}` expects terms of the sorts ({})", name, sorts.join(" ")));
            }
            Ok(builder.add(Entry::Atom(Atom { predicate, arguments })))
        })
    }

    /// Adds a rule: the atoms and formulas of the body imply the head, an atom, or false if it is `None`.
    pub fn rule(&mut self, head: Option<u32>, body: &[u32]) {
        self.call("indubit_model_rule", (), |builder| {
            let atom = |number: u32| match builder.entry(number)? {
                Entry::Atom(atom) => Ok(atom.clone()),
                Entry::Term(_) | Entry::Predicate(_) => Err(format!("{} is no atom", number)),
            };
            let head = head.map(atom).transpose()?;
            let mut rule = Rule { body: Vec::new(), constraint: Vec::new(), head };
            for &number in body {
                match builder.entry(number)? {
                    Entry::Atom(atom) => rule.body.push(atom.clone()),
                    Entry::Term(_) | Entry::Predicate(_) => rule.constraint.push(builder.formula_at(number)?),
                }
            }
            builder.rules.push(rule);
            Ok(())
        })
    }

    /// The model as a text, and whether it is clauses.
    ///
    /// # Errors
    ///
    /// The first error of a call, or the reason why the parts are no model.
    pub fn text(&self) -> Result<(String, bool), String> {
        if let Some(error) = &self.error {
            return Err(error.clone());
        }
        let is_system = !(self.states.is_empty() && self.formulas.is_empty() && self.properties.is_empty());
        match (is_system, self.predicates.is_empty() && self.rules.is_empty()) {
            (true, true) => Ok((vmt::write(&self.system()?), false)),
            (false, false) => Ok((horn::write(&self.clauses()), true)),
            (true, false) => Err("a model has states or rules, not both".to_string()),
            (false, true) => Err("the model is empty".to_string()),
        }
    }

    fn system(&self) -> Result<System, String> {
        let mut system = System::new(self.reader.terms().clone());
        self.states.iter().for_each(|state| system.add_state(state.current, state.next));
        self.variables.iter().for_each(|&variable| system.add_input(variable));
        let fits = |system: &System, formula: TermId, role: Role, place: &str| {
            let foreign = system.foreign_symbol(formula, role);
            foreign.map_or(Ok(()), |symbol| {
                Err(format!(
                    "{} is about `{}`, which does not belong there",
                    place,
                    system.terms().name(symbol)
                ))
            })
        };
        let (mut init, mut trans) = (Vec::new(), Vec::new());
        for &(part, formula) in &self.formulas {
            match part {
                Part::Init => {
                    fits(&system, formula, Role::Init, "a formula of indubit_model_init")?;
                    init.push(formula);
                }
                Part::Trans => {
                    fits(&system, formula, Role::Trans, "a formula of indubit_model_trans")?;
                    trans.push(formula);
                }
                Part::Constraint => {
                    fits(&system, formula, Role::State, "a formula of indubit_model_constraint")?;
                    system.add_constraint(formula);
                }
            }
        }
        let (init, trans) = (system.terms_mut().and(&init), system.terms_mut().and(&trans));
        system.set_init(init);
        system.set_trans(trans);
        for (name, bad) in &self.properties {
            fits(&system, *bad, Role::State, "a formula of indubit_model_bad")?;
            system.add_property(name, *bad);
        }
        Ok(system)
    }

    fn clauses(&self) -> Horn {
        let mut horn = Horn::new(self.reader.terms().clone());
        for (name, sorts) in &self.predicates {
            horn.declare(name, sorts);
        }
        for rule in &self.rules {
            let constraint = horn.terms_mut().and(&rule.constraint);
            let clause = Clause::new(&horn, rule.body.clone(), constraint, rule.head.clone());
            horn.add(clause);
        }
        horn
    }
}
