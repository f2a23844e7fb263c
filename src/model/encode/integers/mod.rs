//! A system over words as one over integers, and Horn clauses over words as clauses over integers.
//!
//! A word becomes an integer between the bounds of its width. Sums and multiples become those of integers, brought back
//! between the bounds by conditionals where they may leave them, so that every wrap-around is kept: the runs of both
//! systems correspond one to one. Programs whose words seldom wrap around then need the lemmas of linear arithmetic,
//! which are far shorter than those over bits.
//!
//! A word has no sign, a comparison has. So each variable is read with or without sign, as most comparisons of it and
//! of the variables that it is added, assigned or made equal to suggest. A term keeps no more than a number that is
//! *congruent* to the word, with bounds that all its values have; it is brought between the bounds of a word only where
//! the number itself matters: in a comparison, in front of a division, at the low end of a concatenation.
//!
//! Conditionals for wrap-around make proofs long, and most programs are meant not to wrap around. [`Wraps::Ignored`]
//! leaves them out. An invariant of such a system need not be one of the original, but formulas such as `x + y = n`
//! hold whether words wrap around or not, and others because nothing wraps around; [`IntegerSystem::candidates`] are to
//! be tried one by one.
//!
//! Operators that are not linear over integers (products of variables, shifts by variables, bitwise operators with
//! other masks than rows of ones) have no image, and then the system has none.
//!
//! The bounds of variables that cannot leave them are constraints of the new system, which every run satisfies. On the
//! way back a formula over integers becomes one over words that are wide enough for all its values, so that nothing in
//! it wraps around.

mod backward;
mod clauses;
mod equations;
mod forward;
mod image;
mod number;
mod signs;
mod templates;

pub use clauses::{to_integer_clauses, IntegerHorn};
pub use image::{NotLinear, Wraps};

use crate::base::{Budget, HashMap, Limit};
use crate::model::system::{Certificate, Invariant, Step, System, Trace};
use crate::solver::term::{SymbolId, TermId, Terms, Value};
use crate::theories::bv::Bits;
use backward::Backward;
use forward::Forward;
use image::{declared, Image};
use signs::Signs;

/// The image of a system over words, and the way back.
#[derive(Clone, Debug)]
pub struct IntegerSystem {
    /// Its variables, inputs and properties are the images of the original's, in their order.
    pub system: System,
    states: Vec<Image>,
    inputs: Vec<Image>,
}

/// Makes integers of the words of a system of Booleans and words.
///
/// # Errors
///
/// The first term without image, or a limit of the budget.
pub fn to_integers(original: &System, wraps: Wraps, budget: &Budget) -> Result<IntegerSystem, NotLinear> {
    if let Some(number) = original.first_beyond_bits() {
        return Err(NotLinear::Term(number));
    }
    let mut signs = signs(original, budget).map_err(NotLinear::Limit)?;
    let mut system = System::default();
    let mut images: HashMap<SymbolId, Image> = HashMap::default();
    let mut declare = |system: &mut System, constant: TermId| {
        let terms = original.terms();
        let range = signs.range(terms, constant);
        let image = declared(system.terms_mut(), original.name(constant), constant, range);
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
    let mut forward = Forward::new(original.terms(), images, wraps, budget);
    let init = forward.formula(system.terms_mut(), original.init())?;
    system.set_init(init);
    let trans = forward.formula(system.terms_mut(), original.trans())?;
    system.set_trans(trans);
    let constraint = forward.formula(system.terms_mut(), original.constraint())?;
    system.add_constraint(constraint);
    let mut formulas = Vec::new();
    for formula in original.property_formulas() {
        formulas.push(forward.formula(system.terms_mut(), formula)?);
    }
    system.add_properties_like(original, &formulas);
    for &hint in original.hints() {
        // A hint has no meaning that could be lost.
        if let Ok(hint) = forward.formula(system.terms_mut(), hint) {
            system.add_hint(hint);
        }
    }
    let bounded = states.iter().filter(|_| wraps == Wraps::Kept).chain(&inputs);
    for (image, range) in bounded.filter_map(|image| Some((image.image, image.range?))) {
        let bounds = range.holds(system.terms_mut(), image);
        system.add_constraint(bounds);
    }
    Ok(IntegerSystem { system, states, inputs })
}

/// The votes of the formulas of a system.
fn signs(system: &System, budget: &Budget) -> Result<Signs, Limit> {
    let mut formulas = vec![system.init(), system.trans(), system.constraint()];
    formulas.extend(system.property_formulas());
    let pairs: Vec<(TermId, TermId)> = system.states().iter().map(|s| (s.current, s.next)).collect();
    Signs::of(system.terms(), &formulas, &pairs, budget)
}

impl IntegerSystem {
    /// A certificate of the image as one of the original; `None` if a formula in it is not about integers.
    pub fn certificate(&self, original: &System, certificate: &Certificate) -> Option<Certificate> {
        Some(certificate.over(self.invariant(original, certificate.states(), false)?))
    }

    /// An invariant of the image as one of the original, in which sums wrap around and two inequalities that hold under
    /// the same conditions make an equation. It may be none.
    pub fn narrow(&self, original: &System, invariant: &Invariant) -> Option<Invariant> {
        let mut joined = invariant.clone();
        joined.formulas = equations::clauses(&mut joined.terms, &invariant.formulas);
        let pairs = equations::joined(&mut joined.terms, &joined.formulas);
        joined.formulas.extend(pairs);
        self.invariant(original, &joined, true)
    }

    /// Formulas over the original's variables, of which some may be an invariant of it: those of an invariant of the
    /// image as [`IntegerSystem::narrow`] has them, the same over wide words, and comparisons of variables and
    /// constants, which often say why nothing wraps around.
    pub fn candidates(&self, original: &System, invariant: &Invariant) -> Option<Invariant> {
        let mut split = invariant.clone();
        split.formulas = equations::clauses(&mut split.terms, &invariant.formulas);
        let mut found = self.invariant(original, &split, false)?;
        let narrow = self.narrow(&System::new(found.terms), invariant)?;
        found.terms = narrow.terms;
        let clauses = found.formulas.clone();
        let roots = [original.init(), original.trans(), original.constraint()];
        let templates = templates::templates(&mut found.terms, &roots, &self.states, &clauses);
        for formula in narrow.formulas.into_iter().chain(templates) {
            if formula != Terms::TRUE && !found.formulas.contains(&formula) {
                found.formulas.push(formula);
            }
        }
        Some(found)
    }

    fn invariant(&self, original: &System, invariant: &Invariant, narrow: bool) -> Option<Invariant> {
        let mut terms: Terms = original.terms().clone();
        let variables = self.states.iter().map(|image| (image.image, (image.original, image.range)));
        let mut backward = Backward::new(&invariant.terms, variables.collect(), narrow);
        let formulas = invariant.formulas.iter().map(|&t| backward.formula(&mut terms, t));
        let formulas = formulas.collect::<Option<Vec<_>>>()?;
        Some(Invariant::new(terms, formulas))
    }

    /// A run of the image as one of the original; it is none if something should have wrapped around.
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
