//! Functions in functions (GNU C), by closure conversion.
//!
//! A function `g` in `f` that uses a variable `x` of `f` has a pointer of its own to it, which it gets when it begins
//! from an object that lives for the whole run, the *way* to `x`. A call of `g` stores `&x` there before:
//!
//! ```c
//! static int *way;                                 // one for each variable that is used so
//! int g(int a) { int *p = way; return *p + a; }    // in the program: return x + a;
//! int f(int x) { return way = &x, g(1); }          // return g(1);
//! ```
//!
//! Arguments that are not plain are evaluated before the way is laid, so no other call stands between it and the
//! beginning of `g`. A function that calls `g`, or takes its address, needs the variables of `g`, too, and lays the way
//! with its own pointer. So much is known only at the end of the file: calls have a placeholder until then.
//!
//! The address of `g` means the call of `f` that takes it. If `f` may be called while another call of it runs, the way
//! may lead to the other call, so the address is an unsupported point then. Jumps out of a nested function are one,
//! too.

use super::super::names::NameId;
use super::super::source::Pos;
use super::super::syntax::{
    Element, ExprId, ExprKind, Function, FunctionId, Initialiser, ObjectId, ReasonId, Scope, ScopeId, StmtId,
    StmtKind, Storage,
};
use super::super::types::{TypeId, Types};
use super::checker::Checker;
use super::declare::Declared;
use super::fold::Folded;
use super::scopes::{Entity, Use};
use std::collections::BTreeMap;

