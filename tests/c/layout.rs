//! Sizes and offsets, as gcc has them on i386 and x86-64.

use crate::program_for;
use indubit::c::Arch::{self, Ilp32, Lp64};
use indubit::c::Type;

/// The size of the record `t`, its alignment, and the first bit of each member.
fn layout(text: &str, arch: Arch) -> (u64, u64, Vec<u64>) {
    let program = program_for(&format!("{} object;", text), arch);
    let ty = program.objects[0].ty;
    let fields = match program.types.get(ty) {
        Type::Record(id) => program.types.fields(id),
        ty => panic!("{:?}", ty),
    };
    let bits = fields.iter().map(|field| field.bits.map_or(8 * field.offset, |bits| bits.offset)).collect();
    (program.types.size(ty).expect("a complete type"), program.types.align(ty), bits)
}

#[test]
fn records_are_laid_out_as_by_gcc() {
    // The record; its size and alignment on ILP32, and on LP64; the first bits of the members on both.
    for (text, ilp32, lp64, bits32, bits64) in [
        ("struct { char a; int b; }", (8, 4), (8, 4), vec![0, 32], vec![0, 32]),
        ("struct { char a; long long b; }", (12, 4), (16, 8), vec![0, 32], vec![0, 64]),
        ("struct { char a; long b; char c; }", (12, 4), (24, 8), vec![0, 32, 64], vec![0, 64, 128]),
        ("struct { char a; double b; }", (12, 4), (16, 8), vec![0, 32], vec![0, 64]),
        ("struct { long double a; char b; }", (16, 4), (32, 16), vec![0, 96], vec![0, 128]),
        ("union { char a; short b[3]; int c; }", (8, 4), (8, 4), vec![0, 0, 0], vec![0, 0, 0]),
        ("struct { int a : 3; int b : 5; int c; }", (8, 4), (8, 4), vec![0, 3, 32], vec![0, 3, 32]),
        ("struct { char a; int b : 25; }", (8, 4), (8, 4), vec![0, 32], vec![0, 32]),
        ("struct { char a; int b : 24; }", (4, 4), (4, 4), vec![0, 8], vec![0, 8]),
        ("struct { int a : 3; int : 0; int b : 2; }", (8, 4), (8, 4), vec![0, 32], vec![0, 32]),
        ("struct { char a; int : 4; char b; }", (3, 1), (3, 1), vec![0, 16], vec![0, 16]),
        ("struct { char a : 4; short b : 9; }", (2, 2), (2, 2), vec![0, 4], vec![0, 4]),
        ("struct { int a; long long b : 40; }", (12, 4), (16, 8), vec![0, 32], vec![0, 64]),
        ("struct { int a : 20; long long b : 40; }", (8, 4), (8, 8), vec![0, 20], vec![0, 20]),
        ("struct { _Bool a : 1; _Bool b : 1; }", (1, 1), (1, 1), vec![0, 1], vec![0, 1]),
        ("struct { char a; int b; } __attribute__((packed))", (5, 1), (5, 1), vec![0, 8], vec![0, 8]),
        ("struct __attribute__((packed)) { int a : 3; int b : 30; }", (5, 1), (5, 1), vec![0, 3], vec![0, 3]),
        (
            "struct { char a; char b __attribute__((aligned(8))); }",
            (16, 8),
            (16, 8),
            vec![0, 64],
            vec![0, 64],
        ),
        (
            "struct { char a; struct { short b; } c; char d[]; }",
            (4, 2),
            (4, 2),
            vec![0, 16, 32],
            vec![0, 16, 32],
        ),
        ("struct { void *a; char b; }", (8, 4), (16, 8), vec![0, 32], vec![0, 64]),
        (
            "#pragma pack(1)\nstruct { char a; int b; long long c; }",
            (13, 1),
            (13, 1),
            vec![0, 8, 40],
            vec![0, 8, 40],
        ),
        (
            "#pragma pack(push, 2)\nstruct in { char a; int b; };\n#pragma pack(pop)
            struct { char a; struct in b; int c; }",
            (12, 4),
            (12, 4),
            vec![0, 16, 64],
            vec![0, 16, 64],
        ),
        (
            "#pragma pack(1)\nstruct { int a : 3; int b : 30; char c; }",
            (6, 1),
            (6, 1),
            vec![0, 3, 40],
            vec![0, 3, 40],
        ),
        (
            "#pragma pack(4)\nstruct { char a; long long b; int : 0; char c; }",
            (16, 4),
            (16, 4),
            vec![0, 32, 96],
            vec![0, 32, 96],
        ),
        ("_Pragma(\"pack(1)\") struct { char a; short b; }", (3, 1), (3, 1), vec![0, 8], vec![0, 8]),
        (
            "struct { char a; long long b __attribute__((aligned(2))); }",
            (12, 4),
            (16, 8),
            vec![0, 32],
            vec![0, 64],
        ),
        (
            "typedef long long t __attribute__((aligned(4))); struct { int a; t b; t c[2]; }",
            (28, 4),
            (28, 4),
            vec![0, 32, 96],
            vec![0, 32, 96],
        ),
        ("struct { char a; int b __attribute__((packed)); }", (5, 1), (5, 1), vec![0, 8], vec![0, 8]),
        (
            "struct { char a; enum __attribute__((packed)) { A, B } b; }",
            (2, 1),
            (2, 1),
            vec![0, 8],
            vec![0, 8],
        ),
        ("struct { char a; int b __attribute__((mode(DI))); }", (12, 4), (16, 8), vec![0, 32], vec![0, 64]),
        ("struct { char a; __int128 b; }", (32, 16), (32, 16), vec![0, 128], vec![0, 128]),
        ("struct { char a; _Complex float b; }", (12, 4), (12, 4), vec![0, 32], vec![0, 32]),
        ("struct { char a; _Float128 b; }", (32, 16), (32, 16), vec![0, 128], vec![0, 128]),
        ("struct { char a; _Alignas(8) char b; }", (16, 8), (16, 8), vec![0, 64], vec![0, 64]),
        ("struct { char a; __builtin_va_list b; }", (8, 4), (32, 8), vec![0, 32], vec![0, 64]),
        ("union { char a; int b : 9; }", (4, 4), (4, 4), vec![0, 0], vec![0, 0]),
    ] {
        let (size, align, bits) = layout(text, Ilp32);
        assert_eq!(((size, align), bits), (ilp32, bits32), "{} on ILP32", text);
        let (size, align, bits) = layout(text, Lp64);
        assert_eq!(((size, align), bits), (lp64, bits64), "{} on LP64", text);
    }
}

