//! What all pictures share: colours, letters, and the frame.

use fz_base::words::visible;
use plotters::{
    coord::{Shift, types::RangedCoordf64},
    prelude::*,
    style::text_anchor::{HPos, Pos, VPos},
};

use super::words;

/// A label; of what lies between two numbers of things there is none.
pub fn whole(n: f64) -> String {
    match n.fract() == 0.0 {
        true => format!("{n:.0}"),
        false => String::new(),
    }
}

/// Of sides: none means anything else. Who cannot tell colours has shapes and names.
pub const PALETTE: [RGBColor; 6] = [
    RGBColor(0x00, 0x72, 0xb2),
    RGBColor(0x7b, 0x2d, 0x8e),
    RGBColor(0x56, 0xb4, 0xe9),
    RGBColor(0x8c, 0x5a, 0x2b),
    RGBColor(0x7f, 0x8a, 0x99),
    RGBColor(0x1f, 0x3a, 0x93),
];
/// What was reached, what was not, and what crashed; whatever is of no side and of none of these.
pub const REACHED: RGBColor = RGBColor(0x1f, 0x92, 0x54);
pub const MISSED: RGBColor = RGBColor(0xc9, 0x30, 0x2c);
pub const CRASHED: RGBColor = RGBColor(0xa3, 0x13, 0x5f);
pub const NEUTRAL: RGBColor = RGBColor(0x6b, 0x7a, 0x8c);
pub const INK: RGBColor = RGBColor(0x22, 0x2b, 0x38);
pub const FAINT: RGBColor = RGBColor(0x5c, 0x67, 0x77);
pub const RULE: RGBColor = RGBColor(0xd8, 0xde, 0xe6);
pub const PAPER: RGBColor = RGBColor(0xff, 0xff, 0xff);

pub const WIDTH: u32 = 720;
/// Of the letters, and about how wide one is.
pub const SIZE: i32 = 17;
const LETTER: f64 = 7.4;

pub type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
pub type Plane = Cartesian2d<RangedCoordf64, RangedCoordf64>;
pub type Drawn = Result<(), DrawingAreaErrorKind<std::io::Error>>;

/// A picture of a height, with what is read out in its place.
pub fn picture(
    height: u32,
    title: &str,
    description: &str,
    draw: impl FnOnce(&Area) -> Drawn,
) -> String {
    sized((WIDTH, height), title, description, draw)
}

pub fn sized(
    size: (u32, u32),
    title: &str,
    description: &str,
    draw: impl FnOnce(&Area) -> Drawn,
) -> String {
    let mut svg = String::new();
    let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
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

pub fn style(color: &RGBColor, anchor: (HPos, VPos)) -> TextStyle<'static> {
    let font = ("sans-serif", SIZE).into_font();
    font.color(color).pos(Pos::new(anchor.0, anchor.1))
}

/// A text beside a place, or around it, at its height.
pub fn write(area: &Area, text: &str, at: (i32, i32), color: &RGBColor, anchor: HPos) -> Drawn {
    area.draw_text(&visible(text), &style(color, (anchor, VPos::Center)), at)
}

pub fn line(area: &Area, from: (i32, i32), to: (i32, i32), color: RGBColor) -> Drawn {
    area.draw(&PathElement::new([from, to], color))
}

/// A text in so many points, at most.
pub fn fitting(text: &str, points: f64) -> String {
    let most = (points / LETTER).max(2.0) as usize;
    words::shortened(&visible(text), most)
}

pub fn color_of(number: usize) -> &'static RGBColor {
    &PALETTE[number % PALETTE.len()]
}
