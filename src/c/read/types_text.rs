//! Writes types as C spells them, for messages.

use super::names::Names;
use super::types::{Opaque, Prototype, Type, TypeId, Types};

/// The most levels of function types whose parameters are spelt out.
const DEEPEST_PARAMETER: usize = 3;

impl Types {
    /// The type as C spells it, without a name: `int (*)[3]`.
    ///
    /// ```
    /// use indubit::{base::Budget, c};
    ///
    /// let program = c::read(b"int (*handler)(char *, ...);", &Default::default(), &Budget::unlimited()).unwrap();
    /// let object = &program.objects[0];
    /// assert_eq!(program.types.text(object.ty, &program.names), "int (*)(char *, ...)");
    /// ```
    pub fn text(&self, id: TypeId, names: &Names) -> String {
        self.spell(id, names, 0)
    }

    fn spell(&self, mut id: TypeId, names: &Names, level: usize) -> String {
        // The declarator grows from the inside out.
        let mut inner = String::new();
        loop {
            match self.get(id) {
                Type::Pointer(to) => {
                    let wraps = matches!(self.get(to), Type::Array(..) | Type::Function(_));
                    inner = if wraps { format!("(*{})", inner) } else { format!("*{}", inner) };
                    id = to;
                }
                Type::Array(element, length) => {
                    let length = length.map_or(String::new(), |n| n.to_string());
                    inner = format!("{}[{}]", inner, length);
                    id = element;
                }
                Type::Function(function) => {
                    let function = self.function(function);
                    let mut parts: Vec<String> = if level < DEEPEST_PARAMETER {
                        function.parameters.iter().map(|&p| self.spell(p, names, level + 1)).collect()
                    } else {
                        vec!["...".to_string()]
                    };
                    match function.prototype {
                        Prototype::Variadic => parts.push("...".to_string()),
                        Prototype::Fixed if parts.is_empty() => parts.push("void".to_string()),
                        _ => {}
                    }
                    inner = format!("{}({})", inner, parts.join(", "));
                    id = function.result;
                }
                _ => break,
            }
        }
        let base = self.base_text(id, names);
        if inner.is_empty() {
            base
        } else {
            format!("{} {}", base, inner)
        }
    }

    fn base_text(&self, id: TypeId, names: &Names) -> String {
        let tagged = |keyword: &str, tag: Option<_>| match tag {
            Some(tag) => format!("{} {}", keyword, names.text(tag)),
            None => format!("{} without tag", keyword),
        };
        match self.get(id) {
            Type::Void => "void".to_string(),
            Type::Integer(kind) => kind.text().to_string(),
            Type::Floating(kind) => kind.text().to_string(),
            Type::Record(record) if self.record(record).opaque.is_some() => {
                match self.record(record).opaque {
                    Some(Opaque::WideInteger) => "__int128".to_string(),
                    Some(Opaque::Vector) => "a vector".to_string(),
                    Some(Opaque::Complex) | None => "a complex number".to_string(),
                }
            }
            Type::Record(record) if self.record(record).is_vector => {
                let element = self.vector(id).map_or(Types::ERROR, |(element, _)| element);
                let size = self.record(record).size;
                format!("{} __attribute__((vector_size({})))", self.base_text(element, names), size)
            }
            Type::Record(record) if self.record(record).is_union => tagged("union", self.record(record).tag),
            Type::Record(record) => tagged("struct", self.record(record).tag),
            Type::Enum(id) => tagged("enum", self.enumeration(id).tag),
            _ => "a type with an error".to_string(),
        }
    }
}
