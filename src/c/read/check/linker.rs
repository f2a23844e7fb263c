//! The work of a linker, while the files of a program are read one by one: see [`units`](super::units).

use super::super::names::NameId;
use super::super::source::Pos;
use super::super::syntax::{ObjectId, Scope, ScopeId};
use super::super::types::{Enumeration, Field, RecordId, Type, TypeId};
use super::checker::Checker;
use super::scopes::{Entity, Scopes};

impl Checker<'_> {
    /// Begins a file of several.
    pub fn begin_unit(&mut self, start: Pos, end: Pos) {
        let scope = ScopeId(self.program.scopes.len() as u32);
        self.program.scopes.push(Scope { parent: None, start, end });
        self.scopes = Scopes::new(scope);
        self.units.first = self.types().len();
    }

    /// Ends a file of several, and keeps what later ones may refer to.
    pub fn end_unit(&mut self) {
        self.units.number += 1;
        self.units.again.clear();
        for (name, entity) in std::mem::take(&mut self.linked) {
            let is_external = match entity {
                Entity::Function(id) => !self.program.function(id).is_static,
                Entity::Object(id) => self.program.object(id).is_external,
                Entity::Typedef(..) | Entity::Constant(..) => false,
            };
            if is_external {
                self.units.externals.insert(name, entity);
            }
        }
        for (tag, ty) in self.scopes.tags_here() {
            let known = self.units.tags.entry(tag).or_default();
            if !known.contains(&ty) {
                known.push(ty);
            }
        }
        for ty in (self.units.first..self.types().len()).map(|at| TypeId(at as u32)) {
            let first = match self.types().get(ty) {
                Type::Record(id) if self.types().record(id).tag.is_none() => self.first_member(id),
                Type::Enum(id) => self.types().enumeration(id).constants.iter().flatten().map(|c| c.0).next(),
                _ => continue,
            };
            if !self.types().is_volatile(ty) && !self.units.copies.contains(&ty) {
                self.units.others.entry(first).or_default().push(ty);
            }
        }
    }

    /// Makes all names with external linkage known, for the texts of the library.
    pub fn join_units(&mut self) {
        self.scopes = Scopes::new(ScopeId(0));
        self.linked = std::mem::take(&mut self.units.externals);
        let mut known: Vec<(NameId, Entity)> = self.linked.iter().map(|(&name, &e)| (name, e)).collect();
        known.sort_unstable_by_key(|&(name, _)| name);
        known.into_iter().for_each(|(name, entity)| self.scopes.declare(name, entity));
    }

    fn first_member(&self, id: RecordId) -> Option<NameId> {
        self.types().fields(id).first().and_then(|field| field.name)
    }

    /// The function or object with linkage that a declaration is about.
    pub(super) fn linked_to(&mut self, name: NameId, is_external: bool) -> Option<Entity> {
        if let Some(&entity) = self.linked.get(&name) {
            return Some(entity);
        }
        let entity = self.units.externals.get(&name).copied().filter(|_| is_external)?;
        self.linked.insert(name, entity);
        Some(entity)
    }

    /// The function or object of this name in an earlier file, which this one does not declare.
    pub(super) fn undeclared(&self, name: NameId) -> Option<Entity> {
        self.units.externals.get(&name).copied().filter(|_| !self.linked.contains_key(&name))
    }

    /// Whether the program has several files.
    pub fn has_units(&self) -> bool {
        self.scopes.file() != ScopeId(0)
    }

    /// Whether a place is in an earlier file than the one that is read.
    pub fn is_of_earlier_unit(&self, pos: Pos) -> bool {
        let start = self.program.scopes.get(self.scopes.file().index()).map(|scope| scope.start);
        start.map_or(false, |start| pos < start)
    }

    /// Notes that an object is defined at a place. Only one file may do so.
    pub fn define_object(&mut self, id: ObjectId, pos: Pos) {
        let number = self.units.number;
        let &mut (first, before) = self.units.definitions.entry(id).or_insert((number, pos));
        if first != number {
            let name = self.program.object(id).name.map_or(String::new(), |name| self.name(name));
            let place = self.program.lines.place_text(before);
            let message =
                format!("`{}` is defined already, {}; one of the two has to be `extern`", name, place);
            self.error(pos, message);
        }
        self.update_object(id, |object| object.is_defined = true);
    }

    /// The structure or union of an earlier file that a tag means, which has no meaning in this one yet.
    pub fn earlier_record(&mut self, tag: NameId, is_union: bool) -> Option<TypeId> {
        if !self.is_in_file_scope() {
            return None;
        }
        let text = self.program.names.text(tag);
        let number = self.units.number;
        let passed = self.units.apart.iter().filter(|(unit, apart)| *unit == number && apart == text).count();
        let ty = self.units.tags.get(&tag).and_then(|types| types.get(passed)).copied()?;
        match self.types().get(ty) {
            Type::Record(id) if self.types().record(id).is_union == is_union => Some(ty),
            _ => None,
        }
    }

    /// Whether a type is complete by the text of an earlier file only, so that this one may define it again.
    pub fn may_be_repeated(&self, ty: TypeId) -> bool {
        ty.index() < self.units.first && !self.units.again.contains(&ty)
    }

    /// A record that is only compared with the one of an earlier file.
    pub fn copied_record(&mut self, is_union: bool) -> TypeId {
        let ty = self.program.types.new_record(None, is_union);
        self.units.copies.insert(ty);
        ty
    }

    /// The type that a definition of a record in this file means, which was read as the type `read`: that of an earlier
    /// file, if it has one with this tag or, without tag, one with the same members. `None` if the tag means another
    /// type in this file. A name stands behind the definition.
    pub fn settled_record(
        &mut self,
        tag: Option<NameId>,
        read: TypeId,
        behind: Option<NameId>,
    ) -> Option<TypeId> {
        let earlier = tag.and_then(|tag| self.find_tag(tag, true)).filter(|&ty| ty != read);
        match (earlier, tag) {
            (Some(ty), Some(tag)) if !self.are_repeated(ty, read) => {
                let conflict = (self.units.number, self.program.names.text(tag).to_string());
                self.units.conflict = Some(conflict);
                None
            }
            (Some(ty), _) => {
                self.units.again.insert(ty);
                Some(ty)
            }
            (None, Some(_)) => {
                self.units.again.insert(read);
                Some(read)
            }
            (None, None) => Some(self.earlier_of(read, behind)),
        }
    }

    /// The enumeration of an earlier file with the tag and the constants of this one, or else this one.
    pub fn settled_enum(&mut self, tag: Option<NameId>, read: TypeId) -> TypeId {
        let ty = self.earlier_of(read, None);
        if let (Some(tag), true) = (tag, ty != read) {
            self.declare_tag(tag, ty);
        }
        ty
    }

    /// The same type of an earlier file. Of several ones that is the one with the same name behind it, or else the one
    /// that the same line declares.
    fn earlier_of(&mut self, read: TypeId, behind: Option<NameId>) -> TypeId {
        let first = match self.types().get(read) {
            Type::Record(id) => self.first_member(id),
            Type::Enum(id) => self.types().enumeration(id).constants.iter().flatten().map(|c| c.0).next(),
            _ => return read,
        };
        if !self.is_in_file_scope() {
            return read;
        }
        let known = self.units.others.get(&first).map_or(&[][..], Vec::as_slice);
        let fits = |&&ty: &&TypeId| !self.units.again.contains(&ty) && self.are_repeated(ty, read);
        let place = self.place(read);
        let likeness = |&ty: &TypeId| {
            (behind.is_some() && self.units.behind.get(&ty) == behind.as_ref(), self.place(ty) == place)
        };
        // The first one of the most alike.
        let best = known.iter().copied().filter(|ty| fits(&ty)).rev().max_by_key(likeness);
        let ty = best.unwrap_or(read);
        self.units.behind.extend(behind.map(|name| (ty, name)));
        self.units.again.extend(best);
        ty
    }

    /// The file and the line of the first member of a record.
    fn place(&self, ty: TypeId) -> Option<(Option<&str>, usize)> {
        let id = match self.types().get(ty) {
            Type::Record(id) => id,
            _ => return None,
        };
        let pos = self.types().fields(id).first()?.pos;
        let lines = &self.program.lines;
        Some((lines.file(pos), lines.line_and_column(pos).0))
    }

    /// Whether two records have the same members at the same places, or two enumerations the same constants.
    fn are_repeated(&self, a: TypeId, b: TypeId) -> bool {
        let types = self.types();
        let part = |field: &Field| (field.name, field.ty, field.offset, field.bits, field.align);
        match (types.get(a), types.get(b)) {
            (Type::Record(a), Type::Record(b)) => {
                let (fields, others) = (types.fields(a), types.fields(b));
                let (a, b) = (types.record(a), types.record(b));
                a.is_union == b.is_union
                    && (a.size, a.align, a.is_transparent) == (b.size, b.align, b.is_transparent)
                    && a.fields.is_some() == b.fields.is_some()
                    && a.opaque == b.opaque
                    && fields.len() == others.len()
                    && fields.iter().zip(others).all(|(a, b)| part(a) == part(b))
            }
            (Type::Enum(a), Type::Enum(b)) => {
                let part = |e: &Enumeration| (e.tag, e.kind, e.constants.clone());
                part(types.enumeration(a)) == part(types.enumeration(b))
            }
            _ => false,
        }
    }
}
