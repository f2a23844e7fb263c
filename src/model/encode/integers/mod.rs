//! A system over words as one over integers.
//!
//! A word becomes an integer between the bounds of its width. Sums and multiples become those of integers, brought back
//! between the bounds by conditionals where they may leave them, so that every wrap-around is kept: the runs of both
//! systems correspond one to one. Programs whose words seldom wrap around then need the lemmas of linear arithmetic,
//! which are far shorter than those over bits.
//!
//! A word has no sign, a comparison has. So each variable is read with or without sign, as most comparisons of it and of
//! the variables that it is added, assigned or made equal to suggest. A term keeps no more than a number that is
//! *congruent* to the word, with bounds that all its values have; it is brought between the bounds of a word only where
//! the number itself matters: in a comparison, in front of a division, at the low end of a concatenation.
//!
//! Conditionals for wrap-around make proofs long, and most programs are meant not to wrap around. [`Wraps::Ignored`]
//! leaves them out where variables get their values. A proof about such a system is one about runs without wrap-around;
//! [`IntegerSystem::wraps`] asks for the rest, whether a run that keeps to the invariant found has a step in which a
//! variable wraps around. Both invariants together are one of the original. Often there is no need to ask: formulas such
//! as `x + y = n` hold whether words wrap around or not ([`IntegerSystem::narrow`]).
//!
//! Operators that are not linear over integers (products of variables, shifts by variables, bitwise operators with
//! other masks than rows of ones) have no image, and then the system has none.
//!
//! The bounds of variables that cannot wrap around are constraints of the new system, which every run satisfies. On the way back a formula
//! over integers becomes one over words that are wide enough for all its values, so that nothing in it wraps around.

mod backward;
mod forward;
mod number;
mod signs;

use crate::base::{Budget, HashMap, Limit};
use crate::model::system::functional::NextValues;
use crate::model::system::{Certificate, Invariant, Role, Step, System, Trace};
use crate::solver::term::{Sort, SymbolId, TermId, Terms, Value};
use crate::theories::bv::Bits;
use backward::Backward;
use forward::Forward;
use number::Range;

/// Whether a variable wraps around whose next value is a function of the state and inputs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wraps {
    /// As words do.
    Kept,
    /// It leaves the bounds of its width.
    Ignored,
}

/// The reason why a system has no image.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotLinear {
    /// A term that is not linear over integers, or one that is a number already.
    Term(TermId),
    /// The budget ran out.
    Limit(Limit),
}

/// A variable of the original, and its image.
#[derive(Clone, Copy, Debug)]
struct Image {
    original: TermId,
    image: TermId,
    /// For words: how their bits are read.
    range: Option<Range>,
}

/// The image of a system over words, and the way back.
#[derive(Clone, Debug)]
pub struct IntegerSystem {
    /// Its variables, inputs and properties are the images of the original's, in their order.
    pub system: System,
    states: Vec<Image>,
    inputs: Vec<Image>,
    /// That all variables are within their bounds.
    bounds: TermId,
    /// That some variable leaves its bounds in a step from a state within them.
    wrapped: TermId,
}

/// Makes integers of the words of a system of Booleans and words.
///
/// # Errors
///
/// The first term without image, or a limit of the budget.
pub fn to_integers(original: &System, wraps: Wraps, budget: &Budget) -> Result<IntegerSystem, NotLinear> {
    if let Some(number) = original.first_number() {
        return Err(NotLinear::Term(number));
    }
    let signed = signs::signed_variables(original);
    let mut system = System::default();
    let mut images: HashMap<SymbolId, Image> = HashMap::default();
    let mut declare = |system: &mut System, constant: TermId| {
        let terms = original.terms();
        let range =
            terms.sort(constant).width().map(|width| Range { width, signed: signed.contains(constant) });
        let sort = range.map_or(Sort::Bool, |_| Sort::Int);
        let image = system.terms_mut().declare(original.name(constant), sort);
        let image = Image { original: constant, image, range };
        images.extend(terms.symbols_in(&[constant]).iter().map(|&symbol| (symbol, image)));
        image
    };
    let mut states = Vec::new();
    for state in original.states() {
        let (current, next) = (declare(&mut system, state.current), declare(&mut system, state.next));
        system.add_state(current.image, next.image);
        states.push(current);
    }
    let mut inputs = Vec::new();
    for &input in original.inputs() {
        let image = declare(&mut system, input);
        system.add_input(image.image);
        inputs.push(image);
    }
    let mut terms = original.terms().clone();
    let next = (wraps == Wraps::Ignored).then(|| NextValues::of(original, &mut terms));
    let mut forward = Forward::new(&terms, images, budget);
    let init = forward.formula(system.terms_mut(), original.init())?;
    system.set_init(init);
    let mut wrapped = Terms::FALSE;
    let trans = match &next {
        Some(next) => {
            let (trans, wraps) = step_without_wraps(&mut system, &mut forward, next, &states)?;
            wrapped = wraps;
            trans
        }
        None => forward.formula(system.terms_mut(), original.trans())?,
    };
    system.set_trans(trans);
    let constraint = forward.formula(system.terms_mut(), original.constraint())?;
    system.add_constraint(constraint);
    for property in original.properties() {
        let bad = forward.formula(system.terms_mut(), property.bad)?;
        system.add_property(&property.name, bad);
    }
    for &hint in original.hints() {
        // A hint has no meaning that could be lost.
        if let Ok(hint) = forward.formula(system.terms_mut(), hint) {
            system.add_hint(hint);
        }
    }
    let bounds_of = |images: &[Image], terms: &mut Terms| {
        let bounds = images.iter().filter_map(|image| Some(image.range?.holds(terms, image.image)));
        let bounds: Vec<TermId> = bounds.collect();
        terms.and(&bounds)
    };
    let of_inputs = bounds_of(&inputs, system.terms_mut());
    let of_states = bounds_of(&states, system.terms_mut());
    system.add_constraint(of_inputs);
    if wraps == Wraps::Kept {
        system.add_constraint(of_states);
    }
    Ok(IntegerSystem { system, states, inputs, bounds: of_states, wrapped })
}

