//! The types of a program. Each type is stored once, so equal types have equal indices and are compared in one step.
//!
//! The qualifier `const` is no part of a type: `const int` is `int` here. `volatile` is a part only while the program
//! is read (see `qualifiers.rs`). Each declaration of a structure, union or enumeration makes a new type. Types nest at
//! most [`Types::DEEPEST`] levels, so recursion over a type is safe.

use super::arch::{COptions, FloatingKind, IntegerKind};
use super::names::NameId;
use super::source::Pos;
use super::syntax::index;
use crate::base::HashMap;

index! {
    /// A type, by index.
    TypeId
}
index! {
    /// A structure or union, by index.
    RecordId
}
index! {
    /// An enumeration, by index.
    EnumId
}
index! {
    /// A function type, by index.
    FunctionTypeId
}

/// A type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// The type of an expression with an error. A program that was read has none.
    Error,
    /// No value.
    Void,
    /// An integer type, enumerations apart.
    Integer(IntegerKind),
    /// A real floating type.
    Floating(FloatingKind),
    /// A pointer to this type.
    Pointer(TypeId),
    /// An array of elements of a type. The length is not known in `extern int a[];` and of a flexible member.
    Array(TypeId, Option<u64>),
    /// A structure or union.
    Record(RecordId),
    /// An enumeration.
    Enum(EnumId),
    /// A function.
    Function(FunctionTypeId),
}

/// The bits of a bit-field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BitRange {
    /// The first bit, counted from the beginning of the record; bit 8 is the lowest of the second byte.
    pub offset: u64,
    /// The number of bits, at least 1.
    pub width: u32,
}

/// A member of a structure or union.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    /// `None` for an anonymous structure or union, whose members count as members of the outer one.
    pub name: Option<NameId>,
    /// Its type; of a bit-field the declared one.
    pub ty: TypeId,
    /// Bytes from the beginning of the record; of a bit-field those before its first bit.
    pub offset: u64,
    /// The bits, if it is a bit-field.
    pub bits: Option<BitRange>,
    /// The alignment in bytes, with what attributes ask for.
    pub align: u64,
    /// The place of its declarator.
    pub pos: Pos,
}

/// A structure or union.
#[derive(Clone, Debug)]
pub struct Record {
    /// The tag, if it has one.
    pub tag: Option<NameId>,
    /// Whether it is a union.
    pub is_union: bool,
    /// The members by age; `None` as long as the type is incomplete. Unnamed bit-fields are padding and no members.
    pub fields: Option<Vec<Field>>,
    /// Bytes with padding.
    pub size: u64,
    /// The alignment in bytes.
    pub align: u64,
    /// Whether it is a union whose members' types are accepted as arguments in its place.
    pub is_transparent: bool,
    /// Whether it is a vector: its one member, without name, is the array of the elements.
    pub is_vector: bool,
    /// Set if it stands for a type whose values have no meaning here.
    pub opaque: Option<Opaque>,
}

/// A type of which only size and alignment are known. It is a structure without members, so that it can be copied.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Opaque {
    /// An integer of 128 bits.
    WideInteger,
    /// Several numbers of one type.
    Vector,
    /// A complex number.
    Complex,
}

impl Opaque {
    /// The type in words, in the plural.
    pub fn text(self) -> &'static str {
        match self {
            Opaque::WideInteger => "integers of 128 bits",
            Opaque::Vector => "vectors",
            Opaque::Complex => "complex numbers",
        }
    }
}

/// An enumeration.
#[derive(Clone, Debug)]
pub struct Enumeration {
    /// The tag, if it has one.
    pub tag: Option<NameId>,
    /// The integer type of its objects: `unsigned int`, or `int` if a constant is negative, or a wider type if the
    /// constants need it, as in gcc.
    pub kind: IntegerKind,
    /// The constants by age; `None` as long as only the tag is declared.
    pub constants: Option<Vec<(NameId, i128)>>,
}

