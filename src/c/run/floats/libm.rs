//! Functions of `math.h` whose last bits are open, as the libm of this machine computes them.
//!
//! The library's bodies of these functions ask for any value that the facts allow. A counterexample that rests on such
//! a value is one for some libm; it counts only if this machine's gives the error, too. For that the interpreter
//! answers the question itself: the innermost call of a function `__indubit_NAME` has its arguments.

use crate::c::run::machine::Machine;
use crate::c::run::number::Integer;
use crate::c::run::pointer::Scalar;
use crate::c::{IntegerKind, ObjectId};

/// The function of the library that asks for a value.
pub(in crate::c) const ANY: &str = "__indubit_any_double";
/// The beginning of the names of functions that have the arguments.
const OWN: &str = "__indubit_";
/// Functions between these and the question that take the size of a value.
const SIZES: [&str; 2] = ["__indubit_like", "__indubit_pow"];

/// The value of a function; `None` if it is none of those that a machine knows.
fn value(name: &str, x: f64, y: f64) -> Option<f64> {
    Some(match name {
        "sin" => x.sin(),
        "cos" => x.cos(),
        "tan" => x.tan(),
        "asin" => x.asin(),
        "acos" => x.acos(),
        "atan" => x.atan(),
        "atan2" => x.atan2(y),
        "sinh" => x.sinh(),
        "cosh" => x.cosh(),
        "tanh" => x.tanh(),
        "asinh" => x.asinh(),
        "acosh" => x.acosh(),
        "atanh" => x.atanh(),
        "exp" => x.exp(),
        "exp2" => x.exp2(),
        "expm1" => x.exp_m1(),
        "log" => x.ln(),
        "log2" => x.log2(),
        "log10" => x.log10(),
        "log1p" => x.ln_1p(),
        "cbrt" => x.cbrt(),
        "hypot" => x.hypot(y),
        "pow" => x.powf(y),
        _ => return None,
    })
}

impl Machine<'_> {
    /// The answer of this machine's libm to a question of the library; `None` if it has none.
    pub(in crate::c::run) fn of_libm(&self) -> Option<u128> {
        let name = |at: usize| {
            let function = self.program.function(self.state.frames.get(at)?.function);
            Some(self.program.names.text(function.name))
        };
        let depth = self.state.frames.len();
        let mut is_size = false;
        for at in (0..depth).rev() {
            let known = name(at)?;
            is_size |= SIZES.contains(&known);
            let own = known.strip_prefix(OWN)?;
            let parameters = &self.program.function(self.state.frames[at].function).parameters;
            let of = |object: Option<&ObjectId>| object.and_then(|&object| self.double_of(object, at));
            let (x, y) = (of(parameters.first()), of(parameters.get(1)).unwrap_or(0.0));
            if let Some(found) = x.and_then(|x| value(own, x, y)) {
                let found = if is_size { found.abs() } else { found };
                return Some(u128::from(found.to_bits()));
            }
        }
        None
    }

    /// The value of a parameter of a call.
    fn double_of(&self, object: ObjectId, frame: usize) -> Option<f64> {
        let slot = self.state.frames[frame].slots + self.shape.position(object);
        let word = Integer::new(IntegerKind::UnsignedLongLong, self.program.types.options());
        let (memory, at) = (&self.state.memory, self.state.memory.start(slot));
        match memory.cells.read_integer(at, word, &memory.table) {
            Ok(Scalar::Number(bits)) => Some(f64::from_bits(bits as u64)),
            Ok(Scalar::Pointer(_)) | Err(_) => None,
        }
    }
}
