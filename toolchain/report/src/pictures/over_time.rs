//! Coverage over time: of each side the median of its runs, and in a paler band where all of them are.

use plotters::{
    prelude::*,
    style::text_anchor::{HPos, VPos},
};

use crate::compare::over_time::{Curve, Point};

use super::canvas::{
    Area, Drawn, FAINT, INK, Plane, RULE, SIZE, WIDTH, color_of, fitting, picture, style, whole,
    write,
};

const HEIGHT: u32 = 350;
/// For the names at the ends of the curves.
const NAMES: i32 = 165;
/// So many marks on a curve.
const MARKS: usize = 6;

/// The largest of which there are two.
const UNITS: [(f64, &str); 5] = [
    (86_400.0, "days"),
    (3600.0, "hours"),
    (60.0, "minutes"),
    (1.0, "seconds"),
    (1e-3, "milliseconds"),
];

/// A curve, and the number of its side, which has its colour and its shape.
pub type Numbered<'a> = (usize, &'a Curve);

/// `what`: the kind of identities, in plural.
pub fn over_time(what: &str, curves: &[Numbered]) -> String {
    let ends = || {
        let curves = curves.iter().map(|(_, curve)| curve);
        curves.filter_map(|c| c.points.last().map(|p| (c, p)))
    };
    let longest = ends().map(|(_, p)| p.seconds).fold(0.0, f64::max).max(1e-3);
    let highest = ends().map(|(_, p)| p.high).fold(0.0, f64::max).max(1.0);
    let lowest = floor(curves, highest);
    let unit = UNITS.iter().find(|(seconds, _)| longest >= 2.0 * seconds);
    let (unit, unit_name) = *unit.unwrap_or(&UNITS[UNITS.len() - 1]);
    let told = ends().take(20).map(|(c, p)| {
        format!(
            "{}: median {:.0}, from {:.0} to {:.0}",
            c.side, p.median, p.low, p.high
        )
    });
    let told: Vec<String> = told.collect();
    let title = format!("{what} reached over time");
    let from = match lowest > 0.0 {
        true => format!("; the axis begins at {lowest:.0}"),
        false => String::new(),
    };
    let description = format!("At the end {}{from}", told.join("; "));
    picture(HEIGHT, &title, &description, |area| {
        let mut chart = ChartBuilder::on(area)
            .margin_top(14)
            .margin_bottom(4)
            .margin_left(6)
            .margin_right(NAMES)
            .x_label_area_size(52)
            .y_label_area_size(64)
            .build_cartesian_2d(
                0.0..longest / unit,
                lowest..highest + (highest - lowest) * 0.04,
            )?;
        let anchor = (HPos::Left, VPos::Top);
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(RULE.mix(0.0))
            .bold_line_style(RULE)
            .axis_style(FAINT)
            .label_style(("sans-serif", SIZE).into_font().color(&FAINT))
            .axis_desc_style(style(&FAINT, anchor))
            .x_labels(8)
            .y_labels(6)
            .x_label_formatter(&|n| match longest / unit > 8.0 {
                true => format!("{n:.0}"),
                false => format!("{n:.1}"),
            })
            .y_label_formatter(&|n| whole(*n))
            .x_desc(unit_name)
            .y_desc(match lowest > 0.0 {
                true => format!("{what}, from {lowest:.0}"),
                false => what.to_owned(),
            })
            .draw()?;
        for (number, curve) in curves {
            let color = color_of(*number);
            let at = |p: &Point, y: f64| (p.seconds / unit, y);
            let low = curve.points.iter().map(|p| at(p, p.low));
            let band = low.chain(curve.points.iter().rev().map(|p| at(p, p.high)));
            chart.draw_series([Polygon::new(band.collect::<Vec<_>>(), color.mix(0.16))])?;
            let line: Vec<_> = curve.points.iter().map(|p| at(p, p.median)).collect();
            chart.draw_series([PathElement::new(line.clone(), color.stroke_width(2))])?;
            mark(area, &chart, &line, *number)?;
        }
        names(area, &chart, curves, unit)
    })
}

