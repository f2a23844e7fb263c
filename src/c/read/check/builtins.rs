//! Functions that gcc knows without declaration, `__builtin_…`.
//!
//! Some have a value when the program is read (`__builtin_constant_p`), some are functions of the library by another
//! name (`__builtin_strlen`), and the rest have no meaning here and become unsupported expressions.

use super::super::arch::IntegerKind;
use super::super::names::NameId;
use super::super::source::Pos;
use super::super::syntax::{BinaryOp, ExprId, ExprKind, FunctionId, PointerFact};
use super::super::types::{FunctionType, Prototype, Type, TypeId, Types};
use super::checker::Checker;
use super::fold::Folded;
use super::verifiers::WORDS;

/// Functions of the library that also exist as builtins, with `__builtin_` before the name. The types of the result and
/// of the parameters are letters behind the name (see [`Checker::letter`]).
const LIBRARY: &str = "\
    __fprintf_chk:ipis. __printf_chk:iis. __snprintf_chk:iszizs. __sprintf_chk:isizs. abort:v alloca:pz \
    calloc:pzz exit:vi fprintf:ips. fputc:iip fputs:isp free:vp fwrite:zpzzp isalnum:ii isalpha:ii isdigit:ii \
    islower:ii isspace:ii isupper:ii malloc:pz memchr:ppiz memcmp:ippz memcpy:pppz memmove:pppz mempcpy:pppz \
    memset:ppiz printf:is. putchar:ii puts:is realloc:ppz snprintf:iszs. sprintf:iss. stpcpy:sss strcat:sss \
    strchr:ssi strcmp:iss strcpy:sss strcspn:zss strdup:ss strlen:zs strncat:sssz strncmp:issz strncpy:sssz \
    strndup:ssz strpbrk:sss strrchr:ssi strspn:zss strstr:sss tolower:ii toupper:ii _exit:vi";

/// Builtins that stay functions with their own name.
const OWN: &str = "\
    __builtin_alloca:pz __builtin_bswap16:hh __builtin_bswap32:uu __builtin_bswap64:ww __builtin_trap:v \
    __builtin_unreachable:v __builtin_abort:v __builtin_va_start:vp. __builtin_va_end:vp __builtin_va_copy:vpp \
    __builtin_alloca_with_align:pzz";

