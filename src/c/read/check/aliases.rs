//! Other names of functions and objects: the attribute `alias`, and labels for the assembler.
//!
//! `int al(void) __asm__("real");` makes `al` another name of `real`, and so does the attribute `alias`. After the
//! whole file was read, all uses of such a name are replaced by uses of the function or object that it means.

use super::super::names::NameId;
use super::super::source::Pos;
use super::super::syntax::{ExprId, ExprKind, FunctionId, ObjectId, Program, ReasonId};
use super::super::types::TypeId;
use super::checker::Checker;
use super::scopes::Entity;
use crate::base::HashMap;

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
    /// Gives all aliases their meaning.
    pub fn resolve_aliases(&mut self) {
        self.resolve_names();
        self.note_weak();
    }

    /// The address of a weak function that the program does not define may be null; this is unknown.
    fn note_weak(&mut self) {
        let weak = std::mem::take(&mut self.weak);
        let is_open = |program: &Program, id: ExprId| match program.expr(id).kind {
            ExprKind::Function(function) => {
                weak.contains(&function) && program.function(function).body.is_none()
            }
            _ => false,
        };
        if weak.is_empty() {
            return;
        }
        self.program.reasons.push("the address of a weak function that is not defined".to_string());
        let reason = ReasonId(self.program.reasons.len() as u32 - 1);
        for at in 0..self.program.exprs.len() {
            if let ExprKind::Decay(a) | ExprKind::AddressOf(a) = self.program.exprs[at].kind {
                if is_open(&self.program, a) {
                    self.program.exprs[at].kind = ExprKind::Unsupported(reason);
                }
            }
        }
    }

    fn resolve_names(&mut self) {
        for (function, pos) in std::mem::take(&mut self.run_by_themselves) {
            if self.program.function(function).body.is_some() {
                let message =
                    "functions that run before or after `main` by an attribute are not supported; call it";
                self.error(pos, message);
            }
        }
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
