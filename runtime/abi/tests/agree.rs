//! Declarations in IR, in C and in the harness macros agree with the tables: clang compiles the C, and its IR is
//! compared with what the tables say. (Rust functions are checked by `implements!` where they are compiled.)

use std::{
    collections::HashMap,
    env, fs,
    path::PathBuf,
    process::{self, Command},
};

use fz_abi::{
    functions::{self, Function},
    harness::MACROS,
    header::{FILE, Header},
    variables,
};

/// A temporary folder of this test's own.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let dir = env::temp_dir().join(format!("fz-abi-{name}-{}", process::id()));
        fs::create_dir_all(&dir).unwrap();
        Scratch(dir)
    }

    /// The IR that clang makes of a source, or its error messages.
    fn ir(&self, source: &str, options: &[String]) -> Result<String, String> {
        fs::write(self.0.join(FILE), Header.to_string()).unwrap();
        let file = self.0.join("source.c");
        fs::write(&file, source).unwrap();
        let clang = Command::new(fz_llvm::CLANG)
            .args(["-std=gnu11", "-Wall", "-Wextra", "-Werror"])
            .args(["-S", "-emit-llvm", "-o", "-"])
            .args(options)
            .arg("-I")
            .arg(&self.0)
            .arg(&file)
            .output()
            .expect("clang can be run");
        match clang.status.success() {
            true => Ok(String::from_utf8(clang.stdout).unwrap()),
            false => Err(String::from_utf8(clang.stderr).unwrap()),
        }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The functions declared in IR, by name: the result and the parameters, without attributes.
fn declared(ir: &str) -> HashMap<&str, Vec<&str>> {
    let lines = ir.lines().filter_map(|l| l.strip_prefix("declare "));
    lines
        .filter_map(|line| {
            let (before, rest) = line.split_once(" @")?;
            let (name, rest) = rest.split_once('(')?;
            let (parameters, _) = rest.rsplit_once(')')?;
            let parameters = parameters.split(", ").filter(|p| !p.is_empty());
            let parameters = parameters.filter_map(|p| p.split(' ').next());
            let result = before.split(' ').next_back()?;
            Some((name, [result].into_iter().chain(parameters).collect()))
        })
        .collect()
}

/// The same, of a row.
fn expected(function: &Function) -> Vec<String> {
    let types = [function.result].into_iter();
    let types = types.chain(function.parameters.iter().map(|p| p.ty));
    types.map(|ty| ty.ir().to_string()).collect()
}

fn rows() -> impl Iterator<Item = &'static Function> {
    functions::ALL.into_iter().flatten()
}

#[test]
fn the_header_declares_what_the_tables_say() {
    let mut source = format!("#include \"{FILE}\"\n");
    for function in rows() {
        source += &format!(
            "void *of_{0}(void) {{ return (void *){0}; }}\n",
            function.name
        );
    }
    for variable in variables::ALL {
        source += &format!("void *of_{0}(void) {{ return &{0}; }}\n", variable.name);
    }
    let ir = Scratch::new("header").ir(&source, &[]).unwrap();
    let declared = declared(&ir);
    for function in rows() {
        assert_eq!(
            declared[function.name],
            expected(function),
            "{}",
            function.name
        );
    }
    for variable in variables::ALL {
        let said = format!("{},", variable.ir());
        assert!(ir.lines().any(|l| l.starts_with(&said)), "{said}");
    }
}

#[test]
fn a_wrong_offset_in_the_header_is_an_error() {
    let scratch = Scratch::new("seeded");
    let source = format!("#include \"{FILE}\"\n");
    scratch.ir(&source, &[]).unwrap();
    // One member more than Rust has, at the front.
    let seeded = Header
        .to_string()
        .replace("struct fz_site {", "struct fz_site {\n    uint32_t seeded;");
    let complaint = scratch.ir(&seeded, &[]).unwrap_err();
    assert!(complaint.contains("fz_abi's fz_site"), "{complaint}");
}

/// The macros declare functions themselves, for sources without the header.
#[test]
fn the_harness_macros_declare_what_the_tables_say() {
    let source = r#"
__AFL_FUZZ_INIT();
__AFL_COVERAGE_START_OFF();
int main(void) {
    __AFL_INIT();
    int sum = 0;
    while (__AFL_LOOP(10)) {
        const unsigned char *data = __AFL_FUZZ_TESTCASE_BUF;
        unsigned len = __AFL_FUZZ_TESTCASE_LEN;
        __AFL_COVERAGE_ON();
        __AFL_COVERAGE_SKIP();
        IJON_SET(len);
        IJON_INC(len);
        IJON_MAX(len);
        IJON_MIN(len);
        IJON_MAX_UNTIL(len, 9);
        IJON_STATE(len);
        IJON_STRDIST((const char *)data, "text");
        sum += fz_ijon_memdist(data, "text", 4) + fz_ijon_hashmem(1, data, len) + fz_ijon_simple_hash(len);
    }
    return sum;
}
"#;
    let options = MACROS.map(|(name, body)| format!("-D{name}={body}"));
    let ir = Scratch::new("macros").ir(source, &options).unwrap();
    let declared = declared(&ir);
    // The first is inlined into the macros' other helpers; AFL++ alone has the second.
    let unused = [
        functions::ijon::HASH_STACK.name,
        functions::ijon::RESET_STATE.name,
    ];
    let rooms = [functions::afl::ALL, functions::ijon::ALL];
    for function in rooms.into_iter().flatten() {
        if unused.contains(&function.name) {
            assert!(!declared.contains_key(function.name), "{}", function.name);
            continue;
        }
        let found = declared.get(function.name);
        assert_eq!(
            found.map(|types| types.iter().map(|t| (*t).to_owned()).collect()),
            Some(expected(function)),
            "{}",
            function.name
        );
    }
    for variable in [
        variables::TEST_CASE,
        variables::TEST_CASE_LENGTH,
        variables::PASSES,
        variables::IJON_CALLER,
    ] {
        let said = format!(
            "@{} = extern_weak global {},",
            variable.name,
            variable.ty.ir()
        );
        assert!(ir.lines().any(|l| l.starts_with(&said)), "{said}");
    }
    let shared = variables::SHARED_TEST_CASES;
    let said = format!("@{} = dso_local global {} 1,", shared.name, shared.ty.ir());
    assert!(ir.lines().any(|l| l.starts_with(&said)), "{said}");
}

#[test]
fn no_symbol_is_declared_twice() {
    let variables = variables::ALL.iter().map(|v| v.name);
    let mut names: Vec<_> = rows().map(|f| f.name).chain(variables).collect();
    names.sort_unstable();
    let count = names.len();
    names.dedup();
    assert_eq!(names.len(), count);
}
