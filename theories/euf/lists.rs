//! Lists in one arena, which are joined in one step and taken apart again in the reverse order.

const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Cell {
    item: u32,
    next: u32,
    before: u32,
}

/// A list of numbers: its first and its last cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct List {
    first: u32,
    last: u32,
}

impl List {
    pub const EMPTY: List = List { first: NONE, last: NONE };

    /// A walk from the first to the last item.
    pub fn walk(self) -> Walk {
        Walk { at: self.first, last: self.last }
    }
}

/// A walk along a list, which stays as it is meanwhile.
#[derive(Clone, Copy, Debug)]
pub(super) struct Walk {
    at: u32,
    last: u32,
}

/// The cells of all lists.
#[derive(Clone, Default, Debug)]
pub(super) struct Lists {
    cells: Vec<Cell>,
}

impl Lists {
    /// Adds an item at the end.
    pub fn push(&mut self, list: &mut List, item: u32) {
        let cell = self.cells.len() as u32;
        self.cells.push(Cell { item, next: NONE, before: list.last });
        if list.last == NONE {
            list.first = cell;
        } else {
            self.cells[list.last as usize].next = cell;
        }
        list.last = cell;
    }

    /// Takes the last item back, which is the youngest of all cells.
    pub fn pop(&mut self, list: &mut List) -> Option<u32> {
        let cell = *self.cells.get(list.last as usize)?;
        debug_assert_eq!(list.last as usize + 1, self.cells.len(), "the youngest cell");
        self.cells.pop();
        list.last = cell.before;
        if cell.before == NONE {
            list.first = NONE;
        } else {
            self.cells[cell.before as usize].next = NONE;
        }
        Some(cell.item)
    }

    /// Puts the second list behind the first one. The second one keeps its bounds and can still be gone through.
    pub fn join(&mut self, list: &mut List, other: List) {
        if other.first == NONE {
            return;
        }
        if list.last == NONE {
            *list = other;
            return;
        }
        self.cells[list.last as usize].next = other.first;
        self.cells[other.first as usize].before = list.last;
        list.last = other.last;
    }

    /// Undoes the last join that was made of these two: the first one is as it was `before`.
    pub fn part(&mut self, list: &mut List, other: List, before: List) {
        *list = before;
        if before.last != NONE {
            self.cells[before.last as usize].next = NONE;
        }
        if other.first != NONE {
            self.cells[other.first as usize].before = NONE;
        }
    }

    /// The next item of a walk.
    pub fn step(&self, walk: &mut Walk) -> Option<u32> {
        let cell = self.cells.get(walk.at as usize)?;
        walk.at = if walk.at == walk.last { NONE } else { cell.next };
        Some(cell.item)
    }

    /// The shorter one of two lists, by a walk along both.
    pub fn shorter(&self, a: List, b: List) -> List {
        let mut walks = (a.walk(), b.walk());
        loop {
            match (self.step(&mut walks.0), self.step(&mut walks.1)) {
                (Some(_), Some(_)) => {}
                (None, _) => return a,
                (Some(_), None) => return b,
            }
        }
    }

    /// The items of a list, from the first to the last one.
    pub fn iter(&self, list: List) -> impl Iterator<Item = u32> + '_ {
        let mut walk = list.walk();
        std::iter::from_fn(move || self.step(&mut walk))
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.cells.capacity() * std::mem::size_of::<Cell>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joined_lists_come_apart_again() {
        let mut lists = Lists::default();
        let (mut a, mut b, mut none) = (List::EMPTY, List::EMPTY, List::EMPTY);
        (0..3).for_each(|i| lists.push(&mut a, i));
        (3..5).for_each(|i| lists.push(&mut b, i));
        let (before, part) = (a, b);
        lists.join(&mut a, b);
        assert_eq!(lists.iter(a).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
        assert_eq!(lists.iter(b).collect::<Vec<_>>(), [3, 4]);
        assert_eq!((lists.shorter(a, b), lists.shorter(b, a), lists.shorter(none, a)), (b, b, none));
        lists.part(&mut a, part, before);
        assert_eq!(lists.iter(a).collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(lists.pop(&mut b), Some(4));
        let before = none;
        lists.join(&mut none, a);
        assert_eq!(lists.iter(none).count(), 3);
        lists.part(&mut none, a, before);
        assert_eq!((lists.iter(none).count(), lists.pop(&mut b)), (0, Some(3)));
    }
}
