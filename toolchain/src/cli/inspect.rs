//! stub
pub const EXAMPLES: &str = "";
#[derive(clap::Args)]
pub struct InspectArgs {}
pub fn run(_: &InspectArgs) -> anyhow::Result<std::process::ExitCode> {
    Ok(std::process::ExitCode::SUCCESS)
}
