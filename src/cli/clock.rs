//! The time as witnesses tell it.

/// The time in UTC, as ISO 8601 writes it.
pub fn time_now() -> String {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    date(since.map_or(0, |since| since.as_secs()))
}

/// The time `seconds` seconds after the beginning of 1970.
fn date(seconds: u64) -> String {
    let (mut days, clock) = (seconds / 86_400, seconds % 86_400);
    let is_leap = |year: u64| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let mut year = 1970;
    while days >= 365 + is_leap(year) as u64 {
        days -= 365 + is_leap(year) as u64;
        year += 1;
    }
    let lengths = [31, 28 + is_leap(year) as u64, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 1;
    for length in lengths {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    let (hour, minute, second) = (clock / 3600, clock / 60 % 60, clock % 60);
    format!("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", year, month, days + 1, hour, minute, second)
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(date(0), "1970-01-01T00:00:00Z");
        assert_eq!(date(951_782_399), "2000-02-28T23:59:59Z");
        assert_eq!(date(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(date(1_767_225_599), "2025-12-31T23:59:59Z");
    }
}
