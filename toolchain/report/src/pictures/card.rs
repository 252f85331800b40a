//! The whole in one picture, for a README or a post: how much, whether anything crashed, how it went, and what to look at
//! next.

use fz_base::{
    numbers::{self, count as grouped},
    words::visible,
};
use plotters::{
    prelude::*,
    style::{
        FontFamily,
        text_anchor::{HPos, Pos, VPos},
    },
};

use super::{
    canvas::{Area, CRASHED, Drawn, FAINT, INK, REACHED, RULE, color_of, line, sized},
    over_time::{Numbered, floor},
    words::shortened,
};
use crate::measure::Count;

/// As sites that show links want it.
const SIZE: (u32, u32) = (1200, 630);
const MARGIN: i32 = 56;
const RIGHT: i32 = SIZE.0 as i32 - MARGIN;
/// Where the figures end, and where the curves begin and end.
const FIGURES: i32 = 560;
const CURVES: (i32, i32) = (640, 1010);
const TOP: i32 = 190;
const BOTTOM: i32 = 420;
/// Sides that have a name at their curve.
const NAMED: usize = 6;

#[derive(Debug, Default)]
pub struct Card<'a> {
    pub title: &'a str,
    /// What was run.
    pub facts: &'a str,
    pub figures: Vec<Figure<'a>>,
    /// `2 bugs, 5 inputs crash`
    pub crashed: Option<String>,
    /// What the curves are of, in plural; there may be none.
    pub what: &'a str,
    pub curves: Vec<Numbered<'a>>,
    pub next: Option<Next>,
}

#[derive(Debug)]
pub struct Figure<'a> {
    pub name: &'a str,
    pub count: Count,
}

/// The condition that hides most.
#[derive(Debug)]
pub struct Next {
    pub condition: String,
    pub never: String,
    /// Where it stands, and what lies behind it.
    pub place: String,
}

/// Of a size, plain, bold or as code.
#[derive(Clone, Copy)]
enum Letters {
    Plain(i32),
    Bold(i32),
    Code(i32),
}

impl Letters {
    /// About how wide one is, in parts of its size. A viewer's fonts are its own: rather too wide than cut.
    fn width(self) -> f64 {
        match self {
            Letters::Plain(size) => 0.54 * f64::from(size),
            Letters::Bold(size) => 0.6 * f64::from(size),
            Letters::Code(size) => 0.62 * f64::from(size),
        }
    }

    fn style(self, color: &RGBColor, anchor: HPos) -> TextStyle<'static> {
        let (family, size, style) = match self {
            Letters::Plain(size) => (FontFamily::SansSerif, size, FontStyle::Normal),
            Letters::Bold(size) => (FontFamily::SansSerif, size, FontStyle::Bold),
            Letters::Code(size) => (FontFamily::Monospace, size, FontStyle::Normal),
        };
        let font = FontDesc::new(family, f64::from(size), style);
        font.color(color).pos(Pos::new(anchor, VPos::Center))
    }
}

/// A text that begins or ends at a place, and takes so many points at most.
fn say(
    area: &Area,
    text: &str,
    (x, y): (i32, i32),
    letters: Letters,
    (color, anchor, room): (&RGBColor, HPos, i32),
) -> Drawn {
    let most = (f64::from(room) / letters.width()).max(2.0) as usize;
    let text = shortened(&visible(text), most);
    area.draw_text(&text, &letters.style(color, anchor), (x, y))
}

