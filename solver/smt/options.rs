//! The settings of the solver.

use crate::solver::sat::SatOptions;

/// Settings of a [`Solver`](super::Solver).
#[derive(Clone, PartialEq, Debug)]
pub struct SmtOptions {
    /// The settings of the SAT core.
    pub sat: SatOptions,
    /// Products and quotients of words at least this wide get their circuits when a model shows that they need them;
    /// 0: all get them at once. Default 12.
    pub postpone_width: u32,
    /// Products, quotients and remainders with an operand at least this wide, without zeros in front, are decided by
    /// facts about them first, and get their circuits when a model contradicts no more of these; 0: none. Proofs have
    /// such facts, too; an [`Interpolator`](super::Interpolator) has none. Default 65: the circuits of narrower ones
    /// are fast enough.
    pub abstract_width: u32,
    /// Whether a quotient of floating-point numbers is a word `q` with `n = d * q + r` and `r < d`, and a root
    /// likewise, and not a circuit of long division. Default off.
    pub float_relations: bool,
    /// Whether each answer sat reads the whole model and evaluates it on all assertions. Else values are read when
    /// they are asked for ([`Solver::value`](super::Solver::value), [`Solver::truth`](super::Solver::truth)), and
    /// nothing checks them. Default on.
    pub check_models: bool,
    /// Whether the search ends as soon as enough of the formula is justified, with other variables open; and what
    /// is not yet justified is decided first. For easy questions about large formulas, of which each answer needs a
    /// small part. The SAT core then eliminates no variables, no matter what its settings say. Default off.
    pub justify: bool,
    /// Whether a model with irrational values is looked for where products of reals have no other one. The answer is
    /// then [`Answer::Unknown`](super::Answer::Unknown) with
    /// [`Solver::irrational_model`](super::Solver::irrational_model). Default off.
    pub irrational: bool,
}

impl Default for SmtOptions {
    /// For scripts: few checks, each of them hard.
    fn default() -> SmtOptions {
        SmtOptions {
            sat: SatOptions::default(),
            postpone_width: 12,
            abstract_width: 65,
            float_relations: false,
            check_models: true,
            justify: false,
            irrational: false,
        }
    }
}

impl SmtOptions {
    /// For very many easy checks under changing assumptions, whose answers others check: no check costs more for the
    /// size of the assertions than the search itself does.
    pub fn incremental() -> SmtOptions {
        let sat = SatOptions { score_hot_only: true, ..SatOptions::incremental() };
        SmtOptions { sat, check_models: false, justify: true, ..SmtOptions::default() }
    }
}
