//! Builtins of GNU C that are defined here as C text.
//!
//! A builtin whose type depends on an operand, such as `__sync_fetch_and_add`, is a macro over a statement expression;
//! `builtins.h` has these. Any other one is a function of `builtins.c`, which is put before a program that mentions it.
//! Programs have one thread, so an atomic operation is an ordinary one.

/// A function with its name.
pub(super) type Builtin = (&'static str, &'static str);

/// The functions in the order of the file, in which empty lines separate them.
pub(super) fn builtins() -> Vec<Builtin> {
    let named = |text: &'static str| Some((text.split('(').next()?.rsplit(' ').next()?, text));
    include_str!("builtins.c").split("\n\n").filter_map(named).collect()
}

/// The text of functions, by position, with those that they call. A function stands behind those that it calls.
pub(super) fn builtin_text(builtins: &[Builtin], wanted: &[usize]) -> String {
    let mut wanted = wanted.to_vec();
    let mut texts = Vec::new();
    for (at, (_, text)) in builtins.iter().enumerate().rev() {
        if wanted.contains(&at) {
            let is_called = |&callee: &usize| text.contains(&format!("{}(", builtins[callee].0));
            wanted.extend((0..at).filter(is_called));
            texts.push(*text);
        }
    }
    texts.reverse();
    texts.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_have_the_names_that_programs_call() {
        let builtins = builtins();
        let is_name = |name: &str| name.starts_with("__builtin_") || name.starts_with("__indubit_");
        assert!(builtins.len() == 25 && builtins.iter().all(|(name, _)| is_name(name)), "{:?}", builtins);
    }

    #[test]
    fn functions_come_with_those_that_they_call() {
        let builtins = builtins();
        let at = builtins.iter().position(|&(name, _)| name == "__builtin_clzl").unwrap();
        let text = builtin_text(&builtins, &[at]);
        let starts: Vec<&str> = text.lines().filter(|line| line.starts_with("static")).collect();
        assert!(starts.len() == 3 && starts[0].contains(" __builtin_clz("), "{}", text);
    }
}
