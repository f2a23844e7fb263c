//! Builds a transition system by hand, a tank that a valve fills and empties, and writes the proof that it never
//! overflows as a script for any SMT solver.
//!
//! `cargo run --example build_system`

use indubit::base::Budget;
use indubit::engine::Outcome;
use indubit::input::Model;
use indubit::model::system::System;
use indubit::portfolio::{verify, Form};
use indubit::solver::term::{Sort, Terms};

/// The level rises by an inflow of at most 3 while the valve is open, and falls by 1 while it is closed. The valve
/// closes from 90 on and opens from 50 on downwards.
fn tank() -> System {
    let mut system = System::new(Terms::new());
    let level = system.declare_state("level", Sort::Int);
    let open = system.declare_state("open", Sort::Bool);
    let inflow = system.declare_input("inflow", Sort::Int);
    let terms = system.terms_mut();
    let (zero, one, three) = (terms.int(0), terms.int(1), terms.int(3));
    let (low, high, full) = (terms.int(50), terms.int(90), terms.int(100));

    let empty = terms.eq(level.current, zero);
    let init = terms.and(&[empty, open.current]);

    let (least, most) = (terms.le(zero, inflow), terms.le(inflow, three));
    let risen = terms.add(&[level.current, inflow]);
    let fallen = terms.sub(level.current, one);
    let next_level = terms.ite(open.current, risen, fallen);
    let (is_high, is_low) = (terms.ge(next_level, high), terms.le(next_level, low));
    let (not_high, opens) = (terms.not(is_high), terms.or(&[open.current, is_low]));
    let next_open = terms.and(&[not_high, opens]);
    let flows = terms.eq(level.next, next_level);
    let switches = terms.eq(open.next, next_open);
    let trans = terms.and(&[least, most, flows, switches]);
    let overflow = terms.gt(level.current, full);

    system.set_init(init);
    system.set_trans(trans);
    system.add_property("overflow", overflow);
    system
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let model = Model::from(tank());
    let report = verify(&model, &Default::default(), &Budget::unlimited(), &mut ())?;
    match &report.verdicts[0].outcome {
        Outcome::Safe(proof) => {
            println!("; safe, because of: {}", proof.parts().join(" and "));
            proof.write(Form::Script, &mut std::io::stdout())?;
        }
        Outcome::Unsafe(counterexample) => print!("unsafe:\n{}", counterexample.text()),
        Outcome::Unknown(reason) => println!("unknown: {}", reason),
    }
    Ok(())
}
