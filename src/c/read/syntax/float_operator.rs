//! Operators of IEEE 754 that C has no mark for. The bodies of `math.h` call them as functions.

/// An operator on floating-point numbers, by the name of the function that stands for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FloatOperator {
    /// The root, rounded.
    Sqrt,
    /// `a * b + c`, rounded once.
    Fma,
    /// The first minus the second times the integer that is nearest to their quotient.
    Remainder,
    /// The integer to which a number, the second argument, is rounded. The first argument is the mode.
    Integral,
    /// The bits as an unsigned integer of the same width.
    Word,
    /// The number with these bits.
    Number,
    /// 1 if the sign is negative, else 0.
    Sign,
    /// The first argument with a negative sign if the second is not 0, else with a positive one.
    Signed,
    /// A character of the text that `printf` prints, by the number, the conversion, precision, flags and width, and the
    /// place in the text; a negative number behind the end. Only the interpreter knows it.
    Text,
}

impl FloatOperator {
    /// The argument of [`FloatOperator::Integral`] that means the mode in which results are rounded; other modes are
    /// numbers as in [`Rounding::ALL`](crate::solver::term::Rounding::ALL).
    pub const PRESENT: i128 = 5;

    /// The operator of a function's name, for any floating type.
    pub fn of(name: &str) -> Option<FloatOperator> {
        let name = name.strip_prefix("__builtin_indubit_")?;
        const ALL: [(&str, FloatOperator); 9] = [
            ("sqrt", FloatOperator::Sqrt),
            ("fma", FloatOperator::Fma),
            ("remainder", FloatOperator::Remainder),
            ("integral", FloatOperator::Integral),
            ("word", FloatOperator::Word),
            ("number", FloatOperator::Number),
            ("sign", FloatOperator::Sign),
            ("signed", FloatOperator::Signed),
            ("text", FloatOperator::Text),
        ];
        let is_it = |known: &str| name == known || matches!(name.strip_prefix(known), Some("f" | "l"));
        ALL.into_iter().find(|(known, _)| is_it(known)).map(|(_, op)| op)
    }
}
