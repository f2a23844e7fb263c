//! Operators on vectors as circuits (Kroening and Strichman, "Decision Procedures", 2nd ed., ch. 6).
//!
//! A vector is a slice of bits, the lowest first. Adders are ripple-carry, the multiplier adds shifted rows, the
//! divider is the restoring one of school, shifts are logarithmic. All of them fold constants through the gates they
//! call, so multiplying by a constant makes rows for its ones only. Division by zero gives SMT-LIB's values without a
//! special case: the restoring divider then subtracts 0 in every step, which gives all ones and the dividend.
//!
//! Operators on two vectors panic if these have different widths.

/// A way to build circuits. Implementations are expected to fold constants and to share equal gates.
pub trait Gates {
    /// A bit: a constant or a function of inputs.
    type Bit: Copy + Eq;

    /// The constant bit.
    fn constant(&mut self, value: bool) -> Self::Bit;

    /// Whether the circuit is not wanted any more. Long loops then end; their results have the right width, but no
    /// meaning.
    fn is_over(&self) -> bool {
        false
    }

    /// Negation.
    fn not(&mut self, a: Self::Bit) -> Self::Bit;

    /// Conjunction.
    fn and(&mut self, a: Self::Bit, b: Self::Bit) -> Self::Bit;

    /// Exclusive or.
    fn xor(&mut self, a: Self::Bit, b: Self::Bit) -> Self::Bit;

    /// `a` if the condition is 1, else `b`.
    fn ite(&mut self, condition: Self::Bit, a: Self::Bit, b: Self::Bit) -> Self::Bit;

    /// Whether at least two of three are 1.
    fn majority(&mut self, a: Self::Bit, b: Self::Bit, c: Self::Bit) -> Self::Bit;

    /// The sum of three bits and the carry.
    fn full_adder(&mut self, a: Self::Bit, b: Self::Bit, c: Self::Bit) -> (Self::Bit, Self::Bit) {
        let half = self.xor(a, b);
        (self.xor(half, c), self.majority(a, b, c))
    }

    /// Disjunction.
    fn or(&mut self, a: Self::Bit, b: Self::Bit) -> Self::Bit {
        let (a, b) = (self.not(a), self.not(b));
        let neither = self.and(a, b);
        self.not(neither)
    }

    /// Conjunction of all.
    fn and_all(&mut self, bits: &[Self::Bit]) -> Self::Bit {
        let mut all = self.constant(true);
        for &b in bits {
            all = self.and(all, b);
        }
        all
    }
}

/// Bitwise complement.
pub fn not<G: Gates>(g: &mut G, a: &[G::Bit]) -> Vec<G::Bit> {
    a.iter().map(|&a| g.not(a)).collect()
}

/// An operator bit by bit.
pub fn bitwise<G: Gates>(
    g: &mut G,
    a: &[G::Bit],
    b: &[G::Bit],
    mut f: impl FnMut(&mut G, G::Bit, G::Bit) -> G::Bit,
) -> Vec<G::Bit> {
    assert_eq!(a.len(), b.len(), "vectors of different widths");
    a.iter().zip(b).map(|(&a, &b)| f(g, a, b)).collect()
}

/// `a` if the condition is 1, else `b`.
pub fn ite<G: Gates>(g: &mut G, condition: G::Bit, a: &[G::Bit], b: &[G::Bit]) -> Vec<G::Bit> {
    bitwise(g, a, b, |g, a, b| g.ite(condition, a, b))
}

/// The sum of both and a carry, and the carry out.
fn add_carry<G: Gates>(g: &mut G, a: &[G::Bit], b: &[G::Bit], carry: G::Bit) -> (Vec<G::Bit>, G::Bit) {
    assert_eq!(a.len(), b.len(), "vectors of different widths");
    let mut carry = carry;
    let mut sum = Vec::with_capacity(a.len());
    for (&a, &b) in a.iter().zip(b) {
        let (bit, out) = g.full_adder(a, b, carry);
        sum.push(bit);
        carry = out;
    }
    (sum, carry)
}

/// Sum.
pub fn add<G: Gates>(g: &mut G, a: &[G::Bit], b: &[G::Bit]) -> Vec<G::Bit> {
    let zero = g.constant(false);
    add_carry(g, a, b, zero).0
}

/// Difference.
pub fn sub<G: Gates>(g: &mut G, a: &[G::Bit], b: &[G::Bit]) -> Vec<G::Bit> {
    let one = g.constant(true);
    let b = not(g, b);
    add_carry(g, a, &b, one).0
}

