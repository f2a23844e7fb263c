//! Certificates whose store, or whose text, claims another meaning of a sort, constructor, selector or function than
//! the system's own. Their formulas are built anew by name, so such a certificate is refused, or is judged by the
//! meaning that the system gives to its words.

use crate::evidence::property;
use indubit::base::Budget;
use indubit::evidence::system::{
    check_certificate, check_proof, read_certificate, write_certificate, write_obligations, write_vmt,
};
use indubit::evidence::{CheckError, CheckOptions};
use indubit::model::system::{Certificate, Invariant, System};
use indubit::solver::term::{Constructor, FunctionId, SelectorId, Sort, TermId, Terms};

const BIT: Sort = Sort::BitVec(1);

type Fields = &'static [(&'static str, Sort)];

/// The constructors of `Pair`, with their fields; none for a declared sort.
type Shape = &'static [(&'static str, Fields)];

/// The meanings of the words in a store.
#[derive(Clone, Copy)]
struct Meaning {
    pair: Shape,
    /// The sort of the indices of `a`.
    index: Sort,
    /// The sort of the results of `f`.
    result: Sort,
}

/// The meaning that the system has.
const TRUE: Meaning =
    Meaning { pair: &[("pair", &[("first", BIT), ("second", BIT)])], index: BIT, result: BIT };

/// A store with the words of the system in the order in which it declares them.
struct Words {
    terms: Terms,
    pair: Sort,
    f: FunctionId,
    /// `p`, `q` and `a`, each with its next value.
    states: [(TermId, TermId); 3],
}

impl Words {
    fn new(meaning: Meaning) -> Words {
        let mut terms = Terms::new();
        let pair = if meaning.pair.is_empty() {
            terms.declare_sort("Pair")
        } else {
            let pair = terms.declare_datatype("Pair", &[]);
            let constructors =
                meaning.pair.iter().map(|&(name, fields)| Constructor { name, fields: fields.to_vec() });
            let constructors = constructors.collect();
            terms.define_datatypes(&[(pair, constructors)]).expect("values");
            pair
        };
        let array = terms.array_sort(meaning.index, BIT);
        let f = terms.declare_function("f", &[pair], meaning.result);
        let mut state =
            |name: &str, sort| (terms.declare(name, sort), terms.declare(&format!("{}.next", name), sort));
        let states = [state("p", pair), state("q", pair), state("a", array)];
        Words { terms, pair, f, states }
    }

    fn p(&self) -> TermId {
        self.states[0].0
    }

    /// The value that the constructor of this number makes of bits.
    fn made(&mut self, constructor: usize, bits: &[u64]) -> TermId {
        let constructor = self.terms.constructors(self.pair)[constructor];
        let bits: Vec<TermId> = bits.iter().map(|&bit| self.terms.bv(bit, 1)).collect();
        self.terms.construct(constructor, &bits)
    }

    fn selector(&self, place: usize) -> SelectorId {
        let constructor = self.terms.constructors(self.pair)[0];
        self.terms.selectors(constructor).nth(place).expect("a field")
    }

    /// The field of `p` at this place.
    fn field(&mut self, place: usize) -> TermId {
        let (selector, p) = (self.selector(place), self.p());
        self.terms.field(selector, p)
    }

    /// A bit is 0.
    fn is_zero(&mut self, bit: TermId) -> TermId {
        let zero = self.terms.bv(0, 1);
        self.terms.eq(bit, zero)
    }
}

/// `p` begins as two zeros, and its second field alternates; `q` and `a` stay as they are. The property says that the
/// second field is 0, which is false after a step.
fn alternating() -> System {
    let mut words = Words::new(TRUE);
    let first = words.made(0, &[0, 0]);
    let fields = [0, 1].map(|place| words.field(place));
    let good = words.is_zero(fields[1]);
    let mut terms = words.terms;
    let init = terms.eq(words.states[0].0, first);
    let turned = terms.bv_not(fields[1]);
    let pair = terms.constructors(words.pair)[0];
    let after = terms.construct(pair, &[fields[0], turned]);
    let [p, q, a] = words.states;
    let steps = [terms.eq(p.1, after), terms.eq(q.0, q.1), terms.eq(a.0, a.1)];
    let (trans, bad) = (terms.and(&steps), terms.not(good));
    let mut system = System::new(terms);
    words.states.iter().for_each(|&(current, next)| system.add_state(current, next));
    system.set_init(init);
    system.set_trans(trans);
    system.add_property("", bad);
    system
}

