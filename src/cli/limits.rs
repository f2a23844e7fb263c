//! The memory that the system allows this process, where it can be read from files.
//!
//! A process that asks for more is ended without a word, so a run without `--memory` keeps below.

use std::fs;

/// The ceiling for a run without `--memory`; `None` if nothing is known of a limit. Bookings do not count every byte,
/// and an address space has stacks of threads and copies of libraries besides.
pub fn memory() -> Option<u64> {
    let address_space = fs::read_to_string("/proc/self/limits").ok().and_then(|text| of_limits(&text));
    [address_space.map(|bytes| bytes / 3), of_groups().map(|bytes| bytes / 4 * 3)].into_iter().flatten().min()
}

/// The soft limit on the address space, in the words of Linux.
fn of_limits(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// The smallest limit of the control groups that the process is in, of either version.
fn of_groups() -> Option<u64> {
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let mut files = vec![
        "/sys/fs/cgroup/memory.max".to_string(),
        "/sys/fs/cgroup/memory/memory.limit_in_bytes".to_string(),
    ];
    for line in groups.lines() {
        let path = line.rsplit(':').next().unwrap_or("");
        files.push(format!("/sys/fs/cgroup{}/memory.max", path));
        files.push(format!("/sys/fs/cgroup/memory{}/memory.limit_in_bytes", path));
    }
    files.iter().filter_map(|file| of_group(&fs::read_to_string(file).ok()?)).min()
}

/// The number of such a file, which says `max`, or a number near the largest, where there is no limit.
fn of_group(text: &str) -> Option<u64> {
    text.trim().parse().ok().filter(|&bytes: &u64| bytes < 1 << 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read_as_the_system_writes_them() {
        let limits = |soft: &str| {
            format!(
                "Limit                     Soft Limit           Hard Limit           Units\n\
                 Max stack size            8388608              unlimited            bytes\n\
                 Max address space         {:<20} unlimited            bytes\n",
                soft
            )
        };
        assert_eq!(of_limits(&limits("unlimited")), None);
        assert_eq!(of_limits(&limits("1048576000")), Some(1_048_576_000));
        assert_eq!((of_group("max\n"), of_group("536870912\n")), (None, Some(536_870_912)));
        assert_eq!(of_group("9223372036854771712\n"), None);
    }
}
