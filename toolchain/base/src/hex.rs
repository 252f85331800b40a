//! Bytes as hex dumps have them: 16 in a line, below their offset, with the text that they are.

use crate::{
    palette::quiet,
    table::{Line, Tone, plain, span},
    words::many,
};

/// Bytes in a line.
pub const WIDE: usize = 16;
/// How wide offsets are, and ranges of them.
pub const OFFSETS: usize = 11;
/// Where what stands behind offsets begins.
pub const INDENT: usize = OFFSETS + 2;
/// As many lines about which there is nothing to say are shown; of more only how many bytes they have.
const SHOWN: usize = 2;

/// Up to [`WIDE`] bytes, the first of which is at `offset`.
pub fn line(offset: usize, bytes: &[u8], tone: impl Fn(usize) -> Tone) -> Line {
    let mut line = vec![quiet(format!("{offset:>OFFSETS$}")), plain("  ")];
    for (nth, byte) in bytes.iter().enumerate() {
        let gap = if nth == WIDE / 2 { " " } else { "" };
        line.push(plain(gap));
        line.push(span(tone(offset + nth), format!("{byte:02x} ")));
    }
    let missing = WIDE - bytes.len().min(WIDE);
    let gap = usize::from(bytes.len() <= WIDE / 2);
    line.push(plain(" ".repeat(missing * 3 + gap + 1)));
    for (nth, byte) in bytes.iter().enumerate() {
        let shown = match byte {
            b' '..=b'~' => char::from(*byte),
            _ => '.',
        };
        line.push(span(tone(offset + nth), shown.to_string()));
    }
    line
}

/// The lines of `bytes` from one offset to another, both multiples of [`WIDE`] or the end: of many only the first ones.
pub fn lines(
    bytes: &[u8],
    from: usize,
    to: usize,
    tone: impl Fn(usize) -> Tone,
) -> impl Iterator<Item = Line> {
    let to = to.min(bytes.len());
    let rows = to.saturating_sub(from).div_ceil(WIDE);
    let shown = if rows > SHOWN + 1 { SHOWN } else { rows };
    let rest = to.saturating_sub(from + shown * WIDE);
    let more = (shown < rows).then(|| left_out(rest, "more"));
    let line = move |row: usize| {
        let at = from + row * WIDE;
        line(at, &bytes[at..to.min(at + WIDE)], &tone)
    };
    (0..shown).map(line).chain(more)
}

/// Of bytes from one offset to another that are all 0, and not shown.
pub fn gap(from: u64, to: u64) -> Option<Line> {
    let bytes = to.saturating_sub(from) as usize;
    (bytes > 0).then(|| left_out(bytes, "of 0"))
}

fn left_out(bytes: usize, which: &str) -> Line {
    let text = format!("{:>OFFSETS$}  {} {which}", "…", many(bytes, "byte"));
    vec![quiet(text)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::text;

    #[test]
    fn bytes_stand_below_each_other_whatever_they_are() {
        let bytes: Vec<u8> = (0x39..0x53).chain([0, 0xff]).collect();
        let all = lines(&bytes, 0, bytes.len(), |_| Tone::Plain);
        let all: Vec<String> = all.map(|l| text(&l)).collect();
        assert_eq!(
            all,
            [
                "          0  39 3a 3b 3c 3d 3e 3f 40  41 42 43 44 45 46 47 48  9:;<=>?@ABCDEFGH",
                "         16  49 4a 4b 4c 4d 4e 4f 50  51 52 00 ff              IJKLMNOPQR.."
            ]
        );
        let short = text(&line(0, b"abc", |_| Tone::Plain));
        assert_eq!(short.find("abc"), all[0].find("9:;"), "{short}");
        let tones = line(4, b"ab", |at| match at {
            5 => Tone::Partly,
            _ => Tone::Quiet,
        });
        let of = |text: &str| tones.iter().find(|s| s.text() == text).unwrap().tone;
        assert_eq!((of("61 "), of("62 ")), (Tone::Quiet, Tone::Partly));
    }

    #[test]
    fn of_many_lines_the_first_ones_are_shown() {
        let bytes = [0; 20 * WIDE + 3];
        let lines = |to| -> Vec<String> {
            lines(&bytes, WIDE, to, |_| Tone::Plain)
                .map(|l| text(&l))
                .collect()
        };
        assert_eq!(lines(4 * WIDE).len(), 3);
        let all = lines(usize::MAX);
        assert_eq!(all.len(), 3);
        assert_eq!(all[2].trim(), "…  275 bytes more");
        assert!(lines(WIDE).is_empty());
    }
}