/// The checker's verdict on an invariant of one formula in this store. It is the same by k-induction, and nothing that
/// writes a certificate panics.
fn judge(system: &System, terms: Terms, formula: TermId) -> Result<(), CheckError> {
    let invariant = Invariant { terms, formulas: vec![formula], bound: Vec::new() };
    let _ = write_vmt(system, &invariant);
    let inductive = Certificate::Inductive(invariant.clone());
    let k_inductive = Certificate::KInductive { k: 1, lemmas: invariant, simple_path: false };
    for certificate in [&inductive, &k_inductive] {
        let proof = certificate.clone().into();
        let _ = write_obligations(system, property(0), &proof);
        let _ = write_certificate(system, property(0), &proof);
    }
    let verdict = check_certificate(system, property(0), &inductive, &Budget::unlimited());
    let other = check_certificate(system, property(0), &k_inductive, &Budget::unlimited());
    assert_eq!(verdict.is_ok(), other.is_ok(), "{:?} {:?}", verdict, other);
    verdict
}

/// A meaning, and a formula that would prove the property if the words meant that.
type Claim = (Meaning, fn(&mut Words) -> TermId);

fn refuse(claims: &[Claim], by: fn(&CheckError) -> bool) {
    let system = alternating();
    for (number, &(meaning, formula)) in claims.iter().enumerate() {
        let mut words = Words::new(meaning);
        let formula = formula(&mut words);
        let error = judge(&system, words.terms, formula).expect_err("a proof of what is false");
        assert!(by(&error), "claim {}: {:?}", number, error);
    }
}

#[test]
fn words_that_the_system_does_not_have_are_refused() {
    let with = |pair| Meaning { pair, ..TRUE };
    refuse(
        &[
            // Another constructor, and one more.
            (with(&[("duo", &[("first", BIT), ("second", BIT)])]), |w| {
                let value = w.made(0, &[0, 0]);
                w.terms.eq(w.p(), value)
            }),
            (with(&[("pair", &[("first", BIT), ("second", BIT)]), ("nothing", &[])]), |w| {
                let nothing = w.terms.constructors(w.pair)[1];
                let p = w.p();
                w.terms.is(nothing, p)
            }),
            // A field too few, and one too many.
            (with(&[("pair", &[("first", BIT)])]), |w| {
                let value = w.made(0, &[0]);
                w.terms.eq(w.p(), value)
            }),
            (with(&[("pair", &[("first", BIT), ("second", BIT), ("third", BIT)])]), |w| {
                let value = w.made(0, &[0, 0, 0]);
                w.terms.eq(w.p(), value)
            }),
            (with(&[("pair", &[("first", BIT), ("second", BIT), ("third", BIT)])]), |w| {
                let third = w.field(2);
                w.is_zero(third)
            }),
            // Fields of other sorts.
            (with(&[("pair", &[("first", BIT), ("second", Sort::Bool)])]), |w| {
                let second = w.field(1);
                w.terms.not(second)
            }),
            (with(&[("pair", &[("first", BIT), ("second", Sort::BitVec(2))])]), |w| {
                let (second, two) = (w.field(1), w.terms.bv(2, 2));
                w.terms.bv_ult(second, two)
            }),
            // A declared sort of the name of the datatype.
            (with(&[]), |w| {
                let a = w.terms.bv(0, 1);
                let read = w.terms.select(w.states[2].0, a);
                let condition = w.is_zero(read);
                let (p, q) = (w.p(), w.states[1].0);
                let either = w.terms.ite(condition, p, q);
                w.terms.eq(either, q)
            }),
            // An array at other indices.
            (Meaning { index: Sort::Int, ..TRUE }, |w| {
                let index = w.terms.int(7);
                let read = w.terms.select(w.states[2].0, index);
                w.is_zero(read)
            }),
            // A function with other results.
            (Meaning { result: Sort::Bool, ..TRUE }, |w| {
                let p = w.p();
                w.terms.call(w.f, &[p])
            }),
            (Meaning { result: Sort::BitVec(2), ..TRUE }, |w| {
                let p = w.p();
                let (call, two) = (w.terms.call(w.f, &[p]), w.terms.bv(2, 2));
                w.terms.bv_ult(call, two)
            }),
        ],
        |error| matches!(error, CheckError::Malformed(_)),
    );
}

