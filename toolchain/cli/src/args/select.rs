//! `--select` and `--ignore`

#[derive(clap::Args)]
pub struct Select {
    /// Only functions or files that RULE matches: fun:GLOB or src:GLOB. C++ functions match by their readable names too
    /// (`ns::parse`, `*::parse(int)`); @FILE is a file with a rule on each line. May be repeated
    #[arg(id = "select", long = "select", value_name = "RULE")]
    pub rules: Vec<String>,
}

#[derive(clap::Args)]
pub struct Ignore {
    /// Leave out functions or files that RULE matches, as for --select: generated code (`src:*.tab.c`), options (`fun:main`).
    /// May be repeated
    #[arg(id = "ignore", long = "ignore", value_name = "RULE")]
    pub rules: Vec<String>,
}
