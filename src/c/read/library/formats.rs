//! Calls of `printf`, `scanf` and their like whose format is a literal get functions of their own.
//!
//! The bodies in the texts read a format character by character, which works for all formats. If the format is a
//! literal, a function is made that does what the format says, one statement after the other. So no run and no proof
//! has to find out again what the characters of the format are.
//!
//! Such a function asks for the same values in the same order as the body in the texts.

use super::super::check::Checker;
use super::super::syntax::{ExprId, ExprKind, FunctionId};
use super::prologue::Choices;
use super::read::read;
use super::texts::Library;
use super::uses;
use crate::base::{Budget, HashMap};

/// A function, its parameters before the format, and the expressions of the target and its room.
struct Printing {
    name: &'static str,
    parameters: &'static str,
    format: usize,
    target: &'static str,
    /// Statements before the first character and behind the last one.
    checks: (&'static str, &'static str),
}

impl Printing {
    fn has_target(&self) -> bool {
        self.target != "0, 0"
    }
}

const PRINTING: [Printing; 8] = [
    Printing { name: "printf", parameters: "", format: 0, target: "0, 0", checks: ("", "") },
    Printing { name: "fprintf", parameters: "void *stream, ", format: 1, target: "0, 0", checks: ("", "") },
    Printing { name: "__printf_chk", parameters: "int flag, ", format: 1, target: "0, 0", checks: ("", "") },
    Printing {
        name: "__fprintf_chk",
        parameters: "void *stream, int flag, ",
        format: 2,
        target: "0, 0",
        checks: ("", ""),
    },
    Printing { name: "sprintf", parameters: "char *to, ", format: 1, target: "to, -1", checks: ("", "") },
    Printing {
        name: "snprintf",
        parameters: "char *to, __SIZE_TYPE__ room, ",
        format: 2,
        target: "to, room",
        checks: ("", ""),
    },
    Printing {
        name: "__sprintf_chk",
        parameters: "char *to, int flag, __SIZE_TYPE__ room, ",
        format: 3,
        target: "to, room",
        checks: ("", "  if (length >= room)\n    abort();\n"),
    },
    Printing {
        name: "__snprintf_chk",
        parameters: "char *to, __SIZE_TYPE__ room, int flag, __SIZE_TYPE__ size, ",
        format: 4,
        target: "to, room",
        checks: ("  if (size < room)\n    abort();\n", ""),
    },
];

/// The functions that read streams, with their parameters before the format.
const READING: [(&str, &str, usize); 6] = [
    ("scanf", "", 0),
    ("__isoc99_scanf", "", 0),
    ("__isoc23_scanf", "", 0),
    ("fscanf", "void *stream, ", 1),
    ("__isoc99_fscanf", "void *stream, ", 1),
    ("__isoc23_fscanf", "void *stream, ", 1),
];

/// A conversion of a format.
#[derive(Default, Debug)]
struct Conversion {
    flags: String,
    /// A number, or `*`.
    width: String,
    precision: Option<String>,
    size: String,
    letter: char,
}

/// A part of a format.
enum Part {
    Text(u8),
    Conversion(Conversion),
}

/// Gives calls functions of their own. The first place of the row of texts is `start`.
pub(super) fn specialise<'s>(
    mut checker: Checker<'s>,
    library: &Library,
    choices: Choices,
    macros: &str,
    start: usize,
    budget: &Budget,
) -> Checker<'s> {
    let dropped: Vec<ExprId> = uses::dropped(&checker.program);
    let mut is_dropped = vec![false; checker.program.expr_count()];
    dropped.into_iter().for_each(|id| is_dropped[id.index()] = true);
    let mut made: HashMap<(&'static str, Vec<u32>, bool), Option<FunctionId>> = HashMap::default();
    let calls: Vec<(ExprId, ExprId)> = checker
        .program
        .exprs()
        .filter_map(|id| match checker.program.expr(id).kind {
            ExprKind::Call { callee, .. } => Some((id, callee)),
            _ => None,
        })
        .collect();
    for (call, callee) in calls {
        let (name, format) = match called(&checker, call, callee) {
            Some(found) => found,
            None => continue,
        };
        let is_silent = is_dropped[call.index()];
        let key = (name, format, is_silent);
        let function = match made.get(&key) {
            Some(&function) => function,
            None => {
                let own = format!("__indubit_{}_{}", name.trim_start_matches('_'), made.len());
                let text = text_of(name, &own, &key.1, is_silent, choices);
                let place = library.function(name).map_or(start, |item| start + item.start);
                let function = match text {
                    Some(text) => {
                        let (next, is_read) = read(checker, &text, 0, macros, place, budget);
                        checker = next;
                        checker.program.function_named(&own).filter(|_| is_read)
                    }
                    None => None,
                };
                made.insert(key, function);
                function
            }
        };
        if let Some(function) = function {
            checker.program.exprs[callee.index()].kind = ExprKind::Function(function);
        }
    }
    checker
}

