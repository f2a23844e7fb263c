//! A proof beside runs: the formulas of the locations at which a run passes are true in its states.
//!
//! The automaton is proved from its own edges, so a wrong lowering may have a right proof. A run of the interpreter
//! knows nothing of the automaton. Before a statement it has values of the objects that are visible there, and one of
//! the locations that stand before the statement must allow these values: there is one location for each chain of
//! calls, and the run may be in any of them.
//!
//! Of a formula those conjuncts are looked at whose variables are parts of visible objects. Values in the middle of an
//! evaluation and results of functions are not known here.

use super::scalars::scalars;
use crate::base::{Budget, HashMap, Limit};
use crate::c::run::parts::Part;
use crate::c::run::watch::{Moment, Observer, View};
use crate::c::{ObjectId, Pos, Program, SourceMap, StmtId};
use crate::model::cfa::{Cfa, Invariant, LocId};
use crate::model::system::functional::conjuncts;
use crate::solver::term::{Model, Sort, TermId, Terms, Value};
use crate::theories::bv::Bits;
use crate::theories::num::{Integer, Rational};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::Arc;

/// The terms that may be evaluated beside all runs together.
const MOST_WORK: u64 = 3_000_000;

/// The formulas of the locations before one statement.
struct Stand {
    pos: Pos,
    /// Variables of the automaton with the scalars that they are.
    variables: Vec<(TermId, ObjectId, Part)>,
    /// For each location the conjuncts about these variables alone.
    formulas: Vec<Vec<TermId>>,
    /// The number of terms in them.
    size: u64,
}

/// Looks whether an invariant holds beside runs, until it does not.
pub(in crate::c) struct Held<'a> {
    terms: &'a Terms,
    /// By statement, for what a macro makes is all at one place, and whether its condition comes next.
    stands: HashMap<(StmtId, bool), Stand>,
    work: u64,
    /// The statement before which no location allows the state of the run.
    pub broken: Option<Pos>,
    /// Set when there is one.
    flag: Arc<AtomicBool>,
}

impl<'a> Held<'a> {
    /// The places of this automaton with the formulas of the invariant.
    ///
    /// # Errors
    ///
    /// A limit of the budget.
    pub fn new(
        program: &Program,
        (cfa, map): (&Cfa, &SourceMap),
        invariant: &'a Invariant,
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
            // Where nothing is known of one location, it allows everything.
            if locations.iter().any(|l| parts[l.index()].is_empty()) {
                continue;
            }
            let pos = program.stmt(key.0).pos;
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

/// The known conjuncts before one statement, by location; `None` if a location has none.
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
