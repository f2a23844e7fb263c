//! The objects, texts and values that have variables.

use super::value::StoreId;
use crate::base::HashMap;
use crate::c::lower::analysis::addressing::Class;
use crate::c::lower::analysis::keys::Root;
use crate::c::lower::analysis::leaves::{Leaf, SparseParts};
use crate::c::lower::analysis::targets::Lists;
use crate::c::read::syntax::{ExprId, FunctionId, ObjectId, TextId};
use crate::c::read::types::TypeId;
use crate::solver::term::TermId;

/// The meaning of a variable's values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::c::lower) enum Holds {
    /// The bits of a number.
    Bits,
    /// Whether a `_Bool` is 1.
    Truth,
    /// The position in a list of targets.
    Address(Class),
}

/// A variable, or two of an address.
#[derive(Clone, Copy, Debug)]
pub(in crate::c::lower) struct Cell {
    pub leaf: Leaf,
    pub holds: Holds,
    /// Of a string literal a constant.
    pub variable: TermId,
    /// Of an address: the number that it is, or the step in its object.
    pub value: Option<TermId>,
}

/// The variables of an object or value.
#[derive(Clone, Debug)]
pub(in crate::c::lower) struct Store {
    pub cells: Vec<Cell>,
    /// The targets of the addresses in it.
    pub targets: Lists,
    /// The object to which pointers may point; `None` of values.
    pub root: Option<Root>,
    pub ty: TypeId,
    /// Its size.
    pub bits: u64,
    /// Whether it is a string literal, which is never written.
    pub is_text: bool,
    /// Whether the object has too many parts: there are cells only for those that are accessed.
    pub is_sparse: bool,
    /// Of the heap: whether there is such an object now.
    pub alive: Option<TermId>,
    /// Of the heap: the number of bytes, if the program computes it.
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
    /// By variable: the number of the object or result, as in
    /// [`Changed`](crate::c::lower::analysis::changes::Changed).
    owners: HashMap<TermId, usize>,
    /// The parts of objects that have too many: those that are accessed.
    sparse: SparseParts,
}

impl Objects {
    /// None, where these parts of objects are known that have too many.
    pub fn with(sparse: SparseParts) -> Objects {
        Objects { sparse, ..Objects::default() }
    }

    /// A store that was made.
    pub fn store(&self, id: StoreId) -> &Store {
        &self.stores[id.0 as usize]
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

    /// The known parts of objects that have too many, if some were met too late to have variables everywhere.
    pub fn late_parts(&mut self) -> Option<SparseParts> {
        self.sparse.has_new.then(|| std::mem::take(&mut self.sparse).known())
    }
}
