//! The part of the checker that is about the C library: it finds the types of functions that compilers know without
//! declaration, and gives a function a body that is not understood.

use super::super::arch::{FloatingKind, IntegerKind};
use super::super::library::Item;
use super::super::syntax::{ExprKind, FunctionId, ReasonId, ScopeId, StmtKind};
use super::super::types::{TypeId, Types};
use super::checker::Checker;
use super::fold::Folded;

impl Checker<'_> {
    /// The type of the result of a function that compilers know without declaration, if the library has it.
    pub(super) fn known_result(&mut self, name: &str) -> Option<TypeId> {
        if matches!(name, "malloc" | "calloc" | "realloc" | "alloca") {
            return Some(self.program.types.pointer(Types::VOID));
        }
        let (library, _) = self.program.lines.library()?;
        let item = library.function(name).filter(|item| item.is_known)?;
        let options = self.types().options();
        let difference = options.difference_kind();
        Some(match item.result {
            "void" => Types::VOID,
            "void *" => self.program.types.pointer(Types::VOID),
            "char *" => {
                let character = self.types().integer(IntegerKind::Char);
                self.program.types.pointer(character)
            }
            "float" => self.types().floating(FloatingKind::Float),
            "double" => self.types().floating(FloatingKind::Double),
            "long double" => self.types().floating(FloatingKind::LongDouble),
            "long" => Types::LONG,
            "long long" => self.types().integer(IntegerKind::LongLong),
            "__SIZE_TYPE__" => self.types().integer(options.size_kind()),
            "__PTRDIFF_TYPE__" => self.types().integer(difference),
            _ => Types::INT,
        })
    }

    /// The name of the function that a name such as `__builtin_strlen` means, if the library has it.
    pub(super) fn library_builtin(&self, name: &str) -> Option<&'static str> {
        let (library, _) = self.program.lines.library()?;
        let plain = name.strip_prefix("__builtin_")?;
        let is_nan = |name: &str| matches!(name, "nan" | "nanf" | "nanl");
        let is_meant = |item: &&Item| (item.is_known || is_output(item.name)) && !is_nan(item.name);
        let known = |name: &str| library.function(name).filter(is_meant);
        known(name).or_else(|| known(plain)).map(|item| item.name)
    }

    /// Gives a function a body that has no meaning, with the reason.
    pub fn unsupported_body(&mut self, function: FunctionId, reason: String) {
        let pos = self.program.function(function).pos;
        self.program.reasons.push(reason);
        let reason = ReasonId(self.program.reasons.len() as u32 - 1);
        let expr = self.add(ExprKind::Unsupported(reason), Types::VOID, pos, Folded::No);
        let statement = self.add_stmt(StmtKind::Expression(expr), pos, pos);
        let list = self.add_stmts(&[statement]);
        let body = self.add_stmt(StmtKind::Block(list, ScopeId(0)), pos, pos);
        self.update_function(function, |function| function.body = Some(body));
    }
}

/// Functions of <stdio.h> that compilers know, too.
fn is_output(name: &str) -> bool {
    let known =
        "printf fprintf vprintf vfprintf sprintf snprintf vsprintf vsnprintf puts putchar fputs fputc fwrite";
    let name = name.strip_prefix("__").and_then(|name| name.strip_suffix("_chk")).unwrap_or(name);
    known.split(' ').any(|known| known == name)
}
