//! `--function`: one function with its contract.

use super::{refused, run, scratch, text};

/// A file with this content; its name.
pub fn file(name: &str, content: &str) -> String {
    let file = scratch(&format!("contracts-{}", name));
    std::fs::write(&file, content).expect("a file");
    text(&file)
}

const NUMBERS: &str = "#include <limits.h>
int magnitude(int a)
__CPROVER_requires(a > INT_MIN)
__CPROVER_ensures(__CPROVER_return_value >= 0)
__CPROVER_ensures(__CPROVER_return_value == a || __CPROVER_return_value == -a)
__CPROVER_assigns();

int magnitude(int a) { return a < 0 ? -a : a; }

int distance(int a, int b)
__CPROVER_requires(a >= 0 && b >= 0)
__CPROVER_ensures(__CPROVER_return_value >= 0)
{ return magnitude(a - b); }

int careless(int a, int b)
__CPROVER_ensures(__CPROVER_return_value >= 0)
{ return magnitude(a - b); }

int twice(int a)
__CPROVER_requires(a < 1000)
__CPROVER_ensures(__CPROVER_return_value == __CPROVER_old(a) * 2 + 1)
{ a = a * 2; return a; }
";

const BUFFER: &str = "struct buffer { unsigned length; unsigned char data[8]; };
int used;

void put(struct buffer *b, unsigned char c)
__CPROVER_requires(__CPROVER_is_fresh(b, sizeof(*b)))
__CPROVER_requires(b->length <= 8)
__CPROVER_assigns(__CPROVER_object_upto(b, sizeof(*b)))
__CPROVER_ensures(b->length <= 8)
__CPROVER_ensures(b->length >= __CPROVER_old(b->length))
{ if (b->length < 8) b->data[b->length++] = c; }

void put_too_far(struct buffer *b, unsigned char c)
__CPROVER_requires(__CPROVER_is_fresh(b, sizeof(*b)))
__CPROVER_requires(b->length <= 8)
__CPROVER_assigns(__CPROVER_object_upto(b, sizeof(*b)))
{ b->data[b->length++] = c; }

void put_and_count(struct buffer *b, unsigned char c)
__CPROVER_requires(__CPROVER_is_fresh(b, sizeof(*b)))
__CPROVER_requires(b->length < 8 && used < 8)
__CPROVER_assigns(__CPROVER_object_upto(b, sizeof(*b)))
{ b->data[b->length] = c; used++; }

void put_two(struct buffer *b)
__CPROVER_requires(__CPROVER_is_fresh(b, sizeof(*b)))
__CPROVER_requires(b->length == 0)
__CPROVER_assigns(__CPROVER_object_upto(b, sizeof(*b)))
__CPROVER_ensures(b->length <= 8)
{ put(b, 1); put(b, 2); }

int first(int *p) { return *p; }
";

const ALL: [&str; 4] = ["--check", "all", "--threads", "1"];

pub fn verified(file: &str, function: &str, more: &[&str]) -> (i32, String, String) {
    run(&[&[file, "--function", function], &ALL[..], more].concat())
}

#[test]
fn a_function_is_verified_with_what_its_contract_says() {
    let file = file("numbers.c", NUMBERS);
    for function in ["magnitude", "distance"] {
        let (code, _, err) = verified(&file, function, &[]);
        assert_eq!(code, 20, "{}: {}", function, err);
    }
    let (code, out, _) = verified(&file, "twice", &["--check", "bounds"]);
    assert_eq!(code, 10);
    assert!(out.contains("is false") && out.contains(":21:1"), "{}", out);
}

#[test]
fn a_contract_stands_for_a_call() {
    let file = file("calls.c", NUMBERS);
    let (code, _, err) = verified(&file, "distance", &["--use-contracts", "magnitude"]);
    assert_eq!(code, 20, "{}", err);
    assert!(err.contains("rests on the contract of magnitude"), "{}", err);
    // The difference may be the least number, which the contract excludes.
    let (code, out, _) = verified(&file, "careless", &["--use-contracts", "all", "--check", "bounds"]);
    assert_eq!(code, 10);
    assert!(out.contains("assertion `a > (-2147483647 - 1)` is false") || out.contains(":3:20"), "{}", out);
}