/// The function of the texts that a call calls, and the literal that is its format.
fn called(checker: &Checker<'_>, call: ExprId, callee: ExprId) -> Option<(&'static str, Vec<u32>)> {
    let program = &checker.program;
    let name = match program.expr(callee).kind {
        ExprKind::Function(id) => {
            let function = program.function(id);
            let name = program.lines.library_function(function.pos).filter(|_| function.body.is_some())?;
            Some(name).filter(|&name| name == program.names.text(function.name))?
        }
        _ => return None,
    };
    let printing = PRINTING.iter().find(|printing| printing.name == name).map(|printing| printing.format);
    let at =
        printing.or_else(|| READING.iter().find(|reading| reading.0 == name).map(|reading| reading.2))?;
    let units = uses::literal(program, *program.arguments(call).get(at)?)?;
    let end = units.iter().position(|&unit| unit == 0).unwrap_or(units.len());
    Some((name, units[..end].to_vec()))
}

/// The definition of a function for this format; none if the body in the texts has to read it.
fn text_of(name: &str, own: &str, format: &[u32], is_silent: bool, choices: Choices) -> Option<String> {
    let parts = parts_of(format)?;
    if let Some(printing) = PRINTING.iter().find(|printing| printing.name == name) {
        if !printing.has_target() && (!choices.is_printed_used || choices.is_shown) {
            return None;
        }
        return printing_text(printing, own, &parts, is_silent);
    }
    let (_, parameters, _) = READING.iter().find(|reading| reading.0 == name && !choices.is_pushed)?;
    reading_text(parameters, own, &parts)
}

fn parts_of(format: &[u32]) -> Option<Vec<Part>> {
    let bytes: Option<Vec<u8>> =
        format.iter().map(|&unit| u8::try_from(unit).ok().filter(|byte| *byte < 128)).collect();
    let bytes = bytes?;
    let (mut parts, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        if bytes[at] != b'%' {
            parts.push(Part::Text(bytes[at]));
            at += 1;
            continue;
        }
        at += 1;
        if bytes.get(at) == Some(&b'%') {
            parts.push(Part::Text(b'%'));
            at += 1;
            continue;
        }
        let mut take = |set: &[u8]| {
            let from = at;
            while at < bytes.len() && set.contains(&bytes[at]) {
                at += 1;
            }
            String::from_utf8_lossy(&bytes[from..at]).into_owned()
        };
        let mut found =
            Conversion { flags: take(b"-+ #0"), width: take(b"*0123456789"), ..Conversion::default() };
        if take(b".") == "." {
            found.precision = Some(take(b"*0123456789"));
        }
        found.size = take(b"hljzt");
        found.letter = char::from(*bytes.get(at)?);
        at += 1;
        parts.push(Part::Conversion(found));
    }
    Some(parts)
}

/// The bits of a number by its size, as an expression, and the type of its argument.
fn size_of(size: &str) -> Option<(&'static str, &'static str, bool)> {
    Some(match size {
        "" => ("32", "int", false),
        "h" => ("16", "int", false),
        "hh" => ("8", "int", false),
        "l" | "z" | "t" => ("(int)sizeof(long) * 8", "long", true),
        "ll" | "j" => ("64", "long long", true),
        _ => return None,
    })
}

fn printing_text(printing: &Printing, own: &str, parts: &[Part], is_silent: bool) -> Option<String> {
    let target = printing.target;
    let put = |value: &str| match printing.target {
        "0, 0" => "  length++;\n".to_string(),
        "to, -1" => format!("  to[length] = {};\n  length++;\n", value),
        _ => format!("  if (length + 1 < room)\n    to[length] = {};\n  length++;\n", value),
    };
    let is_count = |part: &Part| matches!(part, Part::Conversion(found) if found.letter == 'n');
    let has_count = parts.iter().any(is_count);
    if !printing.has_target() && is_silent && !has_count {
        return Some(format!(
            "int {}({}const char *format, ...)\n{{\n  return 0;\n}}\n",
            own, printing.parameters
        ));
    }
    let mut body = String::new();
    for part in parts {
        body += &match part {
            Part::Text(byte) => put(&byte.to_string()),
            Part::Conversion(found) => put_conversion(found, target, &put)?,
        };
    }
    let end = match printing.target {
        "0, 0" => "",
        "to, -1" => "  to[length] = 0;\n",
        _ => "  if (room > 0)\n    to[length < room ? length : room - 1] = 0;\n",
    };
    Some(format!(
        "int {}({}const char *format, ...)\n{{\n  __builtin_va_list list = {{0}};\n  __SIZE_TYPE__ length = 0;\n  \
         int width = 0, precision = 0;\n  char c = 0;\n  __builtin_va_start(list, format);\n{}{}{}{}  return \
         (int)length;\n}}\n",
        own, printing.parameters, printing.checks.0, body, end, printing.checks.1
    ))
}