/// The formula for steps in which no variable wraps around, and that for states in front of a step in which one should.
fn step_without_wraps(
    system: &mut System,
    forward: &mut Forward<'_>,
    next: &NextValues,
    images: &[Image],
) -> Result<(TermId, TermId), NotLinear> {
    let states = system.states().to_vec();
    let (mut trans, mut wraps) = (Vec::new(), Vec::new());
    for ((state, image), &function) in states.iter().zip(images).zip(&next.functions) {
        let (value, wrapped) = match function {
            Some(function) => forward.value(system.terms_mut(), function, image.range)?,
            None => continue,
        };
        trans.push(system.terms_mut().eq(state.next, value));
        wraps.push(wrapped);
    }
    let mut guards = Vec::new();
    for &conjunct in &next.rest {
        let conjunct = forward.formula(system.terms_mut(), conjunct)?;
        trans.push(conjunct);
        if system.foreign_symbol(conjunct, Role::State).is_none() {
            guards.push(conjunct);
        }
    }
    let terms = system.terms_mut();
    guards.push(terms.or(&wraps));
    Ok((terms.and(&trans), terms.and(&guards)))
}

impl IntegerSystem {
    /// A certificate of the image as one of the original; `None` if a formula in it is not about integers.
    pub fn certificate(&self, original: &System, certificate: &Certificate) -> Option<Certificate> {
        Some(match certificate {
            Certificate::Inductive(found) => Certificate::Inductive(self.invariant(original, found, false)?),
            Certificate::KInductive { k, lemmas, simple_path } => Certificate::KInductive {
                k: *k,
                lemmas: self.invariant(original, lemmas, false)?,
                simple_path: *simple_path,
            },
        })
    }

    /// An invariant of the image as one of the original, in which sums wrap around. It may be none: that is to be
    /// checked.
    pub fn narrow(&self, original: &System, invariant: &Invariant) -> Option<Certificate> {
        self.invariant(original, invariant, true).map(Certificate::Inductive)
    }

    fn invariant(&self, original: &System, invariant: &Invariant, narrow: bool) -> Option<Invariant> {
        let mut terms: Terms = original.terms().clone();
        let variables = self.states.iter().map(|image| (image.image, (image.original, image.range)));
        let mut backward = Backward::new(&invariant.terms, variables.collect(), narrow);
        let formulas = invariant.formulas.iter().map(|&t| backward.formula(&mut terms, t));
        let formulas = formulas.collect::<Option<Vec<_>>>()?;
        Some(Invariant { terms, formulas })
    }

    /// The system of the same runs, as long as they keep to an invariant and to the bounds of all variables. Bad are the
    /// states in front of a step in which a variable wraps around.
    pub fn wraps(&self, invariant: &Invariant) -> System {
        let mut system = System::new(invariant.terms.clone());
        self.system.states().iter().for_each(|state| system.add_state(state.current, state.next));
        self.system.inputs().iter().for_each(|&input| system.add_input(input));
        system.set_init(self.system.init());
        system.set_trans(self.system.trans());
        for &formula in invariant.formulas.iter().chain(&[self.system.constraint(), self.bounds]) {
            system.add_constraint(formula);
        }
        system.add_property("wraps", self.wrapped);
        system
    }

    /// A run of the image as one of the original; it is none if a variable has left its bounds.
    pub fn trace(&self, trace: &Trace) -> Trace {
        let step = |step: &Step| Step {
            states: words(&self.states, &step.states),
            inputs: words(&self.inputs, &step.inputs),
        };
        Trace { property: trace.property, steps: trace.steps.iter().map(step).collect() }
    }
}

fn words(images: &[Image], values: &[Value]) -> Vec<Value> {
    let word = |(image, value): (&Image, &Value)| match (image.range, value) {
        (Some(range), Value::Number(number)) => Value::Bits(Bits::from_integer(&number.floor(), range.width)),
        _ => value.clone(),
    };
    images.iter().zip(values).map(word).collect()
}
