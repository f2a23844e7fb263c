//! Whether a witness circuit of words proves its model safe.
//!
//! A witness circuit is a BTOR2 file that simulates the model and whose own bad state is excluded by induction over one
//! step. The symbol of a state or input begins with `=`, followed by the number of the model's line that it is; a file
//! without any such symbol has the model's states and inputs in their order (Cerbtora, N. Froleyks, 2025). A comment
//! `; WITNESS b0` says which property it is about, the first one if there is none.
//!
//! With `R`, `F`, `C`, `P` for first values, next values, constraints and "not bad" of the model, primes for those of
//! the witness, and `K` for the variables that both have (Yu, Froleyks, Biere, Heljanko, FMCAD 2022):
//!
//! ```text
//! reset        R ∧ C ⇒ R′{K} ∧ C′               property   C ∧ C′ ∧ ¬P ⇒ ¬P′
//! transition   C ∧ C⁺ ∧ C′ ∧ F ⇒ F′{K} ∧ C′⁺     base       R′ ∧ C′ ⇒ P′
//!                                              step       P′ ∧ C′ ∧ F′ ∧ C′⁺ ⇒ P′⁺
//! ```
//!
//! Variables that both have are the same constants in a question, all others of the witness are new ones, for any
//! values of which reset and transition are proved. So each run of the model is one of the witness, whose other states
//! begin and go on as their own lines say. These lines are functions without circles: the reader of the format demands
//! that a first value is defined before its state.

use super::safety::bad;
use super::steps::Copies;
use crate::base::{Budget, HashMap};
use crate::evidence::formulas::Prover;
use crate::evidence::{CheckError, CheckOptions, Condition, Malformed};
use crate::input::btor2::{self, Btor2File, Place, Variable};
use crate::input::ParseError;
use crate::model::circuit::LatchId;
use crate::model::system::System;
use crate::model::PropertyId;
use crate::solver::term::{Foreign, Op, Rebuild, SymbolId, TermId, Terms};

/// A witness circuit of words, and the variables that it has in common with its model.
#[derive(Clone, Debug)]
pub struct WitnessSystem {
    /// The property of the model that it is about.
    pub property: PropertyId,
    /// The file; its only bad state is never reached, by induction.
    pub file: Btor2File,
    /// By state of the file: the places of the model's variable that it is, if any.
    pub states: Vec<Option<Vec<Place>>>,
    /// The same by input.
    pub inputs: Vec<Option<Vec<Place>>>,
}

impl WitnessSystem {
    /// Reads a witness circuit for a model.
    ///
    /// # Errors
    ///
    /// Everything that [`btor2::read`] finds wrong, and at line 1 of the file: a symbol `=N` where the model has no
    /// variable of that kind in line N, no bad state or several, a property that the model has not.
    pub fn read(bytes: &[u8], model: &Btor2File, budget: &Budget) -> Result<WitnessSystem, ParseError> {
        let wrong = |message: String| ParseError::at_line(1, 1, message);
        let file = btor2::read(bytes, budget)?;
        let bads = file.system.properties().len();
        if bads != 1 {
            return Err(wrong(format!("a witness circuit has one bad state, this one has {}", bads)));
        }
        let property = claimed_property(bytes).unwrap_or_else(|| PropertyId::new(0));
        if model.system.bad(property).is_none() {
            let count = model.system.properties().len();
            return Err(wrong(format!("there is no property {}; the model has {}", property, count)));
        }
        let is_named = |variable: &Variable| variable.symbol.starts_with('=');
        let by_order = !file.states.iter().chain(&file.inputs).any(is_named);
        let of = |own: &[Variable], theirs: &[Variable]| -> Result<Vec<Option<Vec<Place>>>, String> {
            own.iter()
                .enumerate()
                .map(|(place, v)| match by_order {
                    true => theirs.get(place).map(|other| same(&file, v, model, other)).transpose(),
                    false => named(&file, v, model),
                })
                .collect()
        };
        let states = of(&file.states, &model.states).map_err(wrong)?;
        let inputs = of(&file.inputs, &model.inputs).map_err(wrong)?;
        Ok(WitnessSystem { property, file, states, inputs })
    }
}

/// The property in the comment `; WITNESS b0` that the file begins with.
fn claimed_property(bytes: &[u8]) -> Option<PropertyId> {
    let line = bytes.split(|&b| b == b'\n').next()?;
    let name = std::str::from_utf8(line.strip_prefix(b"; WITNESS b")?).ok()?.trim_end();
    name.parse().ok().map(PropertyId::new)
}

