//! The operators of the theories Core, Ints, Reals, Reals_Ints and FixedSizeBitVectors, and their arguments.
//!
//! The table gives each name its operator; an operator on bit-vectors is a function of [`Terms`] and a rule for the
//! number of arguments. [`apply`] checks number and sorts of the arguments and, as the standard's Reals_Ints sugar
//! has it, brings integers among reals to the reals. It unfolds operators that take any number of arguments:
//! left-associative operators, chains of comparisons, `=>` from the right.

use super::error::Misuse;
use super::floats::{self, FloatOperator};
use super::operands::{chain, expect, first, fold};
use crate::solver::term::{Sort, TermId, Terms};

type Unary = fn(&mut Terms, TermId) -> TermId;
type Binary = fn(&mut Terms, TermId, TermId) -> TermId;

/// An operator of a theory, its numerals included.
#[derive(Clone, Copy)]
pub(crate) enum Operator {
    /// A Boolean constant.
    Truth(bool),
    Not,
    And,
    Or,
    /// Right-associative.
    Implies,
    Xor,
    Equal,
    Distinct,
    Ite,
    Plus,
    /// Negation of one argument, else left-associative.
    Minus,
    Times,
    /// A number and the numeral of its exponent.
    Power,
    /// Of reals, left-associative.
    Divide,
    /// Of integers, left-associative.
    Quotient,
    Modulo,
    Abs,
    /// A chain of comparisons of numbers.
    Compare(Binary),
    ToReal,
    ToInt,
    IsInt,
    BitsUnary(Unary),
    /// Of two vectors of one width.
    BitsBinary(Binary),
    /// Of two or more vectors of one width, left-associative.
    BitsFold(Binary),
    /// The number of a vector, in two's complement if it is signed.
    BitsToInt(bool),
    /// A number as a vector of this width.
    IntToBits(u32),
    Concat,
    Extract(u32, u32),
    Repeat(u32),
    ZeroExtend(u32),
    SignExtend(u32),
    RotateLeft(u32),
    RotateRight(u32),
    /// Of floating-point numbers.
    Float(FloatOperator),
}

use Operator as O;

