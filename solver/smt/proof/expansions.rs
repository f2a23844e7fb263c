//! The assertions that a proof starts from, where they are about floating-point numbers: they are expanded to words.
//!
//! A proof has the definitions of its expansion, the constants and functions of words that stand for those of numbers.
//! The checker begins with the assertions as they were given. It expands them anew, in a store of its own and with
//! nothing but these definitions, so hypotheses that are no expansions of assertions are refused. The circuits of the
//! operators are the solver's; they are held against exact arithmetic, which shares no line with them: on a few models
//! each number has the value of its word.

use super::Proof;
use crate::base::{HashSet, Rng};
use crate::solver::term::{Expansion, Model, Op, Sort, TermId, Terms, Value, WordDefinitions};
use crate::theories::bv::Bits;

/// The models on which numbers are compared with their words.
const SAMPLES: usize = 4;

/// The assertions over words, and the definitions of the expansion.
pub(super) fn over_words(terms: &mut Terms, assertions: &[TermId]) -> (Vec<TermId>, WordDefinitions) {
    let mut expansion = Expansion::default();
    let of_words = assertions.iter().map(|&t| expansion.apply(terms, t)).collect();
    (of_words, expansion.definitions().clone())
}

/// The formulas from which a proof of these assertions may start.
pub(super) fn starts(
    terms: &Terms,
    proof: &Proof,
    assertions: &[TermId],
) -> Result<HashSet<TermId>, &'static str> {
    if !are_about_numbers(terms, assertions) {
        return Ok(assertions.iter().copied().collect());
    }
    let mut store = terms.clone();
    if let Some(flaw) = proof.words.flaw(&mut store, assertions) {
        return Err(flaw);
    }
    let mut expansion = Expansion::by(proof.words.clone());
    let starts: HashSet<TermId> = assertions.iter().map(|&t| expansion.apply(&mut store, t)).collect();
    if store.is_over() {
        return Err("the assertions are too large to be expanded");
    }
    match have_equal_values(&store, &expansion, assertions) {
        true => Ok(starts),
        false => Err("a number has another value than its word"),
    }
}

/// Whether there are numbers or rounding modes in the assertions.
fn are_about_numbers(terms: &Terms, assertions: &[TermId]) -> bool {
    fn has_numbers(terms: &Terms, sort: Sort) -> bool {
        let parts = terms.array_parts(sort);
        sort.word_of_number().is_some()
            || parts
                .map_or(false, |(index, element)| has_numbers(terms, index) || has_numbers(terms, element))
    }
    terms.has_floats() && terms.subterms(assertions).into_iter().any(|t| has_numbers(terms, terms.sort(t)))
}

/// Whether numbers, and what is said of them, have the values of their words in some models.
fn have_equal_values(terms: &Terms, expansion: &Expansion, assertions: &[TermId]) -> bool {
    let mut numbers = terms.subterms(assertions);
    let constants: Vec<TermId> = numbers.iter().copied().filter(|&t| is_word(terms, t)).collect();
    numbers.retain(|&t| matches!(terms.op(t), Op::Float(_)));
    let words: Vec<TermId> = numbers.iter().map(|&t| expansion.known(t)).collect();
    let mut rng = Rng::new(1);
    (0..SAMPLES).all(|_| {
        let mut model = Model::new();
        for &(number, word) in &expansion.definitions().constants {
            let sort = terms.sort(terms.symbol_term(number));
            set(terms, &mut model, word, random(terms, &mut rng, word, sort));
        }
        for &word in &constants {
            set(terms, &mut model, word, random(terms, &mut rng, word, Sort::Bool));
        }
        expansion.lift(terms, &mut model);
        let (found, expected) = (model.evaluate_all(terms, &words), model.evaluate_all(terms, &numbers));
        let of_words = numbers.iter().zip(&found).map(|(&t, value)| terms.canonical_value(t, value));
        of_words.eq(expected)
    })
}

fn is_word(terms: &Terms, t: TermId) -> bool {
    matches!(terms.op(t), Op::Symbol(_)) && terms.sort(t).width().is_some()
}

fn set(terms: &Terms, model: &mut Model, constant: TermId, value: Option<Value>) {
    if let (Op::Symbol(symbol), Some(value)) = (terms.op(constant), value) {
        model.set(symbol, value);
    }
}

/// A word, and often one of a number near an end of its exponents, or near 1; none for arrays of words.
fn random(terms: &Terms, rng: &mut Rng, word: TermId, number: Sort) -> Option<Value> {
    let width = terms.sort(word).width()?;
    let bit = |rng: &mut Rng| rng.one_in(2);
    let mut bits: Vec<bool> = (0..width).map(|_| bit(rng)).collect();
    if let Some(format) = number.format() {
        let fraction = format.significand() as usize - 1;
        let exponent = fraction..width as usize - 1;
        let last = exponent.end - 1;
        let (low, rest) = (rng.one_in(2), rng.below(4));
        for at in exponent {
            bits[at] = match rest {
                0 => at == fraction && low,
                1 => at > fraction || low,
                2 => at < last && (at > fraction || low),
                _ => bits[at],
            };
        }
        if rng.one_in(3) {
            bits[..fraction].iter_mut().for_each(|bit| *bit = false);
        }
    }
    Some(Value::Bits(Bits::from_fn(width, |at| bits[at as usize])))
}