pub fn card(card: &Card) -> String {
    let told = card.figures.iter().map(|figure| {
        let (share, of) = figure.said();
        format!("{} {share}: {of}", figure.name)
    });
    let mut told: Vec<String> = told.collect();
    told.extend(card.crashed.clone());
    let next = card.next.iter();
    told.extend(next.map(|n| format!("next: {} {} at {}", n.condition, n.never, n.place)));
    let title = format!("Coverage of {}", card.title);
    sized(SIZE, &title, &told.join("; "), |area| {
        let end = (SIZE.0 as i32 - 1, SIZE.1 as i32 - 1);
        area.draw(&Rectangle::new([(0, 0), end], RULE.stroke_width(1)))?;
        area.draw(&Rectangle::new([(0, 0), (12, end.1)], REACHED.filled()))?;
        let whole = RIGHT - MARGIN;
        let left = HPos::Left;
        say(
            area,
            card.title,
            (MARGIN, 70),
            Letters::Bold(52),
            (&INK, left, whole - 120),
        )?;
        say(
            area,
            "fz",
            (RIGHT, 70),
            Letters::Bold(40),
            (color_of(0), HPos::Right, 100),
        )?;
        say(
            area,
            card.facts,
            (MARGIN, 126),
            Letters::Plain(24),
            (&FAINT, left, whole),
        )?;
        figures(area, card)?;
        if !card.curves.is_empty() {
            curves(area, card)?;
        }
        card.next.as_ref().map_or(Ok(()), |next| to_do(area, next))
    })
}

impl Figure<'_> {
    /// The share, and what it is of.
    fn said(&self) -> (String, String) {
        let Count {
            reached, reachable, ..
        } = self.count;
        let of = format!("{} of {}", grouped(reached), grouped(reachable));
        match reachable {
            0 => ("–".to_owned(), "none known".to_owned()),
            _ => (numbers::share(self.count.percent()), of),
        }
    }
}

fn figures(area: &Area, card: &Card) -> Drawn {
    // Without curves beside them, there is room.
    let right = if card.curves.is_empty() {
        RIGHT
    } else {
        FIGURES
    };
    for (figure, number) in card.figures.iter().zip(0..) {
        let top = TOP + 84 * number;
        let (share, of) = figure.said();
        let name = Letters::Plain(24);
        say(
            area,
            figure.name,
            (MARGIN, top),
            name,
            (&FAINT, HPos::Left, 190),
        )?;
        say(
            area,
            &of,
            (right - 130, top),
            Letters::Plain(20),
            (&FAINT, HPos::Right, 190),
        )?;
        say(
            area,
            &share,
            (right, top),
            Letters::Bold(30),
            (&INK, HPos::Right, 130),
        )?;
        let bar = |to: i32, color: &RGBColor| {
            let corners = [(MARGIN, top + 24), (to, top + 42)];
            area.draw(&Rectangle::new(corners, color.filled()))
        };
        bar(right, &RULE)?;
        let width = f64::from(right - MARGIN) * figure.count.percent() / 100.0;
        bar(MARGIN + width.round() as i32, &REACHED)?;
    }
    let at = TOP + 84 * card.figures.len() as i32;
    let (said, color) = match &card.crashed {
        Some(crashed) => (crashed.as_str(), &CRASHED),
        None => return Ok(()),
    };
    area.draw(&Circle::new((MARGIN + 9, at), 9, color.filled()))?;
    say(
        area,
        said,
        (MARGIN + 30, at),
        Letters::Bold(26),
        (color, HPos::Left, right - MARGIN - 30),
    )
}

