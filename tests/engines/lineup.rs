//! The members of portfolios, as the README tells them.

use indubit::portfolio::{members, Kind};

/// The table of all members.
fn table() -> String {
    let mut text =
        "| models | member | takes part if | share | reason |\n| --- | --- | --- | --- | --- |\n".to_string();
    for kind in Kind::ALL {
        for group in members(kind) {
            for member in group.members {
                let conditions = group.condition.iter().chain(member.conditions).map(|c| c.text());
                let conditions = conditions.collect::<Vec<_>>().join("; ");
                let row = [
                    kind.name(),
                    &format!("`{}`", member.name),
                    &conditions,
                    &member.share.to_string(),
                    member.reason,
                ];
                text.push_str(&format!("| {} |\n", row.join(" | ").replace("|  |", "| |")));
            }
        }
    }
    text
}

#[test]
fn the_readme_tells_the_members_of_portfolios() {
    let readme = include_str!("../../README.md");
    assert!(readme.contains(&table()), "the README lacks this table:\n{}", table());
}

#[test]
fn members_have_a_name_and_a_reason_and_the_first_ones_are_no_runs() {
    for kind in Kind::ALL {
        let all = || members(kind).iter().flat_map(|group| group.members);
        assert!(all().all(|member| !member.name.is_empty() && !member.reason.is_empty()), "{:?}", kind);
        assert!(all().next().map_or(false, |first| first.engine.is_some()), "{:?}", kind);
    }
}
