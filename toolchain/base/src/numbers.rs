//! Numbers as people read them, everywhere the same: thousands apart by commas, percentages with one decimal.

use crate::words::many;

/// `12,345`
pub fn count(n: usize) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A part in percent; of nothing, nothing.
pub fn percent(part: usize, whole: usize) -> f64 {
    match whole {
        0 => 0.0,
        _ => part as f64 * 100.0 / whole as f64,
    }
}

/// `62.5 %`
pub fn share(percent: f64) -> String {
    format!("{percent:.1} %")
}

/// Seconds, minutes, hours, days: the largest of which there are two.
const UNITS: [(f64, &str); 3] = [(86_400.0, "days"), (3600.0, "hours"), (60.0, "minutes")];

/// `1 second`, `2 minutes`
pub fn seconds(seconds: f64) -> String {
    let unit = UNITS.iter().find(|(of, _)| seconds >= 2.0 * of);
    match unit {
        Some((of, name)) => format!("{:.0} {name}", seconds / of),
        None => many(seconds.round() as usize, "second"),
    }
}

/// `912 bytes`, `1.5 KiB`
pub fn bytes(bytes: u64) -> String {
    const UNITS: [&str; 4] = ["KiB", "MiB", "GiB", "TiB"];
    let mut scaled = bytes as f64 / 1024.0;
    if scaled < 1.0 {
        return many(bytes as usize, "byte");
    }
    let mut units = UNITS.iter();
    let mut unit = units.next().expect("there are several");
    for larger in units {
        if scaled < 1024.0 {
            break;
        }
        (scaled, unit) = (scaled / 1024.0, larger);
    }
    format!("{scaled:.1} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_at_once() {
        assert_eq!(
            [0, 999, 1000, 1_234_567].map(count),
            ["0", "999", "1,000", "1,234,567"]
        );
        assert_eq!(share(percent(2, 3)), "66.7 %");
        assert_eq!(share(percent(0, 0)), "0.0 %");
        assert_eq!(
            [0.4, 1.0, 119.0, 120.0, 8000.0, 900_000.0].map(seconds),
            [
                "0 seconds",
                "1 second",
                "119 seconds",
                "2 minutes",
                "2 hours",
                "10 days"
            ]
        );
        assert_eq!(
            [1, 912, 1536, 3 << 20, 5 << 40].map(bytes),
            ["1 byte", "912 bytes", "1.5 KiB", "3.0 MiB", "5.0 TiB"]
        );
    }
}
