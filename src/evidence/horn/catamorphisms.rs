//! Functions by structural recursion in models: which definitions are taken, and what is known of the functions.
//!
//! A model brings its own functions, and nothing of them is believed. A definition such as `f(x) = f(x) + 1` would make
//! every clause true, so each has to be a structural recursion: where a constructor made the argument, the body calls
//! these functions for fields of the argument only. Then exactly one function satisfies the definitions, because values
//! are made of finitely many constructors. The names of the functions are new ones, so that no definition says
//! something of a function or constructor that the clauses have.
//!
//! The proof of a clause uses these consequences, all chosen here:
//!
//! - An *unfolding* of a function for each term of its datatype in the clause: by case for the constructor that made
//!   the term. Fields of terms are not unfolded once more.
//! - *Facts* that hold for all values, such as `size(x) >= 0`. Candidates are guessed and proved by induction, all at
//!   once: those for which a step fails are left out, until no step fails (the algorithm Houdini).

use crate::base::{Budget, HashSet, Limit};
use crate::evidence::formulas::Prover;
use crate::evidence::{CheckError, CheckOptions, Malformed};
use crate::input::smtlib::distinct_names;
use crate::model::horn::{Catamorphism, CatamorphismFact};
use crate::solver::term::{ConstructorId, Foreign, FunctionId, Op, Rebuild, Sort, TermId, Terms};

/// The functions of the store `from` that a model brings, declared anew in a store that began as the clauses', under
/// the names that they have. `taken` are names of predicates.
pub(super) fn import(
    terms: &mut Terms,
    from: &Terms,
    list: &[Catamorphism],
    taken: &[String],
    budget: &Budget,
) -> Result<Vec<Catamorphism>, CheckError> {
    let mut rebuild = Rebuild::new();
    let mut declared = Vec::with_capacity(list.len());
    for (place, own) in list.iter().enumerate() {
        let fits = [own.parameter, own.body].iter().all(|t| t.index() < from.len())
            && own.function.index() < from.function_count()
            && matches!(from.op(own.parameter), Op::Symbol(_))
            && from.function_sorts(own.function) == (&[from.sort(own.parameter)][..], from.sort(own.body));
        if !fits {
            return Err(Malformed::NotAFunction { place }.into());
        }
        let name = from.function_name(own.function).to_string();
        if is_taken(terms, &name, taken) {
            return Err(Malformed::NameTaken { name }.into());
        }
        let sort = rebuild.sort(from, terms, from.sort(own.parameter));
        let (sort, result) = match (sort, from.sort(own.body)) {
            (Some(sort @ Sort::Datatype(_)), result @ (Sort::Int | Sort::Real | Sort::Bool)) => {
                (sort, result)
            }
            _ => return Err(Malformed::NotStructural { name }.into()),
        };
        let function = terms.declare_function(&name, &[sort], result);
        declared.push((function, terms.declare("x", sort)));
    }
    let mut built = Vec::with_capacity(list.len());
    for (own, &(function, parameter)) in list.iter().zip(&declared) {
        // Another parameter in this body is a foreign constant, which only a store built anew per body notices.
        let mut rebuild = Rebuild::new();
        let foreign = || CheckError::from(Malformed::NotStructural { name: name_of(from, own.function) });
        let constant = |part| match part {
            Foreign::Constant(symbol) if from.symbol_term(symbol) == own.parameter => Ok(parameter),
            Foreign::Constant(_) | Foreign::Term(_) => Err(foreign()),
        };
        let body =
            rebuild.term(from, terms, own.body, constant, || budget.poll().map_err(CheckError::from))?;
        built.push(Catamorphism { function, parameter, body });
    }
    let functions: Vec<FunctionId> = built.iter().map(|own| own.function).collect();
    match built.iter().find(|own| !is_structural(terms, own, &functions)) {
        Some(own) => Err(Malformed::NotStructural { name: name_of(terms, own.function) }.into()),
        None => Ok(built),
    }
}

fn name_of(terms: &Terms, function: FunctionId) -> String {
    terms.function_name(function).to_string()
}

/// Whether a function or parameter of this name would be confused with another thing, here or in a text.
pub(super) fn is_taken(terms: &Terms, name: &str, taken: &[String]) -> bool {
    let constructors: Vec<ConstructorId> =
        terms.declared_sorts().into_iter().flat_map(|sort| terms.constructors(sort).to_vec()).collect();
    let is_part = |&c: &ConstructorId| {
        terms.constructor_name(c) == name || terms.selectors(c).any(|s| terms.selector_name(s) == name)
    };
    taken.iter().any(|other| other == name)
        || terms.function_names().any(|other| other == name)
        || constructors.iter().any(is_part)
        || distinct_names(&[name]) != [name]
}