#[test]
fn pointers_lead_to_what_the_contract_says() {
    let file = file("buffer.c", BUFFER);
    let (code, _, err) = verified(&file, "put", &[]);
    assert_eq!(code, 20, "{}", err);
    let (code, out, _) = verified(&file, "put_too_far", &[]);
    assert_eq!(code, 10, "{}", out);
    let (code, out, _) = verified(&file, "first", &[]);
    assert!(code == 10 && out.contains("null pointer"), "{}", out);
    let (code, _, err) = verified(&file, "first", &["--pointer-arguments", "fresh"]);
    assert_eq!(code, 20, "{}", err);
}

#[test]
fn objects_that_are_not_assigned_keep_their_values() {
    let file = file("frame.c", BUFFER);
    let (code, out, _) = verified(&file, "put_and_count", &[]);
    assert_eq!(code, 10, "{}", out);
    assert!(out.contains("`used_keeps_its_value` is false"), "{}", out);
}

/// The place of a target is the one before the first change.
#[test]
fn places_that_a_contract_assigns_are_those_before_the_call() {
    let next = "struct s { unsigned at; int data[4]; };
void next(struct s *b)
__CPROVER_requires(__CPROVER_is_fresh(b, sizeof(*b)))
__CPROVER_requires(b->at < 3)
__CPROVER_assigns(b->at, b->data[b->at])
__CPROVER_ensures(b->at == __CPROVER_old(b->at) + 1);
int use(void)
__CPROVER_ensures(__CPROVER_return_value == 7)
{ struct s b = {0, {1, 7, 3, 4}}; next(&b); return b.data[1]; }
int use_first(void)
__CPROVER_ensures(__CPROVER_return_value == 1)
{ struct s b = {0, {1, 7, 3, 4}}; next(&b); return b.data[0]; }
";
    let file = file("places.c", next);
    let (code, _, err) = verified(&file, "use", &["--use-contracts", "next"]);
    assert_eq!(code, 20, "{}", err);
    assert_eq!(verified(&file, "use_first", &["--use-contracts", "next"]).0, 10);
}

/// Regression: parts of one object that do not overlap were an error, and callers pass such parts.
#[test]
fn fresh_pointers_may_lead_to_parts_of_one_object() {
    let exchange = "void exchange(int *p, int *q)
__CPROVER_requires(__CPROVER_is_fresh(p, sizeof(int)) && __CPROVER_is_fresh(q, sizeof(int)))
__CPROVER_assigns(*p, *q)
__CPROVER_ensures(*p == __CPROVER_old(*q) && *q == __CPROVER_old(*p));
int apart(void) __CPROVER_ensures(__CPROVER_return_value == 7)
{ int a[2] = {3, 7}; exchange(&a[0], &a[1]); return a[0]; }
int same(void) { int a[2] = {3, 7}; exchange(&a[1], &a[1]); return a[1]; }
";
    let file = file("parts.c", exchange);
    let (code, _, err) = verified(&file, "apart", &["--use-contracts", "exchange"]);
    assert_eq!(code, 20, "{}", err);
    let (code, out, _) = verified(&file, "same", &["--use-contracts", "exchange"]);
    assert!(code == 10 && out.contains(":2:1 in exchange"), "{}", out);
}

#[test]
fn an_object_of_which_the_contract_says_nothing_keeps_its_value() {
    let set = "void set(int *p) __CPROVER_assigns() { if (p) *p = 3; }
void may_set(int *p) __CPROVER_requires(p != 0) __CPROVER_assigns(*p) { *p = 3; }\n";
    let file = file("said.c", set);
    let (code, out, _) = verified(&file, "set", &[]);
    assert!(code == 10 && out.contains("keeps_its_value"), "{}", out);
    let (code, _, err) = verified(&file, "may_set", &[]);
    assert_eq!(code, 20, "{}", err);
}

