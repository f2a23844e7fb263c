//! A circuit as a system of Booleans.

use super::hold::hold_inputs;
use crate::base::{Budget, Limit};
use crate::model::circuit::{Circuit, Node, Reset, Signal};
use crate::model::system::System;
use crate::solver::term::{Sort, TermId, Terms};

/// Gates between two looks at the budget.
const PERIOD: usize = 1 << 12;

/// Makes a system of a circuit: a state variable a latch, an input an input, in their order, and the same properties.
/// An input that resets read becomes a state variable, whose next value is an input (see [`hold_inputs`]): Init of a
/// system reads no inputs.
///
/// Variables without a name are called by their order, as in the symbol table of an AIGER file: `l0`, `i0` and so on.
///
/// ```
/// use indubit::base::Budget;
/// use indubit::input::aiger;
/// use indubit::model::encode::booleans::to_system;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// // A latch that begins as 0 and toggles if the input says so.
/// let file = aiger::read(b"aag 5 1 1 0 3 1\n2\n4 11\n4\n6 4 2\n8 5 3\n10 7 9\nl0 on\n")?;
/// let system = to_system(&file.circuit, &Budget::unlimited())?;
/// assert_eq!(system.terms().text(system.init()), "(not on)");
/// assert_eq!((system.states().len(), system.inputs().len(), system.properties().len()), (1, 1, 1));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// A limit of the budget that was reached.
pub fn to_system(circuit: &Circuit, budget: &Budget) -> Result<System, Limit> {
    let circuit = &hold_inputs(circuit).circuit;
    let named = |names: &[String], mark: char, i: usize| match names.get(i).map_or("", String::as_str) {
        "" => format!("{}{}", mark, i),
        name => name.to_string(),
    };
    let mut system = System::default();
    let symbols = &circuit.symbols;
    for i in 0..circuit.latches().len() {
        system.declare_state(&named(&symbols.latches, 'l', i), Sort::Bool);
    }
    for i in 0..circuit.inputs().len() {
        system.declare_input(&named(&symbols.inputs, 'i', i), Sort::Bool);
    }
    let nodes = nodes(circuit, &mut system, budget)?;
    let term = |system: &mut System, signal: Signal| of_signal(system.terms_mut(), &nodes, signal);

    let (mut init, mut trans) = (Vec::new(), Vec::new());
    for (i, latch) in circuit.latches().iter().enumerate() {
        let state = system.states()[i];
        match latch.reset {
            Reset::Zero => init.push(system.terms_mut().not(state.current)),
            Reset::One => init.push(state.current),
            Reset::Free => {}
            Reset::Function(signal) => {
                let first = term(&mut system, signal);
                init.push(system.terms_mut().eq(state.current, first));
            }
        }
        let next = term(&mut system, latch.next);
        trans.push(system.terms_mut().eq(state.next, next));
    }
    let (init, trans) = (system.terms_mut().and(&init), system.terms_mut().and(&trans));
    system.set_init(init);
    system.set_trans(trans);
    for &constraint in circuit.constraints() {
        let constraint = term(&mut system, constraint);
        system.add_constraint(constraint);
    }
    for (i, &bad) in circuit.bads().iter().enumerate() {
        let bad = term(&mut system, bad);
        system.add_property(symbols.bads.get(i).map_or("", String::as_str), bad);
    }
    for (i, signals) in circuit.justice().iter().enumerate() {
        let signals: Vec<TermId> = signals.iter().map(|&signal| term(&mut system, signal)).collect();
        system.add_justice(symbols.justice.get(i).map_or("", String::as_str), &signals);
    }
    for &signal in circuit.fairness() {
        let signal = term(&mut system, signal);
        system.add_fairness(signal);
    }
    Ok(system)
}

/// The formula of each node.
fn nodes(circuit: &Circuit, system: &mut System, budget: &Budget) -> Result<Vec<TermId>, Limit> {
    let mut nodes = Vec::with_capacity(circuit.nodes().len());
    for (i, node) in circuit.nodes().iter().enumerate() {
        if i % PERIOD == 0 {
            budget.poll()?;
        }
        nodes.push(match *node {
            Node::False => Terms::FALSE,
            Node::Input(input) => system.inputs()[input.index()],
            Node::Latch(latch) => system.states()[latch.index()].current,
            Node::And(a, b) => {
                let terms = system.terms_mut();
                let (a, b) = (of_signal(terms, &nodes, a), of_signal(terms, &nodes, b));
                terms.and(&[a, b])
            }
        });
    }
    Ok(nodes)
}

fn of_signal(terms: &mut Terms, nodes: &[TermId], signal: Signal) -> TermId {
    let node = nodes[signal.node().index()];
    if signal.is_negated() {
        terms.not(node)
    } else {
        node
    }
}
