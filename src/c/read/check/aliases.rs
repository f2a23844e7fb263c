//! Other names of functions and objects: the attribute `alias`, and labels for the assembler.
//!
//! `int al(void) __asm__("real");` makes `al` another name of `real`, and so does the attribute `alias`. After the
//! whole file was read, all uses of such a name are replaced by uses of the function or object that it means.

use super::super::library::is_standard;
use super::super::names::NameId;
use super::super::source::Pos;
use super::super::syntax::{ExprId, ExprKind, FunctionId, ObjectId, ReasonId, ScopeId, Storage};
use super::super::types::{TypeId, Types};
use super::checker::Checker;
use super::fold::Folded;
use super::scopes::{Entity, WeakUse};
use crate::base::{HashMap, HashSet};

/// Other names of functions and objects: what is to be replaced, by what.
#[derive(Debug, Default)]
struct Replaced {
    functions: HashMap<FunctionId, FunctionId>,
    objects: HashMap<ObjectId, ObjectId>,
}

impl Replaced {
    fn insert(&mut self, from: Entity, to: Entity) {
        match (from, to) {
            (Entity::Function(from), Entity::Function(to)) => drop(self.functions.insert(from, to)),
            (Entity::Object(from), Entity::Object(to)) => drop(self.objects.insert(from, to)),
            _ => {}
        }
    }

    fn function(&self, mut id: FunctionId) -> FunctionId {
        // Two aliases of each other would be followed without end.
        for _ in 0..=self.functions.len() {
            id = self.functions.get(&id).copied().unwrap_or(id);
        }
        id
    }

    fn object(&self, mut id: ObjectId) -> ObjectId {
        for _ in 0..=self.objects.len() {
            id = self.objects.get(&id).copied().unwrap_or(id);
        }
        id
    }
}