/// The statements that put the value of a conversion into the target.
fn put_conversion(found: &Conversion, target: &str, put: &dyn Fn(&str) -> String) -> Option<String> {
    let has = |flag: char| u8::from(found.flags.contains(flag));
    let is_plain = found.flags.is_empty() && found.width.is_empty() && found.precision.is_none();
    let (bits, ty, is_long) = size_of(&found.size)?;
    let number = |text: &str| match text {
        "*" => "__builtin_va_arg(list, int)".to_string(),
        "" => "0".to_string(),
        // A zero in front would make it an octal number.
        text => text.parse::<i32>().map_or(text.to_string(), |number| number.to_string()),
    };
    Some(match found.letter {
        'c' if is_plain && found.size.is_empty() => {
            "  c = (char)__builtin_va_arg(list, int);\n".to_string() + &put("c")
        }
        's' if is_plain && found.size.is_empty() => {
            let value = "__builtin_va_arg(list, const char *)";
            format!("  length = __indubit_put_text({}, length, {});\n", target, value)
        }
        'd' | 'i' | 'u' | 'x' | 'X' | 'o'
            if is_plain && matches!(found.size.as_str(), "" | "l" | "ll" | "z") =>
        {
            let function = if is_long { "__indubit_put_long" } else { "__indubit_put_int" };
            let sign = if matches!(found.letter, 'd' | 'i') { "" } else { "unsigned " };
            let value = format!("__builtin_va_arg(list, {}{})", sign, ty);
            format!("  length = {}({}, length, {}, '{}');\n", function, target, value, found.letter)
        }
        'd' | 'i' | 'u' | 'x' | 'X' | 'o' => {
            let plus = match (has('+'), has(' ')) {
                (1, _) => "'+'",
                (_, 1) => "' '",
                _ => "0",
            };
            let precision = found.precision.as_ref().map_or("-1".to_string(), |text| number(text));
            let value = format!("__builtin_va_arg(list, {}), {}, '{}'", ty, bits, found.letter);
            let flags = format!("{}, {}, {}, {}", plus, has('-'), has('0'), has('#'));
            format!(
                "  width = {};\n  precision = {};\n  length = __indubit_put_number({}, length, {}, {}, width, \
                 precision);\n",
                number(&found.width),
                precision,
                target,
                value,
                flags
            )
        }
        'n' => {
            let to = "__builtin_va_arg(list, void *)";
            format!("  __indubit_store({}, {}, (long long)length);\n", to, bits)
        }
        _ => return None,
    })
}

/// The floating type that a conversion of `scanf` reads, and its name in the functions that give values.
fn float_of(found: &Conversion) -> Option<(&'static str, &'static str)> {
    match (found.letter.to_ascii_lowercase(), found.size.as_str()) {
        ('a' | 'e' | 'f' | 'g', "") => Some(("float", "float")),
        ('a' | 'e' | 'f' | 'g', "l") => Some(("double", "double")),
        _ => None,
    }
}

fn reading_text(parameters: &str, own: &str, parts: &[Part]) -> Option<String> {
    const MAY_END: &str = "  if (__indubit_any_bool())\n    return __indubit_scan_end(found);\n";
    let mut body = String::new();
    for part in parts {
        let found = match part {
            Part::Text(byte) if b" \t\n\x0b\x0c\r".contains(byte) => continue,
            Part::Text(_) => {
                body += MAY_END;
                continue;
            }
            Part::Conversion(found) => found,
        };
        if let (true, Some(number)) = (found.flags.is_empty() && found.precision.is_none(), float_of(found)) {
            if found.width.is_empty() {
                body += MAY_END;
                let (ty, name) = number;
                body +=
                    &format!("  *__builtin_va_arg(list, {} *) = __indubit_any_{}();\n  found++;\n", ty, name);
                continue;
            }
        }
        let (bits, ty, _) = size_of(&found.size)?;
        let is_number = matches!(found.letter, 'd' | 'i' | 'u' | 'x' | 'X' | 'o');
        if !is_number || !found.flags.is_empty() || !found.width.is_empty() || found.precision.is_some() {
            return None;
        }
        body += MAY_END;
        body += "  to = __builtin_va_arg(list, void *);\n";
        let ty = match found.size.as_str() {
            "hh" => "signed char",
            "h" => "short",
            _ => ty,
        };
        body += &format!("  *({} *)to = ({})__indubit_any_number({}, 10, 0);\n  found++;\n", ty, ty, bits);
    }
    Some(format!(
        "int {}({}const char *format, ...)\n{{\n  __builtin_va_list list = {{0}};\n  int found = 0;\n  \
         void *to = 0;\n  __builtin_va_start(list, format);\n{}  return found;\n}}\n",
        own, parameters, body
    ))
}