/// The letters of a function in a table.
fn signature_of(table: &'static str, name: &str) -> Option<&'static str> {
    let mut known = table.split(' ').filter_map(|row| row.split_once(':'));
    known.find(|(own, _)| *own == name).map(|(_, letters)| letters)
}

impl Checker<'_> {
    fn letter(&mut self, letter: char) -> TypeId {
        let size = self.types().options().size_kind();
        match letter {
            'p' => self.program.types.pointer(Types::VOID),
            's' => self.program.types.pointer(Types::CHAR),
            'z' => self.types().integer(size),
            'i' => Types::INT,
            'h' => self.types().integer(IntegerKind::UnsignedShort),
            'u' => self.types().integer(IntegerKind::UnsignedInt),
            'w' => self.types().integer(IntegerKind::UnsignedLongLong),
            'd' => self.types().integer(self.types().options().difference_kind()),
            _ => Types::VOID,
        }
    }

    fn signature(&mut self, letters: &str) -> FunctionType {
        let is_open = letters.ends_with('.');
        let mut types: Vec<TypeId> =
            letters.chars().filter(|&c| c != '.').map(|letter| self.letter(letter)).collect();
        let parameters = types.split_off(1.min(types.len()));
        let prototype = if is_open { Prototype::Variadic } else { Prototype::Fixed };
        FunctionType { result: types.first().copied().unwrap_or(Types::VOID), parameters, prototype }
    }

    /// The type of a function of the library with variable arguments, which compilers know without declaration.
    pub(super) fn known_variadic(&mut self, name: &str) -> Option<FunctionType> {
        signature_of(LIBRARY, name)
            .filter(|letters| letters.ends_with('.'))
            .map(|known| self.signature(known))
    }

    /// Declares a builtin that is a function.
    pub(super) fn declare_known_builtin(&mut self, name: NameId, pos: Pos) -> Option<FunctionId> {
        let text = self.program.names.text(name).to_string();
        let own = match signature_of(OWN, &text).or_else(|| signature_of(WORDS, &text)) {
            Some(letters) => Some(self.signature(letters)),
            None if text.starts_with("__builtin_indubit_") => self.float_function(&text),
            None => None,
        };
        if let Some(function) = own {
            let id = self.declare_builtin(name, function, pos);
            let ends =
                matches!(text.as_str(), "__builtin_trap" | "__builtin_abort" | "__builtin_unreachable");
            self.update_function(id, |function| function.is_noreturn |= ends);
            return Some(id);
        }
        let own = text.strip_prefix("__builtin_")?;
        let function = match signature_of(LIBRARY, own) {
            Some(letters) => self.signature(letters),
            None => self.float_function(own)?,
        };
        let name = self.program.names.intern(own);
        let id = self.declare_builtin(name, function, pos);
        let ends = matches!(own, "abort" | "exit" | "_exit");
        self.update_function(id, |function| function.is_noreturn |= ends);
        Some(id)
    }

    /// The value of a call of a builtin that is no function.
    pub(super) fn builtin_call(&mut self, callee: ExprId, arguments: &[ExprId], pos: Pos) -> Option<ExprId> {
        let function = match self.expr(callee).kind {
            ExprKind::Function(function) => function,
            _ => return None,
        };
        let is_mine = self.program.function(function).body.is_none();
        let name = self.program.names.text(self.program.function(function).name).to_string();
        // The others of their kind are known by name to the two meanings of a program.
        let jumps = ["__sigsetjmp", "vfork"];
        if is_mine && (jumps.contains(&name.as_str()) || self.return_twice.contains(&function)) {
            let ty = match self.types().get(self.ty(callee)) {
                Type::Function(id) => self.types().function(id).result,
                _ => Types::INT,
            };
            return Some(self.unsupported(format!("a call of `{}`", name), ty, pos));
        }
        if let (true, "strlen", &[text]) = (is_mine, name.as_str(), arguments) {
            return self.text_size(text).map(|length| self.size_constant(length, pos));
        }
        let word = if is_mine { self.verifier_call(&name, arguments, pos) } else { None };
        if word.is_some() {
            return word;
        }
        let is_special = ["__builtin_", "__sync_", "__atomic_"].iter().any(|prefix| name.starts_with(prefix));
        if !is_special || !is_mine {
            return None;
        }
        Some(match (name.as_str(), arguments) {
            ("__builtin_expect", &[value, guess])
            | ("__builtin_expect_with_probability", &[value, guess, _]) => {
                let value = self.convert(value, Types::LONG, false);
                match self.folded(guess) {
                    Folded::No => {
                        let guess = self.convert(guess, Types::VOID, true);
                        self.comma(guess, value, pos)
                    }
                    _ => value,
                }
            }
            ("__builtin_constant_p", &[value]) => {
                let is_constant = match (self.folded(value), self.expr(value).kind) {
                    (Folded::Integer(_) | Folded::Floating(_), _) => true,
                    (_, ExprKind::Decay(place)) => matches!(self.expr(place).kind, ExprKind::Text(_)),
                    _ => false,
                };
                self.integer_constant(u64::from(is_constant), Types::INT, pos)
            }
            ("__builtin_object_size" | "__builtin_dynamic_object_size", &[pointer, mode]) => {
                self.object_size(pointer, mode, pos)
            }
            ("__builtin_classify_type", &[value]) => {
                let class = self.class_of_type(self.ty(value));
                self.integer_constant(class, Types::INT, pos)
            }
            ("__builtin_indubit_bits", &[value]) if self.types().integer_kind(self.ty(value)).is_some() => {
                self.bits_of(value, pos)
            }
            ("__builtin_shuffle", _) => self.shuffle(arguments, pos),
            ("__builtin_shufflevector", _) => self.shuffle_vector(arguments, pos),
            ("__builtin_prefetch", &[place, ..]) => self.convert(place, Types::VOID, true),
            ("__builtin_assume_aligned", &[place, ..]) => {
                let ty = self.letter('p');
                self.convert(place, ty, false)
            }
            ("__builtin_va_start" | "__builtin_va_end" | "__builtin_va_copy", _) => {
                return self.list_call(&name, arguments, pos)
            }
            _ if signature_of(OWN, &name).is_some() || PointerFact::of(&name).is_some() => return None,
            _ if self.float_function(&name).is_some() => return None,
            _ => {
                let own = name.strip_prefix("__builtin_").unwrap_or(&name).to_string();
                if let Some(value) = self.float_builtin(&own, arguments, pos) {
                    return Some(value);
                }
                let ty = self.result_of_unknown(&name);
                self.unsupported(format!("the builtin `{}` is not supported", name), ty, pos)
            }
        })
    }

    /// The bytes from a pointer to the end of its object, as far as the reader knows them.
    fn object_size(&mut self, pointer: ExprId, mode: ExprId, pos: Pos) -> ExprId {
        let mode = self.folded(mode).integer().unwrap_or(0);
        let options = self.types().options();
        let most = options.pattern(options.size_kind(), -1);
        let unknown = if mode & 2 == 0 { most } else { 0 };
        let known = self.room_behind(pointer);
        let known = known.and_then(|(whole, part)| if mode & 1 == 0 { Some(whole) } else { part });
        self.size_constant(known.unwrap_or(unknown), pos)
    }

    /// The number of bits of a value without promotion, negative for a signed type.
    fn bits_of(&mut self, value: ExprId, pos: Pos) -> ExprId {
        let (options, kind) = (self.types().options(), self.types().integer_kind(self.ty(value)));
        let kind = kind.unwrap_or(IntegerKind::Int);
        let bits = i128::from(self.bit_field(value).unwrap_or(options.integer_bits(kind)));
        let bits = if options.is_signed(kind) { -bits } else { bits };
        let bits = options.pattern(IntegerKind::Int, bits);
        let bits = self.integer_constant(bits, Types::INT, pos);
        let value = self.convert(value, Types::VOID, true);
        self.comma(value, bits, pos)
    }

    /// The number that gcc gives the class of a type, behind the conversions of an argument.
    fn class_of_type(&self, ty: TypeId) -> u64 {
        match self.types().get(ty) {
            Type::Error => u64::MAX,
            Type::Void => 0,
            Type::Integer(_) | Type::Enum(_) => 1,
            Type::Pointer(_) | Type::Array(..) | Type::Function(_) => 5,
            Type::Floating(_) => 8,
            Type::Record(id) if self.types().record(id).is_union => 13,
            Type::Record(_) => 12,
        }
    }

    /// The length of a string literal, up to its first 0.
    fn text_size(&self, mut pointer: ExprId) -> Option<u64> {
        while let ExprKind::Convert { operand, .. } = self.expr(pointer).kind {
            pointer = operand;
        }
        let place = match self.expr(pointer).kind {
            ExprKind::Decay(place) => place,
            _ => return None,
        };
        let text = match self.expr(place).kind {
            ExprKind::Text(text) => self.program.texts.get(text.index())?,
            _ => return None,
        };
        let length = text.units.iter().position(|&unit| unit == 0).unwrap_or(text.units.len());
        (text.kind == IntegerKind::Char).then_some(length as u64)
    }

    /// For a pointer whose object is known: the number of bytes to the end of the whole object, and to the end of the
    /// member or array. The second number is unknown for `a + n`, as for a compiler that does not look further.
    fn room_behind(&self, mut pointer: ExprId) -> Option<(u64, Option<u64>)> {
        let (mut offset, mut part) = (0u64, None);
        let (mut is_sum, mut is_place) = (false, false);
        loop {
            let mut place = match self.expr(pointer).kind {
                ExprKind::Convert { operand, .. } => {
                    pointer = operand;
                    continue;
                }
                ExprKind::Binary(BinaryOp::PointerAdd, from, index) => {
                    is_sum |= !is_place;
                    let unit = self.types().size(self.types().pointee(self.ty(from))?)?;
                    offset = offset.checked_add(unit.checked_mul(self.folded(index).integer()?)?)?;
                    pointer = from;
                    continue;
                }
                ExprKind::Decay(place) | ExprKind::AddressOf(place) => place,
                _ => return None,
            };
            if is_place {
                part = part.or(self.types().size(self.ty(place))?.checked_sub(offset));
            }
            is_place = true;
            while let ExprKind::Member(record, field) = self.expr(place).kind {
                part = part.or(self.types().size(self.ty(place))?.checked_sub(offset));
                offset = offset.checked_add(self.types().field(self.ty(record), field)?.offset)?;
                place = record;
            }
            match self.expr(place).kind {
                ExprKind::Dereference(of) => pointer = of,
                ExprKind::Object(object) if self.variable_arrays.contains_key(&object) => return None,
                ExprKind::Object(_) | ExprKind::Text(_) => {
                    let whole = self.types().size(self.ty(place))?.saturating_sub(offset);
                    let part = part.unwrap_or(whole);
                    return Some((whole, (!is_sum).then_some(part)));
                }
                _ => return None,
            }
        }
    }

    /// The type of a builtin's value, as far as the name tells it.
    fn result_of_unknown(&mut self, name: &str) -> TypeId {
        let rest = name.strip_prefix("__builtin_").unwrap_or(name);
        match rest {
            "frame_address" | "return_address" | "extract_return_addr" | "apply_args" => self.letter('p'),
            _ if rest.starts_with("is") || rest.starts_with("signbit") || rest.starts_with("fpclassify") => {
                Types::INT
            }
            _ if ["inf", "nan", "huge_val", "fabs", "sqrt", "copysign", "pow", "floor", "ceil", "fm"]
                .iter()
                .any(|known| rest.starts_with(known)) =>
            {
                self.types().floating(super::super::arch::FloatingKind::Double)
            }
            _ => Types::INT,
        }
    }
}