fn curves(area: &Area, card: &Card) -> Drawn {
    let ends = card.curves.iter().filter_map(|(_, c)| c.points.last());
    let longest = ends.clone().map(|p| p.seconds).fold(1e-3, f64::max);
    let highest = ends.map(|p| p.high).fold(1.0, f64::max);
    let lowest = floor(&card.curves, highest);
    let (left, right) = CURVES;
    let small = Letters::Plain(18);
    let at = |seconds: f64, n: f64| {
        let x = f64::from(left) + f64::from(right - left) * seconds / longest;
        let y = (n - lowest) / (highest - lowest).max(1.0);
        (x as i32, BOTTOM - (f64::from(BOTTOM - TOP) * y) as i32)
    };
    for n in [lowest, f64::midpoint(lowest, highest).round(), highest] {
        let (_, y) = at(0.0, n);
        line(area, (left, y), (right, y), RULE)?;
        let label = grouped(n as usize);
        say(
            area,
            &label,
            (left - 8, y),
            small,
            (&FAINT, HPos::Right, 80),
        )?;
    }
    let over = format!("{} over {}", card.what, numbers::seconds(longest));
    say(
        area,
        &over,
        (left, BOTTOM + 24),
        small,
        (&FAINT, HPos::Left, right - left),
    )?;
    let mut names: Vec<(i32, usize, &str)> = Vec::new();
    for (number, curve) in &card.curves {
        let points = curve.points.iter();
        let points: Vec<_> = points.map(|p| at(p.seconds, p.median)).collect();
        names.extend(points.last().map(|(_, y)| (*y, *number, &*curve.side)));
        area.draw(&PathElement::new(points, color_of(*number).stroke_width(4)))?;
    }
    names.sort_unstable();
    let mut last = 0;
    for (y, number, side) in names.into_iter().take(NAMED) {
        last = y.max(last + 24);
        let place = (right + 12, last);
        let letters = Letters::Bold(20);
        say(
            area,
            side,
            place,
            letters,
            (color_of(number), HPos::Left, RIGHT - right - 12),
        )?;
    }
    Ok(())
}

fn to_do(area: &Area, next: &Next) -> Drawn {
    line(area, (MARGIN, 482), (RIGHT, 482), RULE)?;
    let whole = RIGHT - MARGIN;
    let left = HPos::Left;
    say(
        area,
        "Look here next",
        (MARGIN, 512),
        Letters::Plain(20),
        (&FAINT, left, whole),
    )?;
    let said = format!("{}  {}", next.condition, next.never);
    say(
        area,
        &said,
        (MARGIN, 548),
        Letters::Code(28),
        (&INK, left, whole),
    )?;
    say(
        area,
        &next.place,
        (MARGIN, 588),
        Letters::Plain(22),
        (&FAINT, left, whole),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::over_time::{Curve, Point};

    fn sample(name: &str) -> String {
        let point = |seconds, median| Point {
            seconds,
            median,
            low: median,
            high: median,
            together: 0,
        };
        let curve = Curve {
            side: name.to_owned(),
            points: vec![point(0.0, 40.0), point(60.0, 1234.0)],
        };
        card(&Card {
            title: name,
            facts: "2 runs, 310 inputs",
            figures: vec![Figure {
                name: "Lines",
                count: Count {
                    reached: 1234,
                    reachable: 2000,
                    all: 2500,
                },
            }],
            crashed: Some("2 bugs, 5 inputs crash".to_owned()),
            what: "lines",
            curves: vec![(0, &curve)],
            next: Some(Next {
                condition: format!("{name}->a < b && c"),
                never: "never true".to_owned(),
                place: "a.c:12, 21 blocks behind it".to_owned(),
            }),
        })
    }

    #[test]
    fn a_card_has_the_figures() {
        let svg = sample("parser");
        assert!(svg.contains("width=\"1200\" height=\"630\""), "{svg}");
        for said in [
            ">\nparser\n<",
            ">\n61.7 %\n<",
            ">\n1,234 of 2,000\n<",
            ">\n2 bugs, 5 inputs crash\n<",
            ">\nparser-&gt;a &lt; b &amp;&amp; c  never true\n<",
            ">\na.c:12, 21 blocks behind it\n<",
        ] {
            assert!(svg.contains(said), "{said}: {svg}");
        }
        // It brings its background with it.
        assert!(svg.contains("fill=\"#FFFFFF\""), "{svg}");
    }

    #[test]
    fn names_are_inert_and_fit() {
        let svg = sample(&format!("\"><script>\u{202e}\u{1}{}", "x".repeat(400)));
        assert!(!svg.contains("<script"), "{svg}");
        assert!(!svg.contains(['\u{202e}', '\u{1}']), "{svg}");
        let shown = svg.split("</desc>").nth(1).unwrap();
        assert!(!shown.contains(&"x".repeat(120)), "{svg}");
        let nothing = card(&Card::default());
        assert!(!nothing.contains("NaN"), "{nothing}");
    }
}
