//! Pictures of comparisons, as SVG: numbers in, text out.
//!
//! Colours are plain, so that any viewer shows the files; the report's style sheet has its own in the place of each of
//! [`PALETTE`], light or dark. Who cannot tell colours has names at the curves, and directions or places of bars.

mod ccg;
mod consistency;
mod difficulty;
mod over_time;
mod words;

use plotters::{
    coord::{Shift, types::RangedCoordf64},
    prelude::*,
    style::text_anchor::{HPos, Pos, VPos},
};

pub use ccg::{Bar, ccg};
pub use consistency::{Histogram, consistency};
pub use difficulty::difficulty;
use fz_base::words::visible;
pub use over_time::{Curve, Point, over_time};

/// A label; of what lies between two numbers of things there is none.
fn whole(n: f64) -> String {
    match n.fract() == 0.0 {
        true => format!("{n:.0}"),
        false => String::new(),
    }
}

/// Of sides, by Okabe and Ito: told apart with most kinds of colour blindness.
pub const PALETTE: [RGBColor; 6] = [
    RGBColor(0x00, 0x72, 0xb2),
    RGBColor(0xd5, 0x5e, 0x00),
    RGBColor(0x00, 0x9e, 0x73),
    RGBColor(0xcc, 0x79, 0xa7),
    RGBColor(0xe6, 0x9f, 0x00),
    RGBColor(0x56, 0xb4, 0xe9),
];
const INK: RGBColor = RGBColor(0x22, 0x2b, 0x38);
const FAINT: RGBColor = RGBColor(0x5c, 0x67, 0x77);
const RULE: RGBColor = RGBColor(0xd8, 0xde, 0xe6);
const PAPER: RGBColor = RGBColor(0xff, 0xff, 0xff);

const WIDTH: u32 = 720;
/// Of the letters, and about how wide one is.
const SIZE: i32 = 17;
const LETTER: f64 = 7.4;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Plane = Cartesian2d<RangedCoordf64, RangedCoordf64>;
type Drawn = Result<(), DrawingAreaErrorKind<std::io::Error>>;

/// A picture of a height, with what is read out in its place.
fn picture(
    height: u32,
    title: &str,
    description: &str,
    draw: impl FnOnce(&Area) -> Drawn,
) -> String {
    let mut svg = String::new();
    let area = SVGBackend::with_string(&mut svg, (WIDTH, height)).into_drawing_area();
    let drawn = area.fill(&PAPER).and_then(|()| draw(&area));
    drawn
        .and_then(|()| area.present())
        .expect("drawing into memory");
    drop(area);
    let (title, description) = (words::escaped(title), words::escaped(description));
    let said = format!("<svg role=\"img\" aria-label=\"{title}. {description}\" ");
    let svg = svg.replacen("<svg ", &said, 1);
    svg.replacen(
        ">\n",
        &format!(">\n<title>{title}</title>\n<desc>{description}</desc>\n"),
        1,
    )
}

fn style(color: &RGBColor, anchor: (HPos, VPos)) -> TextStyle<'static> {
    let font = ("sans-serif", SIZE).into_font();
    font.color(color).pos(Pos::new(anchor.0, anchor.1))
}

fn write(area: &Area, text: &str, at: (i32, i32), color: &RGBColor, anchor: (HPos, VPos)) -> Drawn {
    area.draw_text(&visible(text), &style(color, anchor), at)
}

/// A text in so many points, at most.
fn fitting(text: &str, points: f64) -> String {
    let most = (points / LETTER).max(2.0) as usize;
    words::shortened(&visible(text), most)
}

fn color_of(number: usize) -> &'static RGBColor {
    &PALETTE[number % PALETTE.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(name: &str) -> [String; 4] {
        let point = |seconds| Point {
            seconds,
            median: 100.0 + seconds,
            low: 90.0 + seconds,
            high: 120.0 + seconds,
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
            note: "median 100 %, MAD 12".to_owned(),
            shares: vec![60.0, 20.0, 10.0, 5.0, 5.0],
        };
        [
            ccg("lines", name, &[bar(name, 12.0, 3.0), bar("b", 0.0, 7.25)]),
            over_time("lines", &[curve(name, 0), curve("b", 10)]),
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
