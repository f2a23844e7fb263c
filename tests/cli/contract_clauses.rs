//! Clauses of contracts: objects that are freed, ranges of pointers, clauses in bodies, arguments apart.

use super::contracts::{file, verified};
use super::refused;

const FREED: &str = "#include <stdlib.h>
struct list { int *items; int n; };

void release(int *p, unsigned long n)
__CPROVER_requires(n > 0 && n < 10)
__CPROVER_requires(__CPROVER_is_fresh(p, n * 4))
__CPROVER_frees(p)
__CPROVER_assigns()
{ free(p); }

void release_unnamed(int *p, unsigned long n)
__CPROVER_requires(n > 0 && n < 10)
__CPROVER_requires(__CPROVER_is_fresh(p, n * 4))
__CPROVER_assigns(__CPROVER_object_whole(p))
{ free(p); }

void change_or_release(int *p)
__CPROVER_requires(__CPROVER_is_fresh(p, 4))
__CPROVER_frees(p)
__CPROVER_assigns()
{ if (*p) *p = 1; else free(p); }

void drop(struct list *l)
__CPROVER_requires(__CPROVER_is_fresh(l, sizeof *l))
__CPROVER_requires(__CPROVER_is_fresh(l->items, 40))
__CPROVER_assigns(l->items)
__CPROVER_frees(l->items)
__CPROVER_ensures(l->items == 0);

int drop_and_look(void)
__CPROVER_assigns()
{ struct list l = {malloc(40), 1}; if (!l.items) return 0; l.items[0] = 3; drop(&l); return l.items == 0; }

int drop_and_read(void)
__CPROVER_assigns()
{ struct list l = {malloc(40), 1}; if (!l.items) return 0; int *p = l.items; p[0] = 3; drop(&l); return p[0]; }
";

#[test]
fn only_what_a_contract_names_is_freed() {
    let file = file("freed.c", FREED);
    for (function, used, expected, what) in [
        ("release", "none", 20, ""),
        ("release_unnamed", "none", 10, "`free(p)` frees what `malloc` has not made"),
        ("change_or_release", "none", 10, "assertion `p_keeps_its_value` is false"),
        ("drop_and_look", "drop", 20, ""),
        ("drop_and_read", "drop", 10, "`p[0]` is accessed after the end of"),
    ] {
        let (code, out, err) = verified(&file, function, &["--use-contracts", used]);
        assert!(code == expected && out.contains(what), "{}: {}{}", function, out, err);
    }
}

const RANGES: &str = "char *find(char *low, char *high, char c)
__CPROVER_requires(__CPROVER_is_fresh(low, 8))
__CPROVER_requires(__CPROVER_pointer_in_range_dfcc(low, high, low + 8))
__CPROVER_ensures(__CPROVER_pointer_in_range_dfcc(low, __CPROVER_return_value, high))
__CPROVER_assigns()
{ while (low < high && *low != c) low++; return low; }

char *find_far(char *low, char *high, char c)
__CPROVER_requires(__CPROVER_is_fresh(low, 8))
__CPROVER_requires(__CPROVER_pointer_in_range_dfcc(low, high, low + 8))
__CPROVER_ensures(__CPROVER_pointer_in_range_dfcc(low, __CPROVER_return_value, high))
__CPROVER_assigns()
{ while (low < high && *low != c) low++; return low + 1; }

int length(char *low)
__CPROVER_requires(__CPROVER_is_fresh(low, 8))
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value >= 0 && __CPROVER_return_value <= 8)
{ return (int)(find(low, low + 8, 'x') - low); }

int short_length(char *low)
__CPROVER_requires(__CPROVER_is_fresh(low, 8))
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value < 8)
{ return (int)(find(low, low + 8, 'x') - low); }

void tail(int *p, int at)
__CPROVER_requires(__CPROVER_is_fresh(p, 40))
__CPROVER_requires(at == 4 || at == 5)
__CPROVER_assigns(__CPROVER_object_from(p + 4))
{ p[at] = 3; }

void long_tail(int *p)
__CPROVER_requires(__CPROVER_is_fresh(p, 40))
__CPROVER_assigns(__CPROVER_object_from(p + 5))
{ p[4] = 3; }