/// All operators without numerals, but those of floating-point numbers.
pub(super) const TABLE: &[(&str, Operator)] = &[
    ("true", O::Truth(true)),
    ("false", O::Truth(false)),
    ("not", O::Not),
    ("and", O::And),
    ("or", O::Or),
    ("=>", O::Implies),
    ("xor", O::Xor),
    ("=", O::Equal),
    ("distinct", O::Distinct),
    ("ite", O::Ite),
    ("+", O::Plus),
    ("-", O::Minus),
    ("*", O::Times),
    ("^", O::Power),
    ("/", O::Divide),
    ("div", O::Quotient),
    ("mod", O::Modulo),
    ("abs", O::Abs),
    ("<=", O::Compare(Terms::le)),
    ("<", O::Compare(Terms::lt)),
    (">=", O::Compare(Terms::ge)),
    (">", O::Compare(Terms::gt)),
    ("to_real", O::ToReal),
    ("to_int", O::ToInt),
    ("is_int", O::IsInt),
    ("bv2nat", O::BitsToInt(false)),
    ("ubv_to_int", O::BitsToInt(false)),
    ("sbv_to_int", O::BitsToInt(true)),
    ("concat", O::Concat),
    ("bvnot", O::BitsUnary(Terms::bv_not)),
    ("bvneg", O::BitsUnary(Terms::bv_neg)),
    ("bvnego", O::BitsUnary(Terms::bv_neg_overflow)),
    ("bvand", O::BitsFold(Terms::bv_and)),
    ("bvor", O::BitsFold(Terms::bv_or)),
    ("bvxor", O::BitsFold(Terms::bv_xor)),
    ("bvadd", O::BitsFold(Terms::bv_add)),
    ("bvmul", O::BitsFold(Terms::bv_mul)),
    ("bvnand", O::BitsBinary(bv_nand)),
    ("bvnor", O::BitsBinary(bv_nor)),
    ("bvxnor", O::BitsBinary(bv_xnor)),
    ("bvsub", O::BitsBinary(Terms::bv_sub)),
    ("bvudiv", O::BitsBinary(Terms::bv_udiv)),
    ("bvurem", O::BitsBinary(Terms::bv_urem)),
    ("bvsdiv", O::BitsBinary(Terms::bv_sdiv)),
    ("bvsrem", O::BitsBinary(Terms::bv_srem)),
    ("bvsmod", O::BitsBinary(Terms::bv_smod)),
    // Under these names z3 prints divisions whose divisor is not 0.
    ("bvudiv_i", O::BitsBinary(Terms::bv_udiv)),
    ("bvurem_i", O::BitsBinary(Terms::bv_urem)),
    ("bvsdiv_i", O::BitsBinary(Terms::bv_sdiv)),
    ("bvsrem_i", O::BitsBinary(Terms::bv_srem)),
    ("bvsmod_i", O::BitsBinary(Terms::bv_smod)),
    ("bvshl", O::BitsBinary(Terms::bv_shl)),
    ("bvlshr", O::BitsBinary(Terms::bv_lshr)),
    ("bvashr", O::BitsBinary(Terms::bv_ashr)),
    ("bvcomp", O::BitsBinary(Terms::bv_comp)),
    ("bvult", O::BitsBinary(Terms::bv_ult)),
    ("bvule", O::BitsBinary(Terms::bv_ule)),
    ("bvugt", O::BitsBinary(|terms, a, b| terms.bv_ult(b, a))),
    ("bvuge", O::BitsBinary(|terms, a, b| terms.bv_ule(b, a))),
    ("bvslt", O::BitsBinary(Terms::bv_slt)),
    ("bvsle", O::BitsBinary(Terms::bv_sle)),
    ("bvsgt", O::BitsBinary(|terms, a, b| terms.bv_slt(b, a))),
    ("bvsge", O::BitsBinary(|terms, a, b| terms.bv_sle(b, a))),
    ("bvuaddo", O::BitsBinary(Terms::bv_uadd_overflow)),
    ("bvsaddo", O::BitsBinary(Terms::bv_sadd_overflow)),
    ("bvumulo", O::BitsBinary(Terms::bv_umul_overflow)),
    ("bvsmulo", O::BitsBinary(Terms::bv_smul_overflow)),
    ("bvusubo", O::BitsBinary(Terms::bv_usub_overflow)),
    ("bvssubo", O::BitsBinary(Terms::bv_ssub_overflow)),
    ("bvsdivo", O::BitsBinary(Terms::bv_sdiv_overflow)),
];

/// Widest bit-vector that a term may have.
pub(super) const WIDEST: u32 = 1 << 20;

/// The greatest exponent of a power.
const MOST_EXPONENT: u64 = 64;

/// Most pairs that `distinct` may be unfolded to.
const MOST_PAIRS: usize = 10_000_000;

fn bv_nand(terms: &mut Terms, a: TermId, b: TermId) -> TermId {
    let both = terms.bv_and(a, b);
    terms.bv_not(both)
}

fn bv_nor(terms: &mut Terms, a: TermId, b: TermId) -> TermId {
    let either = terms.bv_or(a, b);
    terms.bv_not(either)
}

fn bv_xnor(terms: &mut Terms, a: TermId, b: TermId) -> TermId {
    let different = terms.bv_xor(a, b);
    terms.bv_not(different)
}

impl Operator {
    /// Whether the operator belongs to Core, so that no script may declare its name again.
    pub fn is_core(self) -> bool {
        matches!(
            self,
            O::Truth(_) | O::Not | O::And | O::Or | O::Implies | O::Xor | O::Equal | O::Distinct | O::Ite
        )
    }

    /// The smallest and the largest number of arguments.
    fn arity(self) -> (usize, usize) {
        const ANY: usize = usize::MAX;
        match self {
            O::Truth(_) => (0, 0),
            O::And | O::Or | O::Plus | O::Minus | O::Times => (1, ANY),
            O::Implies | O::Xor | O::Equal | O::Distinct | O::Divide | O::Quotient => (2, ANY),
            O::Compare(_) | O::BitsFold(_) | O::Concat => (2, ANY),
            O::Modulo | O::Power | O::BitsBinary(_) => (2, 2),
            O::Ite => (3, 3),
            O::Not | O::Abs | O::ToReal | O::ToInt | O::IsInt | O::BitsUnary(_) => (1, 1),
            O::BitsToInt(_) | O::IntToBits(_) => (1, 1),
            O::Extract(..) | O::Repeat(_) | O::ZeroExtend(_) | O::SignExtend(_) => (1, 1),
            O::RotateLeft(_) | O::RotateRight(_) => (1, 1),
            O::Float(operator) => operator.arity(),
        }
    }
}

