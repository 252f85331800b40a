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

/// Of sides, by Okabe and Ito: told apart with most kinds of colour blindness.
pub const PALETTE: [RGBColor; 6] = [
    RGBColor(0x00, 0x72, 0xb2),
    RGBColor(0xd5, 0x5e, 0x00),
    RGBColor(0x00, 0x9e, 0x73),
    RGBColor(0xcc, 0x79, 0xa7),
    RGBColor(0xe6, 0x9f, 0x00),
    RGBColor(0x56, 0xb4, 0xe9),
];
pub const INK: RGBColor = RGBColor(0x22, 0x2b, 0x38);
pub const FAINT: RGBColor = RGBColor(0x5c, 0x67, 0x77);
pub const RULE: RGBColor = RGBColor(0xd8, 0xde, 0xe6);
const PAPER: RGBColor = RGBColor(0xff, 0xff, 0xff);

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

pub fn style(color: &RGBColor, anchor: (HPos, VPos)) -> TextStyle<'static> {
    let font = ("sans-serif", SIZE).into_font();
    font.color(color).pos(Pos::new(anchor.0, anchor.1))
}

pub fn write(
    area: &Area,
    text: &str,
    at: (i32, i32),
    color: &RGBColor,
    anchor: (HPos, VPos),
) -> Drawn {
    area.draw_text(&visible(text), &style(color, anchor), at)
}

/// A text in so many points, at most.
pub fn fitting(text: &str, points: f64) -> String {
    let most = (points / LETTER).max(2.0) as usize;
    words::shortened(&visible(text), most)
}

pub fn color_of(number: usize) -> &'static RGBColor {
    &PALETTE[number % PALETTE.len()]
}
