#![doc = include_str!("../docs/rustdoc.links")]
#![doc = include_str!("../docs/README.md")]

// The pages are made for readers of Markdown, and have their links' targets at the end. In Markdown the first target of
// a name counts, and `rustdoc.links` has one for each name, so the links of the same text lead to modules here. This
// module exists for rustdoc alone: a build of the library does not read the folder `docs`.
macro_rules! pages {
    ($($name:ident: $file:literal;)*) => {$(
        #[doc = include_str!("../docs/rustdoc.links")]
        #[doc = include_str!($file)]
        pub mod $name {}
    )*};
}

pages! {
    install: "../docs/install.md";
    c: "../docs/c.md";
    termination: "../docs/termination.md";
    functions: "../docs/functions.md";
    circuits: "../docs/circuits.md";
    clauses: "../docs/clauses.md";
    scripts: "../docs/scripts.md";
    optimise: "../docs/optimise.md";
    evidence: "../docs/evidence.md";
    lemmas: "../docs/lemmas.md";
    agents: "../docs/agents.md";
    cluster: "../docs/cluster.md";
    unknown: "../docs/unknown.md";
    reduce: "../docs/reduce.md";
    callers: "../docs/callers.md";
    embed: "../docs/embed.md";
    fuzz: "../docs/fuzz.md";
    teach: "../docs/teach.md";
    limits: "../docs/limits.md";
    house: "../docs/house.md";
    command_line: "../docs/command_line.md";
    options: "../docs/options.md";
    engines: "../docs/engines.md";
    portfolio: "../docs/portfolio.md";
    formats: "../docs/formats.md";
    json: "../docs/json.md";
}

#[doc = include_str!("../docs/rustdoc.links")]
#[doc = include_str!("../docs/tutorials/README.md")]
pub mod tutorials {
    pages! {
        t01_ic3_by_hand: "../docs/tutorials/t01_ic3_by_hand.md";
        t02_proof_by_hand: "../docs/tutorials/t02_proof_by_hand.md";
        t03_theory_of_differences: "../docs/tutorials/t03_theory_of_differences.md";
        t04_interpolants: "../docs/tutorials/t04_interpolants.md";
        t05_forms_of_a_program: "../docs/tutorials/t05_forms_of_a_program.md";
        t06_own_system: "../docs/tutorials/t06_own_system.md";
        t07_two_loops: "../docs/tutorials/t07_two_loops.md";
        t08_recursion: "../docs/tutorials/t08_recursion.md";
        t09_forged_certificates: "../docs/tutorials/t09_forged_certificates.md";
        t10_which_engine: "../docs/tutorials/t10_which_engine.md";
        t11_functions: "../docs/tutorials/t11_functions.md";
        t12_floats: "../docs/tutorials/t12_floats.md";
        t13_termination: "../docs/tutorials/t13_termination.md";
        pseudo_code: "../docs/tutorials/pseudo_code.md";
    }
}
