//! The passes of the plugin: the schema of each, and how it is made.

use fz_schema::{Options, Pass, PassText, passes};

use crate::pass::ModulePass;

type Create = fn(&Options) -> Result<Box<dyn ModulePass>, String>;

/// A pass's schema, and the function that makes the pass from checked options.
pub struct Row {
    pub schema: &'static Pass,
    create: Create,
}

const fn row(schema: &'static Pass, create: Create) -> Row {
    Row { schema, create }
}

/// All passes, in the order of the schema.
#[rustfmt::skip]
pub const ROWS: &[Row] = &[
    row(&passes::byte_split::PASS, |o| Ok(Box::new(crate::byte_split::ByteSplit::new(o.into())))),
    row(&passes::capture::PASS, |o| Ok(Box::new(crate::capture::Capture::new(o.into())))),
    row(&passes::compares::PASS, |o| Ok(Box::new(crate::compares::Compares::new(o.into())))),
    row(&passes::conditions::PASS, |o| Ok(Box::new(crate::conditions::Conditions::new(o.into())?))),
    row(&passes::dictionary::PASS, |o| Ok(Box::new(crate::dictionary::Dictionary::new(o.into())?))),
    row(&passes::distance::PASS, |o| Ok(Box::new(crate::distance::Distance::new(o.into())))),
    row(&passes::edges::PASS, |o| Ok(Box::new(crate::edges::Edges::new(o.into())?))),
    row(&passes::guards::PASS, |o| Ok(Box::new(crate::guards::Guards::new(o.into())))),
    row(&passes::linkable::PASS, |_| Ok(Box::new(crate::linkable::Linkable))),
    row(&passes::narrow_compares::PASS, |_| Ok(Box::new(crate::narrow_compares::NarrowCompares))),
    row(&passes::pins::PASS, |o| Ok(Box::new(crate::pins::Pins::new(o.into())))),
    row(&passes::select_reedge::PASS, |o| Ok(Box::new(crate::select_reedge::SelectReedge::new(o.into())))),
    row(&passes::selection::PASS, |o| Ok(Box::new(crate::selection::Selection::new(o.into())?))),
    row(&passes::sites::PASS, |o| Ok(Box::new(crate::sites::Sites::new(o)))),
    row(&passes::split_calls::PASS, |o| Ok(Box::new(crate::split_calls::SplitCalls::new(o.into())))),
    row(&passes::split_landing_pads::PASS, |_| Ok(Box::new(crate::split_landing_pads::SplitLandingPads))),
    row(&passes::split_returns::PASS, |_| Ok(Box::new(crate::split_returns::SplitReturns))),
    row(&passes::stack_depth::PASS, |_| Ok(Box::new(crate::stack_depth::StackDepth))),
    row(&passes::strip_line_tables::PASS, |_| Ok(Box::new(crate::strip_line_tables::StripLineTables))),
    row(&passes::taint::PASS, |o| Ok(Box::new(crate::taint::Taint::new(o.into())))),
    row(&passes::unify_returns::PASS, |_| Ok(Box::new(crate::unify_returns::UnifyReturns))),
    row(&passes::unit_record::PASS, |o| Ok(Box::new(crate::unit_record::UnitRecord::new(o.into())))),
];

/// A pass made from its pipeline text.
pub struct Created {
    /// The pass's name.
    pub name: &'static str,
    /// The run that it is, for a pass that runs more than once ([`fz_schema::order::Run::stage`]).
    pub stage: Option<String>,
    pub pass: Box<dyn ModulePass>,
}

/// Makes a pass from its pipeline text. `Ok(None)` if no pass has that name; an error if its options are wrong.
pub fn create(text: &str) -> Result<Option<Created>, String> {
    let name = text.split('<').next().unwrap_or(text);
    let Some(row) = ROWS.iter().find(|row| row.schema.name == name) else {
        return Ok(None);
    };
    let created = || {
        let text = PassText::decode(text)?;
        let stage = text.params.iter().find(|(key, _)| key == "stage");
        Ok(Created {
            name: row.schema.name,
            stage: stage.and_then(|(_, value)| Some(value.as_deref()?.to_owned())),
            pass: (row.create)(&Options::of(row.schema, &text)?)?,
        })
    };
    match created() {
        Ok(created) => Ok(Some(created)),
        Err::<_, String>(why) => Err(format!("pass `{name}`: {why}")),
    }
}

#[cfg(test)]
mod tests {
    use fz_schema::{PASSES, ValueKind};

    use super::*;

    #[test]
    fn rows_are_those_of_the_schema() {
        let rows: Vec<_> = ROWS.iter().map(|row| row.schema.name).collect();
        let passes: Vec<_> = PASSES.iter().map(|pass| pass.name).collect();
        assert_eq!(
            rows, passes,
            "each pass of the schema has a row here, in its order"
        );
    }

    #[test]
    fn every_pass_has_file_tests() {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/passes");
        for pass in PASSES {
            let dir = std::path::Path::new(root).join(pass.name);
            assert!(dir.is_dir(), "{} is missing", dir.display());
        }
    }

    /// Passes read only options that the schema has, with the schema's types.
    #[test]
    fn every_pass_takes_its_defaults_and_every_word() {
        for pass in PASSES {
            create(pass.name).unwrap();
            for option in pass.options.iter() {
                let words = option.words().iter().map(|w| w.name.to_owned());
                let numbers = match option.kind {
                    ValueKind::Number { least, most, .. } => {
                        vec![least.to_string(), most.to_string()]
                    }
                    ValueKind::Switch { .. } => vec!["on".to_owned(), "off".to_owned()],
                    _ => Vec::new(),
                };
                for value in words.chain(numbers) {
                    let text = PassText::new(pass.name).with(option.name, value);
                    create(&text.to_string()).unwrap();
                }
            }
        }
    }

    #[test]
    fn a_wrong_option_lists_the_right_ones() {
        let error = create("edges<count=sometimes>").err().unwrap();
        assert!(error.contains("saturate, wrap, never-zero"), "{error}");
        let error = create("edges<colour=red>").err().unwrap();
        assert!(
            error.contains("colour") && error.contains("count"),
            "{error}"
        );
    }
}