/// The parameters that a function type tells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Prototype {
    /// `f()`: nothing is known; arguments are promoted.
    Unspecified,
    /// Exactly the parameters that are listed.
    Fixed,
    /// More arguments may follow those listed; they are promoted.
    Variadic,
}

/// The type of a function.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FunctionType {
    /// The type of the result.
    pub result: TypeId,
    /// The types of the parameters, arrays and functions among them as pointers.
    pub parameters: Vec<TypeId>,
    /// The kind of the list.
    pub prototype: Prototype,
}

/// All types of a program.
#[derive(Clone, Debug)]
pub struct Types {
    options: COptions,
    list: Vec<Type>,
    /// By type: the same type without `volatile` in front of it.
    pub(super) bases: Vec<TypeId>,
    /// By type: the same type without any `volatile`, except in members.
    pub(super) plains: Vec<TypeId>,
    /// By type without `volatile` in front: the same type with it.
    volatiles: HashMap<TypeId, TypeId>,
    /// By type: the number of levels of types that it is built from.
    depths: Vec<u8>,
    ids: HashMap<Type, TypeId>,
    pub(super) records: Vec<Record>,
    /// By record: the deepest type of a member.
    record_depths: Vec<u8>,
    pub(super) enums: Vec<Enumeration>,
    functions: Vec<FunctionType>,
    function_ids: HashMap<FunctionType, FunctionTypeId>,
}

impl Types {
    /// The most levels that types may nest.
    pub const DEEPEST: u8 = 100;
    /// The type of expressions with errors.
    pub const ERROR: TypeId = TypeId(0);
    /// `void`
    pub const VOID: TypeId = TypeId(1);
    const FIRST_INTEGER: u32 = 2;
    /// `_Bool`
    pub const BOOL: TypeId = TypeId(2);
    /// `char`
    pub const CHAR: TypeId = TypeId(3);
    /// `int`
    pub const INT: TypeId = TypeId(8);
    /// `long`
    pub const LONG: TypeId = TypeId(10);

    /// The types that need no declaration.
    pub(super) fn new(options: COptions) -> Types {
        let mut types = Types {
            options,
            list: Vec::new(),
            bases: Vec::new(),
            plains: Vec::new(),
            volatiles: HashMap::default(),
            depths: Vec::new(),
            ids: HashMap::default(),
            records: Vec::new(),
            record_depths: Vec::new(),
            enums: Vec::new(),
            functions: Vec::new(),
            function_ids: HashMap::default(),
        };
        types.add(Type::Error, 1);
        types.add(Type::Void, 1);
        for kind in IntegerKind::ALL {
            types.add(Type::Integer(kind), 1);
        }
        for kind in FloatingKind::ALL {
            types.add(Type::Floating(kind), 1);
        }
        types
    }

    fn add(&mut self, ty: Type, depth: u8) -> TypeId {
        if let Some(&id) = self.ids.get(&ty) {
            return id;
        }
        let plain = self.plain_parts(ty).map(|plain| self.add(plain, depth));
        let id = TypeId(self.list.len() as u32);
        self.list.push(ty);
        self.bases.push(id);
        self.plains.push(plain.unwrap_or(id));
        self.depths.push(depth);
        self.ids.insert(ty, id);
        id
    }

    /// The type whose parts have no `volatile`, if it is another one.
    fn plain_parts(&mut self, ty: Type) -> Option<Type> {
        let plain = match ty {
            Type::Pointer(to) => Type::Pointer(self.plain(to)),
            Type::Array(element, length) => Type::Array(self.plain(element), length),
            Type::Function(id) => {
                let FunctionType { result, parameters, prototype } = self.function(id).clone();
                let parameters = parameters.into_iter().map(|ty| self.plain(ty)).collect();
                let function = FunctionType { result: self.plain(result), parameters, prototype };
                Type::Function(self.function_id(function))
            }
            Type::Error
            | Type::Void
            | Type::Integer(_)
            | Type::Floating(_)
            | Type::Record(_)
            | Type::Enum(_) => ty,
        };
        (plain != ty).then_some(plain)
    }

