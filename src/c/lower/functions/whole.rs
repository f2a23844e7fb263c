//! Calls of `memset`, `memcpy` and their like that write a whole row (`memory/rows`).
//!
//! The bodies of these functions are loops over bytes. A loop over a million bytes hides that all elements of an array
//! are the same afterwards. So where such a call writes exactly the bytes of an object that is a row, an edge assigns
//! the row a constant array, or the row that is copied, and leads behind the call. Runs that write another part of an
//! object go through the body.

use crate::c::lower::analysis::leaves::MOST_PARTS;
use crate::c::lower::machine::lowering::Lowering;
use crate::c::lower::machine::objects::Store;
use crate::c::lower::machine::value::{StoreId, Target, Value, Way};
use crate::c::lower::stop::Stop;
use crate::c::read::syntax::{BinaryOp, ExprId, FunctionId};
use crate::c::read::types::{Type, TypeId};
use crate::model::cfa::LocId;
use crate::solver::term::{TermId, Terms};

/// The bytes that a function writes.
#[derive(Clone, Copy)]
enum Source {
    Zero,
    /// The argument of this number.
    Byte(usize),
    /// The bytes to which the argument of this number points.
    Copy(usize),
}

/// The functions of the library that write the bytes to which their argument of the first number points. The second
/// number is that of the argument for the size.
const WRITERS: [(&str, usize, usize, Source); 6] = [
    ("memset", 0, 2, Source::Byte(1)),
    ("bzero", 0, 1, Source::Zero),
    ("memcpy", 0, 2, Source::Copy(1)),
    (ONLY_WHOLE, 0, 2, Source::Copy(1)),
    ("__indubit_move", 0, 2, Source::Copy(1)),
    ("mempcpy", 0, 2, Source::Copy(1)),
];

/// The function that contracts copy objects with. Runs in which it writes no whole row are not followed.
const ONLY_WHOLE: &str = "__indubit_copy";

/// Whether calls of a function of the library may be one edge, without the statements of its body.
pub fn is_at_once(name: &str) -> bool {
    WRITERS.iter().any(|writer| writer.0 == name)
}