impl Checker<'_> {
    /// The place of a function or object that is named: `*(exists ? &w : 0)` for a weak one that has no definition so
    /// far. Whether it exists is the arbitrary value of an object that no name of the program means.
    pub(super) fn named_place(&mut self, entity: Entity, place: ExprId, pos: Pos) -> ExprId {
        if !self.weak.contains(&entity) || !self.is_open(entity) {
            return place;
        }
        let known = self.weak_uses.iter().find(|known| known.entity == entity).map(|known| known.exists);
        let exists = known.unwrap_or_else(|| {
            let name = self.entity_name(entity).map_or("", |name| self.program.names.text(name));
            let name = format!("__indubit_exists_{}", name);
            let name = self.program.names.intern(&name);
            let exists = self.unnamed_object(Types::BOOL, Storage::Global, pos);
            self.update_object(exists, |object| {
                (object.is_defined, object.is_external, object.is_const) = (false, true, true);
                (object.name, object.scope, object.function) = (Some(name), ScopeId(0), None);
            });
            exists
        });
        let condition = self.object_expr(exists, pos);
        let condition = self.value(condition);
        let address = self.address(place, pos);
        let ty = self.ty(address);
        let null = self.numeric_pointer(0, ty, pos);
        // A first value may be this address if a definition follows.
        let folded = if self.function.is_none() { Folded::Address } else { Folded::No };
        let pointer = self.add(ExprKind::Conditional(condition, address, null), ty, pos, folded);
        self.weak_uses.push(WeakUse { entity, exists, place, address, pointer });
        self.dereference(pointer, pos)
    }

    /// The name of a function or object.
    pub fn entity_name(&self, entity: Entity) -> Option<NameId> {
        match entity {
            Entity::Function(function) => Some(self.program.function(function).name),
            Entity::Object(object) => self.program.object(object).name,
            Entity::Typedef(..) | Entity::Constant(..) => None,
        }
    }

    /// Whether the program has no definition of a function or object that another file may define. The library defines
    /// its own.
    fn is_open(&self, entity: Entity) -> bool {
        let is_open = match entity {
            Entity::Function(function) => {
                let function = self.program.function(function);
                function.body.is_none() && !function.is_static
            }
            Entity::Object(object) => {
                let object = self.program.object(object);
                !object.is_defined && object.is_external
            }
            Entity::Typedef(..) | Entity::Constant(..) => false,
        };
        let name = self.entity_name(entity).map_or("", |name| self.program.names.text(name));
        let has_meaning = is_standard(name) || name.starts_with("__VERIFIER_") || name == "reach_error";
        is_open && !has_meaning && self.aliases.iter().all(|&(alias, ..)| alias != entity)
    }

    /// Gives uses of weak names the meaning that they have at the end of the file. The address of one that was weak
    /// only behind its use is unknown.
    pub(super) fn resolve_weak(&mut self) {
        let mut weak = std::mem::take(&mut self.weak);
        let uses = std::mem::take(&mut self.weak_uses);
        weak.retain(|&entity| self.is_open(entity));
        let mut called = HashMap::default();
        for used in uses.iter().filter(|used| !weak.contains(&used.entity)) {
            called.insert(used.pointer, used.place);
            self.program.exprs[used.pointer.index()].kind = self.program.exprs[used.address.index()].kind;
        }
        if weak.is_empty() && called.is_empty() {
            return;
        }
        self.program.reasons.push("the address of a weak name that is not defined".to_string());
        let reason = ReasonId(self.program.reasons.len() as u32 - 1);
        let guarded: HashSet<ExprId> = uses.iter().map(|used| used.address).collect();
        for at in 0..self.program.exprs.len() {
            match &mut self.program.exprs[at].kind {
                ExprKind::Call { callee, .. } => *callee = called.get(callee).copied().unwrap_or(*callee),
                &mut ExprKind::Decay(a) | &mut ExprKind::AddressOf(a) => {
                    let entity = match self.program.exprs[a.index()].kind {
                        ExprKind::Function(function) => Entity::Function(function),
                        ExprKind::Object(object) => Entity::Object(object),
                        _ => continue,
                    };
                    if weak.contains(&entity) && !guarded.contains(&ExprId(at as u32)) {
                        self.program.exprs[at].kind = ExprKind::Unsupported(reason);
                    }
                }
                _ => {}
            }
        }
    }

    /// Gives all aliases their meaning.
    pub(super) fn resolve_names(&mut self) {
        let labels = std::mem::take(&mut self.assembler_names);
        let aliases = std::mem::take(&mut self.aliases);
        if labels.is_empty() && aliases.is_empty() {
            return;
        }
        let mut replaced = Replaced::default();
        let known = self.by_assembler_name(&labels);
        for &(entity, label, pos) in &labels {
            match known.get(&label) {
                Some(&other) if other != entity => self.replace_name(entity, other, pos, &mut replaced),
                _ if !self.has_definition(entity) => self.rename(entity, label),
                _ => {}
            }
        }
        // A declaration of `real` means a function whose label it is.
        for &(_, label, _) in &labels {
            let entity = match known.get(&label) {
                Some(&entity) => entity,
                None => continue,
            };
            match self.linked.get(&label).copied() {
                Some(other) if other != entity && !labels.iter().any(|&(labelled, ..)| labelled == other) => {
                    let pos = self.entity_pos(other);
                    self.replace_name(other, entity, pos, &mut replaced);
                }
                _ => {}
            }
        }
        for (entity, target, pos) in aliases {
            match known.get(&target).or_else(|| self.linked.get(&target)).copied() {
                Some(other) if other != entity && self.has_definition(other) => {
                    self.replace_name(entity, other, pos, &mut replaced);
                }
                _ => {
                    let message =
                        format!("`{}`, of which this is an alias, is not defined here", self.name(target));
                    self.error(pos, message);
                }
            }
        }
        for expr in &mut self.program.exprs {
            match &mut expr.kind {
                ExprKind::Function(id) => *id = replaced.function(*id),
                ExprKind::Object(id) => *id = replaced.object(*id),
                _ => {}
            }
        }
    }

    /// The meaning of each assembler name: a definition, if there is one.
    fn by_assembler_name(&self, labels: &[(Entity, NameId, Pos)]) -> HashMap<NameId, Entity> {
        let mut known: HashMap<NameId, Entity> = HashMap::default();
        for &(entity, label, _) in labels {
            let own = self.linked.get(&label).copied();
            for candidate in [own, Some(entity)].into_iter().flatten() {
                match known.get(&label) {
                    Some(&first) if self.has_definition(first) || !self.has_definition(candidate) => {}
                    _ => drop(known.insert(label, candidate)),
                }
            }
        }
        known
    }

    fn has_definition(&self, entity: Entity) -> bool {
        match entity {
            Entity::Function(id) => self.program.function(id).body.is_some(),
            Entity::Object(id) => self.program.object(id).is_defined,
            Entity::Typedef(..) | Entity::Constant(..) => false,
        }
    }

    fn entity_pos(&self, entity: Entity) -> Pos {
        match entity {
            Entity::Function(id) => self.program.function(id).pos,
            Entity::Object(id) => self.program.object(id).pos,
            Entity::Typedef(..) | Entity::Constant(..) => Pos::START,
        }
    }

    fn entity_type(&self, entity: Entity) -> Option<TypeId> {
        match entity {
            Entity::Function(id) => Some(self.program.function(id).ty),
            Entity::Object(id) => Some(self.program.object(id).ty),
            Entity::Typedef(..) | Entity::Constant(..) => None,
        }
    }

    fn replace_name(&mut self, from: Entity, to: Entity, pos: Pos, replaced: &mut Replaced) {
        let is_same = match (self.entity_type(from), self.entity_type(to)) {
            (Some(a), Some(b)) => {
                // An object may be seen as another type, as through a pointer.
                let sizes = (self.types().size(a), self.types().size(b));
                let has_room = matches!(sizes, (Some(a), Some(b)) if a <= b);
                let are_objects = matches!((from, to), (Entity::Object(_), Entity::Object(_)));
                self.types().are_compatible(a, b) || (are_objects && has_room)
            }
            _ => false,
        };
        let is_kind = matches!(
            (from, to),
            (Entity::Function(_), Entity::Function(_)) | (Entity::Object(_), Entity::Object(_))
        );
        if !is_same || !is_kind || (self.has_definition(from) && self.has_definition(to)) {
            self.error(pos, "this name means something of another type, or something that is defined twice");
            return;
        }
        replaced.insert(from, to);
    }

    /// The external name of a function says what it does. That of an object only matters where two are the same.
    fn rename(&mut self, entity: Entity, label: NameId) {
        if let Entity::Function(id) = entity {
            self.update_function(id, |function| function.name = label);
        }
    }
}