void sometimes(int *p, int n)
__CPROVER_requires(__CPROVER_is_fresh(p, 40))
__CPROVER_assigns(n > 3: __CPROVER_object_whole(p))
{ if (n > 2) p[7] = 3; }
";

#[test]
fn a_pointer_leads_into_a_range() {
    let file = file("ranges.c", RANGES);
    for (function, used, expected, what) in [
        ("find", "none", 20, ""),
        ("find_far", "none", 10, "is false"),
        ("length", "find", 20, ""),
        ("short_length", "find", 10, "assertion `__CPROVER_return_value < 8` is false"),
        ("tail", "none", 20, ""),
        ("long_tail", "none", 10, "assertion `p_keeps_its_value` is false"),
        ("sometimes", "none", 10, "assertion `p_keeps_its_value` is false"),
    ] {
        let (code, out, err) = verified(&file, function, &["--use-contracts", used]);
        assert!(code == expected && out.contains(what), "{}: {}{}", function, out, err);
    }
}

const IN_BODIES: &str = "int total;
int add(int a)
{
  __ESBMC_requires(a > 0 && a < 10 && total < 100);
  __ESBMC_ensures(total == __ESBMC_old(total) + a);
  __ESBMC_ensures(__ESBMC_return_value > 0);
  __ESBMC_assigns(total);
  total += a;
  return a;
}

int add_all(int *a)
{
  __ESBMC_requires(__ESBMC_is_fresh(a, 2 * sizeof(int)) && a[0] == 1);
  __ESBMC_assigns(total);
  return add(a[0]);
}

int reset(void)
{
  __ESBMC_ensures(__ESBMC_return_value == 0);
  total = 0;
  return total;
}
";

const QUANTIFIED: &str = "int all(int *a)
{
  int i;
  __ESBMC_requires(__ESBMC_forall(&i, a[i] > 0));
  return 1;
}
";

#[test]
fn clauses_stand_in_bodies_as_esbmc_writes_them() {
    let file = file("in-bodies.c", IN_BODIES);
    assert_eq!(verified(&file, "add", &[]).0, 20);
    let (code, out, err) = verified(&file, "add_all", &["--use-contracts", "add"]);
    assert!(code == 10 && out.contains("assertion `total < 100` is false"), "{}{}", out, err);
    assert_eq!(verified(&file, "reset", &[]).0, 20);
    let err = refused(&[&file, "--function", "add_all", "--use-contracts", "reset"], 2);
    assert!(
        err.contains("a contract without `__ESBMC_assigns` changes anything, and cannot be used"),
        "{}",
        err
    );
    std::fs::write(&file, IN_BODIES.to_string() + QUANTIFIED).expect("a file");
    let err = refused(&[&file, "--function", "all"], 2);
    assert!(err.contains("`__ESBMC_forall` is supported only as a condition of its own"), "{}", err);
}

const ALIASES: &str = "int global;
void set(int *p)
__CPROVER_requires(__CPROVER_is_fresh(p, sizeof(int)))
__CPROVER_assigns(*p)
__CPROVER_ensures(*p == 1 && global == __CPROVER_old(global))
{ *p = 1; }

void set_first(int *a, int *b)
__CPROVER_requires(a != 0 && b != 0)
__CPROVER_assigns(*a)
__CPROVER_ensures(*a == 1 && *b == __CPROVER_old(*b))
{ *a = 1; }

int set_global(void)
__CPROVER_assigns(global)
__CPROVER_ensures(__CPROVER_return_value == __CPROVER_old(global))
{ set(&global); return global; }

int set_both(void)
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value == 5)
{ int x = 5; set_first(&x, &x); return x; }

int set_one(void)
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value == 5)
{ int x = 5, y; set_first(&y, &x); return x; }
";

/// A proof of a function assumes that its arguments lead to objects apart, and each use of its contract asserts it.
#[test]
fn a_contract_is_not_used_for_arguments_that_share_an_object() {
    let file = file("aliases.c", ALIASES);
    for (function, expected) in
        [("set", 20), ("set_first", 20), ("set_global", 10), ("set_both", 10), ("set_one", 20)]
    {
        let (code, out, err) = verified(&file, function, &["--use-contracts", "all"]);
        assert_eq!(code, expected, "{}: {}{}", function, out, err);
    }
}