#[test]
fn words_that_are_not_understood_are_refused_by_name() {
    let with = |clause: &str| format!("int f(int *p)\n{}\n{{ return p != 0; }}\n", clause);
    let cases = [
        ("__CPROVER_requires(*p == 0 || __CPROVER_is_fresh(p, 4) && *p)", "only equations of pointers"),
        ("__CPROVER_requires(*p++ == 0)", "side effect"),
    ];
    for (at, (clause, message)) in cases.iter().enumerate() {
        let file = file(&format!("refused-{}.c", at), &with(clause));
        let told = refused(&[&file, "--function", "f"], 2);
        assert!(told.contains(message) && told.contains("line 2"), "{}", told);
    }
    let twice = "int f(void) __CPROVER_ensures(1);\nint f(void)\n__CPROVER_ensures(0)\n{ return 1; }\n";
    assert!(refused(&[&file("twice.c", twice), "--function", "f"], 2).contains("`f` has a contract already"));
    let file = file("unknown.c", NUMBERS);
    assert!(refused(&[&file, "--function", "nothing"], 2).contains("no function `nothing` with a body"));
    let (code, _, told) = run(&[&file, "--function", "twice", "--use-contracts", "nothing"]);
    assert_eq!(code, 10);
    assert!(told.contains("no function `nothing` whose contract could be used"), "{}", told);
    let witness = text(&scratch("contracts-witness.yml"));
    let told = refused(&[&file, "--function", "twice", "--witness", &witness], 1);
    assert!(told.contains("of a function alone"), "{}", told);
}

/// A program with contracts and `main` is verified as it is.
#[test]
fn contracts_that_are_not_asked_for_change_nothing() {
    let program =
        format!("{}int main(void) {{ if (magnitude(-3) != 3) reach_error(); return 0; }}\n", NUMBERS);
    let (code, _, err) = run(&[&file("whole.c", &program), "--threads", "1"]);
    assert_eq!(code, 20, "{}", err);
}

/// Each of 256 numbers is reduced; the fact about all of them is found, not unrolled.
#[test]
fn a_fact_about_each_element_is_found() {
    let reduce = "
void reduce(short *r)
__CPROVER_requires(__CPROVER_is_fresh(r, sizeof(short) * 256))
__CPROVER_assigns(__CPROVER_object_upto(r, sizeof(short) * 256))
__CPROVER_ensures(__CPROVER_forall { unsigned k; (0 <= k && k < 256) ==> (r[k] >= 0 && r[k] < 3329) })
{
  for (unsigned i = 0; i < 256; i++) {
    int t = (20159 * r[i] + (1 << 25)) >> 26;
    short s = (short)(r[i] - t * 3329);
    r[i] = s < 0 ? s + 3329 : s;
  }
}
";
    let file = file("reduce.c", reduce);
    let (code, _, err) = run(&[&file, "--function", "reduce", "--threads", "1"]);
    assert_eq!(code, 20, "{}", err);
}

const PARTS: &str = "typedef struct { short c[256]; } row;
typedef struct { row rows[3]; } table;
void fill(row *r)
  __CPROVER_requires(__CPROVER_is_fresh(r, sizeof(row)))
  __CPROVER_assigns(__CPROVER_object_upto(r, sizeof(row)))
  __CPROVER_ensures(__CPROVER_forall { unsigned k; (0 <= k && k < 256) ==> (0 <= r->c[k] && r->c[k] < 100) });
void fill_to_end(short *p)
  __CPROVER_requires(__CPROVER_r_ok(p, 2))
  __CPROVER_assigns(__CPROVER_object_from(p))
  __CPROVER_ensures(*p == 3);
void two(table *t)
  __CPROVER_requires(__CPROVER_is_fresh(t, sizeof(table)))
  __CPROVER_assigns(__CPROVER_object_upto(t, sizeof(table)))
  __CPROVER_ensures(__CPROVER_forall { unsigned i; (0 <= i && i < ROWS) ==> (__CPROVER_forall { unsigned k;
    (0 <= k && k < 256) ==> (0 <= t->rows[i].c[k] && t->rows[i].c[k] < 100) }) })
{
  fill(&t->rows[0]);
  fill(&t->rows[1]);
}
void twice(row *r)
  __CPROVER_requires(__CPROVER_is_fresh(r, sizeof(row)))
  __CPROVER_assigns(__CPROVER_object_upto(r, sizeof(row)))
  __CPROVER_ensures(r->c[0] == 3)
{
  fill_to_end(r->c);
  fill_to_end(r->c + FROM);
}
";

