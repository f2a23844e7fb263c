//! The rules by which builders simplify, as tables.
//!
//! A rule is a line: its name, the pattern of an operator's arguments, perhaps a condition, and the simpler term.
//! `ones (_: ones, x) => x` in the table of `bv_and` says that a conjunction whose first argument is the vector of
//! ones is its second argument. A pattern is
//!
//! * `x`: any term, which gets this name; `_`: any term,
//! * `= x`: the term that has this name already,
//! * `c: constant`, `_: zero`: a term of a class; the classes are functions in `classes.rs`,
//! * `BvNot(x)`: a term with this operator, and patterns of its arguments; `float Neg(x)`: with one on numbers.
//!
//! The result is an expression of the type `TermId`. A `?` in it means that the rule does not apply after all; it may
//! stand only before the first term is made. Results are made by builders and thus simplified in turn.
//!
//! [`rules`] makes a function of each rule, and a function of each table that tries its rules in order: the same code
//! as a chain of `if`s, without a search and without memory. A builder calls the function of its operator and interns
//! the operator itself if no rule applies. The order of rules matters for the result, never for its truth: each rule
//! holds on its own. The test in `proof.rs` enumerates the tables and proves each rule alone, so a new rule is tested
//! by being there.
//!
//! Some simplifications are no patterns. Normal forms of words (sums in `bits_sum.rs`, products, chains of
//! connectives) and narrowing are code, which rules call; they are proved like the others. The following is code
//! without a rule:
//!
//! * conjunctions, which have any number of arguments (`core.rs`);
//! * numbers (`arith.rs`): their operators are one normal form of sums; division by a numeral has four cases of its
//!   own, which stand beside its errors; and a comparison of a conditional is taken apart by a loop (`choices.rs`);
//! * extraction and extension (`bits.rs`), whose operators have parameters beside their arguments: extraction descends
//!   through any number of operators in one loop;
//! * operators defined by others (`bits_derived.rs`): they are definitions, not simplifications.

mod classes;
mod float_parts;
mod floats;
#[cfg(test)]
mod floats_proof;
mod formulas;
#[cfg(test)]
pub(super) mod proof;
mod words;

pub(super) use floats::float_operation;
pub(super) use formulas::{formula_choice, iff, ite, not, value_choice};
pub(super) use words::{
    bv_add, bv_and, bv_ashr, bv_lshr, bv_mul, bv_neg, bv_not, bv_or, bv_shl, bv_slt, bv_sub, bv_udiv, bv_ult,
    bv_urem, bv_xor, concat, word_eq, word_eq_inside, word_eq_sides,
};

use super::store::{Op, Sort, TermId, Terms};

/// The rules of a table, tried in order on the arguments of its operator. The number is that of steps that an equality
/// may still descend; other tables do not use it.
pub(super) type Rules = fn(&mut Terms, &[TermId], u32) -> Option<TermId>;

impl Terms {
    /// The result of the first rule that applies, or else the operator itself.
    #[inline]
    pub(super) fn by_rules(&mut self, op: Op, sort: Sort, args: &[TermId], rules: Rules) -> TermId {
        rules(self, args, 0).unwrap_or_else(|| self.intern(op, sort, args))
    }
}

/// A rule by itself, for the test.
#[cfg(test)]
struct Rule {
    /// The table and the rule.
    name: &'static str,
    /// The operator whose arguments the rule gets.
    op: Op,
    /// The simpler term if the rule applies.
    apply: Rules,
}

/// Binds the names of patterns to arguments, or leaves the function with `None`.
macro_rules! bind {
    ($t:ident, $args:ident, $i:expr;) => {};
    ($t:ident, $args:ident, $i:expr; _ : $class:ident $(, $($rest:tt)*)?) => {
        if !classes::$class($t, $args[$i]) {
            return None;
        }
        bind!($t, $args, $i + 1; $($($rest)*)?);
    };
    ($t:ident, $args:ident, $i:expr; _ $(, $($rest:tt)*)?) => {
        bind!($t, $args, $i + 1; $($($rest)*)?);
    };
    ($t:ident, $args:ident, $i:expr; = $x:ident $(, $($rest:tt)*)?) => {
        if $args[$i] != $x {
            return None;
        }
        bind!($t, $args, $i + 1; $($($rest)*)?);
    };
    ($t:ident, $args:ident, $i:expr; $x:ident : $class:ident $(, $($rest:tt)*)?) => {
        bind!($t, $args, $i; _ : $class);
        let $x = $args[$i];
        bind!($t, $args, $i + 1; $($($rest)*)?);
    };
    ($t:ident, $args:ident, $i:expr; float $op:ident ( $($inner:tt)* ) $(, $($rest:tt)*)?) => {
        if $t.op($args[$i]) != Op::Float(FloatOp::$op) {
            return None;
        }
        let inner = $t.args($args[$i]);
        bind!($t, inner, 0; $($inner)*);
        bind!($t, $args, $i + 1; $($($rest)*)?);
    };
    ($t:ident, $args:ident, $i:expr; $op:ident ( $($inner:tt)* ) $(, $($rest:tt)*)?) => {
        if $t.op($args[$i]) != Op::$op {
            return None;
        }
        let inner = $t.args($args[$i]);
        bind!($t, inner, 0; $($inner)*);
        bind!($t, $args, $i + 1; $($($rest)*)?);
    };
    ($t:ident, $args:ident, $i:expr; $x:ident $(, $($rest:tt)*)?) => {
        let $x = $args[$i];
        bind!($t, $args, $i + 1; $($($rest)*)?);
    };
}

/// Tables of rules, each with the operator, and names for the store and for the steps that an equality may descend.
macro_rules! rules {
    ($(
        $(#[$doc:meta])*
        $table:ident, $op:ident, |$t:ident, $steps:tt| {
            $( $name:ident ( $($pattern:tt)* ) $(if $when:expr)? => $result:expr; )*
        }
    )*) => {
        $(
            $(#[$doc])*
            #[inline]
            pub(in crate::solver::term) fn $table(t: &mut Terms, args: &[TermId], steps: u32) -> Option<TermId> {
                $(
                    if let Some(simpler) = $table::$name(t, args, steps) {
                        return Some(simpler);
                    }
                )*
                None
            }

            mod $table {
                use super::*;

                $(
                    #[inline]
                    pub fn $name($t: &mut Terms, args: &[TermId], $steps: u32) -> Option<TermId> {
                        let _ = &$t;
                        bind!($t, args, 0; $($pattern)*);
                        $(
                            if !$when {
                                return None;
                            }
                        )?
                        Some($result)
                    }
                )*
            }
        )*

        /// All rules of these tables.
        #[cfg(test)]
        pub(super) const ALL: &[super::Rule] = &[
            $( $( super::Rule {
                name: concat!(stringify!($table), " ", stringify!($name)),
                op: Op::$op,
                apply: $table::$name,
            } ),* ),*
        ];
    };
}

use {bind, rules};
