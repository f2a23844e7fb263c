//! Reads initialisers (C11, 6.7.9).
//!
//! While a list in braces is read, a cursor walks over the elements of the object. Inner braces may be left out, as in
//! `int a[2][2] = {1, 2, 3, 4}`, so the cursor enters and leaves inner arrays and records on an explicit stack. Inner
//! braces that are there are read by recursion.

use super::super::arch::IntegerKind;
use super::super::check::Folded;
use super::super::source::Pos;
use super::super::syntax::{Element, ExprId, ExprKind, Initialiser, InitialiserId, Storage};
use super::super::token::{Kind, Punct};
use super::super::types::{BitRange, Field, Type, TypeId, Types};
use super::elements::{Elements, Spot};
use super::parser::{Parser, Stop};

/// An array or record that is being filled.
#[derive(Clone, Copy, Debug)]
struct Level {
    spot: Spot,
    /// The index of the next element.
    next: u64,
}

/// A range of designators: how many more elements of this size get the same value.
#[derive(Clone, Copy, Debug)]
struct Repeat {
    more: u64,
    size: u64,
}

/// The most elements that a range of designators makes.
const MOST_REPEATED: u64 = 1 << 20;

/// A list in braces that is being read.
#[derive(Debug)]
struct Cursor {
    levels: Vec<Level>,
    /// The length that an array without length gets from the elements read so far.
    length: u64,
}