#[test]
fn a_part_that_a_contract_changes_leaves_the_rest_as_it_is() {
    let strictly = ["--use-contracts", "all", "--engine", "bmc", "--loop-contracts", "strict"];
    for (rows, is_safe) in [("2", true), ("3", false)] {
        let file = file(&format!("parts{}.c", rows), &PARTS.replace("ROWS", rows).replace("FROM", "0"));
        let (code, out, err) = verified(&file, "two", &strictly);
        assert_eq!(code == 20, is_safe, "{}{}", out, err);
    }
    for (last, is_safe) in [("3", true), ("4", false)] {
        let text = PARTS
            .replace("ROWS", "2")
            .replace("FROM", "0")
            .replace("c[0] == 3", &format!("c[0] == {}", last));
        let file = file(&format!("from{}.c", last), &text);
        let (code, out, err) = verified(&file, "twice", &strictly);
        assert_eq!(code == 20, is_safe, "{}{}", out, err);
    }
}

/// An object of any size, which may have no bytes, and a pointer into it that each turn of a loop moves.
const STREAM: &str = "void take(unsigned char *state, const unsigned char *from, unsigned count)
  __CPROVER_requires(count <= 64)
  __CPROVER_requires(__CPROVER_is_fresh(state, 64))
  __CPROVER_requires(__CPROVER_is_fresh(from, count))
  __CPROVER_assigns(__CPROVER_object_upto(state, 64));
void absorb(unsigned char *state, const unsigned char *from, unsigned long count, unsigned rate)
  __CPROVER_requires(count <= 1000000 && 0 < rate && rate <= 64)
  __CPROVER_requires(__CPROVER_is_fresh(state, 64))
  __CPROVER_requires(__CPROVER_is_fresh(from, count))
  __CPROVER_assigns(__CPROVER_object_upto(state, 64))
{
  while (count >= rate)
  __CPROVER_loop_invariant(count <= __CPROVER_loop_entry(count))
  __CPROVER_loop_invariant(from == __CPROVER_loop_entry(from) + (__CPROVER_loop_entry(count) - count))
  {
    take(state, from, rate);
    count -= rate;
    from += rate;
  }
  take(state, from, REST);
}
";

#[test]
fn a_pointer_that_a_loop_moves_stays_in_an_object_of_any_size() {
    for (rest, is_safe) in [("(unsigned)count", true), ("(unsigned)count + 1", false)] {
        let file = file(&format!("stream{}.c", is_safe), &STREAM.replace("REST", rest));
        let (code, out, err) =
            verified(&file, "absorb", &["--use-contracts", "take", "--loop-contracts", "strict"]);
        assert_eq!(code == 20, is_safe, "{}{}", out, err);
    }
}

#[test]
fn a_guess_has_no_value_from_before_the_call() {
    let text = "typedef struct { unsigned c[4]; } four;
        void f(four *r)
          __CPROVER_requires(__CPROVER_is_fresh(r, sizeof(four)))
          __CPROVER_assigns(__CPROVER_object_upto(r, sizeof(four)))
          __CPROVER_ensures(__CPROVER_forall { unsigned k; (0 <= k && k < 4) ==>
            (r->c[k] == __CPROVER_old(*r).c[k] + 1) })
        { for (unsigned i = 0; i < 4; i++) r->c[i]++; }";
    let (code, out, err) = verified(&file("before.c", text), "f", &[]);
    assert_eq!(code, 20, "{}{}", out, err);
}

const SHOWN: &str = "int total;
static int limit;

void fill(unsigned char *p, unsigned long n)
__CPROVER_requires(__CPROVER_is_fresh(p, n))
__CPROVER_assigns(__CPROVER_object_upto(p, n));

int filled(unsigned char *p)
__CPROVER_requires(__CPROVER_is_fresh(p, 10))
__CPROVER_assigns(__CPROVER_object_upto(p, 10))
__CPROVER_ensures(p[3] != 9)
{ fill(p, 10); return 0; }

