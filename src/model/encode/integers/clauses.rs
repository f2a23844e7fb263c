//! Horn clauses over words as clauses over integers.
//!
//! Words of clauses become integers as those of systems do, with the arguments of predicates as states. A term that a
//! predicate is applied to is joined with the argument, so that both are read in the same way. It is brought between
//! the bounds of the argument.

use super::backward::Backward;
use super::equations;
use super::forward::Forward;
use super::image::{declared, Image, NotLinear, Wraps};
use super::signs::Signs;
use super::{templates, words};
use crate::base::{Budget, HashMap};
use crate::model::horn::{Atom, Clause, Horn, Interpretation, Refutation};
use crate::solver::term::{Sort, SymbolId, TermId, Terms};

/// The image of clauses over words, and the way back.
#[derive(Clone, Debug)]
pub struct IntegerHorn {
    /// Its predicates and clauses are the images of the original's, in their order.
    pub horn: Horn,
    /// By predicate: its arguments.
    places: Vec<Vec<Image>>,
    /// By clause: its variables.
    variables: Vec<Vec<Image>>,
}

/// Makes integers of the words of clauses over Booleans and words.
///
/// # Errors
///
/// The first term without image, or a limit of the budget.
pub fn to_integer_clauses(original: &Horn, wraps: Wraps, budget: &Budget) -> Result<IntegerHorn, NotLinear> {
    let terms = original.terms();
    let places = original.predicates().iter().flat_map(|p| &p.places);
    let variables = original.clauses().iter().flat_map(|clause| &clause.variables);
    let is_beyond = |&&t: &&TermId| !matches!(terms.sort(t), Sort::Bool | Sort::BitVec(_));
    if let Some(&other) = places.chain(variables).find(is_beyond) {
        return Err(NotLinear::Term(other));
    }
    let mut signs = signs(original, budget).map_err(NotLinear::Limit)?;
    let mut horn = Horn::default();
    let mut places = Vec::new();
    for predicate in original.predicates() {
        let sorts: Vec<Sort> = predicate.places.iter().map(|&t| image_sort(terms.sort(t))).collect();
        let id = horn.declare(&predicate.name, &sorts);
        let pairs = predicate.places.iter().zip(&horn.predicate(id).places);
        let image = |(&original, &image)| Image { original, image, range: signs.range(terms, original) };
        places.push(pairs.map(image).collect::<Vec<Image>>());
    }
    let mut images: HashMap<SymbolId, Image> = HashMap::default();
    for &variable in original.clauses().iter().flat_map(|clause| &clause.variables) {
        for symbol in terms.symbols_in(&[variable]) {
            images.entry(symbol).or_insert_with(|| {
                let range = signs.range(terms, variable);
                declared(horn.terms_mut(), terms.name(symbol), variable, range)
            });
        }
    }
    let of = |variable: &TermId| images[&terms.symbols_in(&[*variable])[0]];
    let variables: Vec<Vec<Image>> =
        original.clauses().iter().map(|clause| clause.variables.iter().map(of).collect()).collect();
    let ranges: HashMap<TermId, Image> =
        places.iter().flatten().map(|&image| (image.original, image)).collect();
    let mut forward = Forward::new(terms, images, wraps, budget);
    for (clause, variables) in original.clauses().iter().zip(&variables) {
        let mut atom = |horn: &mut Horn, atom: &Atom| {
            let places = &original.predicate(atom.predicate).places;
            let arguments =
                places.iter().zip(&atom.arguments).map(|(place, &argument)| match ranges[place].range {
                    Some(range) => forward.word(horn.terms_mut(), argument, range),
                    None => forward.formula(horn.terms_mut(), argument),
                });
            Ok(Atom { predicate: atom.predicate, arguments: arguments.collect::<Result<_, NotLinear>>()? })
        };
        let body = clause.body.iter().map(|a| atom(&mut horn, a)).collect::<Result<_, NotLinear>>()?;
        let head = clause.head.as_ref().map(|a| atom(&mut horn, a)).transpose()?;
        let mut parts = vec![forward.formula(horn.terms_mut(), clause.constraint)?];
        for image in variables {
            // Values from the body have left the bounds already, if they do, where nothing wraps around.
            let is_given = || clause.body.iter().any(|atom| atom.arguments.contains(&image.original));
            if let Some(range) = image.range.filter(|_| wraps == Wraps::Kept || !is_given()) {
                parts.push(range.holds(horn.terms_mut(), image.image));
            }
        }
        let constraint = horn.terms_mut().and(&parts);
        let variables = variables.iter().map(|image| image.image).collect();
        horn.add(Clause { variables, body, constraint, head });
    }
    Ok(IntegerHorn { horn, places, variables })
}