    /// The type with `volatile` in front of it: of an array that of its elements, of a function the same.
    pub(super) fn volatile(&mut self, ty: TypeId) -> TypeId {
        match self.get(ty) {
            Type::Error | Type::Function(_) => return ty,
            Type::Array(element, length) => {
                let element = self.volatile(element);
                return self.array(element, length);
            }
            _ if self.is_volatile(ty) => return ty,
            _ => {}
        }
        if let Some(&known) = self.volatiles.get(&ty) {
            return known;
        }
        let id = TypeId(self.list.len() as u32);
        self.list.push(self.get(ty));
        self.bases.push(ty);
        self.plains.push(self.plain(ty));
        self.depths.push(self.depths[ty.index()]);
        self.volatiles.insert(ty, id);
        id
    }

    /// The target.
    pub fn options(&self) -> COptions {
        self.options
    }

    /// The number of types.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Never: there are always those without declaration.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The bytes held, about.
    pub(super) fn bytes(&self) -> usize {
        let members: usize = self.records.len() * 64 + self.functions.len() * 128 + self.enums.len() * 64;
        self.list.capacity() * 56 + members
    }

    /// The number of types; their indices are below it.
    pub fn count(&self) -> usize {
        self.list.len()
    }

    /// All types.
    pub(super) fn ids(&self) -> impl Iterator<Item = TypeId> {
        (0..self.list.len() as u32).map(TypeId)
    }

    /// A type.
    ///
    /// # Panics
    ///
    /// If there is no such type.
    pub fn get(&self, id: TypeId) -> Type {
        self.list[id.index()]
    }

    /// A structure or union.
    ///
    /// # Panics
    ///
    /// If there is no such record.
    pub fn record(&self, id: RecordId) -> &Record {
        &self.records[id.index()]
    }

    /// The members of a structure or union, none if it is incomplete.
    ///
    /// # Panics
    ///
    /// If there is no such record.
    pub fn fields(&self, id: RecordId) -> &[Field] {
        self.record(id).fields.as_deref().unwrap_or(&[])
    }

    /// A member of a structure or union by position; `None` if the type is none, or has fewer members.
    pub(in crate::c) fn field(&self, ty: TypeId, at: u32) -> Option<&Field> {
        match self.get(ty) {
            Type::Record(id) => self.fields(id).get(at as usize),
            _ => None,
        }
    }

