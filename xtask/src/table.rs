//! Plain tables for the end of a run.

/// Prints `rows` under `head`, columns padded to their widest cell.
pub fn print(head: &[&str], rows: &[Vec<String>]) {
    println!("{}", render(head, rows));
}

/// The same under a head that is written as it looks: `name | edges`.
pub fn under(head: &str, rows: &[Vec<String>]) {
    print(&head.split(" | ").collect::<Vec<_>>(), rows);
}

/// The same as a text.
pub fn render(head: &[&str], rows: &[Vec<String>]) -> String {
    let head: Vec<String> = head.iter().map(ToString::to_string).collect();
    let width = |i: usize| {
        std::iter::once(&head)
            .chain(rows)
            .filter_map(|r| r.get(i))
            .map(|c| c.chars().count())
            .max()
    };
    let widths: Vec<usize> = (0..head.len()).map(|i| width(i).unwrap_or(0)).collect();
    let line = |row: &[String]| {
        let cells: Vec<String> = row
            .iter()
            .zip(&widths)
            .map(|(cell, &w)| format!("{cell:<w$}"))
            .collect();
        cells.join("  ").trim_end().to_string()
    };
    let rule: Vec<String> = widths.iter().map(|&w| "-".repeat(w)).collect();
    let body = rows.iter().map(|row| line(row));
    [line(&head), line(&rule)]
        .into_iter()
        .chain(body)
        .collect::<Vec<_>>()
        .join("\n")
}

/// Digits in threes.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{grouped, render};

    #[test]
    fn digits_stand_in_threes() {
        assert_eq!(
            (grouped(999), grouped(1234567)),
            ("999".into(), "1,234,567".into())
        );
    }

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let rows = [
            vec!["zlib".into(), "1".into()],
            vec!["a".into(), "12345678".into()],
        ];
        assert_eq!(
            render(&["name", "edges"], &rows),
            "name  edges\n----  --------\nzlib  1\na     12345678"
        );
    }
}
