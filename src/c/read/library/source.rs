//! Writes the library functions that ask for values as C for a compiler. A harness needs them, because the real library
//! would return other values.

use super::super::syntax::Program;
use super::append::UNSUPPORTED;
use super::prologue::{definitions, Errno};
use super::texts::{Item, ItemKind, Library};
use super::uses;

/// The beginning of the names of functions that give a value.
const VALUES: &str = "__indubit_any_";
/// Operators on floating-point numbers, as far as functions that ask for values use them, for a compiler.
const OPERATORS: &str = "\
#define __builtin_indubit_sign(x) (__builtin_signbit(x) != 0)\n\
#define __builtin_indubit_signf(x) (__builtin_signbit(x) != 0)\n\
#define __builtin_indubit_signl(x) (__builtin_signbit(x) != 0)\n\
#define __builtin_indubit_signed(x, s) ((s) ? -__builtin_fabs(x) : __builtin_fabs(x))\n\
#define __builtin_indubit_signedf(x, s) ((s) ? -__builtin_fabsf(x) : __builtin_fabsf(x))\n\
#define __builtin_indubit_signedl(x, s) ((s) ? -__builtin_fabsl(x) : __builtin_fabsl(x))\n\
#define __builtin_indubit_integral(mode, x) __builtin_trunc(x)\n";
/// The functions whose results are streams that the real library does not know, and those that write to them.
const OPENING: [&str; 4] = ["fopen", "fopen64", "fdopen", "tmpfile"];
const TO_STREAMS: [&str; 11] = [
    "fprintf",
    "vfprintf",
    "__fprintf_chk",
    "__vfprintf_chk",
    "fputs",
    "fputc",
    "putc",
    "fwrite",
    "rewind",
    "clearerr",
    "setbuf",
];

impl Program {
    /// The definitions of those functions of the C library in this program that ask for values, in C for a compiler. A
    /// function of the standard has a name of its own in C, with this beginning, and the wanted one for the linker. The
    /// functions that give the values are declared and not defined. `None` if there is none that asks.
    pub fn library_source(&self, beginning: &str) -> Option<String> {
        let (library, _) = self.lines.library()?;
        let errno = match uses::errno(self).0 {
            Errno::Unseen => Errno::Unseen,
            Errno::Object | Errno::Function => Errno::Function,
        };
        let choices = uses::choices(self, errno);
        let is_ours = |name: &str| {
            let id = self.function_named(name);
            id.map_or(false, |id| self.lines.library_function(self.function(id).pos).is_some())
        };
        let opens = OPENING.iter().any(|name| is_ours(name));
        let mut is_wanted = vec![false; library.items().len()];
        for function in self.functions.iter().filter(|f| self.lines.library_function(f.pos).is_some()) {
            let name = self.names.text(function.name);
            let is_own_stream = (opens && TO_STREAMS.contains(&name)) || name == "ungetc";
            let is_replaced = (!name.starts_with("__") || name.starts_with("__isoc"))
                && (choices.is_printed_used || !uses::PRINTING.iter().any(|(n, _)| *n == name));
            if let (Some(at), true) = (library.position(name), is_replaced || is_own_stream) {
                let parts = closure(library, at, choices.is_shown);
                let asks = parts.iter().any(|&part| library.items()[part].name.starts_with(VALUES));
                if asks || is_own_stream {
                    parts.into_iter().for_each(|part| is_wanted[part] = true);
                }
            }
        }
        if !is_wanted.contains(&true) {
            return None;
        }
        let mut text = definitions(choices);
        text.push_str(OPERATORS);
        if errno != Errno::Unseen {
            text.push_str("extern int *__errno_location(void);\n");
        }
        for (item, _) in library.items().iter().zip(is_wanted).filter(|&(_, is_wanted)| is_wanted) {
            text.push('\n');
            text.push_str(&source_of(item, beginning));
        }
        Some(text)
    }
}

/// An item and all those that it mentions.
fn closure(library: &Library, at: usize, is_shown: bool) -> Vec<usize> {
    let (mut found, mut next) = (vec![at], 0);
    while let Some(&at) = found.get(next) {
        next += 1;
        for part in library.mentioned(at, is_shown) {
            if !found.contains(&part) {
                found.push(part);
            }
        }
    }
    found
}

fn source_of(item: &Item, beginning: &str) -> String {
    let is_helper = item.name.starts_with("__indubit_") || item.kind != ItemKind::Function;
    if item.name == UNSUPPORTED {
        // A run that was recorded does not come here.
        return format!("static void {}(void) {{ __builtin_trap(); }}\n", item.name);
    }
    if is_helper {
        return item.text.to_string();
    }
    let (before, behind) = item.text.split_at(item.name_at);
    let head = behind.split('{').next().unwrap_or(behind).trim_end();
    format!(
        "{before}{beginning}{head} __asm__(\"{name}\");\n{before}{beginning}{behind}",
        before = before,
        beginning = beginning,
        head = head,
        name = item.name,
        behind = behind
    )
}