impl Checker<'_> {
    /// Declares a function in the one that is read. Declarations in one scope are one function.
    pub fn declare_nested(&mut self, declared: Declared, is_definition: bool) -> FunctionId {
        let parent = match self.function {
            Some(parent) => parent,
            None => return self.declare_function(declared, true),
        };
        let known = match self.scopes.find_here(declared.name) {
            Some(Entity::Function(id)) if self.nested.parents.contains_key(&id) => Some(id),
            None | Some(Entity::Function(_)) => None,
            Some(_) => {
                self.error(declared.pos, format!("`{}` is declared before this", self.name(declared.name)));
                None
            }
        };
        if let Some(id) = known {
            let ty = self.program.function(id).ty;
            if !self.types().are_compatible(ty, declared.ty) {
                self.error(
                    declared.pos,
                    format!("`{}` is declared differently before this", self.name(declared.name)),
                );
            }
            if is_definition {
                self.update_function(id, |function| {
                    (function.ty, function.pos) = (declared.ty, declared.pos)
                });
            }
            return id;
        }
        let outer = self.program.names.text(self.program.function(parent).name).to_string();
        let name = format!("{}.{}", outer, self.program.names.text(declared.name));
        let name = self.program.names.intern(&name);
        let id = FunctionId(self.program.functions.len() as u32);
        self.program.functions.push(Function {
            name,
            ty: declared.ty,
            pos: declared.pos,
            parameters: Vec::new(),
            body: None,
            scope: ScopeId(0),
            is_implicit: false,
            is_noreturn: declared.is_noreturn,
            is_static: true,
            rest: None,
        });
        self.nested.parents.insert(id, parent);
        self.scopes.declare(declared.name, Entity::Function(id));
        id
    }

    /// The name of a function without that of the one around it.
    pub(super) fn own_name(&self, function: FunctionId) -> String {
        let name: NameId = self.program.function(function).name;
        let name = self.program.names.text(name);
        let is_nested = self.nested.parents.contains_key(&function);
        name.rsplit('.').next().filter(|_| is_nested).unwrap_or(name).to_string()
    }

    /// A variable of a function around the one that is read; `None` if it is none.
    pub(super) fn outer_variable(&mut self, object: ObjectId, pos: Pos) -> Option<ExprId> {
        let declared = self.program.object(object);
        let (reader, owner) = (self.function?, declared.function?);
        let is_local = matches!(declared.storage, Storage::Local | Storage::Parameter | Storage::Literal);
        if reader == owner || !is_local || !self.nested.parents.contains_key(&reader) {
            return None;
        }
        let ty = declared.ty;
        if self.variable_arrays.contains_key(&object) || self.in_registers.contains(&object) {
            let reason = "an array of variable length, or a register, of the function around a nested one";
            return Some(self.unsupported_object(reason, ty, pos));
        }
        let pointer = self.pointer_to(object, reader, pos);
        let pointer = self.local(pointer, pos);
        Some(self.add(ExprKind::Dereference(pointer), ty, pos, Folded::No))
    }

    /// The pointer that a nested function has to a variable.
    fn pointer_to(&mut self, object: ObjectId, reader: FunctionId, pos: Pos) -> ObjectId {
        if let Some(&known) = self.nested.pointers.get(&reader).and_then(|known| known.get(&object)) {
            return known;
        }
        let ty = self.program.object(object).ty;
        let ty = self.program.types.pointer(ty);
        let scope = self.program.function(reader).scope;
        let pointer = self.unnamed_object(ty, Storage::Local, pos);
        self.update_object(pointer, |object| (object.scope, object.function) = (scope, Some(reader)));
        self.nested.pointers.entry(reader).or_default().insert(object, pointer);
        pointer
    }

    /// The value of an object of this name or without one.
    fn local(&mut self, object: ObjectId, pos: Pos) -> ExprId {
        let ty = self.program.object(object).ty;
        let place = self.add(ExprKind::Object(object), ty, pos, Folded::No);
        self.add(ExprKind::Load(place), ty, pos, Folded::No)
    }

    /// The object that leads to a variable while a nested function begins.
    fn way_to(&mut self, object: ObjectId) -> ObjectId {
        if let Some(&known) = self.nested.ways.get(&object) {
            return known;
        }
        let (ty, pos, owner) = {
            let declared = self.program.object(object);
            (declared.ty, declared.pos, declared.function)
        };
        let ty = self.program.types.pointer(ty);
        let way = self.unnamed_object(ty, Storage::StaticLocal, pos);
        self.update_object(way, |way| way.function = owner);
        self.nested.ways.insert(object, way);
        way
    }

    /// Notes that a function is named in an expression. The address of a nested one is an expression that lays the
    /// ways.
    pub(super) fn mentioned(&mut self, used: FunctionId, place: ExprId, is_called: bool, pos: Pos) -> ExprId {
        if let Some(user) = self.function {
            self.nested.mentions.push((user, used));
        }
        if is_called {
            return place;
        }
        self.nested.addressed.push(used);
        let user = match self.function {
            Some(user) if self.nested.parents.contains_key(&used) => user,
            _ => return place,
        };
        let placeholder = self.integer_constant(0, Types::INT, pos);
        self.nested.uses.push(Use { placeholder, user, used, is_address: true, pos });
        let ty = self.ty(place);
        let pointer = self.value(place);
        let of_pointer = self.ty(pointer);
        let pointer = self.add(ExprKind::Comma(placeholder, pointer), of_pointer, pos, Folded::No);
        self.add(ExprKind::Dereference(pointer), ty, pos, Folded::No)
    }

    /// Whether an expression names a function.
    pub fn is_mentioned(&self, function: FunctionId) -> bool {
        self.nested.addressed.contains(&function)
            || self.nested.mentions.iter().any(|&(_, used)| used == function)
    }

    /// The expressions to evaluate before a call of a nested function, whose arguments become plain; `None` if the
    /// function is no nested one.
    pub(super) fn before_nested(
        &mut self,
        callee: ExprId,
        arguments: &mut [ExprId],
        pos: Pos,
    ) -> Option<Vec<ExprId>> {
        let used = match self.expr(callee).kind {
            ExprKind::Function(function) => function,
            _ => {
                self.nested.indirect.extend(self.function);
                return None;
            }
        };
        let user = self.function.filter(|_| self.nested.parents.contains_key(&used))?;
        let mut before = Vec::new();
        for argument in arguments.iter_mut() {
            if self.is_plain(*argument) {
                continue;
            }
            let (kept, place) = self.kept(*argument, pos);
            before.push(kept);
            *argument = self.value(place);
        }
        let placeholder = self.integer_constant(0, Types::INT, pos);
        self.nested.uses.push(Use { placeholder, user, used, is_address: false, pos });
        before.push(placeholder);
        Some(before)
    }

    /// Whether no call can be in a value, as far as its form tells it at once.
    fn is_plain(&self, value: ExprId) -> bool {
        match self.expr(value).kind {
            ExprKind::Convert { operand, .. } => self.is_plain_leaf(operand),
            _ => self.is_plain_leaf(value),
        }
    }

    fn is_plain_leaf(&self, value: ExprId) -> bool {
        match self.expr(value).kind {
            ExprKind::Constant(_) | ExprKind::Floating(_) => true,
            ExprKind::Load(place) | ExprKind::Decay(place) | ExprKind::AddressOf(place) => {
                matches!(self.expr(place).kind, ExprKind::Object(_) | ExprKind::Text(_))
            }
            _ => false,
        }
    }

    /// Gives calls and addresses of nested functions their meaning.
    pub fn settle_nested(&mut self) {
        if self.nested.parents.is_empty() {
            return;
        }
        for &nested in self.nested.parents.clone().keys() {
            if self.program.function(nested).body.is_none() {
                let (pos, name) = (self.program.function(nested).pos, self.own_name(nested));
                self.error(pos, format!("`{}` is declared in a function, and not defined there", name));
            }
        }
        self.close_uses();
        for used in self.nested.uses.clone() {
            self.settle_use(used);
        }
        for (function, pointers) in self.nested.pointers.clone() {
            self.begin_with(function, &pointers);
        }
    }

    /// Gives each nested function pointers to the variables that those need which it uses.
    fn close_uses(&mut self) {
        let mut is_done = false;
        while !is_done {
            is_done = true;
            for used in self.nested.uses.clone() {
                for object in self.needed(used.used) {
                    let is_own = self.program.object(object).function == Some(used.user);
                    let known = self.nested.pointers.get(&used.user);
                    if !is_own && !known.map_or(false, |known| known.contains_key(&object)) {
                        self.pointer_to(object, used.user, used.pos);
                        is_done = false;
                    }
                }
            }
        }
    }

    /// The variables that a nested function needs.
    fn needed(&self, function: FunctionId) -> Vec<ObjectId> {
        self.nested.pointers.get(&function).into_iter().flat_map(|known| known.keys().copied()).collect()
    }

    fn settle_use(&mut self, used: Use) {
        let Use { placeholder, user, pos, .. } = used;
        let needed = self.needed(used.used);
        let owners = needed.iter().filter_map(|&object| self.program.object(object).function);
        let owners: Vec<FunctionId> = owners.collect();
        if used.is_address && owners.iter().any(|&owner| self.may_run_twice(owner)) {
            return self.make_unsupported(placeholder, "the address of a function in one that calls itself");
        }
        let mut all: Vec<StmtId> = Vec::new();
        for object in needed {
            let declared = self.program.object(object);
            let (ty, is_own) = (declared.ty, declared.function == Some(user));
            if is_own && pos < declared.visible_from {
                return self
                    .make_unsupported(placeholder, "a call of a nested function before its variables");
            }
            let pointer: TypeId = self.program.types.pointer(ty);
            let target = match is_own {
                true => {
                    let place = self.add(ExprKind::Object(object), ty, pos, Folded::No);
                    self.add(ExprKind::AddressOf(place), pointer, pos, Folded::No)
                }
                false => {
                    let own = self.pointer_to(object, user, pos);
                    self.local(own, pos)
                }
            };
            let way = self.way_to(object);
            let way = self.add(ExprKind::Object(way), pointer, pos, Folded::Place);
            let lay = self.add(ExprKind::Assign(way, target), pointer, pos, Folded::No);
            all.push(self.add_stmt(StmtKind::Expression(lay), pos, pos));
        }
        // The parts of an expression stand before it in the tree, but those of a statement need not.
        all.push(self.add_stmt(StmtKind::Empty, pos, pos));
        let parent = Some(self.program.function(user).scope);
        self.program.scopes.push(Scope { parent, start: pos, end: pos });
        let scope = ScopeId(self.program.scopes.len() as u32 - 1);
        let list = self.add_stmts(&all);
        let block = self.add_stmt(StmtKind::Block(list, scope), pos, pos);
        let place = &mut self.program.exprs[placeholder.index()];
        (place.kind, place.ty) = (ExprKind::Statements(block), Types::VOID);
    }

    fn make_unsupported(&mut self, placeholder: ExprId, reason: &str) {
        self.program.reasons.push(reason.to_string());
        let reason = ReasonId(self.program.reasons.len() as u32 - 1);
        self.program.exprs[placeholder.index()].kind = ExprKind::Unsupported(reason);
    }

    /// Whether a function may be called while a call of it runs, as far as mentions of functions tell it.
    fn may_run_twice(&self, function: FunctionId) -> bool {
        let (mut reached, mut work) = (vec![false; self.program.functions.len()], vec![function]);
        let nested = &self.nested;
        while let Some(from) = work.pop() {
            let direct = nested.mentions.iter().filter(|(user, _)| *user == from).map(|&(_, used)| used);
            let indirect = nested.addressed.iter().filter(|_| nested.indirect.contains(&from)).copied();
            for to in direct.chain(indirect) {
                if to == function {
                    return true;
                }
                if !std::mem::replace(&mut reached[to.index()], true) {
                    work.push(to);
                }
            }
        }
        false
    }

    /// Puts the pointers of a nested function before its body.
    fn begin_with(&mut self, function: FunctionId, pointers: &BTreeMap<ObjectId, ObjectId>) {
        let body = match self.program.function(function).body {
            Some(body) => body,
            None => return,
        };
        let (list, scope) = match self.program.stmt(body).kind {
            StmtKind::Block(list, scope) => (list, scope),
            _ => return,
        };
        let (pos, end) = (self.program.stmt(body).pos, self.program.stmt(body).end);
        let mut all: Vec<StmtId> = Vec::new();
        for (&object, &pointer) in pointers {
            let way = self.way_to(object);
            let (ty, value) = (self.program.object(pointer).ty, self.local(way, pos));
            let elements = vec![Element { offset: 0, bits: None, ty, value }];
            let initialiser = self.add_initialiser(Initialiser { elements });
            all.push(self.add_stmt(StmtKind::Declaration(pointer, Some(initialiser)), pos, pos));
        }
        all.extend_from_slice(self.program.statements(list));
        let list = self.add_stmts(&all);
        let whole = self.add_stmt(StmtKind::Block(list, scope), pos, end);
        self.update_function(function, |function| function.body = Some(whole));
    }
}
