//! Runs of a system as formulas: copies of its variables, one set for each step.

use crate::model::system::{Step, System, Trace};
use crate::model::PropertyId;
use crate::solver::term::{Model, Op, Substitution, TermId, Terms, Value};

/// A run of the system: states, and the inputs of the steps between them.
#[derive(Clone, Debug)]
pub(in crate::engine) struct Run {
    /// The values of the state variables, for each state.
    pub states: Vec<Vec<Value>>,
    /// The inputs of each step; where the run ends in the goal, those of the bad step, too.
    pub inputs: Vec<Vec<Value>>,
}

impl Run {
    /// The run as evidence. It has to end in the goal.
    pub fn into_trace(self, property: PropertyId) -> Trace {
        let steps = self.states.into_iter().zip(self.inputs);
        Trace { property, steps: steps.map(|(states, inputs)| Step { states, inputs }).collect() }
    }
}

/// The variables of a system in each step, and the substitutions that take formulas there and back.
///
/// The copies are constants of the system's own store, made when a step is first named.
#[derive(Default)]
pub(in crate::engine) struct Copies {
    /// By step: the copies of the state variables. One more than there are inputs.
    states: Vec<Vec<TermId>>,
    inputs: Vec<Vec<TermId>>,
    there: Vec<Substitution>,
    back: Vec<Substitution>,
}

impl Copies {
    /// Makes copies until there is a step of this number.
    pub fn extend_to(&mut self, system: &mut System, step: usize) {
        while self.states.len() <= step + 1 {
            let at = self.states.len();
            let states: Vec<TermId> = system.states().iter().map(|s| s.current).collect();
            let copies = copy(system.terms_mut(), &states, at);
            let mut back = Substitution::new();
            copies.iter().zip(&states).for_each(|(&copy, &state)| back.insert(copy, state));
            self.states.push(copies);
            self.back.push(back);
        }
        while self.there.len() <= step {
            let at = self.there.len();
            let inputs = system.inputs().to_vec();
            let copies = copy(system.terms_mut(), &inputs, at);
            let mut there = Substitution::new();
            inputs.iter().zip(&copies).for_each(|(&input, &copy)| there.insert(input, copy));
            for (i, state) in system.states().iter().enumerate() {
                there.insert(state.current, self.states[at][i]);
                there.insert(state.next, self.states[at + 1][i]);
            }
            self.inputs.push(copies);
            self.there.push(there);
        }
    }

    /// The formula about this step. It may be about next values, too.
    pub fn at(&mut self, system: &mut System, step: usize, formula: TermId) -> TermId {
        self.extend_to(system, step);
        self.there[step].apply(system.terms_mut(), formula)
    }

    /// A formula about the state of this step, as one about state variables.
    pub fn back(&mut self, terms: &mut Terms, step: usize, formula: TermId) -> TermId {
        self.back[step].apply(terms, formula)
    }

    /// The copies of the state variables in a step that has been named.
    pub fn states(&self, step: usize) -> &[TermId] {
        &self.states[step]
    }

    /// The run that a model describes, with this many transitions and the inputs of the last state.
    pub fn run(&self, system: &System, model: &Model, transitions: usize) -> Run {
        let values = |constants: &Vec<TermId>| -> Vec<Value> {
            constants.iter().map(|&t| model.evaluate(system.terms(), t)).collect()
        };
        Run {
            states: self.states[..=transitions].iter().map(values).collect(),
            inputs: self.inputs.iter().take(transitions + 1).map(values).collect(),
        }
    }
}

fn copy(terms: &mut Terms, constants: &[TermId], step: usize) -> Vec<TermId> {
    let name = |terms: &Terms, t: TermId| match terms.op(t) {
        Op::Symbol(symbol) => format!("{}@{}", terms.name(symbol), step),
        op => unreachable!("{:?} is no declared constant", op),
    };
    constants
        .iter()
        .map(|&t| {
            let name = name(terms, t);
            terms.declare(&name, terms.sort(t))
        })
        .collect()
}
