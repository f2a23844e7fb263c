//! The automaton of the rounds of a justice property, whose runs all end exactly if the property holds.
//!
//! A *round* ends with the step in which the last of the property's formulas has come since the round began. At the
//! location `round` the automaton chooses a number of steps, `rounds.left`. At `wait` it takes steps of the system: one
//! that does not end the round makes the number smaller, which was above 0, and one that ends it leads back to `round`.
//! If the formulas are true infinitely often in some infinite run of the system, then the automaton chooses in each
//! round the number of steps that the round has, and goes on without end. And a run of the automaton without end has
//! infinitely many rounds, since each waits for finitely many steps. So measures that fall from round to round, with
//! the number of steps behind them, prove the property ([`check_ranking`]).
//!
//! With several formulas, variables `rounds.seen.I` tell which have come in the round. Inputs, and next values without
//! a function, are variables that have a default value at all locations. Runs that the system cannot prolong count for
//! nothing.
//!
//! [`check_ranking`]: crate::evidence::program::check_ranking

use super::signals;
use crate::evidence::Malformed;
use crate::model::cfa::{Cfa, LocId};
use crate::model::gcl::{Assignment, Command, CommandId};
use crate::model::system::functional::NextValues;
use crate::model::system::System;
use crate::model::PropertyId;
use crate::solver::term::{Sort, TermId, Terms};

/// The automaton of the rounds of a justice property. The variables of the system keep their names.
///
/// # Errors
///
/// If the system does not have the property.
pub fn rounds(system: &System, property: PropertyId) -> Result<Cfa, Malformed> {
    let signals = signals(system, property)?;
    let mut builder = Builder::new(system, &signals);
    let (left, wait) = (builder.left, builder.wait);
    let terms = builder.cfa.terms_mut();
    let (zero, one) = (terms.int(0), terms.int(1));
    let (is_enough, is_left, less) = (terms.ge(left, zero), terms.gt(left, zero), terms.sub(left, one));
    let came: Vec<TermId> = match &builder.seen[..] {
        [] => signals.clone(),
        seen => signals.iter().zip(seen).map(|(&signal, &seen)| terms.or(&[signal, seen])).collect(),
    };
    let over = terms.and(&came);
    let is_open = terms.not(over);
    let guards = [terms.and(&[is_open, is_left]), over];

    let start = builder.cfa.commands_mut().assume(system.init());
    let begun = builder.ended(Vec::new());
    builder.edge(builder.cfa.initial(), builder.round, &[start, begun]);
    let (commands, terms) = builder.cfa.parts_mut();
    let chosen = [commands.havoc(terms, &[left]), commands.assume(is_enough)];
    let set = builder.changed(Vec::new());
    builder.edge(builder.round, wait, &[chosen[0], chosen[1], set]);
    let kept: Values = builder.seen.iter().copied().zip(came).chain([(left, less)]).collect();
    let [goes_on, ends] = guards;
    let (steps, guard) = builder.step(system, goes_on);
    let set = builder.changed(steps.into_iter().chain(kept).collect());
    builder.edge(wait, wait, &[guard[0], guard[1], set]);
    let (steps, guard) = builder.step(system, ends);
    let set = builder.ended(steps);
    builder.edge(wait, builder.round, &[guard[0], guard[1], set]);
    Ok(builder.cfa)
}

/// New values, each with its variable.
type Values = Vec<(TermId, TermId)>;

struct Builder {
    cfa: Cfa,
    round: LocId,
    wait: LocId,
    left: TermId,
    /// Empty if there is one formula, with which a round is over.
    seen: Vec<TermId>,
    /// The variables that have values only within steps.
    passing: Vec<TermId>,
    next: NextValues,
}

impl Builder {
    fn new(system: &System, signals: &[TermId]) -> Builder {
        let mut cfa = Cfa::new(system.terms().clone());
        let next = NextValues::of(system, cfa.terms_mut());
        let is_free = |place: usize| next.functions[place].is_none();
        let states = system.states().iter().enumerate();
        let nexts = states.filter(|(place, _)| is_free(*place)).map(|(_, state)| state.next);
        let passing: Vec<TermId> = system.inputs().iter().copied().chain(nexts).collect();
        system.states().iter().for_each(|state| cfa.add_variable(state.current));
        passing.iter().for_each(|&variable| cfa.add_variable(variable));
        let left = cfa.declare("rounds.left", Sort::Int);
        let count = if signals.len() == 1 { 0 } else { signals.len() };
        let seen = (0..count).map(|i| cfa.declare(&format!("rounds.seen.{}", i), Sort::Bool)).collect();
        let (round, wait) = (cfa.add_location("round"), cfa.add_location("wait"));
        Builder { cfa, round, wait, left, seen, passing, next }
    }

    /// A step of the system in which a formula holds: the new values of state variables, and the commands before.
    fn step(&mut self, system: &System, formula: TermId) -> (Values, [CommandId; 2]) {
        let value = |(state, function): (TermId, Option<TermId>), next| (state, function.unwrap_or(next));
        let pairs = system.states().iter().zip(&self.next.functions);
        let values = pairs.map(|(s, &function)| value((s.current, function), s.next)).collect();
        let (commands, terms) = self.cfa.parts_mut();
        let mut guard = vec![system.constraint(), formula];
        guard.extend(&self.next.rest);
        let guard = terms.and(&guard);
        (values, [commands.havoc(terms, &self.passing), commands.assume(guard)])
    }

    /// The assignment of these values, and of default values to the variables that have none between steps.
    fn changed(&mut self, mut values: Values) -> CommandId {
        let terms = self.cfa.terms_mut();
        for &variable in &self.passing {
            let sort = terms.sort(variable);
            values.push((variable, terms.default_term(sort)));
        }
        let list = values.into_iter().map(|(variable, value)| Assignment { variable, value }).collect();
        self.cfa.commands_mut().add(Command::Assign(list))
    }

    /// The same at the end of a round.
    fn ended(&mut self, mut values: Values) -> CommandId {
        let zero = self.cfa.terms_mut().int(0);
        values.push((self.left, zero));
        values.extend(self.seen.iter().map(|&seen| (seen, Terms::FALSE)));
        self.changed(values)
    }

    fn edge(&mut self, source: LocId, target: LocId, parts: &[CommandId]) {
        let command = self.cfa.commands_mut().sequence(parts);
        self.cfa.add_edge(source, target, command);
    }
}
