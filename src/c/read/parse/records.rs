//! Reads structures, unions and enumerations: their tags, members and constants (C11, 6.7.2.1 and 6.7.2.2).

use super::super::arch::IntegerKind;
use super::super::keywords::Keyword;
use super::super::layout::Member;
use super::super::names::NameId;
use super::super::source::Pos;
use super::super::token::Punct;
use super::super::types::{RecordId, Type, TypeId, Types};
use super::attributes::Attributes;
use super::parser::{Parser, Stop, StorageClass};
use super::specifiers::Specifiers;

/// The most members of a structure or union. To find a member takes time in proportion to their number.
const MOST_MEMBERS: usize = 1 << 14;

impl Parser<'_> {
    /// `struct tag { … }`, from the keyword.
    pub(super) fn record_specifier(&mut self) -> Result<TypeId, Stop> {
        let pos = self.pos();
        let is_union = self.keyword() == Some(Keyword::Union);
        self.advance();
        let mut attributes = self.attributes()?;
        let tag = self.name();
        if tag.is_some() {
            self.advance();
        }
        if !self.is(Punct::LeftBrace) {
            return match tag {
                Some(tag) => self.record_tag(tag, is_union, pos),
                None => Err(self.unexpected("a tag or `{` behind `struct` or `union`")),
            };
        }
        let (ty, record) = self.new_record(tag, is_union, pos)?;
        self.advance();
        let mut members = Vec::new();
        while !self.is(Punct::RightBrace) {
            if self.is_end() {
                return Err(self.unexpected("`}` at the end of the members"));
            }
            if self.members(&mut members).is_err() {
                self.recover();
                if !self.goes_on() {
                    return Err(Stop);
                }
            }
        }
        let pack = self.literals().packs.at(self.mark());
        let end = self.expect(Punct::RightBrace)?;
        attributes = attributes.and(self.attributes()?);
        self.complete_record(record, &members, attributes, pack, end)?;
        let behind = self.name();
        match self.checker.settled_record(tag, ty, behind) {
            Some(ty) => Ok(ty),
            None => {
                self.checker.diagnostics.fatal(pos, "the tag has another meaning in another file");
                Err(Stop)
            }
        }
    }

    /// The type of a tag without a list of members behind it.
    fn record_tag(&mut self, tag: NameId, is_union: bool, pos: Pos) -> Result<TypeId, Stop> {
        // `struct s;` declares the tag in this scope, even if it has a meaning in an outer scope.
        let only_here = self.is(Punct::Semicolon) && self.storage == StorageClass::None;
        if let Some(ty) = self.checker.find_tag(tag, only_here) {
            return match self.checker.types().get(ty) {
                Type::Record(id) if self.checker.types().record(id).is_union == is_union => Ok(ty),
                _ => Err(self.other_tag(tag, pos)),
            };
        }
        let earlier = self.checker.earlier_record(tag, is_union);
        let ty = earlier.unwrap_or_else(|| self.checker.program.types.new_record(Some(tag), is_union));
        self.checker.declare_tag(tag, ty);
        Ok(ty)
    }

    fn other_tag(&mut self, tag: NameId, pos: Pos) -> Stop {
        let message = format!("the tag `{}` is declared differently before this", self.checker.name(tag));
        self.error(pos, message)
    }

    /// The record that a list of members defines. If an earlier file has defined it, this is another one, for the
    /// comparison.
    fn new_record(
        &mut self,
        tag: Option<NameId>,
        is_union: bool,
        pos: Pos,
    ) -> Result<(TypeId, RecordId), Stop> {
        let known = tag.and_then(|tag| {
            let here = self.checker.find_tag(tag, true);
            here.or_else(|| self.checker.earlier_record(tag, is_union))
        });
        let of_known = known.map(|ty| self.checker.types().get(ty));
        let ty = match (of_known, known, tag) {
            (Some(Type::Record(id)), Some(ty), Some(tag))
                if self.checker.types().record(id).is_union == is_union =>
            {
                self.checker.declare_tag(tag, ty);
                match self.checker.types().record(id).fields {
                    None => ty,
                    Some(_) if self.checker.may_be_repeated(ty) => self.checker.copied_record(is_union),
                    Some(_) => return Err(self.other_tag(tag, pos)),
                }
            }
            (Some(_), _, Some(tag)) => return Err(self.other_tag(tag, pos)),
            _ => {
                let ty = self.checker.program.types.new_record(tag, is_union);
                tag.into_iter().for_each(|tag| self.checker.declare_tag(tag, ty));
                ty
            }
        };
        match self.checker.types().get(ty) {
            Type::Record(id) => Ok((ty, id)),
            _ => Err(Stop),
        }
    }

    /// Reads one declaration of members.
    fn members(&mut self, members: &mut Vec<Member>) -> Result<(), Stop> {
        if self.accept(Punct::Semicolon) {
            return Ok(());
        }
        if self.keyword() == Some(Keyword::StaticAssert) {
            return self.static_assert();
        }
        while self.accept_keyword(Keyword::Extension) {}
        let outer = (self.is_in_parameters, self.storage);
        (self.is_in_parameters, self.storage) = (false, StorageClass::None);
        let result = self.member_list(members);
        (self.is_in_parameters, self.storage) = outer;
        result
    }

    fn member_list(&mut self, members: &mut Vec<Member>) -> Result<(), Stop> {
        let specifiers = self.specifiers()?;
        if specifiers.is_implicit || specifiers.storage != StorageClass::None {
            let pos = specifiers.pos;
            return Err(self.error(pos, "expected the type of a member, or `}`"));
        }
        if self.is(Punct::Semicolon) {
            self.anonymous(&specifiers, members);
            self.advance();
            return Ok(());
        }
        loop {
            let member = self.member(&specifiers)?;
            members.push(member);
            if members.len() > MOST_MEMBERS {
                let message = format!("more than {} members are not supported; use an array", MOST_MEMBERS);
                return Err(self.error(member.pos, message));
            }
            if !self.accept(Punct::Comma) {
                break;
            }
        }
        self.expect(Punct::Semicolon).map(drop)
    }

    /// Adds `struct { … };` to the members.
    fn anonymous(&mut self, specifiers: &Specifiers, members: &mut Vec<Member>) {
        match self.checker.types().get(specifiers.ty) {
            Type::Record(id) if self.checker.types().record(id).tag.is_none() => members.push(Member {
                name: None,
                ty: specifiers.ty,
                width: None,
                align: specifiers.attributes.align,
                own_align: None,
                packed: false,
                pos: specifiers.pos,
            }),
            _ => {
                let warning = "this declares no member";
                self.checker.diagnostics.warning(specifiers.pos, warning);
            }
        }
    }

    fn member(&mut self, specifiers: &Specifiers) -> Result<Member, Stop> {
        let pos = self.pos();
        let (name, ty, pos) = if self.is(Punct::Colon) {
            (None, specifiers.ty, pos)
        } else {
            let declarator = self.declarator(specifiers.ty)?;
            match declarator.name {
                Some((name, pos)) => (Some(name), declarator.ty, pos),
                None => return Err(self.unexpected("the name of a member")),
            }
        };
        self.refuse_variable_length(pos)?;
        let mut ty = ty;
        let width = if self.accept(Punct::Colon) { Some(self.width(ty, name.is_some())?) } else { None };
        let attributes = specifiers.attributes.and(self.attributes()?);
        let own_align = specifiers.own_align.filter(|_| self.is_made_of(ty, specifiers.ty));
        ty = self.with_mode(ty, attributes, pos)?;
        if matches!(self.checker.types().get(ty), Type::Function(_)) {
            return Err(self.error(pos, "a function cannot be a member; use a pointer to it"));
        }
        let (align, packed) = (attributes.align, attributes.is_packed);
        Ok(Member { name, ty, width, align, own_align, packed, pos })
    }

    /// Whether a type is the type `base`, or an array of it, so that both have the same alignment.
    pub(super) fn is_made_of(&self, mut ty: TypeId, base: TypeId) -> bool {
        while ty != base {
            ty = match self.checker.types().get(ty) {
                Type::Array(element, _) => element,
                _ => return false,
            };
        }
        true
    }

    /// The width of a bit-field, from behind the colon.
    fn width(&mut self, ty: TypeId, is_named: bool) -> Result<u32, Stop> {
        let pos = self.pos();
        let width = self.constant_expression("the width of a bit-field")?;
        let types = self.checker.types();
        let kind = match types.integer_kind(ty) {
            Some(kind) => kind,
            None => return Err(self.error(pos, "expected an integer type for a bit-field")),
        };
        let most = i128::from(types.options().integer_bits(kind));
        let least = i128::from(is_named);
        if width >= least && width <= most {
            Ok(width as u32)
        } else {
            let message = format!("expected a width from {} to {}, found {}", least, most, width);
            Err(self.error(pos, message))
        }
    }

    fn complete_record(
        &mut self,
        record: RecordId,
        members: &[Member],
        attributes: Attributes,
        pack: Option<u64>,
        end: Pos,
    ) -> Result<(), Stop> {
        let types = &mut self.checker.program.types;
        let is_union = types.record(record).is_union;
        let incomplete = members.iter().enumerate().find(|&(i, member)| {
            let is_flexible = !is_union && i > 0 && i + 1 == members.len();
            match types.get(member.ty) {
                Type::Array(_, None) => !is_flexible,
                _ => types.size(member.ty).is_none(),
            }
        });
        if let Some((_, member)) = incomplete {
            let message =
                format!("a member cannot have the incomplete type `{}`", self.checker.type_text(member.ty));
            return Err(self.error(member.pos, message));
        }
        let mut names: Vec<(NameId, Pos)> = members.iter().filter_map(|m| Some((m.name?, m.pos))).collect();
        names.sort_unstable();
        if let Some(pair) = names.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            let (name, pos) = pair[1];
            let message = format!("the member `{}` occurs twice", self.checker.name(name));
            self.error(pos, message);
        }
        let parts: Vec<TypeId> = members.iter().map(|member| member.ty).collect();
        let types = &mut self.checker.program.types;
        if !types.set_record_depth(record, &parts) {
            let message = format!("types nest deeper than {} levels", Types::DEEPEST);
            return Err(self.error(end, message));
        }
        if let Some(record) = types.records.get_mut(record.index()) {
            record.is_transparent = attributes.is_transparent && is_union;
        }
        match types.lay_out(record, members, attributes.is_packed, attributes.align, pack) {
            Ok(()) => Ok(()),
            Err(pos) => Err(self.error(pos, "the record is larger than the memory; make it smaller")),
        }
    }

    /// `enum tag { … }`, from the keyword.
    pub(super) fn enum_specifier(&mut self) -> Result<TypeId, Stop> {
        let pos = self.pos();
        self.advance();
        let mut attributes = self.attributes()?;
        let tag = self.name();
        if tag.is_some() {
            self.advance();
        }
        let has_list = self.is(Punct::LeftBrace);
        let known = tag.and_then(|tag| self.checker.find_tag(tag, has_list));
        let ty = match (known, tag) {
            (Some(ty), Some(tag)) => {
                let is_fitting = match self.checker.types().get(ty) {
                    Type::Enum(id) => !has_list || self.checker.types().enumeration(id).constants.is_none(),
                    _ => false,
                };
                if !is_fitting {
                    return Err(self.other_tag(tag, pos));
                }
                ty
            }
            (None, None) if !has_list => return Err(self.unexpected("a tag or `{` behind `enum`")),
            _ => self.checker.program.types.new_enum(tag),
        };
        if let Some(tag) = tag {
            if known.is_none() {
                self.checker.declare_tag(tag, ty);
            }
        }
        if has_list {
            self.advance();
            let constants = self.enumerators()?;
            attributes = attributes.and(self.attributes()?);
            self.complete_enum(ty, constants, attributes, pos)?;
            return Ok(self.checker.settled_enum(tag, ty));
        }
        Ok(ty)
    }

    /// The constants, to behind the brace.
    fn enumerators(&mut self) -> Result<Vec<(NameId, i128)>, Stop> {
        let mut constants: Vec<(NameId, i128)> = Vec::new();
        let mut next = 0i128;
        while !self.is(Punct::RightBrace) {
            let (name, pos) = self.expect_name("the name of a constant, or `}`")?;
            self.attributes()?;
            if self.accept(Punct::Assign) {
                next = self.constant_expression("an enumeration constant")?;
            }
            let options = self.checker.types().options();
            let kinds = [
                IntegerKind::Int,
                IntegerKind::UnsignedInt,
                IntegerKind::LongLong,
                IntegerKind::UnsignedLongLong,
            ];
            let kind = match kinds.into_iter().find(|&kind| options.fits(kind, next)) {
                Some(kind) => kind,
                None => return Err(self.error(pos, "the constant does not fit 64 bits")),
            };
            let constant_ty = self.checker.types().integer(kind);
            self.checker.declare_constant(name, options.pattern(kind, next), constant_ty, pos);
            constants.push((name, next));
            next += 1;
            if !self.accept(Punct::Comma) {
                break;
            }
        }
        self.expect(Punct::RightBrace)?;
        Ok(constants)
    }

    /// Finds the type of an enumeration's objects: the first one that holds all constants, from `int` on, or from
    /// `char` on if it is packed.
    fn complete_enum(
        &mut self,
        ty: TypeId,
        constants: Vec<(NameId, i128)>,
        attributes: Attributes,
        pos: Pos,
    ) -> Result<(), Stop> {
        use IntegerKind as K;
        let options = self.checker.types().options();
        let low = constants.iter().map(|c| c.1).min().unwrap_or(0);
        let high = constants.iter().map(|c| c.1).max().unwrap_or(0);
        let kinds = if low < 0 {
            [K::SignedChar, K::Short, K::Int, K::Long, K::LongLong]
        } else {
            [K::UnsignedChar, K::UnsignedShort, K::UnsignedInt, K::UnsignedLong, K::UnsignedLongLong]
        };
        let first = if attributes.is_packed { 0 } else { 2 };
        let fits = |&kind: &K| options.fits(kind, low) && options.fits(kind, high);
        let mut kind = kinds.into_iter().skip(first).find(fits).unwrap_or(kinds[4]);
        if attributes.mode.is_some() {
            let ty = self.checker.types().integer(kind);
            let ty = self.with_mode(ty, attributes, pos)?;
            kind = self.checker.types().integer_kind(ty).unwrap_or(kind);
        }
        let types = &mut self.checker.program.types;
        if let Type::Enum(id) = types.get(ty) {
            if let Some(enumeration) = types.enums.get_mut(id.index()) {
                enumeration.kind = kind;
                enumeration.constants = Some(constants);
            }
        }
        Ok(())
    }
}
