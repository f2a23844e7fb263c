//! The stores of the lowering: the variables of each object, string literal, function result and intermediate value.
//!
//! A *store* has a *cell* for each scalar part. For `struct { int a; int *p; } s`, the store of `s` has the cells `s.a`
//! with one variable and `s.p` with one variable for the target and perhaps a second one ([`Cell::value`]). Stores are
//! made on demand by `memory/stores`; here they are kept and found.

use super::value::StoreId;
use crate::base::HashMap;
use crate::c::lower::analysis::addressing::Class;
use crate::c::lower::analysis::keys::Root;
use crate::c::lower::analysis::leaves::{Leaf, SparseParts};
use crate::c::lower::analysis::targets::Lists;
use crate::c::read::syntax::{ExprId, FunctionId, ObjectId, TextId};
use crate::c::read::types::TypeId;
use crate::solver::term::TermId;

/// The meaning of the values of a cell's variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::c::lower) enum Holds {
    /// The bits of a number.
    Bits,
    /// Whether a `_Bool` is 1.
    Truth,
    /// The position in the list of targets of an address.
    Address(Class),
}

/// The variables of one scalar: one, or up to three if it is an address. In the store of a family, each of them is an
/// array from numbers of objects to values.
#[derive(Clone, Copy, Debug)]
pub(in crate::c::lower) struct Cell {
    pub leaf: Leaf,
    pub holds: Holds,
    /// The variable; in a string literal a constant.
    pub variable: TermId,
    /// The second variable of an address: the number that it is, or the index by which it is moved in its object.
    pub value: Option<TermId>,
    /// The third variable of an address: the number of the object of a family.
    pub number: Option<TermId>,
}

impl Cell {
    /// All variables.
    pub fn variables(&self) -> impl Iterator<Item = TermId> {
        Some(self.variable).into_iter().chain(self.value).chain(self.number)
    }
}

/// The variable of an object that is not tracked part by part: an array of words, each of which is an element.
#[derive(Clone, Copy, Debug)]
pub(in crate::c::lower) struct Row {
    pub variable: TermId,
    /// The bits of an element. The element with the index 1 begins at this bit.
    pub unit: u64,
}

/// The variables of an object or value.
#[derive(Clone, Debug)]
pub(in crate::c::lower) struct Store {
    pub cells: Vec<Cell>,
    /// The targets that addresses in the store may have.
    pub targets: Lists,
    /// The object to which pointers may point; `None` for results and values, which have no address.
    pub root: Option<Root>,
    pub ty: TypeId,
    /// The size in bits.
    pub bits: u64,
    /// Whether it is a string literal, which is never written.
    pub is_text: bool,
    /// Whether a write behind its first value is out of bounds, since it is declared `const`.
    pub is_const: bool,
    /// Whether the object has too many parts: there are cells only for those that are accessed.
    pub is_sparse: bool,
    /// The variable of the whole object, which then has no cells.
    pub row: Option<Row>,
    /// For an object of the heap: the variable that says whether the object is alive. In a family it is an array, and
    /// there is none if no object of the program ends.
    pub alive: Option<TermId>,
    /// For an object of the heap whose size the program computes: the variable for the number of bytes.
    pub length: Option<TermId>,
}

/// The thing that a store belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in crate::c::lower) enum Key {
    Object(ObjectId),
    Text(TextId),
    Result(FunctionId),
    Expr(ExprId),
}

/// All stores that were made.
#[derive(Default, Debug)]
pub(in crate::c::lower) struct Objects {
    stores: Vec<Store>,
    ids: HashMap<Key, StoreId>,
    /// By variable: the number of the object or result that it belongs to, as
    /// [`Changed`](crate::c::lower::analysis::changes::Changed) counts them.
    owners: HashMap<TermId, usize>,
    /// The accessed parts of objects that have too many parts.
    sparse: SparseParts,
}

impl Objects {
    /// No stores yet; `sparse` are the accessed parts that an earlier round of the lowering has found.
    pub fn with(sparse: SparseParts) -> Objects {
        Objects { sparse, ..Objects::default() }
    }

    /// The store with an index.
    pub fn store(&self, id: StoreId) -> &Store {
        &self.stores[id.0 as usize]
    }

    /// The variable that says whether the object in a slot of the heap is alive.
    pub fn alive_of(&self, root: Root) -> Option<TermId> {
        self.stores.iter().find(|store| store.root == Some(root) && store.alive.is_some())?.alive
    }

    /// All stores.
    pub fn all(&self) -> &[Store] {
        &self.stores
    }

    /// The store of an object or value, if it has one.
    pub fn of(&self, key: Key) -> Option<StoreId> {
        self.ids.get(&key).copied()
    }

    /// Adds a store.
    pub fn add(&mut self, store: Store) -> StoreId {
        self.stores.push(store);
        StoreId(self.stores.len() as u32 - 1)
    }

    /// Notes that a store is that of an object or value.
    pub fn name(&mut self, key: Key, store: StoreId) {
        self.ids.insert(key, store);
    }

    /// Notes the number of the object or result that a variable belongs to.
    pub fn own(&mut self, variable: TermId, owner: usize) {
        self.owners.insert(variable, owner);
    }

    /// The number of the object or result that a variable belongs to.
    pub fn owner(&self, variable: TermId) -> Option<usize> {
        self.owners.get(&variable).copied()
    }

    /// The known parts of an object that has too many.
    pub fn sparse_parts(&self, root: Root) -> Vec<Leaf> {
        self.sparse.of(root)
    }

    /// Adds a variable for a part of an object that has too many.
    pub fn add_part(&mut self, store: StoreId, at: usize, root: Root, cell: Cell) {
        self.stores[store.0 as usize].cells.insert(at, cell);
        self.sparse.add(root, cell.leaf);
    }

    /// The bits of an element, if the object is a row.
    pub fn row_unit(&self, root: Root) -> Option<u64> {
        self.sparse.row(root)
    }

    /// Notes that an object is a row, from the next round on.
    pub fn add_row(&mut self, root: Root, unit: u64) {
        self.sparse.add_row(root, unit);
    }

    /// The accessed parts of objects that have too many, if this round found new ones. Places that were lowered before
    /// lack the variables of these parts, so there has to be another round.
    pub fn late_parts(&mut self) -> Option<SparseParts> {
        self.sparse.has_new.then(|| std::mem::take(&mut self.sparse).known())
    }
}
