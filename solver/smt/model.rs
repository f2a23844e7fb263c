//! Reading the answer sat: models, values of constants, truth of formulas.

use super::answer::{Answer, UnknownReason};
use super::solver::Solver;
use crate::base::Lit;
use crate::solver::term::{Family, Model, Op, TermId, Terms, Value};
use crate::theories::bv::Bits;
use crate::theories::num::Rational;

impl Solver {
    /// After [`Answer::Sat`]: values of all constants, under all options. If the check has read the model
    /// ([`SmtOptions::check_models`](super::SmtOptions::check_models)), this is that one; else the first call reads it,
    /// in time linear in the number of constants, and a check whose model is not read costs nothing.
    ///
    /// # Panics
    ///
    /// If the last check did not answer [`Answer::Sat`], or something has changed since, or the store is not the one
    /// of the calls before.
    pub fn model(&mut self, terms: &Terms) -> &Model {
        let model = self.take_model(terms);
        self.model.insert(model)
    }

    /// The model out of the solver, which reads it if no check has.
    pub(super) fn take_model(&mut self, terms: &Terms) -> Model {
        self.demand_sat();
        self.demand_store(terms);
        self.model.take().unwrap_or_else(|| self.make_model(terms))
    }

    /// After [`Answer::Sat`]: the value of a declared constant, the default of its sort if no formula mentions it.
    ///
    /// # Panics
    ///
    /// As [`Solver::model`], and if the term is no declared constant.
    pub fn value(&self, terms: &Terms, constant: TermId) -> Value {
        self.demand_sat();
        self.demand_store(terms);
        assert!(matches!(terms.op(constant), Op::Symbol(_)), "{} is no constant", terms.text(constant));
        let known = match self.floats.constant(terms, constant) {
            None => self.known_value(terms, constant),
            Some(words) => {
                self.known_value(terms, words).map(|value| terms.canonical_value(constant, &value))
            }
        };
        known.unwrap_or_else(|| terms.default_value(terms.sort(constant)))
    }

    /// After [`Answer::Sat`]: the value of a formula in the model, if the solver has it at hand: if the formula is a
    /// comparison or a constant that occurs in the assertions or in the question, or a connective that occurs there
    /// both positively and negatively.
    ///
    /// # Panics
    ///
    /// As [`Solver::model`], and if the term is no formula.
    pub fn truth(&self, terms: &Terms, formula: TermId) -> Option<bool> {
        self.demand_sat();
        self.demand_store(terms);
        terms.expect_formulas(&[formula]);
        let (inner, negated) = terms.split_not(self.floats.known(formula));
        let settled = |t: TermId| self.encoder.settled_literal(terms, t);
        let lit = settled(inner).or_else(|| settled(self.definitions.known(inner)?))?;
        self.sat_truth(lit.negate_if(negated))
    }

    /// The value of a formula that occurs in the assertions or in the question, in the direction in which it counts
    /// there: true is to be believed where it occurs positively, false where it occurs negatively. `None` if the
    /// formula may occur there in other words.
    pub(super) fn shown_truth(&self, terms: &Terms, formula: TermId) -> Option<bool> {
        let formula = self.floats.known(formula);
        let lit = if self.definitions.rounds() == 0 {
            self.encoder.known_literal(terms, formula)
        } else {
            self.encoder.settled_literal(terms, formula)
        };
        self.sat_truth(lit?)
    }

    /// The value of a literal in the SAT core, if it is sure to be that of the formula.
    fn sat_truth(&self, lit: Lit) -> Option<bool> {
        let value = self.sat.value(lit)?;
        let shown = self.sat.theory().justifier.is_shown(lit.negate_if(!value));
        shown.then_some(value)
    }

    fn demand_sat(&self) {
        assert_eq!(self.answer, Some(Answer::Sat), "there is no model");
    }

    /// The value of a constant that the encoder knows.
    pub(super) fn known_value(&self, terms: &Terms, t: TermId) -> Option<Value> {
        let truth = |lit: Lit| self.sat.value(lit).unwrap_or(false);
        Some(match terms.sort(t).family() {
            Family::Bool => Value::Bool(truth(self.encoder.known_literal(terms, t)?)),
            Family::Word(width) => {
                let word = self.encoder.known_word(terms, t)?;
                Value::Bits(Bits::from_fn(width, |i| truth(word[i as usize])))
            }
            Family::Opaque => return self.shared_value(self.shared.as_ref()?, terms, t),
            Family::Int | Family::Real => Value::Number(self.known_number(terms, t)?),
        })
    }

    /// The value of a number whose summands have columns.
    pub(super) fn known_number(&self, terms: &Terms, t: TermId) -> Option<Rational> {
        let of_column = |t: TermId| {
            let plain = if terms.op(t) == Op::ToReal { terms.arg(t, 0) } else { t };
            let column = self.encoder.known_column(plain)?;
            Some(self.sat.theory().arithmetic.value(column))
        };
        if let Some(value) = of_column(t) {
            return Some(value);
        }
        let linear = terms.linear(t);
        let mut sum = linear.constant.clone();
        for (factor, part) in &linear.monomials {
            sum += &(factor * &of_column(*part)?);
        }
        Some(sum)
    }

    /// Values for all constants, for functions and for divisions by zero, from all parts.
    fn make_model(&self, terms: &Terms) -> Model {
        let mut model = Model::new();
        if let Some(shared) = &self.shared {
            self.set_functions(terms, shared, &mut model);
        }
        for &t in self.encoder.constants() {
            if let (Op::Symbol(symbol), Some(value)) = (terms.op(t), self.known_value(terms, t)) {
                model.set(symbol, value);
            }
        }
        // A dividend may contain another one, which is older.
        let mut divisions = self.encoder.divisions_by_zero().to_vec();
        divisions.sort_unstable();
        for t in divisions {
            if let (Some(column), Value::Number(dividend)) =
                (self.encoder.known_column(t), model.evaluate(terms, terms.arg(t, 0)))
            {
                model.set_by_zero(terms.op(t), dividend, self.sat.theory().arithmetic.value(column));
            }
        }
        self.floats.lift(terms, &mut model);
        model
    }

    /// Reads the model, and evaluates it on the assertions and on the question.
    pub(super) fn check_model(&mut self, terms: &Terms) -> Answer {
        let model = self.make_model(terms);
        let clauses = self.query.clauses.iter().flatten();
        let formulas: Vec<TermId> =
            self.assertions.iter().chain(&self.query.assumptions).chain(clauses).copied().collect();
        let values = model.evaluate_all(terms, &formulas);
        let facts = self.assertions.len() + self.query.assumptions.len();
        let mut holds = values[..facts].iter().all(Value::is_true);
        let mut start = facts;
        for clause in &self.query.clauses {
            holds &= values[start..start + clause.len()].iter().any(Value::is_true);
            start += clause.len();
        }
        debug_assert!(holds, "no model of {}", first_false(terms, &model, &formulas[..facts]));
        self.model = Some(model);
        if holds {
            Answer::Sat
        } else {
            Answer::Unknown(UnknownReason::ModelRefused)
        }
    }
}

fn first_false(terms: &Terms, model: &Model, formulas: &[TermId]) -> String {
    let wrong = formulas.iter().find(|&&f| !model.evaluate(terms, f).is_true());
    wrong.map_or_else(String::new, |&f| {
        let values =
            terms.symbols_in(&[f]).into_iter().map(|s| format!(" {}: {:?}", terms.name(s), model.get(s)));
        terms.text(f) + &values.collect::<String>()
    })
}