int fill_null(int n)
__CPROVER_assigns()
{ fill(0, 4); return n; }

void lower(short a[16])
__CPROVER_requires(__CPROVER_is_fresh(a, sizeof(short) * 16))
__CPROVER_requires(__CPROVER_forall { unsigned k; k < 16 ==> a[k] >= 3 })
__CPROVER_assigns(__CPROVER_object_upto(a, sizeof(short) * 16))
__CPROVER_ensures(__CPROVER_forall { unsigned k; k < 16 ==> a[k] >= 3 })
{ a[5] = a[4] - 1; }

int count(void)
__CPROVER_requires(limit > 5 && limit < 100)
__CPROVER_ensures(__CPROVER_return_value < 99)
__CPROVER_assigns(limit)
{ limit++; return limit; }

int change(int a)
__CPROVER_assigns(limit)
{ total = a; return a; }
";

/// The compiled harness gives the function the arguments of the run, and its `main` asserts what the contract says.
#[cfg(target_os = "linux")]
#[test]
fn a_harness_calls_the_function_with_the_values_of_the_run() {
    let file = file("shown.c", SHOWN);
    for (function, used, what) in [
        ("filled", "fill", "p[3] != 9"),
        ("fill_null", "fill", "__CPROVER_r_ok(p, n)"),
        ("lower", "none", "a[k] >= 3"),
        ("count", "none", "__CPROVER_return_value < 99"),
        ("change", "none", "total_keeps_its_value"),
    ] {
        let [harness, program] = [".c", ""].map(|end| text(&scratch(&format!("shown-{}{}", function, end))));
        let options = ["--use-contracts", used, "--arch", "64", "--harness", &harness];
        let (code, out, err) = verified(&file, function, &options);
        assert!(code == 10 && out.contains(&format!("assertion `{}` is false", what)), "{}{}", out, err);
        let content = std::fs::read_to_string(&harness).expect("a harness");
        let rests = content.contains(" * It rests on the contract of fill.");
        assert_eq!(rests, used == "fill", "{}", content);
        let gcc = ["-w", "-fno-builtin", "-fgnu89-inline", "-no-pie", "-o", &program, &harness];
        assert!(std::process::Command::new("gcc").args(gcc).status().expect("gcc").success(), "{}", content);
        let done = std::process::Command::new(&program).output().expect("a run");
        let reached = done.stderr.starts_with(b"reached: __CPROVER_assert");
        assert_eq!((done.status.code(), reached), (Some(107), true), "{}", content);
    }
}

#[test]
fn a_harness_is_refused_where_loops_are_one_turn() {
    let text =
        "int f(int n)\n__CPROVER_assigns()\n{ __CPROVER_assert(n < 5, \"\");\n  for (int i = 0; i < 3; i++) \
                __CPROVER_loop_invariant(i <= 3) { n = i; }\n  return n; }\n";
    let harness = scratch("one-turn-harness.c").to_string_lossy().into_owned();
    let (_, _, err) =
        verified(&file("one-turn.c", text), "f", &["--loop-contracts", "strict", "--harness", &harness]);
    assert!(err.contains("loops with contracts are one turn each, which is no C"), "{}", err);
}

/// The invariant fails at the second turn. A program that could state it as asserted would be proved.
#[test]
fn no_program_states_what_contracts_have_asserted() {
    let forged = "int main(void) { int x = nondet_int(); __indubit_assume_again(x < 3); assert(x < 3); }\n";
    let err = refused(&[&file("forged.c", forged)], 2);
    assert!(
        err.contains("`__indubit_assume_again` is a word of the verifier; no program may have it"),
        "{}",
        err
    );
    let text = "int f(void)\n__CPROVER_assigns()\n{ int i;\n  for (i = 0; i < 9; i++) __CPROVER_loop_invariant(i < 3) \
                { }\n  __CPROVER_assert(i < 3, \"\"); return i; }\n";
    let file = file("broken-invariant.c", text);
    assert_eq!(verified(&file, "f", &["--loop-contracts", "strict"]).0, 30);
    let (code, out, err) = verified(&file, "f", &[]);
    assert!(code == 10 && out.contains("assertion `i < 3` is false"), "{}{}", out, err);
}
