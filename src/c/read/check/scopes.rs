//! Scopes and name spaces (C11, 6.2.1 and 6.2.3): the meanings that a name has, of which the innermost one counts.

use super::super::names::NameId;
use super::super::source::Pos;
use super::super::syntax::{ExprId, FunctionId, ObjectId, ScopeId};
use super::super::types::TypeId;
use crate::base::HashMap;
use std::collections::BTreeMap;

/// The meaning of an ordinary identifier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::c::read) enum Entity {
    Object(ObjectId),
    Function(FunctionId),
    /// A name for a type, and the alignment that the type has by this name.
    Typedef(TypeId, Option<u64>),
    /// An enumeration constant: its bit pattern and type.
    Constant(u64, TypeId),
}

/// A function that runs before or after `main`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::c::read) struct Around {
    /// Functions of lower priority run earlier before `main`, and later after it.
    pub priority: u32,
    pub function: FunctionId,
    pub is_before: bool,
    pub pos: Pos,
}

/// A use of a weak name that has no definition before it.
#[derive(Debug)]
pub(in crate::c::read) struct WeakUse {
    pub entity: Entity,
    /// The object that says whether the name has a definition.
    pub exists: ObjectId,
    /// The parts of `*(exists ? &w : 0)`: `w`, `&w`, and the choice.
    pub place: ExprId,
    pub address: ExprId,
    pub pointer: ExprId,
}

/// A place that lays the ways to the variables of a nested function: a call, or its address.
#[derive(Clone, Copy, Debug)]
pub(super) struct Use {
    /// An expression without meaning yet, which is evaluated just before.
    pub placeholder: ExprId,
    pub user: FunctionId,
    pub used: FunctionId,
    pub is_address: bool,
    pub pos: Pos,
}

/// The nested functions, and what they use.
#[derive(Debug, Default)]
pub(super) struct Nested {
    /// By nested function: the one around it.
    pub parents: HashMap<FunctionId, FunctionId>,
    /// By nested function: its pointers to variables of the functions around it.
    pub pointers: BTreeMap<FunctionId, BTreeMap<ObjectId, ObjectId>>,
    pub ways: HashMap<ObjectId, ObjectId>,
    pub uses: Vec<Use>,
    /// Which function mentions which.
    pub mentions: Vec<(FunctionId, FunctionId)>,
    /// Functions whose address is taken.
    pub addressed: Vec<FunctionId>,
    /// Functions that call through pointers.
    pub indirect: Vec<FunctionId>,
}

/// The meanings of the names of one name space. The innermost meaning of a name is the last one.
#[derive(Debug)]
struct Table<T> {
    by_name: Vec<Vec<(u32, T)>>,
}

impl<T: Copy> Table<T> {
    fn find(&self, name: NameId) -> Option<(u32, T)> {
        self.by_name.get(name.index())?.last().copied()
    }

    fn declare(&mut self, name: NameId, level: u32, meaning: T) {
        if self.by_name.len() <= name.index() {
            self.by_name.resize_with(name.index() + 1, Vec::new);
        }
        if let Some(list) = self.by_name.get_mut(name.index()) {
            match list.last_mut() {
                Some(last) if last.0 == level => last.1 = meaning,
                _ => list.push((level, meaning)),
            }
        }
    }

    fn forget(&mut self, name: NameId, level: u32) {
        if let Some(list) = self.by_name.get_mut(name.index()) {
            if list.last().map_or(false, |last| last.0 == level) {
                list.pop();
            }
        }
    }
}

/// A scope that is open.
#[derive(Debug)]
struct Open {
    id: ScopeId,
    names: Vec<NameId>,
    tags: Vec<NameId>,
}

/// All scopes that are open.
#[derive(Debug)]
pub(super) struct Scopes {
    names: Table<Entity>,
    tags: Table<TypeId>,
    open: Vec<Open>,
}

impl Scopes {
    /// The scope of the file.
    pub fn new(file: ScopeId) -> Scopes {
        let open = vec![Open { id: file, names: Vec::new(), tags: Vec::new() }];
        Scopes { names: Table { by_name: Vec::new() }, tags: Table { by_name: Vec::new() }, open }
    }

    /// The number of scopes around the innermost one; 0 is that of the file.
    pub fn level(&self) -> u32 {
        self.open.len() as u32 - 1
    }

    pub fn current(&self) -> ScopeId {
        self.open.last().map_or(ScopeId(0), |open| open.id)
    }

    /// The scope of the file that is read.
    pub fn file(&self) -> ScopeId {
        self.open.first().map_or(ScopeId(0), |open| open.id)
    }

    /// The tags of the innermost scope.
    pub fn tags_here(&self) -> Vec<(NameId, TypeId)> {
        let tags = self.open.last().map_or(&[][..], |open| open.tags.as_slice());
        tags.iter().filter_map(|&tag| Some((tag, self.find_tag(tag)?))).collect()
    }

    /// The scope of the function that is read.
    pub fn of_function(&self) -> ScopeId {
        self.open.get(1).map_or(ScopeId(0), |open| open.id)
    }

    pub fn enter(&mut self, id: ScopeId) {
        self.open.push(Open { id, names: Vec::new(), tags: Vec::new() });
    }

    /// Leaves the innermost scope. That of the file stays.
    pub fn leave(&mut self) {
        let level = self.level();
        if level == 0 {
            return;
        }
        if let Some(open) = self.open.pop() {
            open.names.into_iter().for_each(|name| self.names.forget(name, level));
            open.tags.into_iter().for_each(|tag| self.tags.forget(tag, level));
        }
    }

    pub fn find(&self, name: NameId) -> Option<Entity> {
        self.names.find(name).map(|(_, entity)| entity)
    }

    /// The meaning that the innermost scope itself gives.
    pub fn find_here(&self, name: NameId) -> Option<Entity> {
        self.names.find(name).filter(|&(level, _)| level == self.level()).map(|(_, entity)| entity)
    }

    pub fn declare(&mut self, name: NameId, entity: Entity) {
        let level = self.level();
        self.names.declare(name, level, entity);
        if let Some(open) = self.open.last_mut() {
            open.names.push(name);
        }
    }

    pub fn find_tag(&self, tag: NameId) -> Option<TypeId> {
        self.tags.find(tag).map(|(_, ty)| ty)
    }

    pub fn find_tag_here(&self, tag: NameId) -> Option<TypeId> {
        self.tags.find(tag).filter(|&(level, _)| level == self.level()).map(|(_, ty)| ty)
    }

    pub fn declare_tag(&mut self, tag: NameId, ty: TypeId) {
        let level = self.level();
        self.tags.declare(tag, level, ty);
        if let Some(open) = self.open.last_mut() {
            open.tags.push(tag);
        }
    }
}
