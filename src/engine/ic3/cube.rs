//! Cubes: conjunctions of literals over atoms.

use crate::base::Lit;
use std::fmt;
use std::iter::FromIterator;
use std::ops::Deref;

/// A conjunction of literals over *atoms*, sorted and without repetitions. It stands for the states that satisfy all
/// of its literals; the empty cube is every state.
///
/// An atom is a variable of the transition system's own numbering: a latch of a circuit, a predicate of a system. The
/// search looks at atoms only to compare them and to count how useful they have been.
///
/// ```
/// use indubit::base::Var;
/// use indubit::engine::ic3::Cube;
///
/// let (a, b) = (Var::new(0).positive(), Var::new(1).negative());
/// let cube = Cube::new(vec![b, a, b]);
/// assert_eq!(cube[..], [a, b]);
/// assert!(Cube::new(vec![b]).is_subset_of(&cube));
/// assert!(cube.contains_lit(b) && !cube.contains_lit(!b));
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Cube(Vec<Lit>);

impl Cube {
    /// The cube of these literals, in any order.
    pub fn new(mut lits: Vec<Lit>) -> Cube {
        lits.sort_unstable();
        lits.dedup();
        Cube(lits)
    }

    /// The cube of literals that are sorted and without repetitions, which debug builds check.
    pub(crate) fn from_sorted(lits: Vec<Lit>) -> Cube {
        debug_assert!(lits.windows(2).all(|w| w[0] < w[1]), "the literals of a cube are sorted");
        Cube(lits)
    }

    /// Whether the literal is in the cube. Takes logarithmic time.
    pub fn contains_lit(&self, lit: Lit) -> bool {
        self.0.binary_search(&lit).is_ok()
    }

    /// Whether all literals of this cube are in the other, which then is the smaller set of states. The usual answer is
    /// no, and a few steps show it.
    pub fn is_subset_of(&self, other: &Cube) -> bool {
        let (a, b) = (&self.0, &other.0);
        if a.len() > b.len() || a.first() < b.first() || a.last() > b.last() {
            return a.is_empty();
        }
        let mut rest = &b[..];
        a.iter().all(|l| match rest.binary_search(l) {
            Ok(at) => {
                rest = &rest[at + 1..];
                true
            }
            Err(_) => false,
        })
    }

    /// The cube without one of its literals; `None` if it lacks the literal.
    pub fn without(&self, lit: Lit) -> Option<Cube> {
        let at = self.0.binary_search(&lit).ok()?;
        let mut lits = self.0.clone();
        lits.remove(at);
        Some(Cube(lits))
    }

    /// The literals for which the test holds.
    pub fn filtered(&self, mut keep: impl FnMut(Lit) -> bool) -> Cube {
        Cube(self.0.iter().copied().filter(|&l| keep(l)).collect())
    }
}

impl Deref for Cube {
    type Target = [Lit];

    fn deref(&self) -> &[Lit] {
        &self.0
    }
}

impl<'a> IntoIterator for &'a Cube {
    type Item = &'a Lit;
    type IntoIter = std::slice::Iter<'a, Lit>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl FromIterator<Lit> for Cube {
    fn from_iter<I: IntoIterator<Item = Lit>>(lits: I) -> Cube {
        Cube::new(lits.into_iter().collect())
    }
}

impl fmt::Debug for Cube {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(&self.0).finish()
    }
}