/// Two's complement negation.
pub fn neg<G: Gates>(g: &mut G, a: &[G::Bit]) -> Vec<G::Bit> {
    let zeros = vec![g.constant(false); a.len()];
    sub(g, &zeros, a)
}

/// Product. Rows are made for the bits of `a`, so a constant factor belongs there.
pub fn mul<G: Gates>(g: &mut G, a: &[G::Bit], b: &[G::Bit]) -> Vec<G::Bit> {
    let width = a.len();
    let zero = g.constant(false);
    let mut sum = vec![zero; width];
    for i in 0..width {
        if g.is_over() {
            break;
        }
        if a[i] == zero {
            continue;
        }
        let row: Vec<G::Bit> = b[..width - i].iter().map(|&b| g.and(a[i], b)).collect();
        let high = add(g, &sum[i..], &row);
        sum.truncate(i);
        sum.extend(high);
    }
    sum
}

/// Unsigned quotient and remainder.
pub fn udivrem<G: Gates>(g: &mut G, a: &[G::Bit], b: &[G::Bit]) -> (Vec<G::Bit>, Vec<G::Bit>) {
    let width = a.len();
    let (zero, one) = (g.constant(false), g.constant(true));
    let mut quotient = vec![zero; width];
    // The remainder before a step is below b (or, if b is 0, below 2^width), so one more bit is enough.
    let mut remainder = vec![zero; width];
    let negated: Vec<G::Bit> = b.iter().map(|&b| g.not(b)).chain([one]).collect();
    for i in (0..width).rev() {
        if g.is_over() {
            break;
        }
        remainder.insert(0, a[i]);
        let (difference, fits) = add_carry(g, &remainder, &negated, one);
        quotient[i] = fits;
        remainder = ite(g, fits, &difference[..width], &remainder[..width]);
    }
    (quotient, remainder)
}

/// The direction of a shift.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shift {
    /// To the left, zeros from the right.
    Left,
    /// To the right, zeros from the left.
    Right,
    /// To the right, copies of the sign from the left.
    Arithmetic,
}

/// Shift by the unsigned value of `by`.
pub fn shift<G: Gates>(g: &mut G, kind: Shift, a: &[G::Bit], by: &[G::Bit]) -> Vec<G::Bit> {
    let width = a.len();
    let fill = if kind == Shift::Arithmetic { a[width - 1] } else { g.constant(false) };
    let mut value = a.to_vec();
    // Bit k shifts by 2^k. Bits that shift everything out have the same effect, so they are joined.
    let stages = (0..by.len()).take_while(|&k| k < 32 && (1usize << k) < width).count();
    for (k, &condition) in by.iter().enumerate().take(stages) {
        let n = 1 << k;
        let moved: Vec<G::Bit> = (0..width)
            .map(|i| match kind {
                Shift::Left if i >= n => value[i - n],
                Shift::Left => fill,
                _ if i + n < width => value[i + n],
                _ => fill,
            })
            .collect();
        value = ite(g, condition, &moved, &value);
    }
    let none: Vec<G::Bit> = by[stages..].iter().map(|&b| g.not(b)).collect();
    let inside = g.and_all(&none);
    value.iter().map(|&v| g.ite(inside, v, fill)).collect()
}

/// Equality.
pub fn eq<G: Gates>(g: &mut G, a: &[G::Bit], b: &[G::Bit]) -> G::Bit {
    let different = bitwise(g, a, b, G::xor);
    let same = not(g, &different);
    g.and_all(&same)
}

/// Unsigned less than: the difference borrows.
pub fn ult<G: Gates>(g: &mut G, a: &[G::Bit], b: &[G::Bit]) -> G::Bit {
    let mut less = g.constant(false);
    for (&a, &b) in a.iter().zip(b) {
        let not_a = g.not(a);
        less = g.majority(not_a, b, less);
    }
    less
}

/// Signed less than.
pub fn slt<G: Gates>(g: &mut G, a: &[G::Bit], b: &[G::Bit]) -> G::Bit {
    // With the sign bits exchanged the signed order is the unsigned one.
    let top = a.len() - 1;
    let (mut a, mut b) = (a.to_vec(), b.to_vec());
    std::mem::swap(&mut a[top], &mut b[top]);
    ult(g, &a, &b)
}
