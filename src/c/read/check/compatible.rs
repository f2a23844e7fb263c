//! Compatible types, and the composite of two declarations of a name (C11, 6.2.7): `int a[]` and `int a[3]` declare the
//! same object of type `int[3]`.

use super::super::types::{FunctionType, Prototype, Type, TypeId, Types};

impl Types {
    /// Whether two types are compatible, qualifiers apart.
    pub(in crate::c) fn are_compatible(&self, a: TypeId, b: TypeId) -> bool {
        let mut pairs = vec![(a, b)];
        while let Some((a, b)) = pairs.pop() {
            let (a, b) = (self.plain(a), self.plain(b));
            if a == b || a == Types::ERROR || b == Types::ERROR {
                continue;
            }
            match (self.get(a), self.get(b)) {
                (Type::Pointer(a), Type::Pointer(b)) => pairs.push((a, b)),
                (Type::Array(a, m), Type::Array(b, n)) if m == n || m.is_none() || n.is_none() => {
                    pairs.push((a, b));
                }
                (Type::Enum(id), Type::Integer(kind)) | (Type::Integer(kind), Type::Enum(id))
                    if self.enumeration(id).kind == kind => {}
                (Type::Function(f), Type::Function(g)) => {
                    let (f, g) = (self.function(f), self.function(g));
                    if !self.parameters_agree(f, g, &mut pairs) {
                        return false;
                    }
                    pairs.push((f.result, g.result));
                }
                _ => return false,
            }
        }
        true
    }

    /// Whether lists of parameters may be compatible; the types to compare are added.
    fn parameters_agree(
        &self,
        f: &FunctionType,
        g: &FunctionType,
        pairs: &mut Vec<(TypeId, TypeId)>,
    ) -> bool {
        match (f.prototype, g.prototype) {
            // The standard asks that promotion changes no parameter; programs of old do not mind, and neither does it
            // matter to a definition, which converts its arguments.
            (Prototype::Unspecified, _) | (_, Prototype::Unspecified) => true,
            (a, b) => {
                pairs.extend(f.parameters.iter().copied().zip(g.parameters.iter().copied()));
                a == b && f.parameters.len() == g.parameters.len()
            }
        }
    }

    /// The type that is known from two compatible declarations.
    pub(super) fn composite(&mut self, a: TypeId, b: TypeId) -> TypeId {
        match (self.get(a), self.get(b)) {
            _ if a == b => a,
            (Type::Array(_, None), Type::Array(_, Some(_))) => b,
            (Type::Function(f), Type::Function(_))
                if self.function(f).prototype == Prototype::Unspecified =>
            {
                b
            }
            (Type::Enum(_), Type::Integer(_)) => b,
            _ => a,
        }
    }
}