#[test]
fn enumerations_are_unsigned_unless_a_constant_is_negative() {
    for (text, expected) in [
        ("enum { A, B } e;", "unsigned int"),
        ("enum { A = -1 } e;", "int"),
        ("enum { A = 4294967295U } e;", "unsigned int"),
        ("enum { A = -1, B = 2147483648LL } e;", "long long"),
    ] {
        let program = program_for(text, Ilp32);
        let kind = program.types.integer_kind(program.objects[0].ty).expect("an integer");
        assert_eq!(kind.text(), expected, "{}", text);
    }
}

#[test]
fn alignments_are_those_of_the_two_operators() {
    for (operand, ilp32, lp64) in [
        ("_Alignof(long long)", 4, 8),
        ("__alignof__(long long)", 8, 8),
        ("__alignof__(double[3])", 8, 8),
        ("__alignof__(s)", 4, 8),
        ("__alignof__(s.b)", 4, 8),
        ("__alignof__(t)", 16, 16),
    ] {
        for (arch, expected) in [(Ilp32, ilp32), (Lp64, lp64)] {
            let text = format!(
                "typedef int t __attribute__((aligned)); struct {{ char a; long long b; }} s;
                _Static_assert({} == {}, \"\");",
                operand, expected
            );
            program_for(&text, arch);
        }
    }
}

#[test]
fn offsets_are_constants() {
    for offset in ["__builtin_offsetof(struct P, i.b[2])", "(unsigned long)&((struct P *)0)->i.b[2]"] {
        let text = format!(
            "struct P {{ int a; struct {{ char c; short b[4]; }} i; }}; int x[{}]; int f() {{ return {}; }}",
            offset, offset
        );
        for arch in [Ilp32, Lp64] {
            let program = program_for(&text, arch);
            assert!(crate::returned(&program).ends_with("10)"), "{}", crate::returned(&program));
            assert_eq!(program.types.size(program.objects[0].ty), Some(40));
        }
    }
}