    /// The type of the elements of an array, or those of the members of a structure or union.
    pub(in crate::c) fn parts(&self, ty: TypeId) -> impl Iterator<Item = TypeId> + '_ {
        let (element, fields) = match self.get(ty) {
            Type::Array(element, _) => (Some(element), &[][..]),
            Type::Record(id) => (None, self.fields(id)),
            Type::Error | Type::Void | Type::Integer(_) | Type::Floating(_) => (None, &[][..]),
            Type::Pointer(_) | Type::Enum(_) | Type::Function(_) => (None, &[][..]),
        };
        element.into_iter().chain(fields.iter().map(|field| field.ty))
    }

    /// The type of a parameter that is declared with this type (C11, 6.7.6.3).
    pub(in crate::c::read) fn of_parameter(&mut self, ty: TypeId) -> TypeId {
        match self.get(ty) {
            Type::Array(element, _) => self.pointer(element),
            Type::Function(_) => self.pointer(ty),
            _ => ty,
        }
    }

    /// An enumeration.
    ///
    /// # Panics
    ///
    /// If there is no such enumeration.
    pub fn enumeration(&self, id: EnumId) -> &Enumeration {
        &self.enums[id.index()]
    }

    /// A function type.
    ///
    /// # Panics
    ///
    /// If there is no such type.
    pub fn function(&self, id: FunctionTypeId) -> &FunctionType {
        &self.functions[id.index()]
    }

    /// An integer type.
    pub fn integer(&self, kind: IntegerKind) -> TypeId {
        let at = IntegerKind::ALL.iter().position(|&k| k == kind).unwrap_or(0);
        TypeId(Types::FIRST_INTEGER + at as u32)
    }

    /// A floating type.
    pub fn floating(&self, kind: FloatingKind) -> TypeId {
        TypeId(Types::FIRST_INTEGER + 12 + kind as u32)
    }

    /// The levels of a type; a record counts its members' when it is complete.
    fn depth(&self, id: TypeId) -> u8 {
        match self.get(id) {
            Type::Record(record) => self.record_depths[record.index()],
            _ => self.depths[id.index()],
        }
    }

    /// The pointer to a type; the error type if types nest too deeply.
    pub(super) fn pointer(&mut self, to: TypeId) -> TypeId {
        // No recursion goes through a pointer into the members of a record, so a record counts as one level here.
        let below = if matches!(self.get(to), Type::Record(_)) { 1 } else { self.depth(to) };
        self.derived(Type::Pointer(to), below)
    }

    /// An array; the error type if types nest too deeply.
    pub(super) fn array(&mut self, element: TypeId, length: Option<u64>) -> TypeId {
        self.derived(Type::Array(element, length), self.depth(element))
    }

    fn derived(&mut self, ty: Type, below: u8) -> TypeId {
        if below >= Types::DEEPEST {
            Types::ERROR
        } else {
            self.add(ty, below + 1)
        }
    }

    /// A function type; the error type if types nest too deeply. Values have no qualifiers.
    pub(super) fn function_type(&mut self, mut function: FunctionType) -> TypeId {
        function.result = self.unqualified(function.result);
        function.parameters.iter_mut().for_each(|ty| *ty = self.unqualified(*ty));
        let parts = function.parameters.iter().chain(Some(&function.result));
        let below = parts.map(|&part| self.depth(part)).max().unwrap_or(1);
        let id = self.function_id(function);
        self.derived(Type::Function(id), below)
    }

    fn function_id(&mut self, function: FunctionType) -> FunctionTypeId {
        if let Some(&id) = self.function_ids.get(&function) {
            return id;
        }
        let id = FunctionTypeId(self.functions.len() as u32);
        self.functions.push(function.clone());
        self.function_ids.insert(function, id);
        id
    }

    /// A copy of a structure whose flexible member has `count` elements.
    pub(super) fn with_room(&mut self, id: RecordId, element: TypeId, count: u64) -> TypeId {
        let mut record = self.record(id).clone();
        let array = self.array(element, Some(count));
        let size = self.size(array).unwrap_or(0);
        if let Some(last) = record.fields.as_mut().and_then(|fields| fields.last_mut()) {
            last.ty = array;
            record.size = record.size.max(last.offset.saturating_add(size));
        }
        let depth = self.record_depths[id.index()];
        let ty = self.new_record(record.tag, false);
        self.records.last_mut().into_iter().for_each(|new| *new = record.clone());
        self.record_depths.last_mut().into_iter().for_each(|new| *new = depth);
        ty
    }

    /// A new structure or union without members.
    pub(super) fn new_record(&mut self, tag: Option<NameId>, is_union: bool) -> TypeId {
        let id = RecordId(self.records.len() as u32);
        self.records.push(Record {
            tag,
            is_union,
            fields: None,
            size: 0,
            align: 1,
            is_transparent: false,
            is_vector: false,
            opaque: None,
        });
        self.record_depths.push(1);
        self.add(Type::Record(id), 1)
    }

    /// The type of this size that stands for values without meaning.
    pub(super) fn opaque(&mut self, kind: Opaque, size: u64, align: u64) -> TypeId {
        let known = self
            .records
            .iter()
            .position(|record| record.opaque == Some(kind) && record.size == size && record.align == align);
        if let Some(at) = known {
            return self.add(Type::Record(RecordId(at as u32)), 1);
        }
        let ty = self.new_record(None, false);
        if let Some(record) = self.records.last_mut() {
            *record = Record { fields: Some(Vec::new()), size, align, opaque: Some(kind), ..record.clone() };
        }
        ty
    }

    /// `__int128`, with or without sign.
    pub(super) fn wide_integer(&mut self) -> TypeId {
        self.opaque(Opaque::WideInteger, 16, 16)
    }

    /// The vector of `count` elements. It is as large as they are together, and aligned to its size.
    pub(super) fn vector_of(&mut self, element: TypeId, count: u64) -> TypeId {
        let array = self.array(element, Some(count));
        let is_it =
            |record: &Record| record.is_vector && record.fields.iter().flatten().any(|f| f.ty == array);
        if let Some(at) = self.records.iter().position(is_it) {
            return self.add(Type::Record(RecordId(at as u32)), 1);
        }
        let size = self.size(array).unwrap_or(1);
        let ty = self.new_record(None, false);
        let pos = Pos::START;
        let elements = Field { name: None, ty: array, offset: 0, bits: None, align: size, pos };
        if let Some(record) = self.records.last_mut() {
            let fields = Some(vec![elements]);
            *record = Record { fields, size, align: size, is_vector: true, ..record.clone() };
        }
        self.record_depths.last_mut().into_iter().for_each(|depth| *depth = 3);
        ty
    }

    /// The kind of values without meaning that have this type.
    pub fn opaque_kind(&self, id: TypeId) -> Option<Opaque> {
        match self.get(id) {
            Type::Record(record) => self.record(record).opaque,
            _ => None,
        }
    }

    /// Sets the depth of a record with these members. Returns whether the depth is allowed.
    pub(super) fn set_record_depth(&mut self, id: RecordId, members: &[TypeId]) -> bool {
        let below = members.iter().map(|&member| self.depth(member)).max().unwrap_or(0);
        self.record_depths[id.index()] = below.saturating_add(1);
        below < Types::DEEPEST
    }

    /// The constants of all enumerations.
    pub fn all_constants(&self) -> impl Iterator<Item = &(NameId, i128)> {
        self.enums.iter().flat_map(|enumeration| enumeration.constants.iter().flatten())
    }

    /// A new enumeration without constants.
    pub(super) fn new_enum(&mut self, tag: Option<NameId>) -> TypeId {
        let id = EnumId(self.enums.len() as u32);
        self.enums.push(Enumeration { tag, kind: IntegerKind::UnsignedInt, constants: None });
        self.add(Type::Enum(id), 1)
    }

    /// The integer type that values of this type have: of an enumeration its own; `None` if they are no integers.
    pub fn integer_kind(&self, id: TypeId) -> Option<IntegerKind> {
        match self.get(id) {
            Type::Integer(kind) => Some(kind),
            Type::Enum(id) => Some(self.enumeration(id).kind),
            _ => None,
        }
    }

    /// The type that a pointer points to.
    pub fn pointee(&self, id: TypeId) -> Option<TypeId> {
        match self.get(id) {
            Type::Pointer(to) => Some(to),
            _ => None,
        }
    }

    /// Whether values of the type are numbers.
    pub fn is_arithmetic(&self, id: TypeId) -> bool {
        matches!(self.get(id), Type::Integer(_) | Type::Enum(_) | Type::Floating(_))
    }

    /// Whether values of the type are numbers or pointers.
    pub fn is_scalar(&self, id: TypeId) -> bool {
        self.is_arithmetic(id) || matches!(self.get(id), Type::Pointer(_))
    }

    /// The kind of a floating type.
    pub fn floating_kind(&self, id: TypeId) -> Option<FloatingKind> {
        match self.get(id) {
            Type::Floating(kind) => Some(kind),
            Type::Error
            | Type::Void
            | Type::Integer(_)
            | Type::Enum(_)
            | Type::Pointer(_)
            | Type::Array(..)
            | Type::Record(_)
            | Type::Function(_) => None,
        }
    }

    /// Whether values of the type are, or contain, floating-point numbers.
    pub fn has_floating(&self, id: TypeId) -> bool {
        match self.get(id) {
            Type::Floating(_) => true,
            Type::Array(element, _) => self.has_floating(element),
            Type::Record(id) => self.fields(id).iter().any(|field| self.has_floating(field.ty)),
            Type::Error
            | Type::Void
            | Type::Integer(_)
            | Type::Enum(_)
            | Type::Pointer(_)
            | Type::Function(_) => false,
        }
    }
}
