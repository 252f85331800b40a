//! Whole-program bitcode of what packages link: clang links it again, and it does what the program does.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, ensure};
use xtask::{env, proc, repo};

use super::{Built, is_library};

/// A picture of many colours.
macro_rules! picture {
    () => {
        "{ printf 'P6 64 64 255\\n'; seq 10000 19999 | tr -d '\\n' | head -c 12288; } >in.ppm; "
    };
}

/// What is run: a package's program or library, and a script for `sh -eu` in a folder of its own. `$PROGRAM` is the program,
/// and `$CAPTURED` the folder of what was built. A library is what programs find first.
const SCRIPTS: [(&str, &str, &str); 19] = [
    (
        "expat",
        "build/xmlwf/xmlwf",
        r#"printf '<a b="1"><c>text &lt;</c><?p i?></a>' >in.xml; $PROGRAM -m in.xml
           printf '<a><b></a>' >bad.xml; $PROGRAM bad.xml || echo $?"#,
    ),
    ("expat", "build/tests/runtests", "$PROGRAM"),
    ("expat", "build/tests/runtestspp", "$PROGRAM"),
    (
        "libjpeg-turbo",
        "build/cjpeg-static",
        concat!(
            picture!(),
            "for how in int fast float; do $PROGRAM -dct $how in.ppm | md5sum; done"
        ),
    ),
    (
        "libjpeg-turbo",
        "build/cjpeg",
        concat!(picture!(), "$PROGRAM -progressive in.ppm | md5sum"),
    ),
    (
        "libjpeg-turbo",
        "build/djpeg-static",
        concat!(
            picture!(),
            "$CAPTURED/build/cjpeg-static in.ppm >in.jpg; $PROGRAM in.jpg | md5sum"
        ),
    ),
    ("libjpeg-turbo", "build/jcstest", "$PROGRAM"),
    (
        "libjpeg-turbo",
        "build/libjpeg.so.62.3.0",
        concat!(
            picture!(),
            "$CAPTURED/build/cjpeg -optimize in.ppm | md5sum"
        ),
    ),
    (
        "libxml2",
        "xmllint",
        r#"printf '<!DOCTYPE a [<!ENTITY e "x">]><a b="1"><c>&e;</c></a>' >in.xml; $PROGRAM --noent --format in.xml
           printf '<a><b></a>' >bad.xml; $PROGRAM bad.xml || echo $?
           $PROGRAM --xpath 'count(//c)' in.xml"#,
    ),
    ("libxml2", "testchar", "$PROGRAM"),
    ("libxml2", "testdict", "$PROGRAM"),
    (
        "lua",
        "src/lua",
        r#"$PROGRAM -e 'print(pcall(error, 1))' -e 'print(("x"):rep(9):gsub("x+", string.upper))'
           $PROGRAM -e 'local t = {} for i = 1, 1000 do t[i] = i * i // 7 end table.sort(t, function(a, b) return a > b end) print(#t, t[1], t[500])'"#,
    ),
    (
        "lua",
        "src/luac",
        "echo 'for i = 1, 9 do print(i ^ 2, i << 3) end' | $PROGRAM -o out - && md5sum out",
    ),
    ("re2", "static-testinstall", "$PROGRAM"),
    ("re2", "shared-testinstall", "$PROGRAM"),
    ("re2", "obj/so/libre2.so.9", "$CAPTURED/shared-testinstall"),
    (
        "zlib",
        "minigzip64",
        "seq 1 9999 | $PROGRAM >out.gz && md5sum out.gz && $PROGRAM -d <out.gz | md5sum",
    ),
    ("zlib", "example64", "$PROGRAM out.gz"),
    ("zlib", "libz.so.1.2.13", "$CAPTURED/examplesh out.gz"),
];

#[derive(Default)]
pub struct Done {
    pub linked: usize,
    pub same: usize,
}

