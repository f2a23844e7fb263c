//! Abstract states behind edges.

use super::options::{Abstraction, PredAbsOptions};
use crate::base::{HashMap, Limit};
use crate::engine::common::outcome::unless_incomplete;
use crate::engine::common::program::{Edges, Predicates};
use crate::model::cfa::EdgeId;
use crate::solver::term::{TermId, Terms};

/// An abstract state, and the number of predicates of its location that were looked at.
#[derive(Clone, Copy)]
pub(super) struct Image {
    pub state: TermId,
    pub known: usize,
}

/// The abstract images of abstract states. Equal parts of the tree that grow again find theirs here.
pub(super) struct Images {
    options: PredAbsOptions,
    /// By edge and state before.
    known: HashMap<(EdgeId, TermId), Image>,
    /// The number of images that were computed.
    pub computed: u64,
    /// The computed images that are Cartesian, since there were too many combinations.
    pub too_many: u64,
}

impl Images {
    /// None yet.
    pub fn new(options: &PredAbsOptions) -> Images {
        Images { options: options.clone(), known: HashMap::default(), computed: 0, too_many: 0 }
    }

    /// Bytes held, roughly.
    pub fn bytes(&self) -> usize {
        self.known.capacity() * 32
    }

    /// The abstract state behind an edge, from this one.
    pub fn of(
        &mut self,
        edges: &mut Edges,
        predicates: &Predicates,
        edge: EdgeId,
        source: TermId,
    ) -> Result<Image, Limit> {
        let predicates = predicates.at(edges.cfa.edge(edge).target);
        let known = predicates.len();
        if let Some(&image) = self.known.get(&(edge, source)).filter(|image| image.known == known) {
            return Ok(image);
        }
        let state = self.compute(edges, predicates, edge, source)?;
        let image = Image { state, known };
        self.known.insert((edge, source), image);
        self.computed += 1;
        Ok(image)
    }

    fn compute(
        &mut self,
        edges: &mut Edges,
        predicates: &[TermId],
        edge: EdgeId,
        source: TermId,
    ) -> Result<TermId, Limit> {
        if self.options.abstraction == Abstraction::Boolean {
            let terms = edges.terms_mut();
            let atoms: Vec<TermId> =
                predicates.iter().copied().filter(|&p| !terms.is_connective(p)).collect();
            let found = edges.valuations(edge, source, &atoms, self.options.most_cubes);
            if let Some(found) = unless_incomplete(found, None)? {
                return Ok(combination(edges.terms_mut(), &atoms, found));
            }
            self.too_many += 1;
        }
        let literals = edges.literals_after(edge, source, predicates)?;
        Ok(literals.map_or(Terms::FALSE, |literals| edges.terms_mut().and(&literals)))
    }
}

/// The formula that is true just of these truths of the atoms.
///
/// Literals that are in all of them are its conjuncts. The other atoms make a decision diagram in their order, from the
/// last atom upwards: lists that agree on the atoms before share a node. So equal lists have equal formulas.
pub(super) fn combination(terms: &mut Terms, atoms: &[TermId], mut truths: Vec<Vec<bool>>) -> TermId {
    truths.sort_unstable();
    truths.dedup();
    let first = match truths.first() {
        Some(first) => first.clone(),
        None => return Terms::FALSE,
    };
    let is_common = |at: &usize| truths.iter().all(|list| list[*at] == first[*at]);
    let (common, others): (Vec<usize>, Vec<usize>) = (0..atoms.len()).partition(is_common);
    let mut parts: Vec<TermId> = Vec::with_capacity(common.len() + 1);
    for at in common {
        parts.push(if first[at] { atoms[at] } else { terms.not(atoms[at]) });
    }
    // A list, by its position, and the formula over the atoms from the present one on.
    let mut nodes: Vec<(usize, TermId)> = (0..truths.len()).map(|list| (list, Terms::TRUE)).collect();
    for (place, &at) in others.iter().enumerate().rev() {
        let agree = |a: usize, b: usize| others[..place].iter().all(|&p| truths[a][p] == truths[b][p]);
        let mut above: Vec<(usize, TermId)> = Vec::new();
        let mut rest = nodes.as_slice();
        while let Some((&(list, formula), behind)) = rest.split_first() {
            let mut pair = [Terms::FALSE; 2];
            pair[truths[list][at] as usize] = formula;
            rest = behind;
            if let Some((&(other, formula), behind)) = rest.split_first() {
                if agree(list, other) {
                    pair[truths[other][at] as usize] = formula;
                    rest = behind;
                }
            }
            above.push((list, terms.ite(atoms[at], pair[1], pair[0])));
        }
        nodes = above;
    }
    parts.extend(nodes.iter().map(|&(_, formula)| formula));
    terms.and(&parts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Rng;
    use crate::solver::term::{Model, Sort, Value};

    #[test]
    fn a_combination_is_true_of_its_truths_alone() {
        let mut rng = Rng::new(1);
        let mut terms = Terms::new();
        let atoms: Vec<TermId> = (0..4).map(|i| terms.declare(&format!("p{}", i), Sort::Bool)).collect();
        let list = |n: usize| -> Vec<bool> { (0..4).map(|bit| n >> bit & 1 == 1).collect() };
        for _ in 0..200 {
            let chosen: Vec<bool> = (0..16).map(|_| rng.one_in(2)).collect();
            let truths = (0..16).filter(|&n| chosen[n]).map(list).collect();
            let formula = combination(&mut terms, &atoms, truths);
            for (n, &expected) in chosen.iter().enumerate() {
                let values: Vec<Value> = list(n).into_iter().map(Value::Bool).collect();
                let mut model = Model::new();
                model.set_all(&terms, atoms.iter().copied(), &values);
                assert_eq!(model.evaluate(&terms, formula).is_true(), expected, "{:?} {}", chosen, n);
            }
        }
    }
}