/// The places of the model's variable whose line the symbol names.
fn named(file: &Btor2File, own: &Variable, model: &Btor2File) -> Result<Option<Vec<Place>>, String> {
    let number = match own.symbol.strip_prefix('=') {
        Some(number) => number,
        None => return Ok(None),
    };
    let is_it = |v: &&Variable| number.parse() == Ok(v.number);
    match model.states.iter().chain(&model.inputs).find(is_it) {
        Some(other) => same(file, own, model, other).map(Some),
        None => {
            Err(format!("line {} is `{}`, and the model has no state or input there", own.number, own.symbol))
        }
    }
}

/// The places of a model's variable, if it is of the same kind as the witness's.
fn same(file: &Btor2File, own: &Variable, model: &Btor2File, other: &Variable) -> Result<Vec<Place>, String> {
    let kind = |file: &Btor2File, v: &Variable| {
        let sorts = v.places.iter().map(|&place| {
            let terms = file.system.terms();
            terms.sort_text(terms.sort(current(&file.system, place)))
        });
        (v.index_width, sorts.collect::<Vec<String>>())
    };
    match kind(file, own) == kind(model, other) {
        true => Ok(other.places.clone()),
        false => Err(format!(
            "lines {} of the witness and {} of the model are of different sorts",
            own.number, other.number
        )),
    }
}

fn current(system: &System, place: Place) -> TermId {
    match place {
        Place::State(index) => system.states()[index].current,
        Place::Input(index) => system.inputs()[index],
    }
}

/// Checks that a witness circuit proves its property of the model.
///
/// # Errors
///
/// See [`CheckError`]; the conditions are those whose names begin with `Witness`, in which the states of the witness
/// are counted.
pub(super) fn check_witness_system(
    model: &System,
    witness: &WitnessSystem,
    options: &CheckOptions,
    budget: &Budget,
) -> Result<(), CheckError> {
    budget.poll()?;
    let bad = bad(model, witness.property)?;
    let mut product = Product::new(model, witness, budget)?;
    let own_bad = match witness.file.system.properties() {
        [property] => property.bad,
        others => return Err(Malformed::WitnessProperties(others.len()).into()),
    };
    product.reset(options)?;
    product.transition(options)?;
    product.property(bad, own_bad, options)?;
    product.base(own_bad, options)?;
    product.step(own_bad, options)
}

/// The model and the witness over the same constants, in two steps.
struct Product<'a> {
    model: &'a System,
    witness: &'a WitnessSystem,
    terms: Terms,
    copies: Copies<'a>,
    /// By step: the constants of the witness as those of the question, and what was built of them.
    constants: [HashMap<SymbolId, TermId>; 2],
    built: [Rebuild; 2],
    budget: &'a Budget,
}