/// The expected number of arguments, in words.
pub(super) fn arity_text(least: usize, most: usize) -> String {
    let plural = if most == 1 { "" } else { "s" };
    if least == most {
        format!("{} argument{}", least, plural)
    } else {
        format!("at least {} argument{}", least, if least == 1 { "" } else { "s" })
    }
}

/// The term of an operator and its arguments.
pub(super) fn apply(terms: &mut Terms, operator: Operator, args: &[TermId]) -> Result<TermId, Misuse> {
    let (least, most) = operator.arity();
    if args.len() < least || args.len() > most {
        return Err(Misuse::new(format!("expected {}, found {}", arity_text(least, most), args.len())));
    }
    match operator {
        O::Truth(value) => Ok(terms.bool(value)),
        O::Not | O::And | O::Or | O::Implies | O::Xor => connective(terms, operator, args),
        O::Equal | O::Distinct => equality(terms, operator, args),
        O::Ite => conditional(terms, args),
        O::Plus | O::Minus | O::Times | O::Divide | O::Compare(_) => numeric(terms, operator, args),
        O::ToReal | O::ToInt | O::IsInt | O::Abs => numeric(terms, operator, args),
        O::Power => power(terms, args),
        O::IntToBits(width) => {
            expect(terms, args, "Int", |sort| sort == Sort::Int)?;
            fitting(u64::from(width)).map(|()| terms.int_to_word(first(args), width))
        }
        O::Quotient | O::Modulo => integer(terms, operator, args),
        O::Float(operator) => floats::apply(terms, operator, args),
        _ => bits(terms, operator, args),
    }
}

fn connective(terms: &mut Terms, operator: Operator, args: &[TermId]) -> Result<TermId, Misuse> {
    expect(terms, args, "Bool", |sort| sort == Sort::Bool)?;
    Ok(match operator {
        O::Not => terms.not(first(args)),
        O::And => terms.and(args),
        O::Or => terms.or(args),
        O::Xor => fold(terms, args, Terms::xor),
        _ => {
            // a => (b => c) is: not a, or not b, or c.
            let mut parts = args.to_vec();
            let last = parts.pop().unwrap_or(Terms::TRUE);
            parts.iter_mut().for_each(|t| *t = terms.not(*t));
            parts.push(last);
            terms.or(&parts)
        }
    })
}

/// Arguments of one sort, where integers count as reals beside a real.
fn unified(terms: &mut Terms, args: &[TermId], from: usize) -> Result<Vec<TermId>, Misuse> {
    let sorts: Vec<Sort> = args.iter().map(|&t| terms.sort(t)).collect();
    let common = sorts.first().copied().unwrap_or(Sort::Bool);
    if !common.is_numeric() {
        if let Some(i) = sorts.iter().position(|&sort| sort != common) {
            let found = terms.sort_text(sorts.get(i).copied().unwrap_or(common));
            let common = terms.sort_text(common);
            let message =
                format!("expected a term of sort {}, as before it, found one of sort {}", common, found);
            return Err(Misuse::of_argument(i + from, message));
        }
        return Ok(args.to_vec());
    }
    expect(terms, args, "Int or Real", Sort::is_numeric)
        .map_err(|misuse| Misuse { argument: misuse.argument.map(|i| i + from), ..misuse })?;
    if sorts.contains(&Sort::Real) {
        return Ok(args.iter().map(|&t| terms.to_real(t)).collect());
    }
    Ok(args.to_vec())
}

fn equality(terms: &mut Terms, operator: Operator, args: &[TermId]) -> Result<TermId, Misuse> {
    let args = unified(terms, args, 0)?;
    if let O::Equal = operator {
        return Ok(chain(terms, &args, Terms::eq));
    }
    if args.len() as u64 > terms.value_count(terms.sort(first(&args))) {
        return Ok(Terms::FALSE);
    }
    if args.len().saturating_mul(args.len() - 1) / 2 > MOST_PAIRS {
        return Err(Misuse::beyond(format!("{} arguments are too many", args.len())));
    }
    Ok(terms.distinct(&args))
}

