//! The kinds of records.

/// Declares what an image may have of records: a line for each kind.
macro_rules! kinds {
    ($( $field:ident: $record:ty, )+) => {
        /// All that passes have said of an image's functions and data, in the order of its sections.
        #[derive(Clone, Debug, Default)]
        pub struct Records {
            $( pub $field: Vec<$record>, )+
        }

        impl Records {
            /// The sections of all kinds.
            pub const SECTIONS: &'static [&'static str] = &[$( <$record as $crate::Record>::SECTION, )+];

            /// Adds the records of a section. Of another section there are none.
            pub fn read(
                &mut self,
                section: &str,
                data: &[u8],
                resolve: &dyn Fn(usize, u64) -> Option<u64>,
            ) -> Result<(), String> {
                match section {
                    $( <$record as $crate::Record>::SECTION => self.$field.extend($crate::all::<$record>(data, resolve)?), )+
                    _ => {}
                }
                Ok(())
            }

            /// What is shown of records that nothing else shows: a line each.
            pub fn shown(&self) -> Vec<String> {
                let mut lines = Vec::new();
                $( lines.extend(self.$field.iter().filter_map($crate::Record::shown)); )+
                lines
            }
        }
    };
}
pub(crate) use kinds;