#[test]
fn words_with_another_meaning_mean_what_the_system_says() {
    // The fields in the other order, a datatype of other values, an uninterpreted sort.
    let exchanged = Meaning { pair: &[("pair", &[("second", BIT), ("first", BIT)])], ..TRUE };
    refuse(
        &[
            (exchanged, |w| {
                let first = w.field(0);
                w.is_zero(first)
            }),
            (exchanged, |w| {
                let value = w.made(0, &[0, 0]);
                w.terms.eq(w.p(), value)
            }),
            (
                Meaning { pair: &[("pair", &[("first", BIT), ("second", BIT)]), ("nothing", &[])], ..TRUE },
                |w| {
                    let pair = w.terms.constructors(w.pair)[0];
                    let p = w.p();
                    w.terms.is(pair, p)
                },
            ),
            (Meaning { pair: &[], ..TRUE }, |w| {
                let (p, q) = (w.p(), w.states[1].0);
                w.terms.eq(p, q)
            }),
            (TRUE, |w| {
                let p = w.p();
                let call = w.terms.call(w.f, &[p]);
                w.is_zero(call)
            }),
        ],
        |error| matches!(error, CheckError::DoesNotHold(_)),
    );
    // The true words, in a certificate that names fields as the system does, prove what is true.
    let mut system = alternating();
    let mut words = Words { terms: system.terms().clone(), ..Words::new(TRUE) };
    let first = words.field(0);
    let holds = words.is_zero(first);
    let bad = words.terms.not(holds);
    *system.terms_mut() = words.terms;
    let second = system.add_property("", bad);
    let mut words = Words::new(TRUE);
    let first = words.field(0);
    let formulas = vec![words.is_zero(first)];
    let certificate = Certificate::Inductive(Invariant { terms: words.terms, formulas, bound: Vec::new() });
    assert_eq!(check_certificate(&system, second, &certificate, &Budget::unlimited()), Ok(()));
}

const DECLARED: &str = "(declare-datatypes ((Pair 0)) (((pair (first (_ BitVec 1)) (second (_ BitVec 1))))))";

/// Texts of certificates with other datatypes of the same name.
#[test]
fn other_datatypes_of_the_same_name_prove_nothing() {
    let system = alternating();
    let judge = |declared: &str, claim: &str| -> Result<(), String> {
        let text = format!(
            "; invariant b0\n{}\n(declare-fun p () Pair)\n(declare-fun q () Pair)\n\
             (declare-fun a () (Array (_ BitVec 1) (_ BitVec 1)))\n(assert {})\n",
            declared, claim
        );
        let (found, certificate) = read_certificate(text.as_bytes(), &system, &Budget::unlimited())
            .map_err(|error| error.to_string())?;
        let options = CheckOptions::default();
        let checked = check_proof(&system, found, &certificate, &options, &Budget::unlimited());
        checked.map_err(|error| error.to_string())
    };
    let lacking = "is of a sort that the model does not have";
    let not_kept = "can become false in a step";
    let too_weak = "the invariant admits a bad state";
    let body = |body: &str| format!("(declare-datatypes ((Pair 0)) ((({}))))", body);
    let (bit, word) = ("(_ BitVec 1)", "(_ BitVec 2)");
    let mut wrong: Vec<String> = Vec::new();
    for (declared, claim, message) in [
        (DECLARED.to_string(), "(= (second p) #b0)", not_kept),
        (DECLARED.to_string(), "(= (first p) #b0)", too_weak),
        (body(&format!("pair (second {}) (first {})", bit, bit)), "(= (second p) #b0)", not_kept),
        (body(&format!("pair (second {}) (first {})", bit, bit)), "(= p (pair #b0 (first p)))", not_kept),
        (body(&format!("duo (first {}) (second {})", bit, bit)), "(= p (duo #b0 #b0))", lacking),
        (body(&format!("pair (second {})", bit)), "(= p (pair #b0))", lacking),
        (body(&format!("pair (first {}) (second {})", bit, word)), "(bvult (second p) #b10)", lacking),
        (body(&format!("pair (first {}) (second Bool)", bit)), "(second p)", lacking),
        (body(&format!("pair (first {}) (second Pair2)", bit)), "true", "Pair2"),
        (body(&format!("pair (one {}) (two {})", bit, bit)), "(= (two p) #b0)", lacking),
        (
            format!("(declare-datatypes ((Pair 0)) (((pair (first {}) (second {})) (no))))", bit, bit),
            "((_ is no) p)",
            lacking,
        ),
        (
            format!("(declare-datatypes ((Pair 0)) (((pair (first {}) (second {})) (no))))", bit, bit),
            "((_ is pair) p)",
            too_weak,
        ),
        ("(declare-sort Pair 0)".to_string(), "(= p q)", "declared sorts are not supported"),
        (format!("{}(define-fun zero ((x Pair)) Bool (= (second x) #b0))", DECLARED), "(zero p)", not_kept),
        (format!("{}{}", DECLARED, DECLARED), "true", "Pair"),
        (String::new(), "true", "Pair"),
    ] {
        let error = judge(&declared, claim).expect_err(claim);
        if !error.contains(message) {
            wrong.push(format!("{} {}: {}", declared, claim, error));
        }
    }
    assert_eq!(wrong, [""; 0]);
}