impl Lowering<'_> {
    /// Adds an edge to the end of a call for runs in which the call writes a whole row. The other runs stay here.
    pub(super) fn write_whole(
        &mut self,
        call: ExprId,
        function: FunctionId,
        arguments: &[Value],
        exit: LocId,
    ) -> Result<(), Stop> {
        let declared = self.program.function(function);
        let name = self.program.names.text(declared.name);
        let body = declared.body.map(|body| self.program.stmt(body).pos);
        let is_library = body.map_or(false, |pos| self.program.lines.library_function(pos).is_some());
        let (_, to, size, source) = match WRITERS.iter().find(|writer| writer.0 == name) {
            Some(&writer) if is_library => writer,
            Some(_) | None => return Ok(()),
        };
        let types = self.program.argument_types(call);
        let (target, size) = match (arguments.get(to), arguments.get(size), types.get(size)) {
            (Some(Value::Pointer(target)), Some(value @ (Value::Number(_) | Value::Bool(_))), Some(&ty)) => {
                let (numbers, bits, signed) = (self.numbers, self.pointer_bits(), self.is_signed(Some(ty)));
                let number = self.number(value, ty)?;
                (target.clone(), numbers.resize(self.terms(), number, signed, bits))
            }
            _ => return Ok(()),
        };
        let before = match self.builder.at() {
            Some(before) if self.numbers.is_words() => before,
            Some(_) | None => return Ok(()),
        };
        if self.makes_rows(&target, size) {
            return Ok(());
        }
        let cases = self.written(source, arguments, &types, &target, size)?;
        let guards: Vec<TermId> = cases.iter().map(|&(guard, ..)| guard).collect();
        let any = self.terms().or(&guards);
        if name == ONLY_WHOLE {
            let others = self.terms().not(any);
            self.builder.unsupported_if(others, "a contract copies a part of an object");
        }
        if any == Terms::FALSE {
            return Ok(());
        }
        self.builder.assume(any);
        let mut changes: Vec<(TermId, TermId)> = Vec::new();
        for (guard, row, value) in cases {
            match changes.iter_mut().find(|(known, _)| *known == row) {
                Some((_, known)) => *known = self.builder.terms_mut().ite(guard, value, *known),
                None => changes.push((row, self.builder.terms_mut().ite(guard, value, row))),
            }
        }
        self.builder.assign(changes);
        let ty = self.result_type(function);
        if self.program.types.size(ty).is_some() {
            let moved = match name {
                "mempcpy" => self.moved_by(target, Value::Number(size), self.size_type(), 8)?,
                _ => target,
            };
            let store = self.result_store(function)?;
            self.save(store, ty, &Value::Pointer(moved))?;
        }
        self.builder.jump(exit);
        if name == ONLY_WHOLE {
            return Ok(());
        }
        self.builder.stand_at(before);
        let others = self.terms().not(any);
        self.builder.assume(others);
        Ok(())
    }

    /// The formula that a way leads to the beginning of a live object of this size, and its store.
    pub(super) fn whole_object(&mut self, way: &Way, size: TermId) -> Option<(TermId, StoreId)> {
        let place = match &way.target {
            Target::At(place) => place,
            Target::Number(_) | Target::Function(_) => return None,
        };
        let store = self.objects.store(place.store).clone();
        let bytes = self.bytes_of(&store);
        let is_start = self.compare_offsets(BinaryOp::Equal, place, &place.beginning());
        let is_all = self.terms().eq(size, bytes);
        let lives = self.lives(&place.beginning(), 0);
        let guard = self.terms().and(&[way.guard, is_start, is_all, lives]);
        (guard != Terms::FALSE).then_some((guard, place.store))
    }

    /// The conditions under which a call writes a whole row, each with the row and its new value.
    fn written(
        &mut self,
        source: Source,
        arguments: &[Value],
        types: &[TypeId],
        target: &[Way],
        size: TermId,
    ) -> Result<Vec<(TermId, TermId, TermId)>, Stop> {
        let mut cases = Vec::new();
        match source {
            Source::Zero => self.filled(target, size, None, &mut cases),
            Source::Byte(at) => {
                if let (Some(value @ (Value::Number(_) | Value::Bool(_))), Some(&ty)) =
                    (arguments.get(at), types.get(at))
                {
                    let number = self.number(value, ty)?;
                    self.filled(target, size, Some(number), &mut cases);
                }
            }
            Source::Copy(at) => match arguments.get(at) {
                Some(Value::Pointer(from)) if !self.makes_rows(from, size) => {
                    self.copied(target, from, size, &mut cases);
                }
                _ => {}
            },
        }
        Ok(cases)
    }

    fn size_type(&self) -> TypeId {
        self.program.types.integer(self.numbers.target.size_kind())
    }

    /// Makes objects rows, from the next round on, that have too many parts and that are written or read as a whole.
    /// In this round, no run goes on then.
    fn makes_rows(&mut self, ways: &[Way], size: TermId) -> bool {
        let mut is_new = false;
        for way in ways {
            let place = match &way.target {
                Target::At(place) if place.steps.is_empty() && place.base == 0 => place,
                Target::At(_) | Target::Number(_) | Target::Function(_) => continue,
            };
            let store = self.objects.store(place.store);
            let most = (self.options.array_parts as usize).min(MOST_PARTS);
            let is_large = store.is_sparse || store.cells.len() > most;
            let number = self.numbers.value(self.builder.terms(), size, false);
            let is_whole = store.length.is_none() && number == Some(i128::from(store.bits / 8));
            if let (Some(root), None, true, true) = (store.root, store.row, is_large, is_whole) {
                if self.may_be_row(root, &store.targets) {
                    let unit = Self::first_unit(8 * self.element_size(store.ty), 64);
                    self.objects.add_row(root, unit);
                    is_new = true;
                }
            }
        }
        if is_new {
            self.builder.end();
        }
        is_new
    }

    /// The bytes of an element of a type, or of the type itself if it is no array.
    pub(super) fn element_size(&self, mut ty: TypeId) -> u64 {
        while let Type::Array(element, _) = self.program.types.get(ty) {
            ty = element;
        }
        self.program.types.size(ty).unwrap_or(1).max(1)
    }

    /// The formula that a way leads to the beginning of a live row of `size` bytes, and the store of the row.
    fn whole(&mut self, way: &Way, size: TermId) -> Option<(TermId, StoreId, Store)> {
        match &way.target {
            Target::At(place) if self.objects.store(place.store).row.is_some() => {
                let (guard, id) = self.whole_object(way, size)?;
                Some((guard, id, self.objects.store(id).clone()))
            }
            Target::At(_) | Target::Number(_) | Target::Function(_) => None,
        }
    }

    /// Adds the cases in which a row gets the same byte everywhere: the lowest bits of a number, or 0.
    fn filled(
        &mut self,
        target: &[Way],
        size: TermId,
        byte: Option<TermId>,
        cases: &mut Vec<(TermId, TermId, TermId)>,
    ) {
        for way in target {
            let row = match self.whole(way, size) {
                Some((guard, _, Store { row: Some(row), .. })) => (guard, row),
                Some(_) | None => continue,
            };
            let ((guard, row), terms) = (row, self.builder.terms_mut());
            let byte = match byte {
                Some(byte) => terms.extract(byte, 7, 0),
                None => terms.bv_zero(8),
            };
            let element = terms.concat_all(&vec![byte; row.unit as usize / 8]);
            let sort = terms.sort(row.variable);
            let value = terms.const_array(sort, element);
            cases.push((guard, row.variable, value));
        }
    }

    /// Adds the cases in which a row becomes a copy of another one of the same size.
    fn copied(
        &mut self,
        target: &[Way],
        from: &[Way],
        size: TermId,
        cases: &mut Vec<(TermId, TermId, TermId)>,
    ) {
        for to in target {
            for from in from {
                let (first, old) = match self.whole(from, size) {
                    Some((guard, _, Store { row: Some(row), root: Some(root), .. })) => (guard, (row, root)),
                    Some(_) | None => continue,
                };
                let (second, new) = match self.whole(to, size) {
                    Some((guard, _, Store { row: Some(row), root: Some(root), .. })) => (guard, (row, root)),
                    Some(_) | None => continue,
                };
                if self.are_alike(old, new) {
                    let guard = self.terms().and(&[first, second]);
                    cases.push((guard, new.0.variable, old.0.variable));
                }
            }
        }
    }
}
