//! Models in which a property counts only until some property is violated.
//!
//! Before the first violation of any of several properties, all of them hold. So a *local* proof of one property may
//! assume all of them in the steps before. If each has a local proof, no first violation is left: all hold (E.
//! Goldberg, M. Güdemann, D. Kroening, R. Mukherjee, "Efficient verification of multi-property designs (the benefit of
//! wrong assumptions)", DATE 2018). A wrong assumption does no harm: a run that violates the property without violating
//! another one before is a counterexample in the original, too.
//!
//! Here a further state bit tells that nothing was bad in an earlier step, and each property is bad only where the bit
//! is true. Invariants of that model, taken where the bit is true, are together one invariant of the original: where
//! all hold, no property is bad in any step from there, so the bit stays true, and all hold in the next state.

use crate::base::{HashMap, HashSet};
use crate::model::circuit::{Circuit, NodeId, Reset, Signal};
use crate::model::invariant::ClausalInvariant;
use crate::model::system::{self, System};
use crate::model::PropertyId;
use crate::solver::term::{Foreign, Rebuild, Sort, Substitution, SymbolId, TermId, Terms};

/// The circuit with these properties, in their order, each bad only where none was bad in an earlier step. Its last
/// latch tells that.
pub fn circuit_until_bad(original: &Circuit, properties: &[PropertyId]) -> Circuit {
    let mut circuit = original.clone();
    let bads: Vec<Signal> = properties.iter().filter_map(|&property| original.bad(property)).collect();
    circuit.clear_bads();
    circuit.clear_justice();
    let good_before = circuit.add_latch(Reset::One);
    let good: Vec<Signal> = bads.iter().map(|&bad| !bad).chain([good_before]).collect();
    let stays_good = circuit.and_all(&good);
    circuit.set_next(good_before, stays_good);
    for bad in bads {
        let first = circuit.and(good_before, bad);
        circuit.add_bad(first);
    }
    circuit
}

/// Invariants that prove all properties of such a circuit as one of the circuit `target`, which begins with the nodes
/// that the original has. `None` if there is no latch that tells of earlier steps.
pub fn joined_on_circuit(
    until_bad: &Circuit,
    target: &Circuit,
    invariants: &[&ClausalInvariant],
) -> Option<ClausalInvariant> {
    let good_before = until_bad.latches().len().checked_sub(1)?;
    let nodes = target.nodes().len();
    let mut all = ClausalInvariant::default();
    for invariant in invariants {
        let tells = |leaf| until_bad.latch_of(leaf).map_or(false, |latch| latch.index() == good_before);
        let leaf = |id: NodeId| if tells(id.signal()) { Signal::TRUE } else { id.signal() };
        let part = invariant.translate(until_bad, nodes, leaf);
        let own = nodes + all.gates.len();
        let moved = |signal: &Signal| match signal.node().index() {
            n if n < nodes => *signal,
            n => NodeId::new(n - nodes + own).signal().negate_if(signal.is_negated()),
        };
        all.gates.extend(part.gates.iter().map(|[a, b]| [moved(a), moved(b)]));
        all.clauses
            .extend(part.clauses.iter().map(|clause| clause.iter().map(moved).collect::<Vec<Signal>>()));
    }
    all.clauses.sort_unstable();
    all.clauses.dedup();
    Some(all)
}

/// The system with these properties, in their order, each bad only where none was bad in an earlier step. Its last
/// state variable tells that.
pub fn system_until_bad(original: &System, properties: &[PropertyId]) -> System {
    let mut system = original.without_properties();
    let bads: Vec<TermId> = properties.iter().filter_map(|&property| original.bad(property)).collect();
    let good_before = system.declare_state("good_before", Sort::Bool);
    let (init, trans) = (system.init(), system.trans());
    let terms = system.terms_mut();
    let any = terms.or(&bads);
    let none = terms.not(any);
    let stays_good = terms.and(&[good_before.current, none]);
    let step = terms.eq(good_before.next, stays_good);
    let init = terms.and(&[init, good_before.current]);
    let trans = terms.and(&[trans, step]);
    system.set_init(init);
    system.set_trans(trans);
    for bad in bads {
        let first = system.terms_mut().and(&[good_before.current, bad]);
        system.add_property("", first);
    }
    system
}

/// Invariants that prove all properties of such a system as one of the system `target`, whose terms begin with those of
/// the original. `None` if one of them is about all values of some constants.
pub fn joined_on_system(
    until_bad: &System,
    target: &System,
    invariants: &[&system::Invariant],
) -> Option<system::Invariant> {
    let good_before = until_bad.states().last()?.current;
    let states: Vec<TermId> = target.states().iter().map(|state| state.current).collect();
    let mut terms = target.terms().clone();
    let (mut formulas, mut known) = (Vec::new(), HashSet::default());
    for invariant in invariants {
        let mut own = Some(invariant).filter(|part| part.bound.is_empty())?.terms.clone();
        let mut where_good = Substitution::new();
        where_good.insert(good_before, Terms::TRUE);
        let places: HashMap<SymbolId, TermId> =
            own.symbols_in(&states).into_iter().map(|symbol| (symbol, own.symbol_term(symbol))).collect();
        let mut rebuild = Rebuild::new();
        for &formula in &invariant.formulas {
            let formula = where_good.apply(&mut own, formula);
            let place = |part| match part {
                Foreign::Constant(symbol) => places.get(&symbol).copied().ok_or(()),
                Foreign::Term(_) => Err(()),
            };
            let built = rebuild.term(&own, &mut terms, formula, place, || Ok(())).ok()?;
            if known.insert(built) {
                formulas.push(built);
            }
        }
    }
    Some(system::Invariant::new(terms, formulas))
}