/// Whether each case of a definition is about the fields alone, and calls these functions for fields only.
fn is_structural(terms: &mut Terms, own: &Catamorphism, functions: &[FunctionId]) -> bool {
    terms.constructors(own.sort(terms)).to_vec().into_iter().all(|constructor| {
        let fields = new_fields(terms, constructor);
        let case = own.case(terms, constructor, &fields);
        terms.subterms(&[case]).into_iter().all(|t| match terms.op(t) {
            Op::Call(function) => functions.contains(&function) && fields.contains(&terms.arg(t, 0)),
            Op::Symbol(_) => fields.contains(&t),
            _ => true,
        })
    })
}

/// Constants for the fields of a constructor.
pub(super) fn new_fields(terms: &mut Terms, constructor: ConstructorId) -> Vec<TermId> {
    let sorts: Vec<Sort> = terms.selectors(constructor).map(|s| terms.selector_sort(s)).collect();
    sorts.into_iter().map(|sort| terms.declare("field", sort)).collect()
}

/// The functions of a model, with the facts that are proved of them.
pub(super) struct Known {
    functions: Vec<Catamorphism>,
    facts: Vec<CatamorphismFact>,
}

impl Known {
    /// Finds the facts about functions that are structural recursions.
    pub fn of(
        terms: &mut Terms,
        functions: Vec<Catamorphism>,
        options: &CheckOptions,
        budget: &Budget,
    ) -> Result<Known, CheckError> {
        let facts = facts_by_induction(terms, &functions, options, budget)?;
        Ok(Known { functions, facts })
    }

    /// The consequences for all terms in these formulas.
    pub fn consequences(&self, terms: &mut Terms, formulas: &[TermId]) -> Vec<TermId> {
        let mut list = Vec::new();
        if self.functions.is_empty() {
            return list;
        }
        let is_data = |terms: &Terms, t: TermId| matches!(terms.sort(t), Sort::Datatype(_));
        let all: Vec<TermId> = terms.subterms(formulas).into_iter().filter(|&t| is_data(terms, t)).collect();
        let mut seen: HashSet<TermId> = all.iter().copied().collect();
        let mut fields_of_terms = Vec::new();
        for &t in &all {
            let sort = terms.sort(t);
            let own: Vec<&Catamorphism> =
                self.functions.iter().filter(|own| own.sort(terms) == sort).collect();
            for constructor in terms.constructors(sort).to_vec() {
                let fields: Vec<TermId> = terms.selectors(constructor).map(|s| terms.field(s, t)).collect();
                let made = terms.is(constructor, t);
                for own in &own {
                    let (call, case) =
                        (terms.call(own.function, &[t]), own.case(terms, constructor, &fields));
                    let unfolded = terms.eq(call, case);
                    list.push(terms.implies(made, unfolded));
                }
                fields_of_terms.extend(fields.into_iter().filter(|&f| is_data(terms, f) && seen.insert(f)));
            }
        }
        for t in all.into_iter().chain(fields_of_terms) {
            list.extend(facts_about(terms, &self.functions, &self.facts, t));
        }
        list.retain(|&t| t != Terms::TRUE);
        list
    }
}

/// The facts about one term.
pub(super) fn facts_about(
    terms: &mut Terms,
    functions: &[Catamorphism],
    facts: &[CatamorphismFact],
    t: TermId,
) -> Vec<TermId> {
    let sort = terms.sort(t);
    let own =
        |f: &&CatamorphismFact| functions.iter().any(|c| c.function == f.function() && c.sort(terms) == sort);
    let about: Vec<CatamorphismFact> = facts.iter().filter(own).copied().collect();
    about.into_iter().map(|f| f.formula(terms, |terms, function| terms.call(function, &[t]))).collect()
}

/// The facts among the candidates that hold for all values, by induction over these values.
///
/// The functions have to be structural recursions. A smallest value for which one of the facts does not hold would have
/// fields for which all of them hold.
///
/// # Errors
///
/// The limit that ended the search.
pub fn facts_by_induction(
    terms: &mut Terms,
    functions: &[Catamorphism],
    options: &CheckOptions,
    budget: &Budget,
) -> Result<Vec<CatamorphismFact>, CheckError> {
    let mut left = CatamorphismFact::candidates(terms, functions);
    let mut prover = Prover::new(options, budget);
    loop {
        let mut failed = Vec::new();
        for own in functions {
            for constructor in terms.constructors(own.sort(terms)).to_vec() {
                budget.poll()?;
                let fields = new_fields(terms, constructor);
                let known: Vec<TermId> =
                    fields.iter().flat_map(|&field| facts_about(terms, functions, &left, field)).collect();
                for &fact in left.iter().filter(|fact| fact.function() == own.function) {
                    let case = |terms: &mut Terms, function| {
                        let of = functions.iter().find(|c| c.function == function).unwrap_or(own);
                        of.case(terms, constructor, &fields)
                    };
                    let goal = fact.formula(terms, case);
                    let asked = [&known[..], &[terms.not(goal)]].concat();
                    let holds = match prover.refute(terms, &asked) {
                        Err(CheckError::Limit(Limit::Incomplete)) => false,
                        other => other?,
                    };
                    if !holds {
                        failed.push(fact);
                    }
                }
            }
        }
        left.retain(|fact| !failed.contains(fact));
        if failed.is_empty() {
            return Ok(left);
        }
    }
}