fn image_sort(sort: Sort) -> Sort {
    match sort {
        Sort::Bool => Sort::Bool,
        _ => Sort::Int,
    }
}

/// The votes of all clauses; terms that a predicate is applied to are joined with its arguments.
fn signs(horn: &Horn, budget: &Budget) -> Result<Signs, crate::base::Limit> {
    let mut pairs = Vec::new();
    let mut roots = Vec::new();
    for clause in horn.clauses() {
        roots.push(clause.constraint);
        for atom in clause.body.iter().chain(&clause.head) {
            roots.extend(&atom.arguments);
            let places = horn.predicate(atom.predicate).places.iter().copied();
            pairs.extend(places.zip(atom.arguments.iter().copied()));
        }
    }
    Signs::of(horn.terms(), &roots, &pairs, budget)
}

impl IntegerHorn {
    /// An interpretation of the image as one of the original; `None` if a formula in it is not about integers. In
    /// *narrow* formulas sums wrap around, and two inequalities that hold under the same conditions make an equation;
    /// then it may be no model although the image has this one.
    pub fn interpretation(
        &self,
        original: &Horn,
        found: &Interpretation,
        narrow: bool,
    ) -> Option<Interpretation> {
        let mut terms = original.terms().clone();
        let parts = self.parts(&mut terms, found, narrow)?;
        let formulas = parts.iter().map(|list| terms.and(list)).collect();
        Some(Interpretation::new(terms, formulas))
    }

    /// By predicate: formulas over the original's arguments, of which some may make a model of it. These are the
    /// clauses of a model of the image, over words as they are and over wide ones, and comparisons of arguments and
    /// constants, which often say why nothing wraps around.
    pub fn candidates(&self, original: &Horn, found: &Interpretation) -> Option<(Terms, Vec<Vec<TermId>>)> {
        let mut terms = original.terms().clone();
        let narrow = self.parts(&mut terms, found, true)?;
        let mut candidates = self.parts(&mut terms, found, false)?;
        let atoms = original.clauses().iter().flat_map(|clause| clause.body.iter().chain(&clause.head));
        let mut roots: Vec<TermId> = atoms.flat_map(|atom| &atom.arguments).copied().collect();
        roots.extend(original.clauses().iter().map(|clause| clause.constraint));
        for ((list, narrow), places) in candidates.iter_mut().zip(narrow).zip(&self.places) {
            let templates = templates::templates(&mut terms, &roots, places, list);
            for formula in narrow.into_iter().chain(templates) {
                if formula != Terms::TRUE && !list.contains(&formula) {
                    list.push(formula);
                }
            }
        }
        Some((terms, candidates))
    }

    /// By predicate: the clauses of its formula, over words.
    fn parts(&self, to: &mut Terms, found: &Interpretation, narrow: bool) -> Option<Vec<Vec<TermId>>> {
        let mut from = found.terms.clone();
        let clauses = |&formula: &TermId| {
            let mut clauses = equations::clauses(&mut from, &[formula]);
            if narrow {
                let pairs = equations::joined(&mut from, &clauses);
                clauses.extend(pairs);
            }
            clauses
        };
        let parts: Vec<Vec<TermId>> = found.formulas.iter().map(clauses).collect();
        let places = self.places.iter().flatten();
        let places = places.map(|image| (image.image, (image.original, image.range)));
        let mut backward = Backward::new(&from, places.collect(), narrow);
        let mut back = |list: &Vec<TermId>| list.iter().map(|&t| backward.formula(to, t)).collect();
        parts.iter().map(&mut back).collect()
    }

    /// A refutation of the image as one of the original; it is none if something should have wrapped around. `None` if
    /// it is none of the image.
    pub fn refutation(&self, mut found: Refutation) -> Option<Refutation> {
        for step in &mut found.steps {
            step.values = words(self.variables.get(step.clause.index())?, &step.values);
        }
        Some(found)
    }
}
