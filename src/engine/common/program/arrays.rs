//! Arrays of machine words, for edges as code.
//!
//! A register holds the number of an array, and an array never changes: a write makes another one. Nearly all reads are
//! of the newest one. So only that has a table of its elements, and each older array is the newer one but for one
//! element (H. Baker, "Shallow Binding Makes Functional Arrays Fast", SIGPLAN Notices 26(8), 1991). A read of an older
//! one turns the differences on its way around, and the table is its own then.
//!
//! All elements are some default value but finitely many.

use crate::base::HashMap;

/// Arrays that are kept before those that no register holds are given up, at least.
const FIRST_COLLECTION: usize = 1 << 16;

/// Elements in all tables, at most: a run that writes more has no further step.
const MOST_ENTRIES: usize = 1 << 22;

#[derive(Clone, Debug)]
enum Array {
    /// The default value, and the other elements.
    Table(u64, HashMap<u64, u64>),
    /// As the array of this number, but for the element at an index.
    But { index: u64, value: u64, of: usize },
}

/// The arrays of one run.
#[derive(Clone, Default, Debug)]
pub(in crate::engine) struct Arrays {
    all: Vec<Array>,
    /// Elements that were written since the last collection.
    written: usize,
    /// Elements in the tables after the last collection.
    kept: usize,
}

impl Arrays {
    /// An array whose elements are these, and the default value elsewhere.
    pub fn new_array(&mut self, default: u64, entries: impl IntoIterator<Item = (u64, u64)>) -> u64 {
        self.all.push(Array::Table(default, entries.into_iter().collect()));
        self.all.len() as u64 - 1
    }

    /// The table of an array. `None` if there is no array of this number.
    fn table(&mut self, array: u64) -> Option<(u64, &mut HashMap<u64, u64>)> {
        let mut way = Vec::new();
        let mut at = usize::try_from(array).ok()?;
        while let Array::But { of, .. } = self.all.get(at)? {
            way.push(at);
            at = *of;
        }
        while let Some(older) = way.pop() {
            let but = Array::But { index: 0, value: 0, of: older };
            let newer = std::mem::replace(&mut self.all[at], but);
            if let (Array::Table(default, mut table), Array::But { index, value, .. }) =
                (newer, self.all[older].clone())
            {
                let before = table.insert(index, value).unwrap_or(default);
                self.all[older] = Array::Table(default, table);
                self.all[at] = Array::But { index, value: before, of: older };
            }
            at = older;
        }
        match self.all.get_mut(at) {
            Some(Array::Table(default, table)) => Some((*default, table)),
            Some(Array::But { .. }) | None => None,
        }
    }

    /// An element.
    pub fn read(&mut self, array: u64, index: u64) -> Option<u64> {
        let (default, table) = self.table(array)?;
        Some(table.get(&index).copied().unwrap_or(default))
    }

    /// The array with another element.
    pub fn write(&mut self, array: u64, index: u64, value: u64) -> Option<u64> {
        let new = self.all.len();
        let (default, table) = self.table(array)?;
        let before = table.insert(index, value).unwrap_or(default);
        if before == value {
            return Some(array);
        }
        let table = std::mem::take(table);
        self.all[array as usize] = Array::But { index, value: before, of: new };
        self.all.push(Array::Table(default, table));
        self.written += 1;
        (self.kept + self.written < MOST_ENTRIES).then_some(new as u64)
    }

    /// The default value of an array, and its other elements by index.
    pub fn contents(&mut self, array: u64) -> Option<(u64, Vec<(u64, u64)>)> {
        let (default, table) = self.table(array)?;
        let mut entries: Vec<(u64, u64)> = table.iter().map(|(&index, &value)| (index, value)).collect();
        entries.sort_unstable();
        Some((default, entries))
    }

    /// The number of elements in the table of an array that may differ from the default value.
    pub fn count(&mut self, array: u64) -> usize {
        self.table(array).map_or(0, |(_, table)| table.len())
    }

    /// Gives up arrays that no register of these places holds, if there are many. The others get new numbers there.
    pub fn collect(&mut self, registers: &mut [u64], places: &[usize]) {
        if self.all.len() < FIRST_COLLECTION.max(2 * self.kept) {
            return;
        }
        let (mut kept, mut moved, mut entries) = (Vec::new(), HashMap::default(), 0);
        for &place in places {
            let array = registers[place];
            let new = moved.entry(array).or_insert_with(|| {
                let (default, table) = match self.table(array) {
                    Some((default, table)) => (default, table.clone()),
                    None => (0, HashMap::default()),
                };
                entries += table.len();
                kept.push(Array::Table(default, table));
                kept.len() as u64 - 1
            });
            registers[place] = *new;
        }
        (self.all, self.written, self.kept) = (kept, 0, entries);
    }

    /// The bytes held, about.
    pub fn bytes(&self) -> usize {
        self.all.len() * std::mem::size_of::<Array>() + (self.kept + self.written) * 24
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Rng;

    #[test]
    fn older_arrays_stay_as_they_are() {
        let mut rng = Rng::new(7);
        let mut arrays = Arrays::default();
        let mut known: Vec<(u64, HashMap<u64, u64>)> =
            vec![(arrays.new_array(9, [(1, 2)]), [(1, 2)].into_iter().collect())];
        for _ in 0..300 {
            let (array, mut elements) = known[rng.below(known.len())].clone();
            let (index, value) = (rng.below(8) as u64, rng.below(4) as u64);
            elements.insert(index, value);
            known.push((arrays.write(array, index, value).expect("an array"), elements));
            let (array, elements) = &known[rng.below(known.len())];
            let index = rng.below(10) as u64;
            assert_eq!(arrays.read(*array, index), Some(elements.get(&index).copied().unwrap_or(9)));
        }
        assert_eq!(arrays.read(1 << 40, 0), None);
    }

    #[test]
    fn arrays_that_are_not_held_are_given_up() {
        let mut arrays = Arrays::default();
        let mut held = [arrays.new_array(0, None), 0];
        for step in 0..200_000u64 {
            held[0] = arrays.write(held[0], step % 100, step).expect("an array");
            held[1] = if step % 1_000 == 0 { held[0] } else { held[1] };
            arrays.collect(&mut held, &[0, 1]);
        }
        assert!(arrays.all.len() <= FIRST_COLLECTION, "{}", arrays.all.len());
        assert_eq!(arrays.read(held[0], 99), Some(199_999));
        assert_eq!(arrays.read(held[1], 0), Some(199_000));
        assert_eq!(arrays.count(held[0]), 100);
    }
}