fn conditional(terms: &mut Terms, args: &[TermId]) -> Result<TermId, Misuse> {
    let (condition, branches) = match args.split_first() {
        Some((condition, branches)) => (*condition, branches),
        None => return Err(Misuse::new("expected a condition")),
    };
    expect(terms, &[condition], "Bool", |sort| sort == Sort::Bool)?;
    let branches = unified(terms, branches, 1)?;
    Ok(fold(terms, &branches, |terms, yes, no| terms.ite(condition, yes, no)))
}

fn numeric(terms: &mut Terms, operator: Operator, args: &[TermId]) -> Result<TermId, Misuse> {
    expect(terms, args, "Int or Real", Sort::is_numeric)?;
    let args = unified(terms, args, 0)?;
    let (head, rest) = (first(&args), args.get(1..).unwrap_or(&[]));
    match operator {
        O::Plus => Ok(terms.add(&args)),
        O::Minus if rest.is_empty() => Ok(terms.neg(head)),
        O::Minus => {
            let sum = terms.add(rest);
            Ok(terms.sub(head, sum))
        }
        O::Times => Ok(fold(terms, &args, Terms::times)),
        O::Divide => Ok(fold(terms, &args, Terms::quotient)),
        O::Compare(relation) => Ok(chain(terms, &args, relation)),
        O::ToReal => Ok(terms.to_real(head)),
        O::ToInt => Ok(terms.to_int(head)),
        O::IsInt => Ok(terms.is_int(head)),
        _ => Ok(terms.abs(head)),
    }
}

fn integer(terms: &mut Terms, operator: Operator, args: &[TermId]) -> Result<TermId, Misuse> {
    expect(terms, args, "Int", |sort| sort == Sort::Int)?;
    Ok(match operator {
        O::Modulo => fold(terms, args, Terms::int_remainder),
        _ => fold(terms, args, Terms::int_quotient),
    })
}

/// A power whose exponent is a numeral.
fn power(terms: &mut Terms, args: &[TermId]) -> Result<TermId, Misuse> {
    expect(terms, args, "Int or Real", Sort::is_numeric)?;
    let exponent = args.get(1).and_then(|&t| terms.number_of(t)).and_then(|n| n.to_integer()?.to_u64());
    match exponent {
        Some(exponent) if exponent <= MOST_EXPONENT => Ok(terms.power(first(args), exponent as u32)),
        _ => Err(Misuse::beyond(format!(
            "powers other than by a numeral from 0 to {} are not supported",
            MOST_EXPONENT
        ))),
    }
}

/// Checks the width of a result before it is made.
fn fitting(width: u64) -> Result<(), Misuse> {
    if width > u64::from(WIDEST) {
        return Err(Misuse::beyond(format!("{} bits are too many; the limit is {}", width, WIDEST)));
    }
    Ok(())
}

fn bits(terms: &mut Terms, operator: Operator, args: &[TermId]) -> Result<TermId, Misuse> {
    expect(terms, args, "(_ BitVec n)", |sort| sort.width().is_some())?;
    let t = first(args);
    let width = terms.width(t);
    if let O::BitsBinary(_) | O::BitsFold(_) = operator {
        unified(terms, args, 0)?;
    }
    match operator {
        O::BitsUnary(build) => Ok(build(terms, t)),
        O::BitsBinary(build) | O::BitsFold(build) => Ok(fold(terms, args, build)),
        O::BitsToInt(signed) => Ok(terms.word_to_int(t, signed)),
        O::Concat => {
            fitting(args.iter().map(|&a| u64::from(terms.width(a))).sum())?;
            Ok(terms.concat_all(args))
        }
        O::Extract(high, low) if low <= high && high < width => Ok(terms.extract(t, high, low)),
        O::Extract(high, low) => {
            Err(Misuse::new(format!("expected {} > i >= j, found i = {} and j = {}", width, high, low)))
        }
        O::Repeat(times) => {
            fitting(u64::from(width) * u64::from(times))?;
            Ok(terms.repeat(t, times))
        }
        O::ZeroExtend(by) => fitting(u64::from(width) + u64::from(by)).map(|()| terms.zero_extend(t, by)),
        O::SignExtend(by) => fitting(u64::from(width) + u64::from(by)).map(|()| terms.sign_extend(t, by)),
        O::RotateLeft(by) => Ok(terms.rotate_left(t, by)),
        O::RotateRight(by) => Ok(terms.rotate_right(t, by)),
        _ => Err(Misuse::new("not an operator of bit-vectors")),
    }
}
