//! Subcommands as a table: what each is for, its arguments, and its examples.

/// An enumeration of them, and what runs the chosen one: a module's `run`.
macro_rules! commands {
    ($($(#[$help:meta])* $name:ident($module:ident::$arguments:ident), $examples:expr;)*) => {
        #[derive(clap::Subcommand)]
        enum Command {
            $(
                $(#[$help])*
                #[command(after_help = $examples)]
                $name(Box<$module::$arguments>),
            )*
        }

        impl Command {
            fn run(&self) -> anyhow::Result<$crate::exit::Exit> {
                match self {
                    $(Command::$name(arguments) => $module::run(arguments),)*
                }
            }
        }
    };
}
pub(crate) use commands;
