//! The demands of functions of the C library on their arguments, beside accesses in their bodies: pointers that are not
//! null, even if there are no bytes to look at, and objects that do not overlap.

/// The demands of a function on its arguments, by their positions.
#[derive(Clone, Copy, Debug)]
pub(in crate::c) struct Demands {
    /// The function.
    pub name: &'static str,
    /// The arguments that must not be null.
    pub not_null: &'static [usize],
    /// The arguments that must not overlap, and the number of their bytes.
    pub apart: Option<[usize; 3]>,
}

const fn demands(name: &'static str, not_null: &'static [usize]) -> Demands {
    Demands { name, not_null, apart: None }
}

/// The functions of the C library that ask something of their arguments.
const DEMANDS: [Demands; 33] = [
    Demands { name: "memcpy", not_null: &[0, 1], apart: Some([0, 1, 2]) },
    Demands { name: "mempcpy", not_null: &[0, 1], apart: Some([0, 1, 2]) },
    demands("memmove", &[0, 1]),
    demands("memset", &[0]),
    demands("memcmp", &[0, 1]),
    demands("memchr", &[0]),
    demands("strlen", &[0]),
    demands("strnlen", &[0]),
    demands("strcpy", &[0, 1]),
    demands("stpcpy", &[0, 1]),
    demands("strncpy", &[0, 1]),
    demands("strcat", &[0, 1]),
    demands("strncat", &[0, 1]),
    demands("strcmp", &[0, 1]),
    demands("strncmp", &[0, 1]),
    demands("strcasecmp", &[0, 1]),
    demands("strchr", &[0]),
    demands("strrchr", &[0]),
    demands("strstr", &[0, 1]),
    demands("strspn", &[0, 1]),
    demands("strcspn", &[0, 1]),
    demands("strdup", &[0]),
    demands("strndup", &[0]),
    demands("atoi", &[0]),
    demands("atol", &[0]),
    demands("strtol", &[0]),
    demands("strtoul", &[0]),
    demands("getenv", &[0]),
    demands("fclose", &[0]),
    demands("fputs", &[0, 1]),
    demands("fgets", &[0, 2]),
    demands("fgetc", &[0]),
    demands("puts", &[0]),
];

/// The demands of a function of the C library.
pub(in crate::c) fn demands_of(name: &str) -> Option<&'static Demands> {
    DEMANDS.iter().find(|demands| demands.name == name)
}
