//! Plain tables for the end of a run.

/// Prints `rows` under `head`, columns padded to their widest cell.
pub fn print(head: &[&str], rows: &[Vec<String>]) {
    println!("{}", render(head, rows));
}

fn render(head: &[&str], rows: &[Vec<String>]) -> String {
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

#[cfg(test)]
mod tests {
    use super::render;

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
