//! The standard headers that are built in, as C texts. Types and constants that depend on the target are written with
//! the predefined macros of gcc, so one text serves for all targets.

mod missing;

pub(super) use missing::Missing;

/// A header: its name and its text.
type Header = (&'static str, &'static str);

/// The text of these files, one behind the other.
macro_rules! text {
    ($($file:tt)*) => {
        concat!($(include_str!($file)),*)
    };
}

/// All headers.
pub(super) const HEADERS: &[Header] = &[
    ("alloca.h", text!("sizes.h" "alloca.h")),
    // Without the type of its argument, `assert` does not cut off a `long long`.
    ("assert.h", text!("assert.h")),
    ("bits/endian.h", text!("endian.h")),
    ("ctype.h", text!("ctype.h")),
    ("errno.h", text!("errno.h")),
    ("fcntl.h", text!("fcntl.h")),
    ("fenv.h", text!("fenv.h")),
    ("features.h", text!("features.h")),
    ("float.h", text!("float.h")),
    ("inttypes.h", text!("stdint.h" "inttypes.h")),
    ("iso646.h", text!("iso646.h")),
    ("limits.h", text!("limits.h")),
    ("locale.h", text!("locale.h")),
    ("math.h", text!("math.h")),
    ("search.h", text!("search.h")),
    ("setjmp.h", text!("setjmp.h")),
    ("signal.h", text!("signal.h")),
    ("stdalign.h", text!("stdalign.h")),
    ("stdarg.h", text!("stdarg.h")),
    ("stdatomic.h", text!("stdatomic.h")),
    ("stdbool.h", text!("stdbool.h")),
    ("stddef.h", text!("sizes.h" "stddef.h")),
    ("stdint.h", text!("stdint.h")),
    ("stdio.h", text!("sizes.h" "stdio.h")),
    ("stdlib.h", text!("sizes.h" "byte_order.h" "stdlib.h")),
    ("stdnoreturn.h", text!("stdnoreturn.h")),
    ("string.h", text!("sizes.h" "string.h")),
    ("strings.h", text!("sizes.h" "string.h")),
    ("sys/mman.h", text!("sys_mman.h")),
    ("sys/time.h", text!("sys_time.h")),
    ("sys/types.h", text!("sizes.h" "byte_order.h" "sys_types.h")),
    ("time.h", text!("time.h")),
    ("uchar.h", text!("sizes.h" "uchar.h")),
    ("unistd.h", text!("sizes.h" "unistd.h")),
    ("wchar.h", text!("wchar.h")),
    ("wctype.h", text!("wctype.h")),
];

/// The name and the text of a header.
pub(super) fn header(name: &str) -> Option<Header> {
    HEADERS.iter().find(|&&(known, _)| known == name).copied()
}

/// The name of the first header that declares or defines a function of this name.
pub(in crate::c) fn declaring(function: &str) -> Option<&'static str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let declares = |text: &str| {
        let found = text.match_indices(function);
        found
            .into_iter()
            .any(|(at, word)| text[at + word.len()..].starts_with('(') && !text[..at].ends_with(is_word))
    };
    HEADERS.iter().find(|(_, text)| declares(text)).map(|&(name, _)| name)
}

/// The headers that are gcc's own. The others are glibc's, which include <features.h> first.
pub(super) const OF_GCC: [&str; 8] = [
    "float.h",
    "iso646.h",
    "stdalign.h",
    "stdarg.h",
    "stdatomic.h",
    "stdbool.h",
    "stddef.h",
    "stdnoreturn.h",
];
