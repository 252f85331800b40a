//! Pictures of comparisons, as SVG: numbers in, text out.
//!
//! Colours are plain, so that any viewer shows the files; the report's style sheet has its own in the place of each,
//! light or dark. Who cannot tell colours has names at the curves, and directions or places of bars.

mod canvas;
mod card;
mod ccg;
mod consistency;
mod difficulty;
mod over_time;
mod words;

pub use card::{Card, Figure, Next, card};
pub use ccg::{Bar, ccg};
pub use consistency::{Histogram, consistency};
pub use difficulty::difficulty;
pub use over_time::{Numbered, over_time};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::over_time::{Curve, Point};

    fn all(name: &str) -> [String; 4] {
        let point = |seconds| Point {
            seconds,
            median: 100.0 + seconds,
            low: 90.0 + seconds,
            high: 120.0 + seconds,
            together: 0,
        };
        let curve = |side: &str, from: u32| Curve {
            side: side.to_owned(),
            points: (from..from + 60)
                .map(|n| point(f64::from(n * 60)))
                .collect(),
        };
        let bar = |side: &str, gained, missed| Bar {
            program: "p".to_owned(),
            side: side.to_owned(),
            gained,
            missed,
        };
        let histogram = |side: &str| Histogram {
            side: side.to_owned(),
            number: 1,
            note: "median 100 %, MAD 12".to_owned(),
            shares: vec![60.0, 20.0, 10.0, 5.0, 5.0],
        };
        [
            ccg("lines", name, &[bar(name, 12.0, 3.0), bar("b", 0.0, 7.25)]),
            over_time("lines", &[(0, &curve(name, 0)), (1, &curve("b", 10))]),
            consistency("lines", &[histogram(name), histogram("b")]),
            difficulty("lines", &[4, 0, 3, 70]),
        ]
    }

    #[test]
    fn pictures_say_in_words_what_they_show() {
        let [ccg, over_time, consistency, difficulty] = all("a");
        for (svg, word) in [
            (&ccg, "b: 0.0 % new, 7.2 % missed"),
            (&over_time, "a: median 3640, from 3630 to 3660"),
            (&consistency, "a: 60.0 % by all of 5 runs"),
            (
                &difficulty,
                "70 lines by all 4 runs, 4 by at most half of them",
            ),
        ] {
            assert!(svg.starts_with("<svg role=\"img\" aria-label="), "{svg}");
            let description = svg.split("<desc>").nth(1).unwrap();
            let description = description.split("</desc>").next().unwrap();
            assert!(description.contains(word), "{description}");
            assert_eq!(svg.matches("<svg ").count(), svg.matches("</svg>").count());
        }
    }

    #[test]
    fn names_are_inert() {
        for svg in all("\"><script>alert(1)</script>\u{202e}\u{1}") {
            assert!(!svg.contains("<script"), "{svg}");
            assert!(!svg.contains(['\u{202e}', '\u{1}']), "{svg}");
            assert!(!svg.contains("style="), "a page's policy forbids it: {svg}");
        }
    }

    #[test]
    fn nothing_is_drawn_of_nothing() {
        for svg in [
            ccg("lines", "a", &[]),
            over_time("lines", &[]),
            consistency("lines", &[]),
            difficulty("lines", &[]),
        ] {
            assert!(svg.contains("</svg>") && !svg.contains("NaN"), "{svg}");
        }
    }
}
