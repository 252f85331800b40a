//! `cargo xtask bench`: comparisons with other fuzzers' builds, one file each, and what they share.

mod afl;
mod campaign;
mod cmplog;
mod compares;
mod contender;
mod cov;
mod dict;
mod distance;
mod edges;
mod emit;
mod goal;
mod guards;
mod ladder;
mod libfuzzer;
mod parts;
mod passes;
mod solve;
mod solving;
mod taint;
mod trials;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Compares with other fuzzers' builds
#[derive(Parser)]
#[command(
    name = "cargo xtask bench",
    bin_name = "cargo xtask bench",
    arg_required_else_help = true
)]
struct Cli {
    #[command(subcommand)]
    bench: Bench,
}

#[derive(Subcommand)]
enum Bench {
    /// Queue, stability and speed under afl-fuzz, against afl-clang-fast's PCGUARD
    Afl(afl::Options),
    /// Which code our builds, AFL++'s and its best reach at equal CPU, how consistently; goes on where it was stopped
    Campaign(campaign::Options),
    /// Which of the operands that afl-clang-fast's cmplog builds log ours log too
    Cmplog(cmplog::Options),
    /// What coverage costs: its builds against clang -O0 -g
    Cov(cov::Options),
    /// What dictionaries find, against those that others wrote and extract
    Dict(dict::Options),
    /// How long programs of the profiles `distance` and `climb` run, with gates open and shut, against `fuzz`
    Distance(distance::Options),
    /// libFuzzer's coverage and speed on libpng's own fuzzer, against clang's -fsanitize=fuzzer
    Libfuzzer(libfuzzer::Options),
    /// What edge counters cost and what they tell, build by build, against clang's and afl-clang-fast's
    Edges(edges::Options),
    /// How long a captured build and its variants take, against whole builds by afl-clang-fast
    Emit(emit::Options),
    /// Whether afl-fuzz finds what guards see, against afl-clang-fast with -fsanitize=integer
    Guards(guards::Options),
    /// How many executions compares cost a fuzzer, kind by kind, against afl-clang-fast's LAF_ALL
    Ladder(ladder::Options),
    /// How many right bytes of a compare counters show, and whether its result stays right, against LAF_ALL
    Compares(compares::Options),
    /// What each pass and profile does to branches, size and speed, against clang and afl-clang-fast's LAF_ALL
    Passes(passes::Options),
    /// Which computed conditions FOX's algorithm solves by branch distances, against afl-fuzz with cmplog
    Solve(solve::Options),
    /// What labels of bytes cost, against clang's DataFlowSanitizer
    Taint(taint::Options),
}

fn main() -> ExitCode {
    xtask::ended(match &Cli::parse().bench {
        Bench::Afl(options) => afl::main(options),
        Bench::Campaign(options) => campaign::main(options),
        Bench::Cmplog(options) => cmplog::main(options),
        Bench::Cov(options) => cov::main(options),
        Bench::Dict(options) => dict::main(options),
        Bench::Distance(options) => distance::main(options),
        Bench::Libfuzzer(options) => libfuzzer::main(options),
        Bench::Edges(options) => edges::main(options),
        Bench::Emit(options) => emit::main(options),
        Bench::Guards(options) => guards::main(options),
        Bench::Ladder(options) => ladder::main(options),
        Bench::Compares(options) => compares::main(options),
        Bench::Passes(options) => passes::main(options),
        Bench::Solve(options) => solve::main(options),
        Bench::Taint(options) => taint::main(options),
    })
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_holds_together() {
        super::Cli::command().debug_assert();
    }
}