impl Parser<'_> {
    /// Reads the value behind the `=` of a declaration. Returns also the type of the object, whose length the value may
    /// tell.
    pub(super) fn initialiser(
        &mut self,
        ty: TypeId,
        is_constant: bool,
    ) -> Result<(InitialiserId, TypeId), Stop> {
        let pos = self.pos();
        if self.checker.types().size(ty).is_none()
            && !matches!(self.checker.types().get(ty), Type::Array(_, None))
        {
            let message = format!("`{}` is incomplete and cannot have a value", self.checker.type_text(ty));
            return Err(self.error(pos, message));
        }
        let mut elements = Elements { is_constant, ..Elements::default() };
        let spot = Spot { ty, offset: 0, bits: None, is_whole: true };
        let ty = if self.is(Punct::LeftBrace) {
            self.deeper(|parser| parser.braces(spot, &mut elements))?
        } else {
            let value = self.assignment_expression()?;
            self.whole(spot, value, &mut elements)?
        };
        if elements.end > 8 * self.checker.types().size(ty).unwrap_or(0) && !is_constant {
            return Err(self.error(pos, "the flexible member of a local object cannot have a value"));
        }
        let mut elements = elements.list;
        if is_constant {
            elements
                .iter_mut()
                .for_each(|element| element.value = self.checker.constant_element(element.value));
        }
        Ok((self.checker.add_initialiser(Initialiser { elements }), ty))
    }

    /// The elements, in which each compound literal is replaced by its own elements. GNU C accepts a compound literal
    /// as a constant in this way.
    fn without_literals(&self, elements: Vec<Element>) -> Vec<Element> {
        let size = |element: &Element| self.checker.types().size(element.ty).unwrap_or(0);
        let mut flat: Vec<Element> = Vec::with_capacity(elements.len());
        let mut rest: Vec<Element> = elements.into_iter().rev().collect();
        while let Some(element) = rest.pop() {
            let inner = match self.literal_of(element) {
                Some(inner) => inner,
                None => {
                    flat.push(element);
                    continue;
                }
            };
            // The parts that the literal does not name become 0, even if they had another value before.
            let end = element.offset + size(&element);
            flat.retain(|before| before.offset < element.offset || before.offset >= end);
            let moved = |part: &Element| Element {
                offset: element.offset + part.offset,
                bits: part.bits.map(|bits| BitRange { offset: 8 * element.offset + bits.offset, ..bits }),
                ..*part
            };
            rest.extend(inner.iter().rev().map(moved));
        }
        flat
    }

    /// The elements of the compound literal that is the value of an element, if it has the element's type.
    fn literal_of(&self, element: Element) -> Option<&[Element]> {
        let place = match self.checker.expr(element.value).kind {
            ExprKind::Load(place) => place,
            _ => element.value,
        };
        match self.checker.expr(place).kind {
            ExprKind::CompoundLiteral(_, initialiser) if self.checker.ty(place) == element.ty => {
                Some(&self.checker.program.initialiser(initialiser).elements)
            }
            _ => None,
        }
    }

    /// An initialiser that is one value of the object's type.
    pub(super) fn initial_value(&mut self, value: ExprId, ty: TypeId, is_constant: bool) -> InitialiserId {
        let value = if is_constant { self.checker.constant_element(value) } else { value };
        self.checker.whole_value(value, ty)
    }

    /// A value for a whole object; the type of the object.
    fn whole(&mut self, spot: Spot, value: ExprId, elements: &mut Elements) -> Result<TypeId, Stop> {
        if let Some(length) = self.text_length(spot.ty, value) {
            return self.text_value(spot, value, length, elements);
        }
        let pos = self.checker.pos(value);
        if let Type::Array(element, length) = self.checker.types().get(spot.ty) {
            let ty = self.checker.ty(value);
            let fits = match self.checker.types().get(ty) {
                Type::Array(of, room) => of == element && (length.is_none() || length == room),
                _ => false,
            };
            let whole = Element { offset: spot.offset, bits: None, ty, value };
            if fits && self.literal_of(whole).is_some() {
                for element in self.without_literals(vec![whole]) {
                    elements.push(element, self.checker.types());
                }
                return Ok(ty);
            }
            return Err(self.error(pos, "expected a list in braces as value of an array"));
        }
        self.scalar(spot, value, elements);
        Ok(spot.ty)
    }

    /// The length of a string literal, with the 0 at its end, if it can be the value of an array of this type.
    fn text_length(&self, ty: TypeId, value: ExprId) -> Option<u64> {
        let element = match self.checker.types().get(ty) {
            Type::Array(element, _) => self.checker.types().integer_kind(element)?,
            _ => return None,
        };
        let text = match self.checker.expr(value).kind {
            ExprKind::Text(text) => self.checker.program.texts.get(text.index())?,
            _ => return None,
        };
        let fits = element == text.kind || (text.kind == IntegerKind::Char && element.rank() == 1);
        fits.then(|| text.units.len() as u64 + 1)
    }

    fn text_value(
        &mut self,
        spot: Spot,
        value: ExprId,
        length: u64,
        elements: &mut Elements,
    ) -> Result<TypeId, Stop> {
        let pos = self.checker.pos(value);
        let ty = match self.checker.types().get(spot.ty) {
            Type::Array(element, None) => self.checker.program.types.array(element, Some(length)),
            Type::Array(_, room) => {
                // C allows that there is no room for the 0 at the end.
                if room.map_or(false, |room| length > room + 1) {
                    self.checker
                        .diagnostics
                        .warning(pos, "the array has no place for the end of the string literal");
                }
                spot.ty
            }
            _ => spot.ty,
        };
        elements.push(Element { offset: spot.offset, bits: None, ty, value }, self.checker.types());
        Ok(ty)
    }

    fn scalar(&mut self, spot: Spot, value: ExprId, elements: &mut Elements) {
        let pos = self.checker.pos(value);
        let value = self.checker.value(value);
        let value = self.checker.assign_to(value, spot.ty, pos, "this value");
        let element = Element { offset: spot.offset, bits: spot.bits, ty: spot.ty, value };
        let list = if elements.is_constant { self.without_literals(vec![element]) } else { vec![element] };
        list.into_iter().for_each(|element| elements.push(element, self.checker.types()));
    }

    /// A list in braces; the type of the object.
    fn braces(&mut self, spot: Spot, elements: &mut Elements) -> Result<TypeId, Stop> {
        let is_aggregate = matches!(self.checker.types().get(spot.ty), Type::Array(..) | Type::Record(_));
        if let Some(opaque) = self.checker.types().opaque_kind(spot.ty) {
            let pos = self.pos();
            self.pass_brackets();
            let value =
                self.checker.unsupported(format!("{} are not supported", opaque.text()), spot.ty, pos);
            self.scalar(spot, value, elements);
            return Ok(spot.ty);
        }
        let start = self.expect(Punct::LeftBrace)?;
        if !is_aggregate {
            return self.braced_scalar(spot, start, elements);
        }
        if self.is_braced_text(spot.ty) {
            let value = self.assignment_expression()?;
            let ty = self.whole(spot, value, elements)?;
            self.accept(Punct::Comma);
            self.expect(Punct::RightBrace)?;
            return Ok(ty);
        }
        let mut cursor = Cursor { levels: vec![Level { spot, next: 0 }], length: 0 };
        while !self.is(Punct::RightBrace) {
            if !self.goes_on() {
                return Err(Stop);
            }
            self.item(&mut cursor, elements)?;
            if !self.accept(Punct::Comma) {
                break;
            }
        }
        self.expect(Punct::RightBrace)?;
        match self.checker.types().get(spot.ty) {
            Type::Array(element, None) => Ok(self.checker.program.types.array(element, Some(cursor.length))),
            _ => Ok(spot.ty),
        }
    }

    /// Whether a string literal alone stands in the braces, behind the first one, as value of an array of characters.
    fn is_braced_text(&self, ty: TypeId) -> bool {
        let is_text = match self.checker.types().get(ty) {
            Type::Array(element, _) => matches!(self.checker.types().get(element), Type::Integer(_)),
            _ => false,
        };
        let mut count = 0;
        while let Kind::Text(_) = self.peek(count).kind {
            count += 1;
        }
        let next = self.peek(count);
        is_text && count > 0 && (next.is(Punct::RightBrace) || next.is(Punct::Comma))
    }

    /// `{ 3 }` for a scalar, from behind the brace.
    fn braced_scalar(&mut self, spot: Spot, start: Pos, elements: &mut Elements) -> Result<TypeId, Stop> {
        if self.accept(Punct::RightBrace) {
            // C23
            let zero = self.checker.integer_constant(0, Types::INT, start);
            let zero = self.checker.convert(zero, spot.ty, false);
            self.scalar(spot, zero, elements);
            return Ok(spot.ty);
        }
        if self.is(Punct::LeftBrace) {
            self.deeper(|parser| parser.braces(spot, elements))?;
        } else {
            let value = self.assignment_expression()?;
            self.scalar(spot, value, elements);
        }
        self.accept(Punct::Comma);
        self.expect(Punct::RightBrace)?;
        Ok(spot.ty)
    }

    /// One item of a list: designators and a value.
    fn item(&mut self, cursor: &mut Cursor, elements: &mut Elements) -> Result<(), Stop> {
        let pos = self.pos();
        let is_old = self.name().is_some() && self.peek(1).is(Punct::Colon);
        let mut repeats = Vec::new();
        let mut spot = match self.is(Punct::Dot) || self.is(Punct::LeftBracket) || is_old {
            true => self.designators(cursor, &mut repeats, elements)?,
            false => match self.next_spot(cursor) {
                Some(spot) => spot,
                None => return Err(self.error(pos, "there are more values than elements; drop this one")),
            },
        };
        let first;
        if self.is(Punct::LeftBrace) {
            elements.clear(spot, self.checker.types());
            first = elements.list.len();
            self.deeper(|parser| parser.braces(spot, elements))?;
        } else {
            let value = self.assignment_expression()?;
            // The first element of the first element, until the value fits.
            while !self.fits(spot.ty, value) {
                cursor.levels.push(Level { spot, next: 0 });
                spot = match self.spot(spot, 0) {
                    Some(inner) => inner,
                    None => return Err(self.error(pos, "this value has no element to go to")),
                };
            }
            elements.clear(spot, self.checker.types());
            first = elements.list.len();
            self.whole(spot, value, elements)?;
        }
        for repeat in repeats.into_iter().rev() {
            self.repeat_elements(elements, first, repeat, pos)?;
        }
        self.step(cursor);
        Ok(())
    }

    /// Notes that what is read for one element of an array is the value of several.
    fn repeat(
        &mut self,
        cursor: &mut Cursor,
        array: Spot,
        range: [i128; 2],
        repeats: &mut Vec<Repeat>,
        pos: Pos,
    ) -> Result<(), Stop> {
        let element = match self.checker.types().get(array.ty) {
            Type::Array(element, _) => element,
            _ => return Err(self.error(pos, "a range of designators belongs to an array")),
        };
        let [low, high] = range;
        let last = u64::try_from(high).ok().and_then(|high| self.spot(array, high));
        let count = u64::try_from(high - low).ok();
        let size = self.checker.types().size(element).unwrap_or(1);
        match (last, count) {
            (Some(_), Some(more)) => repeats.push(Repeat { more, size }),
            _ => return Err(self.error(pos, "this range is none of the object's")),
        }
        // The length of the outermost array counts the last one.
        if cursor.levels.len() == 1 && cursor.levels.first().map_or(false, |l| l.spot.offset == array.offset)
        {
            cursor.length = cursor.length.max(u64::try_from(high).unwrap_or(0).saturating_add(1));
        }
        Ok(())
    }

    /// Copies the elements behind a position, each time for the next element of an array. The value of a further
    /// element is the same expression: gcc evaluates it once, so it must have no effect to have the same meaning here.
    fn repeat_elements(
        &mut self,
        elements: &mut Elements,
        first: usize,
        repeat: Repeat,
        pos: Pos,
    ) -> Result<(), Stop> {
        let pattern: Vec<Element> = elements.list.get(first..).unwrap_or(&[]).to_vec();
        let made = u64::try_from(pattern.len()).unwrap_or(u64::MAX).saturating_mul(repeat.more);
        if made > MOST_REPEATED {
            return Err(self.error(pos, format!("a range makes more than {} elements", MOST_REPEATED)));
        }
        let is_plain = |element: &Element| self.checker.folded(element.value) != Folded::No;
        if !pattern.iter().all(is_plain) && repeat.more > 0 {
            return Err(
                self.unsupported("ranges of designators with a value that is no constant", "use a loop")
            );
        }
        for turn in 1..=repeat.more {
            let shift = turn * repeat.size;
            let moved = |element: &Element| Element {
                offset: element.offset + shift,
                bits: element.bits.map(|bits| BitRange { offset: bits.offset + 8 * shift, ..bits }),
                ..*element
            };
            for element in pattern.iter().map(moved) {
                let Element { ty, offset, bits, .. } = element;
                elements.clear(Spot { ty, offset, bits, is_whole: false }, self.checker.types());
                elements.push(element, self.checker.types());
            }
        }
        Ok(())
    }

    /// Whether a value is one for the whole element, and not for the first of its own elements.
    fn fits(&self, ty: TypeId, value: ExprId) -> bool {
        match self.checker.types().get(ty) {
            Type::Array(..) => self.text_length(ty, value).is_some(),
            Type::Record(_) => self.checker.ty(value) == ty || self.checker.is_broken(value),
            _ => true,
        }
    }

    /// An element of an array or record by position.
    fn spot(&self, outer: Spot, index: u64) -> Option<Spot> {
        let types = self.checker.types();
        match types.get(outer.ty) {
            Type::Array(element, length) => {
                let is_inside = length.map_or(true, |length| index < length);
                let offset = types.size(element)?.checked_mul(index)?.checked_add(outer.offset)?;
                let is_small = offset < types.largest_object();
                (is_inside && is_small).then_some(Spot { ty: element, offset, bits: None, is_whole: false })
            }
            Type::Record(id) => {
                let field = types.fields(id).get(usize::try_from(index).ok()?)?;
                if types.record(id).is_union && index > 0 {
                    return None;
                }
                self.field_spot(outer, *field)
            }
            _ => None,
        }
    }

    fn field_spot(&self, outer: Spot, field: Field) -> Option<Spot> {
        let bits = field.bits.map(|bits| BitRange { offset: bits.offset + 8 * outer.offset, ..bits });
        let has_room = self.checker.types().size(field.ty).is_some() || outer.is_whole;
        let offset = outer.offset.checked_add(field.offset)?;
        has_room.then_some(Spot { ty: field.ty, offset, bits, is_whole: false })
    }

    /// The element at the cursor; levels that are full are left.
    fn next_spot(&self, cursor: &mut Cursor) -> Option<Spot> {
        loop {
            let level = *cursor.levels.last()?;
            if let Some(spot) = self.spot(level.spot, level.next) {
                return Some(spot);
            }
            if cursor.levels.len() == 1 {
                return None;
            }
            cursor.levels.pop();
            self.step(cursor);
        }
    }

    /// Moves the cursor behind the present element.
    fn step(&self, cursor: &mut Cursor) {
        if let Some(level) = cursor.levels.last_mut() {
            level.next = level.next.saturating_add(1);
        }
        // An element that is filled in part counts as well.
        let is_inside = u64::from(cursor.levels.len() > 1);
        if let Some(first) = cursor.levels.first() {
            cursor.length = cursor.length.max(first.next.saturating_add(is_inside));
        }
    }

    /// `[3].name =`, from the outermost object on.
    fn designators(
        &mut self,
        cursor: &mut Cursor,
        repeats: &mut Vec<Repeat>,
        elements: &mut Elements,
    ) -> Result<Spot, Stop> {
        cursor.levels.truncate(1);
        let (mut is_first, mut wants_mark, mut is_index) = (true, true, false);
        let mut spot = match cursor.levels.first() {
            Some(level) => level.spot,
            None => return Err(Stop),
        };
        loop {
            let pos = self.pos();
            let is_old = is_first && self.name().is_some();
            if self.accept(Punct::LeftBracket) {
                is_index = true;
                let index = self.constant_expression("the index of a designator")?;
                let last = match self.accept(Punct::Ellipsis) {
                    true => Some(self.constant_expression("the last index of a designator")?),
                    false => None,
                };
                self.expect(Punct::RightBracket)?;
                if let Some(last) = last {
                    self.repeat(cursor, spot, [index, last], repeats, pos)?;
                }
                let is_array = matches!(self.checker.types().get(spot.ty), Type::Array(..));
                let index = u64::try_from(index).unwrap_or(u64::MAX);
                let inner = self.spot(spot, index).filter(|_| is_array);
                let entered = last.and_then(|last| u64::try_from(last).ok()).unwrap_or(index);
                enter(cursor, spot, entered, is_first);
                spot = match inner {
                    Some(inner) => inner,
                    None => return Err(self.error(pos, "this index is not one of the object's")),
                };
            } else if is_old || self.accept(Punct::Dot) {
                is_index = false;
                spot = self.member_designator(cursor, spot, is_first, elements)?;
                if is_old {
                    self.expect(Punct::Colon)?;
                    wants_mark = false;
                    break;
                }
            } else {
                break;
            }
            is_first = false;
        }
        // Old GNU C leaves the mark out behind an index.
        if wants_mark && !(self.accept(Punct::Assign) || is_index) {
            return Err(self.unexpected("`=` behind a designator"));
        }
        Ok(spot)
    }

    /// The member of a designator, through anonymous structures and unions.
    fn member_designator(
        &mut self,
        cursor: &mut Cursor,
        outer: Spot,
        is_first: bool,
        elements: &mut Elements,
    ) -> Result<Spot, Stop> {
        let (name, pos) = self.expect_name("the name of a member")?;
        let path = match self.checker.types().get(outer.ty) {
            Type::Record(id) => self.checker.find_field(id, name),
            _ => None,
        };
        let path = match path {
            Some(path) => path,
            None => {
                let (ty, name) = (self.checker.type_text(outer.ty), self.checker.name(name));
                return Err(self.error(pos, format!("`{}` has no member `{}`", ty, name)));
            }
        };
        let mut spot = outer;
        for (i, &index) in path.iter().enumerate() {
            let field = self.checker.types().field(spot.ty, index).copied();
            enter(cursor, spot, u64::from(index), is_first && i == 0);
            let types = self.checker.types();
            if matches!(types.get(spot.ty), Type::Record(id) if types.record(id).is_union) {
                elements.enter_union(spot, index, types);
            }
            let inner = field.and_then(|field| self.field_spot(spot, field));
            spot = match inner {
                Some(inner) => inner,
                None => return Err(self.error(pos, "this member cannot have a value")),
            };
        }
        Ok(spot)
    }

    /// `(T){ … }`, from the brace on.
    pub(super) fn compound_literal(&mut self, ty: TypeId, pos: Pos) -> Result<ExprId, Stop> {
        let is_constant = self.checker.function.is_none();
        let (initialiser, ty) = self.deeper(|parser| parser.initialiser(ty, is_constant))?;
        if ty == Types::VOID {
            return Err(self.error(pos, "an object cannot have the type `void`"));
        }
        let object = self.checker.unnamed_object(ty, Storage::Literal, pos);
        self.checker.update_object(object, |object| {
            object.initialiser = if is_constant { Some(initialiser) } else { None };
        });
        Ok(self.checker.compound_literal(object, initialiser, ty, pos))
    }
}

/// Puts the cursor at an element of an array or record.
fn enter(cursor: &mut Cursor, spot: Spot, next: u64, is_first: bool) {
    match cursor.levels.first_mut() {
        Some(level) if is_first => level.next = next,
        _ => cursor.levels.push(Level { spot, next }),
    }
}
