//! Terms of one store in another.

use super::store::{Op, SymbolId, TermId, Terms};
use crate::base::HashMap;

/// Formulas of one store, built anew in another one. Parts that several formulas share are built once.
#[derive(Default, Debug)]
pub(crate) struct Rebuild {
    built: HashMap<TermId, TermId>,
}

impl Rebuild {
    /// Nothing is built yet.
    pub fn new() -> Rebuild {
        Rebuild::default()
    }

    /// The term `root` of the store `from` in the store `to`, simplified there. `constant` gives the place of a
    /// declared constant, or an error that ends the work; `visit` is called before each new term and may end it, too.
    ///
    /// All calls have to be about the same two stores.
    pub fn term<E>(
        &mut self,
        from: &Terms,
        to: &mut Terms,
        root: TermId,
        mut constant: impl FnMut(SymbolId) -> Result<TermId, E>,
        mut visit: impl FnMut() -> Result<(), E>,
    ) -> Result<TermId, E> {
        let mut args = Vec::new();
        for t in from.subterms_until(&[root], |t| self.built.contains_key(&t)) {
            if self.built.contains_key(&t) {
                continue;
            }
            visit()?;
            let new = match (from.op(t), from.number_of(t), from.bits_of(t)) {
                (Op::Symbol(symbol), ..) => constant(symbol)?,
                (_, Some(number), _) => to.numeral(number.clone(), from.sort(t)),
                (_, _, Some(bits)) => to.bit_vector(bits.clone()),
                (op, ..) => {
                    args.clear();
                    args.extend(from.args(t).iter().map(|a| self.built[a]));
                    to.apply(op, from.sort(t), &args)
                }
            };
            self.built.insert(t, new);
        }
        Ok(self.built[&root])
    }
}
