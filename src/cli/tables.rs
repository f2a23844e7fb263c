//! Tables of the help: the members of portfolios, and the models that each engine takes.

use indubit::portfolio::{members, members_for_justice, Condition, Engine, Kind, Member};

/// The members of portfolios, as the library has them.
pub fn lineup() -> String {
    let mut text = wrap(
        "The members of portfolios take part if what stands behind \"if\" holds. The first one gets as much work as \
        all others together, or a thread of its own; the others share the work by their parts.",
        0,
    );
    text.push('\n');
    let tell = |text: &mut String, member: &Member, group: Option<Condition>| {
        let conditions = group.iter().chain(member.conditions).map(|c| c.text());
        let conditions = conditions.collect::<Vec<_>>().join(", and ");
        let only = if conditions.is_empty() { String::new() } else { format!(", if {}", conditions) };
        let is_plain = [member.name, ""].contains(&member.line);
        let line = if is_plain { String::new() } else { format!("; --engine {}", member.line) };
        text.push_str(&format!("  {} (share {}{}){}\n", member.name, member.share, line, only));
        text.push_str(&format!("{}\n", wrap(member.reason, 6)));
    };
    for kind in Kind::ALL {
        text.push_str(&format!("\nfor {}:\n", kind.name()));
        if kind == Kind::Clauses {
            text.push_str("  those for programs, if each body has at most one atom; and\n");
        }
        for group in members(kind) {
            group.members.iter().for_each(|member| tell(&mut text, member, group.condition));
        }
    }
    text.push_str("\nfor justice properties:\n");
    members_for_justice().iter().for_each(|member| tell(&mut text, member, None));
    text
}

/// The models that each engine takes, a line each.
pub fn engines() -> String {
    let mut text = "\nengines, and how they see the models that they take:\n".to_string();
    let row = |name: &str, cells: [&str; 4]| {
        let line = format!("  {:<17} {:<9} {:<21} {:<21} {}", name, cells[0], cells[1], cells[2], cells[3]);
        line.trim_end().to_string() + "\n"
    };
    text.push_str(&row("", Kind::ALL.map(Kind::name)));
    for engine in Engine::ALL {
        text.push_str(&row(engine.name(), Kind::ALL.map(|kind| seen_as(engine, kind))));
    }
    text
}

/// How an engine sees models of a kind, in words.
pub fn seen_as(engine: Engine, kind: Kind) -> &'static str {
    match (engine.sees(kind), kind) {
        (None, Kind::System) if engine == Engine::Ranking => "justice",
        (None, Kind::Circuit) if engine.takes_justice() => "justice",
        (None, Kind::System) if engine.takes_justice() => "of bits: justice",
        (None, _) => "-",
        (Some(seen), kind) if seen == kind => "yes",
        (Some(Kind::Circuit), _) => "of bits: as circuits",
        (Some(Kind::Program), Kind::Clauses) => "linear: as programs",
        (Some(Kind::System), _) => "as systems",
        (Some(Kind::Program), _) => "as programs",
        (Some(Kind::Clauses), _) => "as clauses",
    }
}

/// Breaks a text into lines of at most 100 columns.
pub fn wrap(text: &str, indent: usize) -> String {
    let mut lines = vec![" ".repeat(indent)];
    for word in text.split_whitespace() {
        let last = lines.len() - 1;
        if lines[last].len() > indent && lines[last].len() + 1 + word.len() > 100 {
            lines.push(" ".repeat(indent));
        }
        let last = lines.len() - 1;
        if lines[last].len() > indent {
            lines[last].push(' ');
        }
        lines[last].push_str(word);
    }
    lines.join("\n")
}

/// The kinds of errors of C programs, with the checks that look for them.
#[cfg(feature = "c")]
pub fn checks() -> String {
    let mut text =
        "\nerrors of C programs, by the kind that --json and --sarif name; --check WORD,... finds them:\n"
            .to_string();
    for row in indubit::c::kinds() {
        let words: Vec<&str> = row.checks.iter().map(|check| check.row().word).collect();
        let is_undefined = row.checks.iter().any(|check| check.row().is_undefined);
        let by = match (row.checks.is_empty(), is_undefined) {
            (true, _) => "by default".to_string(),
            (false, true) => format!("--check {} or all", words.join(", ")),
            (false, false) => format!("--check {}", words.join(", ")),
        };
        let numbers = row.weaknesses.iter().map(|number| format!("CWE-{}", number));
        let others = [("gcc: -fsanitize=", row.gcc), ("clang: -fsanitize=", row.clang), ("CBMC: ", row.cbmc)];
        let others = others.iter().filter(|(_, names)| !names.is_empty());
        let others = others.map(|(tool, names)| format!("{}{}", tool, names));
        let parts: Vec<String> =
            [row.text.trim_end_matches('.').to_string(), numbers.collect::<Vec<_>>().join(", ")]
                .into_iter()
                .chain(others)
                .chain(Some(format!("left out: {}", row.left_out)).filter(|_| !row.left_out.is_empty()))
                .collect();
        text.push_str(&format!("  {} ({})\n{}\n", row.kind, by, wrap(&parts.join("; "), 6)));
    }
    text.push_str("a run without end is none of them; --property termination looks for it\n");
    text
}

/// No kinds of errors: this build reads no C programs.
#[cfg(not(feature = "c"))]
pub fn checks() -> String {
    "this build reads no C programs\n".to_string()
}
