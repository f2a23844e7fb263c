//! The target: macros, sizes, packed layouts, labels of assembler.

use crate::{is_safe, is_unknown, is_unsafe};

#[test]
fn the_macros_of_gcc_are_defined() {
    is_unsafe(
        "",
        "\n#if defined __GNUC__ && defined __linux__ && __INT_MAX__ > 0\nRARELY reach_error();\n#endif\n",
    );
    is_safe("", "\n#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__\nRARELY reach_error();\n#endif\n");
}

#[test]
fn limits_have_their_types() {
    is_safe(
        "#include <stdint.h>",
        "unsigned n = 5; RARELY if (!(n < SIZE_MAX) || !(-1 < 0) || !(0 < UINTPTR_MAX)) reach_error();",
    );
    is_safe(
        "#include <limits.h>",
        "RARELY if (-1 > INT_MAX || !(-1 < 0u == 0) || CHAR_MAX != 127) reach_error();",
    );
}

#[test]
fn packed_layouts_are_obeyed() {
    is_unsafe(
        "#pragma pack(push, 1)\nstruct p { char c; int i; };\n#pragma pack(pop)\nstruct q { char c; int i; };
        enum __attribute__((packed)) e { A };",
        "RARELY if (sizeof(struct p) == 5 && sizeof(struct q) == 8 && sizeof(enum e) == 1) reach_error();",
    );
}

#[test]
fn wide_bit_fields_compute_in_their_width() {
    is_unsafe(
        "struct { unsigned long long e : 40; } s;",
        "s.e = (1ULL << 40) - 1; RARELY if (s.e + 1 == 0) reach_error();",
    );
}

#[test]
fn labels_of_assembler_name_functions() {
    is_unsafe(
        "int alias(void) __asm__(\"real\"); int real(void) { return 7; }",
        "RARELY if (alias() == 7) reach_error();",
    );
}

#[test]
fn low_bits_of_an_address_do_no_harm_until_something_depends_on_them() {
    is_safe(
        "int g[4];",
        "int *p = nondet() ? &g[1] : 0; short low = (short) (long) p; if (!p && low) reach_error();",
    );
    is_safe(
        "int g[4];",
        "int *p = nondet() ? &g[1] : 0; short low = (short) p; g[0] = low; if (g[1]) reach_error();",
    );
    is_unsafe("int g[4];", "short low = (short) (unsigned long) g; RARELY { g[0] = low; reach_error(); }");
    for text in [
        "if ((short) (long) &g[1] & 3) reach_error();",
        "g[((char) (long) g) & 3] = 1; if (g[1]) reach_error();",
    ] {
        is_unknown("int g[4];", text, "the low bits of an address, on which the run depends");
    }
}