impl<'a> Product<'a> {
    fn new(
        model: &'a System,
        witness: &'a WitnessSystem,
        budget: &'a Budget,
    ) -> Result<Product<'a>, CheckError> {
        let (terms, copies) = (model.terms().clone(), Copies::new(model));
        let (constants, built) = (Default::default(), [Rebuild::new(), Rebuild::new()]);
        let mut product = Product { model, witness, terms, copies, constants, built, budget };
        let own = &witness.file;
        for (variable, shared) in
            own.states.iter().zip(&witness.states).chain(own.inputs.iter().zip(&witness.inputs))
        {
            for (i, &place) in variable.places.iter().enumerate() {
                let shared = match shared {
                    None => None,
                    Some(places) => Some(*places.get(i).ok_or(Malformed::Mapping)?),
                };
                product.place(place, shared)?;
            }
        }
        Ok(product)
    }

    /// Gives a variable of the witness its constants in both steps: those of the model's at a place, or new ones.
    fn place(&mut self, own: Place, shared: Option<Place>) -> Result<(), CheckError> {
        let system = &self.witness.file.system;
        let from = system.terms();
        let first = current(system, own);
        let next = match own {
            Place::State(index) => Some(system.states()[index].next),
            Place::Input(_) => None,
        };
        let [now, then] = match shared {
            Some(place) => {
                let is_there = match place {
                    Place::State(index) => index < self.model.states().len(),
                    Place::Input(index) => index < self.model.inputs().len(),
                };
                if !is_there {
                    return Err(Malformed::Mapping.into());
                }
                let now = current(self.model, place);
                [now, self.copies.at(&mut self.terms, 1, now)]
            }
            None => {
                let sort = Rebuild::new().sort(from, &mut self.terms, from.sort(first));
                let sort = sort.ok_or(Malformed::Mapping)?;
                [self.terms.declare("own", sort), self.terms.declare("own.next", sort)]
            }
        };
        let symbol = |t: TermId| match from.op(t) {
            Op::Symbol(symbol) => Ok(symbol),
            _ => Err(Malformed::Mapping),
        };
        self.constants[0].insert(symbol(first)?, now);
        self.constants[1].insert(symbol(first)?, then);
        if let Some(next) = next {
            self.constants[0].insert(symbol(next)?, then);
        }
        Ok(())
    }

    /// A formula of the witness in a step.
    fn own(&mut self, step: usize, formula: TermId) -> Result<TermId, CheckError> {
        let (from, known, budget) = (self.witness.file.system.terms(), &self.constants[step], self.budget);
        let constant = |part| -> Result<TermId, CheckError> {
            let constant = match part {
                Foreign::Constant(symbol) => known.get(&symbol).copied(),
                Foreign::Term(_) => None,
            };
            constant.ok_or_else(|| Malformed::Mapping.into())
        };
        let visit = || -> Result<(), CheckError> { Ok(budget.check()?) };
        self.built[step].term(from, &mut self.terms, formula, constant, visit)
    }

    fn own_constraint(&mut self, step: usize) -> Result<TermId, CheckError> {
        self.own(step, self.witness.file.system.constraint())
    }

    fn prover(&mut self, assumed: &[TermId], options: &CheckOptions) -> Prover {
        let mut prover = Prover::new(options, self.budget);
        assumed.iter().for_each(|&formula| prover.assert(&mut self.terms, formula));
        prover
    }

    fn follows(
        &mut self,
        prover: &mut Prover,
        formula: TermId,
        condition: Condition,
    ) -> Result<(), CheckError> {
        let violated = self.terms.not(formula);
        match prover.refute(&mut self.terms, &[violated])? {
            true => Ok(()),
            false => Err(condition.into()),
        }
    }

    /// The equations of shared states follow, and the constraints of the witness in a step.
    fn equations_follow(
        &mut self,
        prover: &mut Prover,
        equation: impl Fn(&Variable) -> Option<TermId>,
        condition: impl Fn(LatchId) -> Condition,
        (step, constraints): (usize, Condition),
    ) -> Result<(), CheckError> {
        let witness = self.witness;
        let states = witness.file.states.iter().zip(&witness.states).enumerate();
        for (i, (state, _)) in states.filter(|(_, (_, shared))| shared.is_some()) {
            if let Some(equation) = equation(state) {
                let equation = self.own(0, equation)?;
                self.follows(prover, equation, condition(LatchId::new(i)))?;
            }
        }
        let constraint = self.own_constraint(step)?;
        self.follows(prover, constraint, constraints)
    }

    fn reset(&mut self, options: &CheckOptions) -> Result<(), CheckError> {
        let mut prover = self.prover(&[self.model.init(), self.model.constraint()], options);
        let constraints = (0, Condition::WitnessFirstConstraints);
        self.equations_follow(&mut prover, |state| state.init, Condition::WitnessReset, constraints)
    }

    fn transition(&mut self, options: &CheckOptions) -> Result<(), CheckError> {
        let later = self.copies.at(&mut self.terms, 1, self.model.constraint());
        let own = self.own_constraint(0)?;
        let assumed = [self.model.trans(), self.model.constraint(), later, own];
        let mut prover = self.prover(&assumed, options);
        let constraints = (1, Condition::WitnessConstraints);
        self.equations_follow(&mut prover, |state| state.next, Condition::WitnessNext, constraints)
    }

    fn property(&mut self, bad: TermId, own_bad: TermId, options: &CheckOptions) -> Result<(), CheckError> {
        let constraint = self.own_constraint(0)?;
        let mut prover = self.prover(&[self.model.constraint(), constraint, bad], options);
        let own_bad = self.own(0, own_bad)?;
        self.follows(&mut prover, own_bad, Condition::WitnessBad)
    }

    fn base(&mut self, own_bad: TermId, options: &CheckOptions) -> Result<(), CheckError> {
        let (init, constraint) = (self.own(0, self.witness.file.system.init())?, self.own_constraint(0)?);
        let mut prover = self.prover(&[init, constraint], options);
        let bad = self.own(0, own_bad)?;
        let good = self.terms.not(bad);
        self.follows(&mut prover, good, Condition::WitnessBase)
    }

    fn step(&mut self, own_bad: TermId, options: &CheckOptions) -> Result<(), CheckError> {
        let trans = self.own(0, self.witness.file.system.trans())?;
        let (now, then) = (self.own_constraint(0)?, self.own_constraint(1)?);
        let (bad, bad_later) = (self.own(0, own_bad)?, self.own(1, own_bad)?);
        let good = self.terms.not(bad);
        let mut prover = self.prover(&[good, trans, now, then], options);
        let good = self.terms.not(bad_later);
        self.follows(&mut prover, good, Condition::WitnessStep)
    }
}
