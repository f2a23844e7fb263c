//! Terms of one store in another.

use super::sort_match::SortMatch;
use super::store::{Op, Sort, SymbolId, TermId, Terms};
use crate::base::HashMap;

/// A part of a term that the other store may not have.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Foreign {
    /// A declared constant.
    Constant(SymbolId),
    /// A term of a sort or an operator that the other store lacks.
    Term(TermId),
}

/// Formulas of one store, built anew in another one. Parts that several formulas share are built once.
#[derive(Default, Debug)]
pub(crate) struct Rebuild {
    built: HashMap<TermId, TermId>,
    sorts: SortMatch,
}

impl Rebuild {
    /// Nothing is built yet.
    pub fn new() -> Rebuild {
        Rebuild::default()
    }

    /// The sort of the same name or the same parts in the store `to`, if it has one.
    pub fn sort(&mut self, from: &Terms, to: &mut Terms, sort: Sort) -> Option<Sort> {
        self.sorts.sort(from, to, sort)
    }

    /// The term `root` of the store `from` in the store `to`, simplified there. Sorts, functions and constructors are
    /// those of the same names. `place` gives the place of a declared constant, or an error that ends the work; asked
    /// for a term that the other store cannot have it has to give an error. `visit` is called before each new term and
    /// may end the work, too.
    ///
    /// All calls have to be about the same two stores.
    ///
    /// # Panics
    ///
    /// If `place` gives a term for one that the other store cannot have.
    pub fn term<E>(
        &mut self,
        from: &Terms,
        to: &mut Terms,
        root: TermId,
        mut place: impl FnMut(Foreign) -> Result<TermId, E>,
        mut visit: impl FnMut() -> Result<(), E>,
    ) -> Result<TermId, E> {
        let mut args = Vec::new();
        for t in from.subterms_until(&[root], |t| self.built.contains_key(&t)) {
            if self.built.contains_key(&t) {
                continue;
            }
            visit()?;
            let new = match (from.op(t), from.number_of(t), from.bits_of(t)) {
                (Op::Symbol(symbol), ..) => place(Foreign::Constant(symbol))?,
                (_, Some(number), _) => to.numeral(number.clone(), from.sort(t)),
                (_, _, Some(bits)) => to.bit_vector(bits.clone()),
                (op, ..) => {
                    args.clear();
                    args.extend(from.args(t).iter().map(|a| self.built[a]));
                    match self.sorts.operator(from, to, op, from.sort(t), &args) {
                        Some((op, sort)) => to.apply(op, sort, &args),
                        None => {
                            place(Foreign::Term(t))?;
                            panic!("a term that the other store cannot have");
                        }
                    }
                }
            };
            self.built.insert(t, new);
        }
        Ok(self.built[&root])
    }
}
