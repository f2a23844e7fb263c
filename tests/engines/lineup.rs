//! The members of portfolios, as the README tells them.

use indubit::portfolio::{members, members_for_justice, Condition, Kind, Member};

/// The row of a member of a group with this condition.
fn row(models: &str, group: Option<Condition>, member: &Member) -> String {
    let conditions = group.iter().chain(member.conditions).map(|c| c.text());
    let conditions = conditions.collect::<Vec<_>>().join("; ");
    let name = format!("`{}`", member.name);
    let row = [models, &name, &conditions, &member.share.to_string(), member.reason];
    format!("| {} |\n", row.join(" | ").replace("|  |", "| |"))
}

/// The table of all members.
fn table() -> String {
    let mut text =
        "| models | member | takes part if | share | reason |\n| --- | --- | --- | --- | --- |\n".to_string();
    for kind in Kind::ALL {
        for group in members(kind) {
            group.members.iter().for_each(|member| text.push_str(&row(kind.name(), group.condition, member)));
        }
    }
    members_for_justice().iter().for_each(|member| text.push_str(&row("justice properties", None, member)));
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
