//! Values in a profile's file.

use fz_schema::Point;

/// One of some points, by its name.
pub fn point(value: &toml::Value, allowed: &[Point]) -> Result<Point, String> {
    let named = value.as_str().and_then(Point::of_name);
    named
        .filter(|point| allowed.contains(point))
        .ok_or_else(|| format!("`at = {value}`: `at` is {}", Point::one_of(allowed)))
}

/// The value of an option, as pipeline texts write it.
pub fn text_of(key: &str, value: &toml::Value) -> Result<String, String> {
    match value {
        toml::Value::String(text) => Ok(text.clone()),
        toml::Value::Integer(number) => Ok(number.to_string()),
        toml::Value::Boolean(on) => Ok(if *on { "on" } else { "off" }.to_owned()),
        _ => Err(format!(
            "option `{key}` is a word, a number or a truth value"
        )),
    }
}
