//! Elements of arrays as variables.
//!
//! The search for measures and facts is about numbers. So elements that loops read, and elements that are written at
//! indices which may stay, get variables of their own (*views*): behind each edge the variable of `a[i]` becomes the
//! element of `a` at `i`, and before each edge it is assumed to be it. A proof or a run of the program with views is
//! one of the program itself when the elements stand in their places again. The checker sees the program itself.

use super::relations::components;
use crate::base::HashSet;
use crate::model::cfa::{Cfa, Endless, InvariantMap, Ranking};
use crate::model::gcl::Command;
use crate::solver::term::{Op, Sort, Substitution, TermId, Terms};

/// Elements that become variables.
const MOST_VIEWS: usize = 8;

/// A program with variables for elements of arrays.
#[derive(Debug)]
pub struct Elements {
    /// The program.
    pub cfa: Cfa,
    /// Its variables for elements, and the elements.
    views: Vec<(TermId, TermId)>,
    /// The number of variables of the program without views.
    own: usize,
}

impl Elements {
    /// The program with views; `None` if its loops read no elements.
    pub fn new(cfa: &Cfa) -> Option<Elements> {
        let mut viewed = cfa.clone();
        let list = elements(&mut viewed);
        if list.is_empty() {
            return None;
        }
        let mut views = Vec::with_capacity(list.len());
        for element in list {
            let sort = viewed.terms().sort(element);
            views.push((viewed.declare(&format!("element.{}", views.len()), sort), element));
        }
        for edge in viewed.edge_ids() {
            let (commands, terms) = viewed.parts_mut();
            let is: Vec<TermId> = views.iter().map(|&(view, element)| terms.eq(view, element)).collect();
            let is = terms.and(&is);
            let before = commands.assume(is);
            viewed.lead_edge(edge, before);
            for &(view, element) in &views {
                let after = viewed.commands_mut().assign(view, element);
                viewed.extend_edge(edge, after);
            }
        }
        Some(Elements { cfa: viewed, views, own: cfa.variables().len() })
    }

    /// A proof about the program itself.
    pub fn ranking_without(&self, mut ranking: Ranking) -> Ranking {
        let InvariantMap { terms, formulas, .. } = &mut ranking.invariant;
        let mut values = self.values();
        for place in formulas.iter_mut().chain(ranking.measures.iter_mut().flatten()) {
            *place = values.apply(terms, *place);
        }
        ranking
    }

    /// A run without end of the program itself.
    pub fn endless_without(&self, mut found: Endless) -> Endless {
        let mut values = self.values();
        let places = found.set.iter_mut().chain(found.inputs.iter_mut().map(|(_, value)| value));
        for place in places {
            *place = values.apply(&mut found.terms, *place);
        }
        found.stem.start.truncate(self.own);
        found
    }

    /// The elements in the places of their variables.
    fn values(&self) -> Substitution {
        let mut values = Substitution::new();
        self.views.iter().for_each(|&(view, element)| values.insert(view, element));
        values
    }
}

/// The elements that get variables: those that loops read, then those that are written anywhere. Their indices are
/// terms over variables.
fn elements(cfa: &mut Cfa) -> Vec<TermId> {
    let parts = components(cfa);
    let in_loop = |source: usize, target: usize| parts.iter().any(|p| p.has[source] && p.has[target]);
    let (mut inside, mut outside) = (Vec::new(), Vec::new());
    for edge in cfa.edges() {
        let roots =
            if in_loop(edge.source.index(), edge.target.index()) { &mut inside } else { &mut outside };
        for part in cfa.commands().parts(edge.command) {
            match cfa.commands().get(part) {
                Command::Assign(list) => roots.extend(list.iter().map(|a| a.value)),
                Command::Assume(formula) => roots.push(*formula),
                Command::Havoc(_) | Command::Sequence(_) | Command::Choice(_) => {}
            }
        }
    }
    let mut found = Vec::new();
    for (roots, ops) in [(&inside, &[Op::Select][..]), (&outside, &[Op::Store]), (&inside, &[Op::Store])] {
        for t in cfa.terms().subterms(roots) {
            if ops.contains(&cfa.terms().op(t)) {
                found.extend(element(cfa, t));
            }
        }
    }
    let mut seen = HashSet::default();
    found.retain(|&t| seen.insert(t));
    found.truncate(MOST_VIEWS);
    found
}

/// The element of a variable that is read or written.
fn element(cfa: &mut Cfa, access: TermId) -> Option<TermId> {
    let terms = cfa.terms();
    let (mut array, index) = (terms.arg(access, 0), terms.arg(access, 1));
    while terms.op(array) == Op::Store {
        array = terms.arg(array, 0);
    }
    let is_over_variables = |terms: &Terms, t: TermId| {
        terms.symbols_in(&[t]).iter().all(|&s| cfa.is_variable(terms.symbol_term(s)))
    };
    let has_sort = match terms.array_parts(terms.sort(array)) {
        Some((_, element)) => matches!(element, Sort::Int | Sort::BitVec(_)),
        None => false,
    };
    let fits = has_sort && cfa.is_variable(array) && is_over_variables(terms, index);
    fits.then(|| cfa.terms_mut().select(array, index))
}
