//! Changes of C programs, as text.

use super::Mutant;
use indubit::base::Rng;

/// A change at the beginning of `main` of a program that reaches `reach_error` (`sat`) or not (`unsat`).
pub fn c(rng: &mut Rng, text: &str, verdict: &'static str) -> Option<Mutant<String>> {
    let main = text.find(" main(")?;
    let body = main + text[main..].find('{')? + 1;
    // A declaration of `main` has no body.
    if text[main..body].contains(';') || !text[..main].contains("reach_error") {
        return None;
    }
    let (line, verdict, change) = match rng.below(5) {
        0 => ("int dead__ = 0; if (dead__) reach_error();", verdict, "with a branch that is never taken"),
        1 => {
            ("for (unsigned wait__ = 0; wait__ < 3; wait__++) { }", verdict, "with a loop that does nothing")
        }
        2 => ("struct { char a; int b; } pad__; (void)&pad__;", verdict, "with an object that is not used"),
        3 => ("if (__VERIFIER_nondet_int() == 70707) reach_error();", "sat", "with an error behind an input"),
        _ => ("for (;;) { }", "unsat", "with an endless loop first"),
    };
    let declared = "extern int __VERIFIER_nondet_int(void);\n";
    let model = format!("{}{} {}{}", declared, &text[..body], line, &text[body..]);
    Some(Mutant { model, verdict, change })
}
