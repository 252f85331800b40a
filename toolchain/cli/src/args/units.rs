//! Times and sizes, as people write them.

use std::time::Duration;

const MILLISECOND: Duration = Duration::from_millis(1);
const SECOND: Duration = Duration::from_secs(1);

/// A time, of which a plain number is in milliseconds.
pub fn milliseconds(text: &str) -> Result<Duration, String> {
    time(text, MILLISECOND)
}

/// A time, of which a plain number is in seconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    time(text, SECOND)
}

/// The same, or nothing.
pub fn seconds_or_none(text: &str) -> Result<Duration, String> {
    match text {
        "0" | "0s" => Ok(Duration::ZERO),
        text => seconds(text),
    }
}

fn time(text: &str, plain: Duration) -> Result<Duration, String> {
    let (number, unit) = split(text);
    let unit = match unit {
        "" => plain,
        "ms" => MILLISECOND,
        "s" => SECOND,
        "m" | "min" => SECOND * 60,
        "h" => SECOND * 3600,
        _ => return Err(not_a_time()),
    };
    let number = number.parse::<u32>().map_err(|_| not_a_time())?;
    match number {
        0 => Err("a time is at least 1ms".to_owned()),
        _ => unit.checked_mul(number).ok_or_else(not_a_time),
    }
}

fn not_a_time() -> String {
    "a time is a whole number, mostly with a unit: 500ms, 10s, 5m or 2h".to_owned()
}

/// A size in MiB, of which a plain number is in MiB, too.
pub fn mebibytes(text: &str) -> Result<u64, String> {
    let not_a_size = || "a size is a whole number with a unit: 512M or 2G".to_owned();
    let (number, unit) = split(text);
    let unit = match unit {
        "" | "M" | "MB" | "MiB" => 1,
        "G" | "GB" | "GiB" => 1024,
        _ => return Err(not_a_size()),
    };
    let number = u64::from(number.parse::<u32>().map_err(|_| not_a_size())?);
    match number {
        0 => Err("a memory limit is at least 1M".to_owned()),
        _ => Ok(number * unit),
    }
}

fn split(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !c.is_ascii_digit());
    text.split_at(end.unwrap_or(text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_says_which_and_without_one_the_option_does() {
        for (text, ms) in [
            ("500", 500),
            ("500ms", 500),
            ("10s", 10_000),
            ("2h", 7_200_000),
        ] {
            assert_eq!(milliseconds(text), Ok(Duration::from_millis(ms)), "{text}");
        }
        assert_eq!(seconds("90"), seconds("90s"));
        assert_eq!(seconds("90m"), seconds("5400"));
        for (text, size) in [("512", 512), ("512M", 512), ("2G", 2048), ("2GiB", 2048)] {
            assert_eq!(mebibytes(text), Ok(size), "{text}");
        }
    }

    #[test]
    fn what_is_no_time_or_size_is_told_what_is_one() {
        for text in ["", "s", "1.5s", "-1", "3d", "1 s", "99999999999"] {
            assert!(milliseconds(text).unwrap_err().contains("500ms"), "{text}");
            assert!(mebibytes(text).unwrap_err().contains("512M"), "{text}");
        }
        assert!(milliseconds("0").unwrap_err().contains("at least"));
        assert!(mebibytes("0G").unwrap_err().contains("at least"));
    }
}
