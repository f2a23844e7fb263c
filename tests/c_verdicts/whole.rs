//! Copies and fills of whole objects.

use crate::{is_safe, is_unknown, is_unsafe};

const DECLARATIONS: &str = "#include <string.h>
#include <stddef.h>
#include <stdlib.h>
struct node { int value; struct node *next; char text[4]; };
struct mixed { unsigned a : 3, b : 7; int x; int *p; short tail; };
struct padded { char c; int i; };
union command { unsigned char bytes[16]; struct { unsigned char op, rest[3]; int n; } parts; };
";

#[test]
fn copies_of_structures_keep_their_pointers() {
    let copy = "struct node x = { 5, &x, { 1, 2, 3 } }, y; memcpy(&y, &x, sizeof y);";
    let same = format!("{} if (y.next != &x || y.value != 5 || y.text[2] != 3) reach_error();", copy);
    is_safe(DECLARATIONS, &same);
    is_unsafe(DECLARATIONS, &format!("{} RARELY if (y.next == &x) reach_error();", copy));
    let copy = "int a = 1, b = 2, *v[2] = { &a, &b }, *w[2]; memcpy(w, v, sizeof v);";
    is_safe(DECLARATIONS, &format!("{} if (*w[0] != 1 || w[1] != &b) reach_error();", copy));
}

#[test]
fn an_object_of_the_heap_is_filled_before_its_type_is_known() {
    let fill = "void *p = malloc(sizeof(struct node)); if (!p) return 0; memset(p, 0, sizeof(struct node));
        struct node *n = p;";
    is_safe(DECLARATIONS, &format!("{} if (n->next || n->value || n->text[3]) reach_error();", fill));
    is_unsafe(DECLARATIONS, &format!("{} RARELY if (!n->next) reach_error();", fill));
}

#[test]
fn arrays_are_copied_without_a_loop() {
    let copy = "int a[32], b[32]; for (int i = 0; i < 32; i++) b[i] = i; memcpy(a, b, sizeof a);";
    is_safe(DECLARATIONS, &format!("{} if (a[31] != 31) reach_error();", copy));
    let rows = "int m[3][4]; memset(m, 0, sizeof m); m[1][2] = 5; memcpy(m[0], m[1], sizeof m[0]);";
    is_safe(DECLARATIONS, &format!("{} if (m[0][2] != 5 || m[2][2]) reach_error();", rows));
    let at = "struct padded v[3]; memset(v, 0, sizeof v); v[1].i = 4;
        int k = __VERIFIER_nondet_int(); if (k < 0 || k > 1) return 0; memcpy(&v[k + 1], &v[k], sizeof v[0]);";
    is_safe(DECLARATIONS, &format!("{} if (k == 1 && v[2].i != 4) reach_error();", at));
}

#[test]
fn objects_that_overlap_are_moved_in_both_directions() {
    let array = "int a[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };";
    let up = "memmove(a + 1, a, 5 * sizeof(int)); if (a[0] != 1 || a[1] != 1 || a[5] != 5) reach_error();";
    let down = "memmove(a, a + 1, 5 * sizeof(int)); if (a[0] != 2 || a[4] != 6 || a[5] != 6) reach_error();";
    is_safe(DECLARATIONS, &format!("{} {}", array, up));
    is_safe(DECLARATIONS, &format!("{} {}", array, down));
}

#[test]
fn the_first_members_of_a_structure_are_copied_alone() {
    let copy = "struct mixed x = { 1, 2, 3, &x.x, 9 }, y = { 4, 5, 6, &y.x, 7 };
        memcpy(&y, &x, offsetof(struct mixed, p));";
    is_safe(DECLARATIONS, &format!("{} if (y.b != 2 || y.x != 3 || y.p != &y.x) reach_error();", copy));
    is_unsafe(DECLARATIONS, &format!("{} RARELY if (y.a == 1 && y.tail == 7) reach_error();", copy));
    let fill = "union command c; memset(&c, 1, 16); memset(&c, 0, 12); c.parts.op = 7;";
    is_safe(
        DECLARATIONS,
        &format!("{} if (c.parts.n || c.bytes[0] != 7 || c.bytes[12] != 1) reach_error();", fill),
    );
}

#[test]
fn bytes_are_filled_in_values_of_several_bytes() {
    let fill = "int x; memset(&x, 0xaa, 4); memset(&x, 1, 2);";
    is_safe(DECLARATIONS, &format!("{} if ((unsigned)x != 0xaaaa0101) reach_error();", fill));
}

#[test]
fn a_call_whose_result_is_needed_is_still_a_call() {
    let copy = "int a = 3, b = 4, *p = ({ memcpy(&a, &b, sizeof a); });";
    is_safe(DECLARATIONS, &format!("{} if (p != &a || a != 4) reach_error();", copy));
}

#[test]
fn arguments_have_their_effects_once() {
    let copy = "int a = 3, b = 4, *p = &a, *q = &b; memcpy(p++, q++, sizeof a);";
    is_safe(DECLARATIONS, &format!("{} if (a != 4 || p != &a + 1 || q != &b + 1) reach_error();", copy));
}

#[test]
fn values_in_the_padding_of_a_view_are_not_lost() {
    let copy = "char x[8], y[8]; memset(y, 3, 8); memset(x, 0, 8); x[2] = 5;";
    let reason = "bytes that are no members of a structure get values by its assignment";
    let by_call = "memcpy((struct padded *)y, (struct padded *)x, 8); if (y[2] != 5) reach_error();";
    is_unknown(DECLARATIONS, &format!("{} {}", copy, by_call), reason);
    let by_assignment = "*(struct padded *)y = *(struct padded *)x; if (y[2] != 5) reach_error();";
    is_unknown(DECLARATIONS, &format!("{} {}", copy, by_assignment), reason);
}
