//! Tests a proof with runs of the interpreter: an invariant of the automaton must be true in the states of each run.
//!
//! The proof of an automaton uses only the edges of the automaton, so a wrong lowering may have a right proof. A run of
//! the interpreter knows nothing of the automaton, and so can uncover this. Before a statement, the run has values for
//! the objects that are visible there. A statement has one location for each chain of calls that leads to it, and the
//! formula of at least one of these locations must be true for the values.
//!
//! Only conjuncts whose variables are parts of visible objects can be evaluated. The interpreter does not know the
//! values of temporaries and of results of functions.

use super::scalars::scalars;
use crate::base::{Budget, HashMap, Limit};
use crate::c::run::parts::Part;
use crate::c::run::watch::{Moment, Observer, View};
use crate::c::{is_at_once, ObjectId, Pos, Program, SourceMap, StmtId};
use crate::model::cfa::{Cfa, InvariantMap, LocId};
use crate::model::system::functional::conjuncts;
use crate::solver::term::{Model, Sort, TermId, Terms, Value};
use crate::theories::bv::Bits;
use crate::theories::num::{Integer, Rational};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::Arc;

/// The most terms that are evaluated in all runs together.
const MOST_WORK: u64 = 3_000_000;

/// The formulas of the locations before one statement.
struct Stand {
    pos: Pos,
    /// The variables of the automaton that are scalars of visible objects.
    variables: Vec<(TermId, ObjectId, Part)>,
    /// By location: the conjuncts about these variables alone.
    formulas: Vec<Vec<TermId>>,
    /// The number of terms in all conjuncts.
    size: u64,
}

/// The observer that evaluates an invariant before each statement of a run, until it is false.
pub(in crate::c) struct Held<'a> {
    terms: &'a Terms,
    /// By statement, and by whether its condition comes next. A place would not do as key, since all statements that a
    /// macro makes have the same place.
    stands: HashMap<(StmtId, bool), Stand>,
    work: u64,
    /// The statement before which no location allows the state of the run.
    pub broken: Option<Pos>,
    /// Set when such a statement is found, to end the run.
    flag: Arc<AtomicBool>,
}

impl<'a> Held<'a> {
    /// Prepares the formulas of an invariant for all statements.
    ///
    /// # Errors
    ///
    /// A limit of the budget.
    pub fn new(
        program: &Program,
        (cfa, map): (&Cfa, &SourceMap),
        invariant: &'a InvariantMap,
        flag: Arc<AtomicBool>,
        budget: &Budget,
    ) -> Result<Held<'a>, Limit> {
        let terms = &invariant.terms;
        let scalars = scalars(program, cfa, map);
        let parts: Vec<Vec<TermId>> =
            cfa.locations().map(|l| conjuncts(terms, invariant.formulas[l.index()])).collect();
        let mut at: HashMap<(StmtId, bool), Vec<LocId>> = HashMap::default();
        for location in cfa.locations() {
            for place in map.statements(location) {
                at.entry((place.stmt, place.is_loop_head)).or_default().push(location);
            }
        }
        let mut stands = HashMap::default();
        let mut is_visible = vec![false; program.objects.len()];
        for (key, locations) in at {
            budget.check()?;
            // A location without formula allows every state, so nothing needs to be evaluated before its statement.
            if locations.iter().any(|l| parts[l.index()].is_empty()) {
                continue;
            }
            let pos = program.stmt(key.0).pos;
            // The automaton may pass a call by one edge, and then it is in no location of the body.
            if program.lines.library_function(pos).map_or(false, is_at_once) {
                continue;
            }
            let visible = program.visible_objects(pos);
            visible.iter().for_each(|object| is_visible[object.index()] = true);
            let known = |variable: TermId| {
                let found = scalars.get(&variable).copied();
                found.filter(|(object, _)| is_visible[object.index()])
            };
            let stand = stand(terms, pos, &known, locations.iter().map(|l| &parts[l.index()][..]));
            stands.extend(stand.map(|stand| (key, stand)));
            visible.iter().for_each(|object| is_visible[object.index()] = false);
        }
        Ok(Held { terms, stands, work: 0, broken: None, flag })
    }
}

/// The conjuncts that can be evaluated before one statement, by location; `None` if a location has none.
fn stand<'c>(
    terms: &Terms,
    pos: Pos,
    known: &dyn Fn(TermId) -> Option<(ObjectId, Part)>,
    locations: impl Iterator<Item = &'c [TermId]>,
) -> Option<Stand> {
    let is_known = |&&f: &&TermId| {
        let symbols = terms.symbols_in(&[f]);
        symbols.into_iter().all(|symbol| known(terms.symbol_term(symbol)).is_some())
    };
    let formulas: Vec<Vec<TermId>> =
        locations.map(|conjuncts| conjuncts.iter().filter(is_known).copied().collect()).collect();
    if formulas.iter().any(Vec::is_empty) {
        return None;
    }
    let roots: Vec<TermId> = formulas.iter().flatten().copied().collect();
    let size = terms.subterms(&roots).len() as u64;
    let mut variables: Vec<(TermId, ObjectId, Part)> = Vec::new();
    for symbol in terms.symbols_in(&roots) {
        let variable = terms.symbol_term(symbol);
        variables.extend(known(variable).map(|(object, part)| (variable, object, part)));
    }
    Some(Stand { pos, variables, formulas, size })
}

/// A number of the interpreter as a value of a sort.
fn value(number: i128, sort: Sort) -> Option<Value> {
    let low = number as u64;
    match sort {
        Sort::BitVec(width) if width <= 64 => Some(Value::Bits(Bits::new(low, width))),
        Sort::Bool => Some(Value::Bool(number != 0)),
        Sort::Int => {
            let number = i64::try_from(number).ok()?;
            Some(Value::Number(Rational::from(Integer::from(number))))
        }
        _ => None,
    }
}

impl Observer for Held<'_> {
    fn statement(&mut self, view: &View<'_>) {
        let key = (view.stmt(), view.moment() == Moment::Condition);
        let stand = match self.stands.get(&key) {
            Some(stand) if self.broken.is_none() && self.work + stand.size <= MOST_WORK => stand,
            _ => return,
        };
        self.work += stand.size;
        let mut model = Model::new();
        for &(variable, object, part) in &stand.variables {
            let number = view.part(object, part.offset, part.bits, part.ty);
            match number.and_then(|number| value(number, self.terms.sort(variable))) {
                Some(value) => model.set_all(self.terms, [variable], &[value]),
                None => return,
            }
        }
        let holds =
            |formulas: &Vec<TermId>| model.evaluate_all(self.terms, formulas).iter().all(Value::is_true);
        if !stand.formulas.iter().any(holds) {
            self.broken = Some(stand.pos);
            self.flag.store(true, Relaxed);
        }
    }
}
