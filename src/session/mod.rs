//! SMT-LIB scripts carried out: each command is read, handed to the solver, and answered.
//!
//! The reader of scripts is [`input::smtlib`](crate::input::smtlib); it knows terms, names and declarations, and no
//! solver. Here an [`Interpreter`] owns a solver beside the declarations and carries out the rest: assertions and
//! scopes (`assertions`), checks, values and cores (`answers`), models (`models`, `irrational`), proofs (`proofs`),
//! interpolants (`interpolants`), all models (`all_models`), objectives (`objectives`, `goals`), elimination of
//! quantifiers (`elimination`), and options (`options` with `settings`). Terms that no scope needs any more go away
//! (`collect`). The table of all commands is in `script`. The module is a floor beside the
//! [`portfolio`](crate::portfolio), which verifies models: neither imports the other, and the command line calls both.
//!
//! The interpreter is as lenient as most solvers where the standard is strict: models and values can be asked for
//! without an option, and assumptions may be any formulas.
//!
//! ```
//! use indubit::session::{Interpreter, ScriptOptions};
//!
//! let mut interpreter = Interpreter::new(ScriptOptions::default());
//! let answers = interpreter.execute(
//!     "(declare-const x (_ BitVec 8))
//!      (assert (= (bvmul x #x03) #x2d))
//!      (check-sat)
//!      (get-value (x (bvadd x #x01)))
//!      (assert (bvult x #x0f))
//!      (check-sat)",
//! );
//! assert_eq!(answers, "sat\n((x #x0f) ((bvadd x #x01) #x10))\nunsat\n");
//! assert_eq!(interpreter.execute("(assert (and x true))"), "(error \"1:14: argument 1 of `and`: \
//!     expected a term of sort Bool, found one of sort (_ BitVec 8)\")\n");
//! ```

mod all_models;
mod answers;
mod assertions;
mod collect;
mod elimination;
mod few;
#[cfg(test)]
mod forged;
mod goals;
mod interpolants;
mod irrational;
mod models;
mod objectives;
mod options;
mod proofs;
mod script;
mod settings;
mod written;

pub use script::{Interpreter, ScriptOptions, Summary};
pub use settings::{ProofText, ScriptFlags};
