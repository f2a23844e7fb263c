//! Integer values by moving nonbasic variables.
//!
//! A nonbasic variable whose value is a multiple of all denominators in its column adds an integer to every basic one.
//! So each is moved to the nearest such multiple, if all variables stay within bounds on the way (*patching*, as in Z3;
//! the idea is in Dutertre and de Moura, *Integrating simplex with DPLL(T)*, 2006, section 4.3).

use super::rows::broken;
use crate::theories::lra::{LraVar, Side, Simplex};
use crate::theories::num::{DeltaRational, Integer, Rational};

/// Multiples of numbers with more bits are too far away.
const LARGEST: u64 = 40;

/// Moves the variables that can be moved. Variables within bounds remain so.
pub(super) fn patch(simplex: &mut Simplex, integer: &[bool]) {
    for v in 0..integer.len() {
        let var = LraVar::new(v);
        if !integer[v] || simplex.is_basic(var) {
            continue;
        }
        let modulus = match modulus(simplex, integer, var) {
            Some(modulus) => modulus,
            None => continue,
        };
        let value = simplex.value(var).clone();
        let parts = &value.real / &modulus;
        if value.is_rational() && parts.is_integer() {
            continue;
        }
        let below = Rational::from(parts.floor()) * &modulus;
        let above = &below + &modulus;
        let mut targets = [below, above];
        if &targets[1] - &value.real < &value.real - &targets[0] {
            targets.swap(0, 1);
        }
        for target in targets {
            let step = DeltaRational::from(target) - &value;
            let side = if step.sign() < 0 { Side::Lower } else { Side::Upper };
            let length = if step.sign() < 0 { -&step } else { step.clone() };
            if simplex.room(var, side).map_or(true, |room| length <= room) {
                simplex.shift(var, &step);
                break;
            }
        }
    }
}

/// The common denominator of a nonbasic variable's column, if it is moderate and moving the variable may repair a
/// value that is no integer.
fn modulus(simplex: &Simplex, integer: &[bool], var: LraVar) -> Option<Rational> {
    let mut modulus = Integer::ONE;
    let mut wanted = broken(simplex, var);
    for (factor, basic) in simplex.column(var) {
        if integer[basic.index()] {
            modulus = modulus.lcm(&factor.denominator());
            wanted |= broken(simplex, basic);
            if modulus.bit_length() > LARGEST {
                return None;
            }
        }
    }
    if wanted {
        Some(modulus.into())
    } else {
        None
    }
}
