//! `--label`: what runs are called that are collected.

use fz_coverage::corpus::Dimensions;

/// Names of the dimensions that are given.
#[derive(Clone, clap::Args)]
pub struct Labels {
    /// What the runs are called: campaign, fuzzer, configuration and run, as in fuzzer=afl++,run=3. May be repeated
    /// [default: known from the folder's layout and AFL++'s banner; each folder is a run, named after it]
    #[arg(id = "labels", long = "label", value_name = "DIMENSION=NAME,…", value_delimiter = ',', value_parser = label)]
    given: Vec<(Dimension, String)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Dimension {
    Campaign,
    Fuzzer,
    Configuration,
    Run,
}

const DIMENSIONS: [(&str, Dimension); 4] = [
    ("campaign", Dimension::Campaign),
    ("fuzzer", Dimension::Fuzzer),
    ("configuration", Dimension::Configuration),
    ("run", Dimension::Run),
];

fn label(text: &str) -> Result<(Dimension, String), String> {
    let known = |name: &str| DIMENSIONS.iter().find(|(known, _)| *known == name);
    match text
        .split_once('=')
        .map(|(name, value)| (known(name), value))
    {
        Some((Some((_, dimension)), value)) if !value.is_empty() => {
            Ok((*dimension, value.to_owned()))
        }
        _ => {
            let known = DIMENSIONS.map(|(name, _)| format!("{name}=NAME"));
            Err(format!("`{text}` is not one of {}", known.join(", ")))
        }
    }
}

impl Labels {
    /// The last name of each dimension that has one.
    pub fn dimensions(&self) -> Dimensions {
        let last = |wanted| {
            let mut of_it = self
                .given
                .iter()
                .rev()
                .filter(|(dimension, _)| *dimension == wanted);
            of_it.next().map(|(_, name)| name.clone())
        };
        Dimensions {
            campaign: last(Dimension::Campaign),
            fuzzer: last(Dimension::Fuzzer),
            configuration: last(Dimension::Configuration),
            run: last(Dimension::Run),
        }
    }
}