/// Where the axis begins: below the lowest begin of a curve, so that what inputs gained is not pressed flat under it. Near 0
/// it is 0.
pub fn floor(curves: &[Numbered], highest: f64) -> f64 {
    let begins = curves.iter().filter_map(|(_, c)| c.points.first());
    let begin = begins.map(|p| p.low).reduce(f64::min).unwrap_or(0.0);
    if begin < highest / 4.0 {
        return 0.0;
    }
    // A round number that leaves some of the picture below the curve.
    let room = ((highest - begin) / 4.0).max(1.0);
    let step = 10f64.powf(room.log10().floor());
    ((begin - room) / step).floor().max(0.0) * step
}

type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Plane>;

/// A shape of the side's own, here and there on its curve.
fn mark(area: &Area, chart: &Chart, line: &[(f64, f64)], number: usize) -> Drawn {
    let step = (line.len() / MARKS).max(1);
    for point in line.iter().skip(step / 2).step_by(step).chain(line.last()) {
        shape(area, chart.backend_coord(point), number)?;
    }
    Ok(())
}

fn shape(area: &Area, (x, y): (i32, i32), number: usize) -> Drawn {
    let style = color_of(number).filled();
    let corners: &[(i32, i32)] = match number % 5 {
        0 => return area.draw(&Circle::new((x, y), 4, style)),
        1 => &[(-4, -4), (4, -4), (4, 4), (-4, 4)],
        2 => &[(0, -5), (5, 4), (-5, 4)],
        3 => &[(0, -5), (5, 0), (0, 5), (-5, 0)],
        _ => &[(0, 5), (5, -4), (-5, -4)],
    };
    let corners: Vec<(i32, i32)> = corners.iter().map(|(a, b)| (x + a, y + b)).collect();
    area.draw(&Polygon::new(corners, style))
}

/// At the end of each curve its name, with room between them.
fn names(area: &Area, chart: &Chart, curves: &[Numbered], unit: f64) -> Drawn {
    let ends = curves.iter().filter_map(|(number, curve)| {
        let point = curve.points.last()?;
        let (_, y) = chart.backend_coord(&(point.seconds / unit, point.median));
        Some((y, *number, &curve.side))
    });
    let mut ends: Vec<(i32, usize, &String)> = ends.collect();
    ends.sort();
    let left = WIDTH as i32 - NAMES;
    let bottom = HEIGHT as i32 - 60;
    let mut last = 0;
    let count = ends.len() as i32;
    for ((y, number, side), place) in ends.into_iter().zip(0..) {
        let lowest = bottom - (count - place - 1) * (SIZE + 2);
        let y = y.max(last + SIZE + 2).min(lowest.max(last + SIZE + 2));
        last = y;
        shape(area, (left + 14, y), number)?;
        let name = fitting(side, f64::from(NAMES) - 30.0);
        write(area, &name, (left + 24, y), &INK, HPos::Left)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_axis_begins_where_something_happens() {
        let axis = |low: f64, high: f64| {
            let point = |seconds, n| Point {
                seconds,
                median: n,
                low: n,
                high: n,
                together: 0,
            };
            let curve = Curve {
                side: String::new(),
                points: vec![point(0.0, low), point(1.0, high)],
            };
            floor(&[(0, &curve)], high)
        };
        let told = [
            (0.0, 10.0),
            (20.0, 100.0),
            (229.0, 400.0),
            (990.0, 1000.0),
            (7.0, 7.0),
        ];
        assert_eq!(
            told.map(|(low, high)| axis(low, high)),
            [0.0, 0.0, 180.0, 987.0, 6.0]
        );
        assert_eq!(floor(&[], 1.0), 0.0);
    }
}
