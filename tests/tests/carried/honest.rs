//! What build systems and distributions put on command lines is not asked for.

use fz_commandline::{
    carried::{self, Judged, Known},
    parse,
};

/// By whom, and what. `carried.…` is a file that the program carries.
const LINES: &[(&str, &str)] = &[
    (
        "Debian's hardening",
        "-g -O2 -Werror=implicit-function-declaration -ffile-prefix-map=/build/x=. -fstack-protector-strong \
         -fstack-clash-protection -Wformat -Werror=format-security -fcf-protection -Wdate-time -D_FORTIFY_SOURCE=2 \
         -fdebug-prefix-map=/build/x=/usr/src/x -fPIE -pie -Wl,-z,relro -Wl,-z,now -Wl,-Bsymbolic-functions -Wl,--as-needed \
         -fno-omit-frame-pointer -mno-omit-leaf-frame-pointer -mbranch-protection=standard -flto=auto -ffat-lto-objects \
         -D_FILE_OFFSET_BITS=64 -D_TIME_BITS=64 -D_LARGEFILE_SOURCE",
    ),
    (
        "Fedora's",
        "-O2 -flto=auto -ffat-lto-objects -fexceptions -g -grecord-gcc-switches -pipe -Wall -Werror=format-security \
         -Wp,-U_FORTIFY_SOURCE,-D_FORTIFY_SOURCE=3 -Wp,-D_GLIBCXX_ASSERTIONS -fstack-protector-strong -m64 -march=x86-64 \
         -mtune=generic -fasynchronous-unwind-tables -Wl,-z,relro -Wl,--as-needed -Wl,-z,pack-relative-relocs -Wl,-z,now \
         -Wl,--build-id=sha1 -Wl,-z,noexecstack -Wl,--package-metadata={}",
    ),
    (
        "hardening guides",
        "-ftrivial-auto-var-init=zero -fzero-call-used-regs=used-gpr -Wtrampolines -Wl,-z,nodlopen -Wl,-z,noexecstack \
         -Wl,-z,separate-code -Wl,-z,defs -fsanitize=safe-stack -fno-delete-null-pointer-checks -fno-strict-overflow -fwrapv \
         -fstrict-flex-arrays=3 -ftrapv -fvisibility=hidden -fvisibility-inlines-hidden -fno-plt -fno-semantic-interposition",
    ),
    (
        "autoconf and automake",
        "-DHAVE_CONFIG_H -I. -I.. -I../include -DPACKAGE_NAME=\"x\" -DPACKAGE_STRING=\"x\\ 1\" -g -O2 -MT x.o -MD -MP \
         -MF .deps/x.Tpo -c -o x.o -pthread -std=gnu11 -std=gnu++17 -lm -ldl -lz -L../lib -rdynamic -Wno-unused-parameter",
    ),
    (
        "libtool",
        "-fPIC -DPIC -shared -Wl,--whole-archive a.a -Wl,--no-whole-archive -Wl,-soname -Wl,libx.so.1 -Wl,--version-script \
         -Wl,carried.map -Wl,-retain-symbols-file -Wl,carried.sym -Wl,-rpath -Wl,/usr/local/lib -Wl,-rpath-link -Wl,/x \
         -Wl,-export-dynamic -Wl,--export-dynamic -Wl,-no-undefined -Wl,--no-undefined -Wl,-version-script,carried.map \
         -nostdlib -Wl,-E -Wl,-s -Wl,-z -Wl,defs -Wl,-Bsymbolic",
    ),
    (
        "CMake",
        "-DNDEBUG -isystem /usr/include/x -fPIC -std=gnu++20 -MD -MT CMakeFiles/x.dir/a.c.o -MF CMakeFiles/x.dir/a.c.o.d \
         -Wl,--dependency-file=CMakeFiles/x.dir/link.d -Wl,--dependency-file,link.d -Wl,-soname,libx.so.1 -Wl,-rpath,/x:/y \
         -Xlinker --dependency-file=link.d -Xclang -include-pch -Xclang x.pch -Xclang -include -Xclang x.hxx \
         -Winvalid-pch -fpch-instantiate-templates -Xclang -fno-pch-timestamp",
    ),
    (
        "meson",
        "-fdiagnostics-color=always -D_FILE_OFFSET_BITS=64 -Wall -Winvalid-pch -Wextra -Wpedantic -std=c11 -O2 -g -MD -MQ x.o \
         -MF x.o.d -Wl,--as-needed -Wl,--no-undefined -Wl,--start-group a.a -Wl,--end-group -Wl,-O1 -shared -fPIC \
         -Wl,-soname,libx.so -Wl,-rpath,$ORIGIN/:XX -Wl,-rpath-link,/x -Wl,--allow-shlib-undefined -Wl,--gc-sections \
         -Wl,--whole-archive -Wl,--no-whole-archive -fvisibility=hidden -Wl,--version-script,carried.map -Wl,--fatal-warnings \
         -Wl,--dynamic-list=carried.list -U_FORTIFY_SOURCE -fno-pie -no-pie -Wl,-z,nodelete",
    ),
    (
        "rustc's links",
        "-m64 a.o -Wl,--as-needed -Wl,-Bstatic -Wl,-Bdynamic -lgcc_s -lutil -lrt -lpthread -lm -ldl -lc -Wl,--eh-frame-hdr \
         -Wl,-z,noexecstack -L /x -o x -Wl,--gc-sections -pie -Wl,-z,relro,-z,now -Wl,-O1 -nodefaultlibs -fuse-ld=lld \
         -B/home/me/.rustup/toolchains/stable-x86_64-unknown-linux-gnu/lib/rustlib/x86_64-unknown-linux-gnu/bin/gcc-ld \
         -Wl,--strip-debug -Wl,--strip-all -Wl,--dynamic-list=carried.list -shared -Wl,-soname=libx.so -Wl,-rpath,$ORIGIN",
    ),
    (
        "those who choose a linker",
        "-fuse-ld=mold -B/usr/libexec/mold -B /usr/bin --prefix=/usr/bin --ld-path=/usr/bin/ld.bfd-2 --ld-path=ld.lld \
         -fuse-ld=/usr/bin/x86_64-linux-gnu-ld.gold",
    ),
    (
        "Bazel",
        "-U_FORTIFY_SOURCE -fstack-protector -Wall -Wthread-safety -Wself-assign -fcolor-diagnostics -fno-omit-frame-pointer \
         -iquote . -iquote bazel-out/k8/bin -no-canonical-prefixes -Wno-builtin-macro-redefined -D__DATE__=\"redacted\" \
         -frandom-seed=a.o -MD -MF a.d -fdata-sections -ffunction-sections -Wl,-S -Wl,--push-state,-as-needed \
         -Wl,--pop-state -Wl,--no-as-needed -Wl,-z,relro,-z,now",
    ),
    (
        "OSS-Fuzz",
        "-O1 -fno-omit-frame-pointer -gline-tables-only -Wno-error=incompatible-function-pointer-types \
         -DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION -fsanitize=address -fsanitize-address-use-after-scope -fsanitize=fuzzer \
         -fsanitize=fuzzer-no-link -fsanitize-recover=undefined -fno-sanitize-recover=bool,array-bounds -stdlib=libc++ \
         -fsanitize-coverage=trace-pc-guard,indirect-calls -fsanitize-coverage=bb -fno-sanitize=vptr -lFuzzingEngine -static",
    ),
];

#[test]
fn honest_command_lines_are_not_asked_for() {
    let mut wrong = Vec::new();
    for (whose, line) in LINES {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        let parsed = parse::parse(&words, &|_| None);
        let known = Known {
            is_carried: &|path| path.starts_with("carried."),
            is_of_system: &|path| path.starts_with("/usr/"),
        };
        let judged = carried::judged(&parsed, &known);
        let asked = judged.iter().flat_map(Judged::asked);
        wrong.extend(asked.map(|(option, why)| format!("{whose}: {option}, which {why}")));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