pub fn check(built: &Built, wrong: &mut Vec<String>) -> Result<Done> {
    let mut done = Done::default();
    let libraries = built.dir.join("libraries");
    fs::create_dir_all(&libraries)?;
    for library in built.libraries() {
        put(&built.captured().join(library), &libraries)?;
    }
    let scripts: Vec<_> = SCRIPTS
        .iter()
        .filter(|(of, ..)| *of == built.recipe.name)
        .collect();
    for (_, program, _) in &scripts {
        ensure!(
            built.programs.iter().any(|p| p == Path::new(program)),
            "{}: {program} was not linked: the list of what is run names it",
            built.recipe.name
        );
    }
    for program in &built.programs {
        let label = format!("{} {} from bitcode", built.recipe.name, program.display());
        let made = match linked(built, program, &label) {
            Ok(made) => made,
            Err(error) => {
                wrong.push(format!("{label}: {error:#}"));
                continue;
            }
        };
        done.linked += 1;
        let of_program = scripts
            .iter()
            .filter(|(_, name, _)| program == Path::new(name));
        for (_, _, script) in of_program {
            let original = built.captured().join(program);
            let said = [&original, &made].map(|it| ran(built, it, script, &libraries));
            match said {
                [Ok(original), Ok(again)] if original == again => done.same += 1,
                [Ok(original), Ok(again)] => wrong.push(format!(
                    "{label}: it does not do the same\n--- the program\n{original}--- the module\n{again}"
                )),
                [Err(error), _] | [_, Err(error)] => wrong.push(format!("{label}: {error:#}")),
            }
        }
    }
    Ok(done)
}

/// The program's module, linked.
fn linked(built: &Built, program: &Path, label: &str) -> Result<PathBuf> {
    let name = program.file_name().context("a program has a name")?;
    let folder = built.dir.join("bitcode").join(program);
    fs::create_dir_all(&folder)?;
    let (module, link) = (folder.join("module.bc"), folder.join("link"));
    let mut extract = built.fz("extract");
    extract.arg("--bitcode").arg(program);
    extract.arg("-o").arg(&module).arg("--link").arg(&link);
    for library in built.libraries().filter(|l| *l != program) {
        extract.arg("--library").arg(library);
    }
    let said = proc::run(label, &mut extract)?.output;
    let compiler = [fz_llvm::CLANGXX, fz_llvm::CLANG]
        .into_iter()
        .find(|c| said.contains(&format!("`{c} @")))
        .context("fz does not say how it is linked")?;
    let made = folder.join(name);
    let mut clang = Command::new(compiler);
    clang.arg(format!("@{}", link.display()));
    clang.arg("-o").arg(&made);
    proc::run(&format!("{label}, link"), &mut clang)?;
    Ok(made)
}

/// What a script prints, and how it ends.
fn ran(built: &Built, program: &Path, script: &str, libraries: &Path) -> Result<String> {
    let scratch = tempfile::tempdir()?;
    let own = scratch.path().join("libraries");
    fs::create_dir(&own)?;
    if is_library(program) {
        put(program, &own)?;
    }
    let folders = std::env::join_paths([&own, libraries])?;
    let mut shell = Command::new("timeout");
    env::unsteered(&mut shell);
    let output = shell
        .args(["300", "sh", "-euc", script])
        .env("PROGRAM", program)
        .env("CAPTURED", built.captured())
        .env("LD_LIBRARY_PATH", folders)
        .env("LC_ALL", "C.UTF-8")
        .current_dir(scratch.path())
        .output()?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ok(format!(
        "{}{}{}\n",
        text(&output.stdout),
        text(&output.stderr),
        output.status
    ))
}

/// Copies a library under the name by which programs ask for it.
fn put(library: &Path, folder: &Path) -> Result<()> {
    let data = fs::read(library).with_context(|| repo::shown(library))?;
    let file = object::File::parse(&*data)?;
    let name = fz_binary::soname(&file);
    let name = name.context("a library has a name")?;
    fs::copy(library, folder.join(name))?;
    Ok(())
}
